// breaks: main-only-mounts
import { sim } from './sim/index.ts'

export const main = sim
