import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { ProblemError } from '../../engine/index.ts'
import { readTraces, scenario } from '../../sim/index.ts'
import {
  largestOf,
  notText,
  packingOf,
  severalLogs,
  unpackedLogs,
  utf16Of,
  withBeside,
} from '../../sim/internal.ts'
import type { Trace } from '../../sim/index.ts'
import { UsageError } from '../terminal/io.ts'
import type { Io } from '../terminal/io.ts'
import { reasonOf } from '../terminal/reason.ts'
import type { Source, Unreadable } from './files.ts'
import { unpack } from './unpack.ts'

/** A conversation with the name by which results call it. */
export interface NamedTrace {
  /** The path as given, with `#2` for the second of several conversations of a file. */
  readonly log: string
  readonly trace: Trace
}

/** How logs are read. */
export interface Reading {
  /** Name of a reader; null: found by content. */
  readonly format: string | null
  /** `largest`: of a file with several conversations the largest, as the page opens it. */
  readonly conversations: 'all' | 'largest'
}

/**
 * The conversations of a source, in the order of the file, or why there are none; of an archive with several logs, those
 * of each. Never throws for what a file holds.
 *
 * @param among where the lines may be that a log goes on with
 * @throws UsageError for a wrong parameter of a scenario, or an unknown format
 */
export async function tracesOf(
  source: Source,
  { format, conversations }: Reading,
  io: Pick<Io, 'stdin'>,
  among: readonly Source[] = [],
): Promise<readonly (NamedTrace | Unreadable)[] | Unreadable> {
  if (source.kind === 'scenario') {
    try {
      return [{ log: source.name, trace: scenario(source.scenario, source.seed, source.parameters) }]
    } catch (error) {
      throw error instanceof ProblemError ? new UsageError(`${source.name}: ${error.message}`) : error
    }
  }
  try {
    const beside = among.flatMap((other) =>
      other.kind === 'file' ? { name: basename(other.path), text: () => textOf(other, io) } : [],
    )
    const nth = numberIn(source)
    const read = (name: string, path: string | undefined, text: string): readonly NamedTrace[] => {
      const traces = readTraces(text, {
        ...(path === undefined ? {} : { filename: basename(path) }),
        ...(format === null ? {} : { format }),
      })
      const most = conversations === 'largest' && nth === null ? largestOf(traces) : null
      return traces
        .map((trace, at) => ({ log: traces.length > 1 ? `${name}#${at + 1}` : name, trace }))
        .filter(({ trace }) => most === null || trace === most)
    }
    const found = await contentOf(source, io)
    if (typeof found !== 'string') {
      const all: (NamedTrace | Unreadable)[] = []
      for (const { name, text } of found) {
        const log = `${source.name}/${name}`
        try {
          all.push(...read(log, name, await text()))
        } catch (error) {
          all.push(unreadableOf(log, error))
        }
      }
      return nth === null ? all : numbered(source.name, nth, all)
    }
    const path = source.kind === 'stdin' ? undefined : source.path
    const named = read(source.name, path, await withBeside(found, beside))
    return nth === null ? named : numbered(source.name, nth, named)
  } catch (error) {
    return unreadableOf(source.name, error)
  }
}

/** Which of the conversations of a file is meant: 3 for `file.json#3`; null for all. */
export function numberIn(source: Source): number | null {
  return source.kind === 'file' ? source.conversation : null
}

/** The nth conversation of a file alone, or that there is none. */
export function numbered<One>(name: string, nth: number, all: readonly One[]): readonly [One] | Unreadable {
  const chosen = all[nth - 1]
  if (chosen !== undefined) return [chosen]
  return {
    log: `${name}#${nth}`,
    message: `the file has ${all.length === 1 ? 'one conversation' : `${all.length} conversations`}, and no number ${nth}`,
    line: null,
    column: null,
  }
}

/** Problems whose sentence is of no use without what to do. */
const TELL_WAY: ReadonlySet<string> = new Set([
  'unknown-format',
  'packed-file',
  'text-too-large',
  'too-many-messages',
])

/** Why a log cannot be read, by the error that says so. */
export function unreadableOf(log: string, error: unknown): Unreadable {
  const first = error instanceof ProblemError ? error.problems[0] : undefined
  const way = first?.fix !== undefined && TELL_WAY.has(first.code) ? `. ${first.fix}` : ''
  return {
    log,
    message: first === undefined ? reasonOf(error) : `${first.message}${way}`,
    line: first?.line ?? null,
    column: first?.column ?? null,
  }
}

/** The text of a source that is one log: see `contentOf`. */
export async function textOf(
  source: Exclude<Source, { kind: 'scenario' }>,
  io: Pick<Io, 'stdin'>,
): Promise<string> {
  const found = await contentOf(source, io)
  if (typeof found === 'string') return found
  throw severalLogs(found)
}

/**
 * The text of a source, also if it is packed, in UTF-16 or in Windows Latin-1, or the logs of an archive; throws for what
 * is no text.
 */
export async function contentOf(
  source: Exclude<Source, { kind: 'scenario' }>,
  io: Pick<Io, 'stdin'>,
): ReturnType<typeof unpackedLogs> {
  if (source.kind === 'file' && source.pieces !== undefined)
    return source.pieces
      .map((piece) => (typeof piece === 'string' ? piece : readFileSync(piece.file, 'utf8')))
      .join('')
  const read = source.kind === 'stdin' ? io.stdin() : readFileSync(source.path)
  if (typeof read === 'string') return read
  const bytes = Buffer.from(read.buffer, read.byteOffset, read.byteLength)
  if (packingOf(bytes) !== null) return await unpackedLogs(bytes, unpack, lastOf(source))
  const head = bytes.subarray(0, HEAD)
  const encoding = utf16Of(head)
  if (encoding !== null) return new TextDecoder(encoding).decode(bytes)
  const why = notText(head)
  if (why !== null) throw new Error(why)
  const text = bytes.toString('utf8')
  // What is not UTF-8 leaves this character, as does a last one that is not written whole.
  if (!text.includes('\ufffd')) return text
  const whole = Buffer.from(text.replace(/\ufffd$/, ''))
  const isUtf8 = bytes.length - whole.length < 4 && whole.equals(bytes.subarray(0, whole.length))
  return isUtf8 ? text : new TextDecoder('windows-1252').decode(bytes)
}

/** What a program wrote last into a database that is still open: a file beside it; null for none. */
function lastOf(source: Source): Uint8Array | null {
  const path = source.kind === 'file' ? `${source.path}-wal` : ''
  return path !== '' && existsSync(path) ? readFileSync(path) : null
}

/** Bytes that tell what a file is. */
const HEAD = 4096
