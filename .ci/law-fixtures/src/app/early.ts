// breaks: config-comes-to-the-page-late
import { config } from '../config/index.ts'

export const early = config
