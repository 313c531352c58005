import { ProblemError } from '../../../engine/index.ts'
import type { Json } from '../../../engine/index.ts'
import { isList } from '../json/guard.ts'
import { parseJson, placeOf } from '../json/parse.ts'
import { manyFiles } from '../many-files.ts'
import { isLogName, NO_LOG_FOLDERS } from '../names.ts'
import { inspectText, isInspect } from './inspect.ts'
import { storedLogs } from './database/list.ts'
import { tablesOf } from './packing/sqlite.ts'
import { packingOf } from './packing/unpack.ts'
import type { Unpack } from './packing/unpack.ts'
import { isTar, tarEntriesOf } from './packing/tar.ts'
import { entriesOf } from './packing/zip.ts'
import type { Entry } from './packing/zip.ts'

/** One of several logs in an archive. */
export interface PackedLog {
  readonly name: string
  readonly text: () => Promise<string>
  /** What it is packed as; null for a conversation that a client keeps in many files. */
  readonly entry: Entry | null
}

/**
 * What is packed: with gzip or Zstandard, or in a ZIP or tar archive, as exports of chat pages and the logs of Inspect
 * are. A tar archive may be packed itself. A database of a program counts as an archive of its conversations. The text of
 * one log; of several, the logs by their paths.
 *
 * @param writtenLast what belongs to a database and is not in it yet: its file `…-wal`
 * @throws ProblemError for an archive that is damaged or has no log
 */
