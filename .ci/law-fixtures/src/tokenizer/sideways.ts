// breaks: tokenizer-sees-the-engine-only
import { config } from '../config/index.ts'

export const sideways = config
