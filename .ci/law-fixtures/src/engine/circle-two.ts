// breaks: no-cycles
import type { One } from './circle-one.ts'

export type Two = { one: One }
