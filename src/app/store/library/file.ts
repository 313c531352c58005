import type { SetupChoice } from '../choice/choices.ts'
import { contentHash } from '../run/content-hash.ts'
import { LibraryFailure } from './database.ts'
import { brokenContent, logId, rawEntry, readEntry, writeEntry } from './entries.ts'
import type { Entry, RawEntry } from './entries.ts'
import { alone, unlock } from './locks.ts'
import { bytesOf, freshId, unreadable } from './record.ts'
import type { LibraryRecord } from './record.ts'
import { LIBRARY_VERSION } from './schema.ts'
import { shape as is } from '../../../sim/internal.ts'
import { FILE_TEXT, LIBRARY_TEXT } from './words.ts'

export const FILE_FORMAT = 'context-window-lab/library'

/** An entry with its content. */
export interface Item {
  readonly record: LibraryRecord
  readonly content: string
}

/** An entry of a file that is in the library in another version. */
export interface Differing extends Item {
  /** Its revision in the library, as it was compared. */
  readonly over: number
  /** Its name there. */
  readonly known: string
}

/** What became of the entries of a file. Names, in the order of the file. */
export interface ImportReport {
  readonly file: string
  readonly added: readonly string[]
  /** They were in the library already. */
  readonly same: readonly string[]
  readonly refused: readonly { readonly name: string; readonly why: string }[]
  /** Nothing is done with them until a person decides. */
  readonly differing: readonly Differing[]
}

/** A library file, which `importFile` reads. */
export function libraryFile(items: readonly Item[]): Blob {
  const parts = items.map((item, index) => `${index === 0 ? '\n' : ',\n'}${JSON.stringify(item)}`)
  return new Blob(
    [`{"format":"${FILE_FORMAT}","version":${LIBRARY_VERSION},"entries":[`, ...parts, '\n]}\n'],
    { type: 'application/json' },
  )
}

/**
 * A library file whose texts were changed, as a look at what it gives away does: logs are kept and asked for by their
 * hash, so the new one takes the place of the old one everywhere.
 */
export async function withNewHashes(text: string): Promise<string> {
  let changed = text
  // Logs first: states and configs hold the hashes of logs, and have a hash of their own.
  for (const isLog of [true, false]) {
    const { entries } = JSON.parse(changed) as { readonly entries: readonly Item[] }
    for (const { record, content } of entries) {
      if ((record.kind === 'log') !== isLog || record.hash === null) continue
      const hash = await contentHash(content)
      if (hash !== record.hash) changed = changed.replaceAll(record.hash, hash)
    }
  }
  return changed
}

/** An entry as it lies in the database, valid or not, as JSON. */
export function textOfRaw({ record, content }: RawEntry): string {
  return `${JSON.stringify({ record: record ?? null, content: content ?? null }, null, 2)}\n`
}

/** All entries that can be read, as a file, and those that cannot. @throws LibraryFailure */
export async function exportEntries(
  entries: readonly Entry[],
): Promise<{ readonly file: Blob; readonly leftOut: readonly Entry[] }> {
  const items: Item[] = []
  const leftOut: Entry[] = []
  for (const entry of entries) {
    try {
      items.push(await readEntry(entry.id))
    } catch (failure) {
      if (!(failure instanceof LibraryFailure) || failure.why !== 'unreadable') throw failure
      leftOut.push(entry)
    }
  }
  return { file: libraryFile(items), leftOut }
}

/**
 * Adds the entries of a file to the library. Nothing that is there is overwritten. What is wrong with an entry is told
 * with its place; the others are added.
 *
 * @returns the report; or a sentence if this is no library file that can be read
 * @throws LibraryFailure if the library cannot be used
 */
