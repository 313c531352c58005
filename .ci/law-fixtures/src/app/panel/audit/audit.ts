// breaks: folders-in-order
import { notes } from '../notes/notes.ts'

export const audit = notes
