import { parse } from 'yaml'
import { engine } from '../engine/index.ts'

export const allowed = [engine, parse]
