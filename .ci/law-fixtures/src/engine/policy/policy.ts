// breaks: no-cycle-of-folders
import type { Gate } from './gates/gate.ts'

export type Policy = Gate
