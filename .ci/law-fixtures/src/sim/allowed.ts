import { config } from '../config/index.ts'
import { engine } from '../engine/index.ts'
import { tokenizer } from '../tokenizer/index.ts'

export const allowed = [config, engine, tokenizer]
