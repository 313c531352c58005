import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { ENGINE_VERSION } from '../../sim/index.ts'
import type { Found } from '../../sim/internal.ts'
import type { Lane } from '../option/lane.ts'
import { UsageError } from '../terminal/io.ts'
import type { Io } from '../terminal/io.ts'
import { reasonOf } from '../terminal/reason.ts'
import { STUDY, wrongIn } from '../measure/shape.ts'

/** The figures found so far, by log and lane. */
export interface Known {
  get(hash: string, lane: Lane): Found | undefined
  add(hash: string, lane: Lane, found: Found): void
  /** Writes the file, if there is one. */
  save(): void
}

const FORMAT = 'context-window-lab search'

/**
 * What an earlier search found, and what this one will.
 *
 * @param file null: nothing is kept
 * @param settings what every figure depends on beside log and lane
 * @throws UsageError if the file is no such search, or one with other settings
 */
export function knownIn(
  file: string | null,
  settings: Readonly<Record<string, unknown>>,
  io: Pick<Io, 'cwd'>,
): Known {
  const own = JSON.stringify({ engine: ENGINE_VERSION, ...settings })
  const all = new Map<string, Found>(file === null ? [] : foundIn(file, own, io))
  const keyOf = (hash: string, { config }: Lane): string => `${hash} ${JSON.stringify(config)}`
  let isSaved = true
  return {
    get: (hash, lane) => all.get(keyOf(hash, lane)),
    add: (hash, lane, found) => {
      all.set(keyOf(hash, lane), found)
      isSaved = false
    },
    save: () => {
      if (file === null || isSaved) return
      const path = resolve(io.cwd, file)
      try {
        // Whoever is interrupted here still has the file of before.
        writeFileSync(
          `${path}.part`,
          JSON.stringify({ format: FORMAT, version: 1, settings: own, found: [...all] }),
        )
        renameSync(`${path}.part`, path)
      } catch (error) {
        throw new UsageError(`--state ${file}: ${reasonOf(error)}`)
      }
      isSaved = true
    },
  }
}

function isFound(entry: unknown): boolean {
  const [key, found] = Array.isArray(entry) ? (entry as readonly unknown[]) : []
  return typeof key === 'string' && wrongIn(found, { study: STUDY, lost: 'number' }, key) === null
}

function foundIn(file: string, own: string, io: Pick<Io, 'cwd'>): Iterable<[string, Found]> {
  const path = resolve(io.cwd, file)
  if (!existsSync(path)) return []
  let state: { format?: unknown; settings?: unknown; found?: unknown } | null
  try {
    state = JSON.parse(readFileSync(path, 'utf8')) as typeof state
  } catch (error) {
    throw new UsageError(`--state ${file}: ${reasonOf(error)}`)
  }
  if (state?.format !== FORMAT || !Array.isArray(state.found) || !state.found.every(isFound))
    throw new UsageError(`--state ${file} is not the state of a search`)
  if (state.settings !== own)
    throw new UsageError(
      `--state ${file} is of a search with other settings: ${String(state.settings)} there, ${own} now`,
    )
  return state.found as [string, Found][]
}
