// breaks: config-sees-the-engine-only
import { tokenizer } from '../tokenizer/index.ts'

export const sideways = tokenizer
