import { conversationOf, isUnreadable } from './conversation.ts'
import { inLibrary, LibraryFailure, settled } from './database.ts'
import type { Stores } from './database.ts'
import { textOfKey } from './schema.ts'
import { shape as is } from '../../../sim/internal.ts'
import { unreadable } from './record.ts'
import type { Kind, LibraryRecord, Unreadable } from './record.ts'
import { LIBRARY_TEXT } from './words.ts'

/** An entry of the library as a list shows it. */
export interface Entry {
  readonly id: string
  /** Null if the record itself cannot be read. */
  readonly record: LibraryRecord | null
  /** Why it cannot be opened; null if it can, as far as is known before its content is loaded. */
  readonly broken: Unreadable | null
}

/** An entry as it lies in the database, readable or not. */
export interface RawEntry {
  readonly id: string
  readonly record: unknown
  readonly content: unknown
}

/** The contents that are small enough to be checked for a list. Those of logs and runs are checked when opened. */
const CHECKED: ReadonlySet<Kind> = new Set(['state', 'config', 'conversation'])

/** All entries, the last used first. @throws LibraryFailure */
export async function listEntries(): Promise<readonly Entry[]> {
  const found = await inLibrary('readonly', async ({ records, contents }) => {
    const [ids, values, held] = await Promise.all([
      settled(records.getAllKeys()),
      settled<unknown[]>(records.getAll()),
      settled(contents.getAllKeys()),
    ])
    const having = new Set(held.map(textOfKey))
    const listed = await Promise.all(
      ids.map(async (key, index): Promise<Entry> => {
        const id = textOfKey(key)
        const value = values[index]
        const broken = unreadable(value)
        if (broken !== null) return { id, record: null, broken }
        const record = value as LibraryRecord
        if (!having.has(id)) return { id, record, broken: { kind: 'wrong', said: LIBRARY_TEXT.noContent } }
        const content: unknown = CHECKED.has(record.kind) ? await settled<unknown>(contents.get(key)) : ''
        return { id, record, broken: CHECKED.has(record.kind) ? brokenContent(record.kind, content) : null }
      }),
    )
    const known = new Set(listed.map(({ id }) => id))
    const strays = [...having].filter((id) => !known.has(id))
    const broken = { kind: 'wrong', said: LIBRARY_TEXT.noRecord } as const
    return [...listed, ...strays.map((id): Entry => ({ id, record: null, broken }))]
  })
  return found.toSorted(lastUsedFirst)
}

function lastUsedFirst(a: Entry, b: Entry): number {
  return (b.record?.usedAt ?? 0) - (a.record?.usedAt ?? 0) || (a.id < b.id ? -1 : 1)
}

