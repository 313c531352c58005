/** The command line as a function, and the shape of its JSON. */

import schema from './result.schema.json' with { type: 'json' }

export { program } from './program.ts'
/** The JSON Schema (draft 2020-12) of what every command writes with `--format json`. */
export const resultSchema: Readonly<Record<string, unknown>> = schema
export { EXIT } from './terminal/io.ts'
export type { Io } from './terminal/io.ts'
export type { Figures } from '../sim/internal.ts'
export type { LaneResult, LogResult, Paired, PairedFigure, Result, Settings, Sum } from './measure/result.ts'
export type { Unreadable } from './input/files.ts'
