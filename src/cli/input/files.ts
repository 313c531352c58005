import { closeSync, openSync, readdirSync, readSync, realpathSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { scenarios } from '../../sim/index.ts'
import {
  BESIDE_DATABASE,
  isLogName,
  LOG_ENDINGS,
  manyFiles,
  NO_LOG_FOLDERS,
  SCENARIO_SEED,
} from '../../sim/internal.ts'
import type { Gathered } from '../../sim/internal.ts'
import { nearestName } from '../../config/internal.ts'
import type { Problem } from '../../engine/index.ts'
import { counted } from '../../view/index.ts'
import { reasonOf } from '../terminal/reason.ts'
import { clean } from '../terminal/table.ts'
import { isGlob, patternOf, rootOf, slashed } from './glob.ts'
import { UsageError } from '../terminal/io.ts'
import type { Io } from '../terminal/io.ts'

/** Where a conversation comes from, with the name by which results call it. */
export type Source =
  | {
      readonly kind: 'file'
      readonly name: string
      readonly path: string
      readonly conversation: number | null
      /** What a client keeps in many files: the path is that of their folder. */
      readonly pieces?: Gathered['pieces']
    }
  | { readonly kind: 'stdin'; readonly name: '-' }
  | {
      readonly kind: 'scenario'
      readonly name: string
      readonly scenario: string
      readonly seed: number
      readonly parameters: Readonly<Record<string, number>>
    }

/** A file or a folder that cannot be used, with the reason. */
export interface Unreadable {
  readonly log: string
  readonly message: string
  readonly line: number | null
  readonly column: number | null
}

/** `log.jsonl:3:7: the reason` */
export function unreadableLine({ log, line, column, message }: Unreadable): string {
  const place = line === null ? '' : `:${line}:${column ?? 1}`
  return `${clean(`${log}${place}: ${message}`)}\n`
}

/** Logs of which something was left out or repaired, each in a line with its first problem; all are in the JSON. */
export function problemLines(
  logs: readonly { readonly log: string; readonly problems: readonly Problem[] }[],
): readonly string[] {
  return logs.flatMap(({ log, problems }) => {
    const [first, ...more] = problems.filter(({ severity }) => severity !== 'note')
    if (first === undefined) return []
    const { line = null, column = null, message } = first
    const others = more.length === 0 ? '' : ` (and ${counted(more.length, 'more problem')}: see inspect)`
    return [unreadableLine({ log, line, column, message: `${message}${others}` })]
  })
}

export interface Found {
  readonly sources: readonly Source[]
  readonly unreadable: readonly Unreadable[]
  /** Paths of the folders' files that no log has a name like. */
  readonly others: readonly string[]
}

/**
 * The logs that arguments name: files, folders with everything below them, patterns, `-`, and `scenario:<name>`. Each
 * file once, in the order of the arguments, and within one by name.
 *
 * @throws UsageError for an unknown scenario or parameter, or a pattern without an end
 */
export function sourcesOf(inputs: readonly string[], io: Pick<Io, 'cwd'>): Found {
  const sources = new Map<string, Source>()
  const unreadable: Unreadable[] = []
  const others: string[] = []
  const add = (source: Source, key: string): void => {
    if (!sources.has(key)) sources.set(key, source)
  }
  for (const input of inputs) {
    if (input === '') throw new UsageError('The name of a log is empty: ""')
    if (input === '-') add({ kind: 'stdin', name: '-' }, '-')
    else if (input.startsWith('scenario:')) add(scenarioOf(input), input)
    else {
      const { files, failures, skipped } = filesOf(input, io.cwd)
      for (const file of files) add(file, `${realOf(file.path)}#${file.conversation ?? ''}`)
      unreadable.push(...failures)
      others.push(...skipped)
    }
  }
  return { sources: [...sources.values()], unreadable, others }
}

interface Files {
  readonly files: readonly Extract<Source, { kind: 'file' }>[]
  readonly failures: readonly Unreadable[]
  readonly skipped: readonly string[]
}

function filesOf(input: string, cwd: string): Files {
  const kind = kindOf(resolve(cwd, input))
  if (kind === 'file') return { files: [fileOf(input, cwd)], failures: [], skipped: [] }
  if (kind === 'folder') return inFolder(input, cwd, isLogName)
  if (isGlob(input)) {
    const written = slashed(input).replace(/^\.\//, '')
    const pattern = patternOf(written)
    if (pattern === null) throw new UsageError(`The pattern ${input} has a bracket that is not closed`)
    const { files, failures } = inFolder(rootOf(written), cwd, (name) => pattern.test(name))
    if (files.length === 0)
      return { files, failures: [failure(input, 'no file matches this pattern')], skipped: [] }
    return { files, failures, skipped: [] }
  }
  // The third conversation of a file is file.json#3.
  const [, path = '', nth] = /^(.+)#(\d+)$/.exec(input) ?? []
  if (nth !== undefined && kindOf(resolve(cwd, path)) === 'file')
    return { files: [{ ...fileOf(path, cwd), conversation: Number(nth) }], failures: [], skipped: [] }
  return { files: [], failures: [failure(input, reasonOf(kind))], skipped: [] }
}

/** Every wanted file below a folder. A link to a folder is followed once, so that loops end. */
function inFolder(folder: string, cwd: string, wanted: (path: string) => boolean): Files {
  const files: Extract<Source, { kind: 'file' }>[] = []
  const failures: Unreadable[] = []
  const seen = new Set<string>()
  const skipped: string[] = []
  const visit = (path: string): void => {
    const real = realOf(resolve(cwd, path))
    if (seen.has(real)) return
    seen.add(real)
    let names: string[]
    try {
      names = readdirSync(real).toSorted()
    } catch (error) {
      failures.push(failure(path, reasonOf(error)))
      return
    }
    for (const name of names) {
      const here = path === '' || path === '.' ? name : path.endsWith('/') ? path + name : `${path}/${name}`
      const kind = kindOf(resolve(cwd, here))
      if (kind === 'folder' && !NO_LOG_FOLDERS.has(name)) visit(here)
      else if (kind === 'file' && wanted(here)) {
        if (!isOwnResult(resolve(cwd, here))) files.push(fileOf(here, cwd))
      } else if (kind === 'file') skipped.push(here)
    }
  }
  visit(folder)
  const found = new Set(files.map(({ name }) => name))
  // what is read with its database is not left out
  const others = skipped.filter((name) => !found.has(name.replace(BESIDE_DATABASE, '')))
  const { logs, taken } = manyFiles(files.map(({ name }) => slashed(name)))
  const alone = files.filter(({ name }) => !taken.has(slashed(name)))
  const together = logs.map(({ path, pieces }) => ({
    ...fileOf(path, cwd),
    pieces: pieces.map((piece) => (typeof piece === 'string' ? piece : { file: resolve(cwd, piece.file) })),
  }))
  if (files.length === 0 && failures.length === 0 && skipped.length > 0)
    failures.push(
      failure(
        folder,
        `no file in it ends in ${LOG_ENDINGS.slice(0, -1).join(', ')} or ${LOG_ENDINGS.at(-1)}`,
      ),
    )
  else if (files.length === 0 && failures.length === 0)
    failures.push(failure(folder, 'the folder has no files'))
  if (together.length > 0)
    return {
      files: [...alone, ...together].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      failures,
      skipped: others,
    }
  return { files: alone, failures, skipped: others }
}

/** What this program wrote with `--format json` may be beside the logs, and is none. */
const OWN_RESULT =
  /^\{\s*"format": "context-window-lab (?:autopsy|claims|cost|inspection|result|search|validation|worst)"/

function isOwnResult(path: string): boolean {
  if (!path.endsWith('.json')) return false
  try {
    const file = openSync(path, 'r')
    const start = Buffer.alloc(80)
    readSync(file, start)
    closeSync(file)
    return OWN_RESULT.test(start.toString())
  } catch {
    return false
  }
}

function fileOf(path: string, cwd: string): Extract<Source, { kind: 'file' }> {
  return { kind: 'file', name: path, path: resolve(cwd, path), conversation: null }
}

function failure(log: string, message: string): Unreadable {
  return { log, message, line: null, column: null }
}

/** What a path leads to; the error if to nothing that can be opened. */
function kindOf(path: string): 'file' | 'folder' | Error {
  try {
    const stats = statSync(path)
    return stats.isDirectory() ? 'folder' : 'file'
  } catch (error) {
    return error as Error
  }
}

function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return join(path)
  }
}

/** `scenario:long-coding?seed=3&turns=60` */
function scenarioOf(input: string): Source {
  const [name = '', query = ''] = input.slice('scenario:'.length).split('?')
  const found = Object.values(scenarios).find((one) => one.name === name)
  if (found === undefined) throw unknownScenario(name)
  let seed: number | null = null
  const parameters: Record<string, number> = {}
  for (const pair of query === '' ? [] : query.split('&')) {
    const [key = '', text = ''] = pair.split('=')
    const value = Number(text)
    if (text === '' || Number.isNaN(value))
      throw new UsageError(`A parameter of a scenario is a number, as in seed=3, but ${input} has ${pair}`)
    if (key === 'seed' && !(Number.isSafeInteger(value) && value >= 0))
      throw new UsageError(`The seed of a scenario is a whole number from 0, but ${input} has ${pair}`)
    const allowed = ['seed', ...Object.keys(found.parameters)]
    if (!allowed.includes(key))
      throw new UsageError(`${name} has no parameter ${key}. ${meantOf(key, allowed)}`)
    if (key === 'seed') seed = value
    else parameters[key] = value
  }
  // Its figures are those of a seed: its name says which.
  const told = seed === null ? `${input}${query === '' ? '?' : '&'}seed=${SCENARIO_SEED}` : input
  return { kind: 'scenario', name: told, scenario: name, seed: seed ?? SCENARIO_SEED, parameters }
}

export function unknownScenario(name: string): UsageError {
  return new UsageError(`There is no scenario ${name}. ${meantOf(name, Object.keys(scenarios))}`)
}

function meantOf(name: string, known: readonly string[]): string {
  const near = nearestName(name, known)
  return near === null ? `Known are ${known.join(', ')}` : `Is ${near} meant?`
}
