import heldOut from './held-out.json' with { type: 'json' }
import { planted } from './plant.ts'

export const free = [heldOut, planted]
