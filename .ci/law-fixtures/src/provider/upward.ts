// breaks: provider-speaks-for-the-engine
import { sim } from '../sim/index.ts'

export const upward = sim
