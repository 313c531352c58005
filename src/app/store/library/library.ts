import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { announce, onAnnounced } from './channel.ts'
import { LibraryFailure } from './database.ts'
import { changeEntry, listEntries, putBack, removeEntries } from './entries.ts'
import type { Entry, RawEntry } from './entries.ts'
import { importFile, settleDiffering } from './file.ts'
import type { ImportReport } from './file.ts'
import { alone, unlock } from './locks.ts'
import type { LibraryRecord } from './record.ts'

/** Bytes that this site uses in this browser, and may use; null where the browser does not tell. */
interface Room {
  readonly used: number | null
  readonly allowed: number | null
}

/** What was deleted at once, with its size in bytes. */
interface Removal {
  readonly entries: readonly RawEntry[]
  readonly bytes: number
}

/** The library as the page shows it. */
interface Library {
  /** Null until it is loaded, and where it cannot be used. */
  readonly entries: readonly Entry[] | null
  /** Why it cannot be used; null if it can. */
  readonly closed: LibraryFailure | null
  /** What last went wrong; null if nothing did. */
  readonly trouble: LibraryFailure | null
  readonly room: Room
  /** What can be put back, each time entries were deleted, the last one last. */
  readonly removed: readonly Removal[]
  readonly report: ImportReport | { readonly file: string; readonly wrong: string } | null
}

export const library = createStore<Library>(() => ({
  entries: null,
  closed: null,
  trouble: null,
  room: { used: null, allowed: null },
  removed: [],
  report: null,
}))

export function useLibrary<Part>(part: (state: Library) => Part): Part {
  return useStore(library, part)
}

/** Milliseconds after which a change of another tab is looked at: a live conversation is saved several times a second. */
const REST = 400

/** Loads the list, and again when another tab changes the library, until the returned function is called. */
export function followLibrary(): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null
  void loadLibrary()
  const stop = onAnnounced(() => {
    timer ??= setTimeout(() => {
      timer = null
      void loadLibrary()
    }, REST)
  })
  return () => {
    stop()
    if (timer !== null) clearTimeout(timer)
  }
}

/** Loads the list, and the room that is left. It does not throw. */
export async function loadLibrary(): Promise<void> {
  try {
    library.setState({ entries: await listEntries(), closed: null })
  } catch (failure) {
    library.setState({ entries: null, closed: failureOf(failure) })
  }
  library.setState({ room: await roomNow() })
}

async function roomNow(): Promise<Room> {
  try {
    const { usage = null, quota = null } = await navigator.storage.estimate()
    return { used: usage, allowed: quota }
  } catch {
    // A page that came over plain http from another machine.
    return { used: null, allowed: null }
  }
}

/** Does something with the library, shows what went wrong, and then the list as it is. Returns whether it worked. */
export async function attempt(act: () => Promise<unknown>): Promise<boolean> {
  let trouble: LibraryFailure | null = null
  try {
    await act()
  } catch (failure) {
    trouble = failureOf(failure)
  }
  library.setState({ trouble })
  announce()
  await loadLibrary()
  return trouble === null
}

function failureOf(failure: unknown): LibraryFailure {
  if (failure instanceof LibraryFailure) return failure
  return new LibraryFailure('failed', failure instanceof Error ? failure.message : String(failure))
}

/** Changes name or note, if the entry is as the person saw it. */
export function rename(
  seen: LibraryRecord,
  change: Partial<Pick<LibraryRecord, 'name' | 'note'>>,
): Promise<boolean> {
  return attempt(() => changeEntry(seen.id, seen, change))
}

/** Notes that an entry was used now. */
export async function noteUse(id: string): Promise<void> {
  await attempt(() => changeEntry(id, null, { usedAt: Date.now() }))
}

/** Bytes up to which what was deleted stays in memory, to be put back; the oldest goes first. */
export const UNDOABLE = 200_000_000

/** Deletes entries. A conversation that is open somewhere stays: its tab would write it again. */
export async function remove(entries: readonly Entry[]): Promise<void> {
  const bytes = entries.reduce((sum, { record }) => sum + (record?.size ?? 0), 0)
  const removed: RawEntry[] = []
  await attempt(async () => {
    const locked: string[] = []
    let open: LibraryFailure | null = null
    for (const { id, record } of entries) {
      if (record !== null && record.kind !== 'conversation') continue
      try {
        await alone(id, () => Promise.resolve())
        locked.push(id)
      } catch (failure) {
        open = failureOf(failure)
      }
    }
    const free = entries.filter(
      ({ id, record }) => (record !== null && record.kind !== 'conversation') || locked.includes(id),
    )
    try {
      removed.push(
        ...(await removeEntries(
          free.map(({ id }) => id),
          bytes <= UNDOABLE,
        )),
      )
    } finally {
      for (const id of locked) unlock(id)
    }
    if (open !== null) throw open
  })
  if (removed.length > 0)
    library.setState((before) => ({
      removed: withinMemory([...before.removed, { entries: removed, bytes }]),
    }))
}

/** Without the oldest, if all together are too large. */
function withinMemory(removed: readonly Removal[]): readonly Removal[] {
  const bytes = removed.reduce((sum, one) => sum + one.bytes, 0)
  return bytes > UNDOABLE ? withinMemory(removed.slice(1)) : removed
}

/** Puts back what was deleted last; again, what was deleted before it. */
export async function undoRemoval(): Promise<void> {
  const last = library.getState().removed.at(-1)
  if (last === undefined) return
  if (await attempt(() => putBack(last.entries)))
    library.setState(({ removed }) => ({ removed: removed.filter((one) => one !== last) }))
}

/** Adds the entries of a library file. */
export async function takeFile(file: string, text: string): Promise<void> {
  await attempt(async () => {
    const found = await importFile(file, text)
    library.setState({ report: 'wrong' in found ? { file, ...found } : found })
  })
}

/** What a person decided about the entries of a file that differ from those of the library. */
export async function decide(how: 'replace' | 'copy' | 'leave'): Promise<void> {
  const { report } = library.getState()
  if (report === null || 'wrong' in report) return
  if (how === 'leave') {
    library.setState({ report: { ...report, differing: [] } })
    return
  }
  let { added, same } = report
  let differing = report.differing
  await attempt(async () => {
    for (const one of report.differing) {
      await settleDiffering([one], how)
      // What is done is not tried again, if a later one fails.
      const { kind, name } = one.record
      if (how === 'copy' && kind === 'log') same = [...same, name]
      else added = [...added, name]
      differing = differing.filter((other) => other !== one)
      library.setState({ report: { ...report, added, same, differing } })
    }
  })
}
