// breaks: lessons-see-the-engine-only
import { config } from '../config/index.ts'

export const upward = config
