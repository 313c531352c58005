// breaks: folders-in-order
import { notes } from '../panel/notes/notes.ts'

export const readsAPanel = notes
