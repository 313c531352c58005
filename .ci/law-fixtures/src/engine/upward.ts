// breaks: engine-is-a-leaf
import { sim } from '../sim/index.ts'

export const upward = sim
