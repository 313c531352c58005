// breaks: no-cycle-of-folders
import { two } from '../between/two.ts'

export const one = two
