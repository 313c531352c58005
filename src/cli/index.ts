/** The command line as a function, and the shape of its JSON. */

export { program } from './program.ts'
export { EXIT } from './terminal/io.ts'
export type { Io } from './terminal/io.ts'
export type {
  Figures,
  LaneResult,
  LogResult,
  Paired,
  PairedFigure,
  Result,
  Settings,
  Sum,
} from './measure/result.ts'
export type { Unreadable } from './input/files.ts'
