// breaks: no-cycle-of-folders
import type { Guard } from './guards/guard.ts'

export type Policy = Guard
