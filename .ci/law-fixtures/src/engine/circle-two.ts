// the other half of circle-one.ts, where the cycle is reported
import type { One } from './circle-one.ts'

export type Two = { one: One }
