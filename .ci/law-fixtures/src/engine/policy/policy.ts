// breaks: no-cycle-of-folders
import type { Guard } from './guards/looks-back.ts'

export type Policy = Guard