export async function unpackedLogs(
  bytes: Uint8Array,
  unpack: Unpack,
  writtenLast: Uint8Array | null = null,
): Promise<string | readonly PackedLog[]> {
  const packing = packingOf(bytes) ?? 'stored'
  if (packing === 'sqlite') return await databaseLogs(bytes, unpack, writtenLast)
  const decoded = (name: Uint8Array): Promise<string> => unpack.text('stored', name)
  let entries: ReadonlyMap<string, Entry>
  try {
    if (packing === 'zip') entries = await entriesOf(bytes, decoded)
    else if (packing === 'tar') entries = await tarEntriesOf(bytes, decoded)
    else {
      const text = await unpack.text(packing, bytes)
      if (!isTar(text)) return text
      entries = await tarEntriesOf(await unpack.bytes(packing, bytes), decoded)
    }
  } catch (error) {
    throw damaged(error)
  }
  const textOf = async (name: string): Promise<string> => {
    const entry = entries.get(name)
    if (entry === undefined) throw damaged(`it has no ${name}`)
    return await unpack.text(entry.packing, entry.bytes).catch((error: unknown) => {
      throw damaged(error, `${name} in it cannot be unpacked: `)
    })
  }
  const names = [...entries.keys()]
  if (isInspect(names)) return await inspectText(names, async (name) => valueIn(name, await textOf(name)))
  const found = names.filter(isLogPath)
  const chats = found.filter((name) => /(?:^|\/)conversations\.json$/.test(name))
  const numbered = names.filter((name) => /(?:^|\/)conversations-\d+\.json$/.test(name)).sort()
  if (chats.length === 0 && numbered.length > 1) return await joinedLists(numbered, textOf)
  const { logs: together, taken } = manyFiles(found)
  const alone = chats.length > 0 ? chats : found.filter((name) => !taken.has(name))
  const [log, ...others] = [
    ...alone.map((name): PackedLog => ({ name, text: () => textOf(name), entry: entries.get(name) ?? null })),
    ...(chats.length > 0 ? [] : together).map(({ path, pieces }): PackedLog => ({
      name: path,
      text: async () => {
        const texts = pieces.map(async (piece) =>
          typeof piece === 'string' ? piece : await textOf(piece.file),
        )
        return (await Promise.all(texts)).join('')
      },
      entry: null,
    })),
  ]
  if (log === undefined) throw noLog(names)
  if (others.length === 0) return await log.text()
  return [log, ...others].toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

function isLogPath(name: string): boolean {
  return isLogName(name) && !OF_MACOS.test(name) && !name.split('/').some((part) => NO_LOG_FOLDERS.has(part))
}

async function databaseLogs(
  bytes: Uint8Array,
  unpack: Unpack,
  writtenLast: Uint8Array | null,
): Promise<string | readonly PackedLog[]> {
  try {
    const tables = tablesOf(bytes, unpack.decode, writtenLast)
    const logs = await storedLogs(tables, unpack)
    const [log, ...others] = logs
    if (log === undefined) throw unknownDatabase([...tables.keys()])
    if (others.length === 0) return await log.text()
    return logs.map(({ id, title, text }, nth) => ({
      name: nameOf(title === '' ? id : `${title} (${id.slice(-8)})`) || String(nth + 1),
      text,
      entry: null,
    }))
  } catch (error) {
    if (error instanceof ProblemError) throw error
    throw problem(
      'the database cannot be read',
      reasonOf(error),
      'Close the program that writes it, and copy it again.',
    )
  }
}

/** A title as the name of a file. */
function nameOf(title: string): string {
  return title
    .replaceAll(/[\s/\\:*?"<>|]+/g, ' ')
    .trim()
    .slice(0, LONGEST_NAME)
}

const LONGEST_NAME = 80

/** Programs whose databases hold conversations in a form that is not read, by a table, and the way to get them out. */
const OTHER_WAYS: ReadonlyMap<string, string> = new Map([
  [
    'blobs',
    'Of Cursor’s agent, choose the transcript: a .jsonl file below ~/.cursor/projects/<folder>/agent-transcripts.',
  ],
  ['ai_queries', 'In Warp, export the conversation with /export-to-file.'],
  ['agent_conversations', 'In Warp, export the conversation with /export-to-file.'],
])

function unknownDatabase(tables: readonly string[]): ProblemError {
  const way = tables.map((table) => OTHER_WAYS.get(table)).find((one) => one !== undefined)
  return problem(
    'the database cannot be read',
    tables.length === 0
      ? 'it has no tables'
      : `it has no conversation that is known, but ${tables.length === 1 ? 'the table' : 'the tables'} ${listed(tables)}`,
    way ?? 'Export the conversation from the program that wrote it.',
  )
}

/** What macOS notes of each file in an archive. */
const OF_MACOS = /^__MACOSX\/|(?:^|\/)\._/

/** Lists in several files, as one: a long export of ChatGPT. */
async function joinedLists(
  names: readonly string[],
  textOf: (name: string) => Promise<string>,
): Promise<string> {
  const items: Json[] = []
  for (const name of names) {
    const value = valueIn(name, await textOf(name))
    for (const item of isList(value) ? value : [value]) items.push(item)
  }
  return JSON.stringify(items)
}

/** The value of a file in the archive. */
function valueIn(name: string, text: string): Json {
  const parsed = parseJson(text)
  if (parsed.ok) return parsed.value
  const { line, column } = placeOf(text, parsed.refusal.offset)
  throw damaged(`${name} in it, line ${line}, column ${column}: ${parsed.refusal.message}`)
}

const SHOWN = 5

function noLog(names: readonly string[]): ProblemError {
  return problem(ARCHIVE, `it has no log, but ${listed(names)}`, 'Unpack it first.')
}

/** Why an archive with several logs is none, where one is asked for. */
export function severalLogs(logs: readonly PackedLog[]): ProblemError {
  const names = logs.map(({ name }) => name)
  return logs.some(({ entry }) => entry !== null)
    ? problem(ARCHIVE, `it has several logs: ${listed(names)}`, 'Unpack it first.')
    : problem(
        'one log is asked for',
        `this file has several: ${listed(names)}`,
        'Open it on the page, or give it to inspect or compare: they take all of them.',
      )
}

function listed(names: readonly string[]): string {
  const rest = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : ''
  return names.length === 0 ? 'no file' : `${names.slice(0, SHOWN).join(', ')}${rest}`
}

function damaged(error: unknown, what = ''): ProblemError {
  if (error instanceof ProblemError) return error
  return problem(ARCHIVE, what + reasonOf(error), 'Export or copy it again.')
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

const ARCHIVE = 'the archive cannot be read'

function problem(what: string, why: string, fix: string): ProblemError {
  return new ProblemError([{ severity: 'error', code: 'packed-file', message: `${what}: ${why}`, fix }])
}
