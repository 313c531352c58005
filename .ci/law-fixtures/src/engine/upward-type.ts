// breaks: engine-is-a-leaf
import type { config } from '../config/index.ts'

export type Upward = typeof config
