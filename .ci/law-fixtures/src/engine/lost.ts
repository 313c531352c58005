// breaks: every-import-is-found
import { nowhere } from './nowhere.ts'

export const lost = nowhere
