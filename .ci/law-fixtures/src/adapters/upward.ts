// breaks: adapters-see-the-engine-only
import { sim } from '../sim/index.ts'

export const upward = sim