/** Why a content is none of its kind; null if it looks like one. */
export function brokenContent(kind: Kind, content: unknown): Unreadable | null {
  if (typeof content !== 'string') return { kind: 'wrong', said: LIBRARY_TEXT.noText(content) }
  switch (kind) {
    case 'log':
    case 'config':
      return content.trim() === '' ? { kind: 'wrong', said: LIBRARY_TEXT.emptyContent } : null
    case 'run':
      return /^\s*\{\s*"format"\s*:\s*"context-window-lab\/timeline"/.test(content)
        ? null
        : { kind: 'wrong', said: LIBRARY_TEXT.noRun }
    case 'state': {
      try {
        const value: unknown = JSON.parse(content)
        return is.isFields(value) ? null : { kind: 'wrong', said: LIBRARY_TEXT.noState }
      } catch (failure) {
        return { kind: 'wrong', said: failure instanceof Error ? failure.message : String(failure) }
      }
    }
    case 'conversation': {
      const found = conversationOf(content)
      return isUnreadable(found) ? found : null
    }
  }
}

/** An entry with its content, as it lies there; undefined where something is missing. @throws LibraryFailure */
export function rawEntry(id: string): Promise<RawEntry> {
  return inLibrary('readonly', (stores) => rawIn(stores, id))
}

async function rawIn({ records, contents }: Stores, id: string): Promise<RawEntry> {
  const [record, content] = await Promise.all([
    settled<unknown>(records.get(id)),
    settled<unknown>(contents.get(id)),
  ])
  return { id, record, content }
}

/** A readable entry with its content. @throws LibraryFailure also if it is gone or cannot be read */
export async function readEntry(
  id: string,
): Promise<{ readonly record: LibraryRecord; readonly content: string }> {
  const { record, content } = await rawEntry(id)
  if (record === undefined && content === undefined) throw new LibraryFailure('gone', LIBRARY_TEXT.gone)
  const broken = unreadable(record) ?? brokenContent((record as LibraryRecord).kind, content)
  if (broken !== null) throw new LibraryFailure('unreadable', LIBRARY_TEXT.unreadable(broken))
  return { record: record as LibraryRecord, content: content as string }
}

/**
 * Writes an entry. It replaces one with its id only if that has the revision `over`, which the caller has seen.
 *
 * @throws LibraryFailure `changed` if another tab wrote it meanwhile
 */
export async function writeEntry(
  record: LibraryRecord,
  content: string,
  over: number | null = null,
): Promise<void> {
  await inLibrary('readwrite', async ({ records, contents }) => {
    const now = await settled<unknown>(records.get(record.id))
    if (revisionOf(now) !== over) throw new LibraryFailure('changed', LIBRARY_TEXT.changed(record.name))
    await Promise.all([settled(records.put(record, record.id)), settled(contents.put(content, record.id))])
  })
}

/**
 * Replaces an entry by another one, with its note; if another tab changed it since the person saw it, the other one is
 * added beside it.
 *
 * @returns the name under which it was added; null if it replaced the entry
 * @throws LibraryFailure
 */
export async function replaceEntry(
  { id, note, revision }: LibraryRecord,
  record: LibraryRecord,
  content: string,
): Promise<string | null> {
  try {
    await writeEntry({ ...record, id, note, revision: revision + 1 }, content, revision)
    return null
  } catch (failure) {
    if (!(failure instanceof LibraryFailure) || failure.why !== 'changed') throw failure
    const name = LIBRARY_TEXT.second(record.name)
    await writeEntry({ ...record, name }, content)
    return name
  }
}

/** Null if there is nothing. */
function revisionOf(value: unknown): number | null {
  if (value === undefined) return null
  const revision = is.isFields(value) ? value['revision'] : undefined
  return typeof revision === 'number' ? revision : -1
}

/**
 * Changes what a person says of an entry, if it still has the revision that they saw. A conversation is written several
 * times a second by its own page: there, name and note should be those that they saw.
 *
 * @returns the changed record
 * @throws LibraryFailure `changed` if another tab wrote it meanwhile, `gone` if it deleted it
 */
export async function changeEntry(
  id: string,
  seen: Pick<LibraryRecord, 'revision' | 'name' | 'note'> | null,
  change: Partial<Pick<LibraryRecord, 'name' | 'note' | 'usedAt'>>,
): Promise<LibraryRecord> {
  return inLibrary('readwrite', async ({ records }) => {
    const now = await settled<unknown>(records.get(id))
    if (now === undefined) throw new LibraryFailure('gone', LIBRARY_TEXT.gone)
    const broken = unreadable(now)
    if (broken !== null) throw new LibraryFailure('unreadable', LIBRARY_TEXT.unreadable(broken))
    const record = now as LibraryRecord
    const isSeen =
      record.revision === seen?.revision ||
      (record.kind === 'conversation' && record.name === seen?.name && record.note === seen.note)
    if (seen !== null && !isSeen) throw new LibraryFailure('changed', LIBRARY_TEXT.changed(record.name))
    const isWritten = change.name !== undefined || change.note !== undefined
    const next = { ...record, ...change, revision: record.revision + (isWritten ? 1 : 0) }
    await settled(records.put(next, id))
    return next
  })
}

/** Removes entries, readable or not. @returns what was there, to put it back */
export async function removeEntries(ids: readonly string[], holds = true): Promise<readonly RawEntry[]> {
  return inLibrary('readwrite', async (stores) => {
    const there = holds ? await Promise.all(ids.map((id) => rawIn(stores, id))) : []
    await Promise.all(
      ids.flatMap((id) => [settled(stores.records.delete(id)), settled(stores.contents.delete(id))]),
    )
    return there
  })
}

/** Puts removed entries back, unless something is in their place. @throws LibraryFailure and changes nothing */
export async function putBack(removed: readonly RawEntry[]): Promise<void> {
  await inLibrary('readwrite', async ({ records, contents }) => {
    for (const { id, record, content } of removed) {
      if ((await settled(records.count(id))) > 0) continue
      if (record !== undefined) await settled(records.put(record, id))
      if (content !== undefined) await settled(contents.put(content, id))
    }
  })
}

/** A kept log by the hash of its text; null if there is none. @throws LibraryFailure */
export async function findLog(
  hash: string,
): Promise<{ readonly record: LibraryRecord; readonly content: string } | null> {
  const id = logId(hash)
  const { record, content } = await rawEntry(id)
  if (unreadable(record) !== null || typeof content !== 'string') return null
  return { record: record as LibraryRecord, content }
}

/** A log is kept once, whatever its name. */
export function logId(hash: string): string {
  return `log-${hash}`
}
