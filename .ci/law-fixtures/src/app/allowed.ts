import { sim } from '../sim/index.ts'
import type { config } from '../config/index.ts'
import { view } from '../view/index.ts'
import { client } from '../worker/client.ts'
import { protocol } from '../worker/protocol.ts'

export type Config = typeof config
export const late = () => import('../config/index.ts')
export const allowed = [client, protocol, sim, view]
