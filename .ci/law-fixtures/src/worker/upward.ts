// breaks: worker-is-a-door
import { view } from '../view/index.ts'

export const upward = view
