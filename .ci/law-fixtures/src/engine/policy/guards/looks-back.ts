// breaks: no-cycle-of-folders
import type { Shared } from '../shared.ts'

export type Back = Shared
