// breaks: app-stands-on-view-and-sim
import { tokenizer } from '../tokenizer/index.ts'

export const down = tokenizer
