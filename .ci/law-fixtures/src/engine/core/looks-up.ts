// breaks: folders-in-order
import type { Stage } from '../stage/stage.ts'

export type Up = Stage
