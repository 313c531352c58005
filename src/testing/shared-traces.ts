import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readTrace, scenario as generated } from '../sim/index.ts'
import type { Trace } from '../sim/index.ts'

/*
 * Conversations that many tests run. Each is made once for all files of a worker; so what is worked out of it is, too:
 * it is taken in once and analysed once.
 */

const known = new Map<string, Trace>()

function once(key: string, make: () => Trace): Trace {
  const trace = known.get(key) ?? make()
  known.set(key, trace)
  return trace
}

/** As the scenario of `sim`. */
export function scenario(
  name: string,
  seed: number,
  overrides: Readonly<Record<string, number>> = {},
): Trace {
  return once(JSON.stringify([name, seed, overrides]), () => generated(name, seed, overrides))
}

const folder = process.env['TRACES_DIR'] ?? ''

/** Names of the real logs in the folder that `TRACES_DIR` names; none without it. */
export const logs: readonly string[] =
  folder === '' ? [] : readdirSync(folder).filter((name) => /\.(?:jsonl?|traj)$/.test(name))

/** A real log, read with its name. */
export function readLog(filename: string): Trace {
  return once(filename, () => readTrace(readFileSync(join(folder, filename), 'utf8'), { filename }))
}