export async function importFile(
  file: string,
  text: string,
): Promise<ImportReport | { readonly wrong: string }> {
  const entries = entriesIn(text)
  if (!Array.isArray(entries)) return entries as { readonly wrong: string }
  const added: string[] = []
  const same: string[] = []
  const refused: { name: string; why: string }[] = []
  const differing: Differing[] = []
  let stopped: LibraryFailure | null = null
  for (const [index, one] of entries.entries()) {
    const at = `entries[${index}]`
    const item = await itemOf(one, at)
    if ('why' in item) {
      refused.push(item)
      continue
    }
    const { name } = item.record
    if (stopped !== null) {
      refused.push({ name, why: FILE_TEXT.notAdded })
      continue
    }
    const known = await rawEntry(item.record.id)
    try {
      if (known.record === undefined) {
        await writeEntry(item.record, item.content)
        added.push(name)
      } else {
        const there = unreadable(known.record) === null ? (known.record as LibraryRecord) : null
        if (there !== null && isSame(item, { record: there, content: known.content })) same.push(name)
        else
          differing.push({
            ...item,
            over: there?.revision ?? -1,
            known: there?.name ?? item.record.id,
          })
      }
    } catch (failure) {
      if (!(failure instanceof LibraryFailure)) throw failure
      // After the browser has refused one for lack of room, smaller ones would still fit; the order of a file is no
      // reason to keep these.
      stopped = failure
      refused.push({ name, why: failure.message })
    }
  }
  return { file, added, same, refused, differing }
}

/**
 * Decides about entries that differ: they replace what is there, or are added beside it. A log is kept once, under its
 * hash: there is none to add beside it.
 *
 * @throws LibraryFailure
 */
export async function settleDiffering(
  differing: readonly Differing[],
  how: 'replace' | 'copy',
): Promise<void> {
  for (const { record, content, over } of differing) {
    const { id } = record
    if (how === 'copy' && record.kind === 'log') continue
    if (how === 'copy') await writeEntry({ ...record, id: freshId(), revision: 0 }, content)
    else if (record.kind === 'conversation') {
      // A tab that has it open would write over it.
      await alone(id, () => writeEntry({ ...record, revision: over + 1 }, content, over))
      unlock(id)
    } else await writeEntry({ ...record, revision: over + 1 }, content, over)
  }
}

function isSame(item: Item, there: { readonly record: LibraryRecord; readonly content: unknown }): boolean {
  const { name, note, setup } = item.record
  return (
    item.content === there.content &&
    name === there.record.name &&
    note === there.record.note &&
    isSameSetup(setup, there.record.setup)
  )
}

/** Whether the same was added to a log. */
export function isSameSetup(one: SetupChoice = {}, other: SetupChoice = {}): boolean {
  return (['system', 'tools', 'model'] as const).every((part) => (one[part] ?? '') === (other[part] ?? ''))
}

function entriesIn(text: string): readonly unknown[] | { readonly wrong: string } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (failure) {
    return { wrong: `${FILE_TEXT.noJson}: ${failure instanceof Error ? failure.message : String(failure)}` }
  }
  if (!is.isFields(value) || value['format'] !== FILE_FORMAT) return { wrong: FILE_TEXT.noLibrary }
  const { version, entries } = value
  if (typeof version !== 'number' || !Number.isSafeInteger(version) || version < 1)
    return { wrong: FILE_TEXT.badVersion(JSON.stringify(version) ?? 'missing') }
  if (version > LIBRARY_VERSION) return { wrong: FILE_TEXT.newer(version, LIBRARY_VERSION) }
  return Array.isArray(entries) ? (entries as unknown[]) : { wrong: FILE_TEXT.noEntries }
}

/** An entry of a file, checked; what can be worked out is not taken from the file. */
async function itemOf(value: unknown, at: string): Promise<Item | { name: string; why: string }> {
  const record: unknown = is.isFields(value) ? value['record'] : undefined
  const content: unknown = is.isFields(value) ? value['content'] : undefined
  const named = is.isFields(record) && typeof record['name'] === 'string' ? record['name'] : at
  const broken = unreadable(record, `${at}.record`)
  if (broken !== null) return { name: named, why: LIBRARY_TEXT.unreadable(broken) }
  const { kind, hash, id } = record as LibraryRecord
  const bad = brokenContent(kind, content)
  if (bad !== null) return { name: named, why: `${at}.content: ${LIBRARY_TEXT.unreadable(bad)}` }
  const text = content as string
  const found = kind === 'conversation' ? null : await contentHash(text)
  if (hash !== null && found !== null && found !== hash)
    return { name: named, why: FILE_TEXT.wrongHash(`${at}.content`, hash, found) }
  return {
    record: {
      ...(record as LibraryRecord),
      id: kind === 'log' && found !== null ? logId(found) : id,
      hash: found,
      size: bytesOf(text),
    },
    content: text,
  }
}
