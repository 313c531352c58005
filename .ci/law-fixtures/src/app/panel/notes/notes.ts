import { choice } from '../../store/choice.ts'

export const notes = choice
