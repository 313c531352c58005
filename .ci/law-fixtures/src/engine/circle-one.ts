// breaks: no-cycles
import type { Two } from './circle-two.ts'

export type One = Two | 1
