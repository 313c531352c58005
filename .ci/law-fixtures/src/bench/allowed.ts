import { sim } from '../sim/index.ts'
import { testing } from '../testing/index.ts'

export const allowed = [sim, testing]
