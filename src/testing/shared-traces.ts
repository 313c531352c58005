import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readTrace, scenario as generated } from '../sim/index.ts'
import type { Trace } from '../sim/index.ts'

/* Conversations that many tests run. Each is made, counted and analysed once for all files of a test worker. */

const known = new Map<string, Trace>()

function once(key: string, make: () => Trace): Trace {
  const trace = known.get(key) ?? make()
  known.set(key, trace)
  return trace
}

/** `scenario` of `sim`, made once. Do not change the result. */
export function scenario(
  name: string,
  seed: number,
  overrides: Readonly<Record<string, number>> = {},
): Trace {
  return once(JSON.stringify([name, seed, overrides]), () => generated(name, seed, overrides))
}

const folder = process.env['TRACES_DIR'] ?? ''

/** File names of the real logs in the folder `TRACES_DIR`; none if that is not set. */
export const logs: readonly string[] =
  folder === '' ? [] : readdirSync(folder).filter((name) => /\.(?:jsonl?|traj)$/.test(name))

/** A real log, made once. Do not change it. `filename` is one of `logs`. */
export function readLog(filename: string): Trace {
  return once(filename, () => readTrace(readFileSync(join(folder, filename), 'utf8'), { filename }))
}
