// breaks: folders-in-order
import { engine } from '../index.ts'

export const through = engine
