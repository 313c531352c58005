// breaks: no-cycle-of-folders
import { still } from '../beside/still.ts'

export const back = still
