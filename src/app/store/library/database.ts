import { CONTENTS, DATABASE, LIBRARY_VERSION, RECORDS } from './schema.ts'
import { UPGRADES } from './upgrades.ts'
import { LIBRARY_TEXT } from './words.ts'

/** Why something of the library did not work. */
export type Why =
  /** This page has no database: a private window, or storage is turned off. */
  | 'none'
  /** Another tab with an older version of the page has the database open. */
  | 'blocked'
  /** A newer version of the page made the database. */
  | 'newer'
  /** There is no room. */
  | 'full'
  /** The entry is not there any more. */
  | 'gone'
  /** Another tab changed the entry meanwhile. */
  | 'changed'
  /** A conversation is open in another tab. */
  | 'elsewhere'
  /** The entry cannot be read. */
  | 'unreadable'
  | 'failed'

export class LibraryFailure extends Error {
  override readonly name = 'LibraryFailure'
  readonly why: Why

  constructor(why: Why, message: string) {
    super(message)
    this.why = why
  }
}

let opened: Promise<IDBDatabase> | null = null

/** Opens the database, once. @throws LibraryFailure if there is none for this page */
function database(): Promise<IDBDatabase> {
  opened ??= open(LIBRARY_VERSION).catch((failure: unknown) => {
    opened = null
    throw failure
  })
  return opened
}

function factory(): IDBFactory | null {
  try {
    return (globalThis as { readonly indexedDB?: IDBFactory | null }).indexedDB ?? null
  } catch {
    // A frame without an origin of its own.
    return null
  }
}

function open(version: number | undefined): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const found = factory()
    if (found === null) {
      reject(new LibraryFailure('none', LIBRARY_TEXT.noDatabase))
      return
    }
    let request: IDBOpenDBRequest
    try {
      request = found.open(DATABASE, version)
    } catch (failure) {
      reject(new LibraryFailure('none', messageOf(failure)))
      return
    }
    request.addEventListener('upgradeneeded', ({ oldVersion }) => {
      const { result, transaction } = request
      if (transaction !== null) for (const step of UPGRADES.slice(oldVersion)) step(result, transaction)
    })
    // The request goes on: once the other tab is gone, the next use finds the database open.
    request.addEventListener('blocked', () => {
      reject(new LibraryFailure('blocked', LIBRARY_TEXT.blocked))
    })
    request.addEventListener('error', () => {
      const { error } = request
      if (error?.name === 'VersionError') resolve(openNewer())
      else if (isFull(error)) reject(new LibraryFailure('full', messageOf(error)))
      else reject(new LibraryFailure('none', messageOf(error)))
    })
    request.addEventListener('success', () => {
      const { result } = request
      const { objectStoreNames } = result
      if (
        version !== undefined &&
        !(objectStoreNames.contains(RECORDS) && objectStoreNames.contains(CONTENTS))
      ) {
        // Without its stores it holds nothing that can be read, and no upgrade is due that would make them.
        result.close()
        const gone = found.deleteDatabase(DATABASE)
        gone.addEventListener('success', () => resolve(open(version)))
        gone.addEventListener('error', () => reject(failed(gone.error)))
        return
      }
      const release = (): void => {
        result.close()
        opened = null
      }
      // A newer version of the page waits for this connection to close.
      result.addEventListener('versionchange', release)
      result.addEventListener('close', release)
      opened = Promise.resolve(result)
      resolve(result)
    })
  })
}

/** What a newer page made can be used as long as it has the same stores; each record says whether it can be read. */
async function openNewer(): Promise<IDBDatabase> {
  const found = await open(undefined)
  const { objectStoreNames } = found
  if (objectStoreNames.contains(RECORDS) && objectStoreNames.contains(CONTENTS)) return found
  found.close()
  throw new LibraryFailure('newer', LIBRARY_TEXT.newerDatabase)
}

/** The two stores in one transaction. */
export interface Stores {
  readonly records: IDBObjectStore
  readonly contents: IDBObjectStore
}

/**
 * Does something in one transaction, which fails as a whole. `act` awaits nothing but requests of the transaction.
 *
 * @throws LibraryFailure
 */
export async function inLibrary<Result>(
  mode: 'readonly' | 'readwrite',
  act: (stores: Stores) => Promise<Result>,
): Promise<Result> {
  const found = await database()
  let change: IDBTransaction
  try {
    change = found.transaction([RECORDS, CONTENTS], mode)
  } catch (failure) {
    // The browser had closed the connection.
    opened = null
    throw failed(failure)
  }
  const ended = new Promise<void>((resolve, reject) => {
    change.addEventListener('complete', () => resolve())
    change.addEventListener('abort', () => reject(failed(change.error)))
  })
  // Its failure is told by the action, if that fails first.
  ended.catch(() => undefined)
  try {
    const result = await act({
      records: change.objectStore(RECORDS),
      contents: change.objectStore(CONTENTS),
    })
    await ended
    return result
  } catch (failure) {
    try {
      change.abort()
    } catch {
      // It was over already.
    }
    throw failed(failure)
  }
}

export function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  const found = new Promise<Result>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(failed(request.error)))
  })
  // If another request of the transaction fails first, nobody waits for this one.
  found.catch(() => undefined)
  return found
}

function failed(failure: unknown): LibraryFailure {
  if (failure instanceof LibraryFailure) return failure
  return new LibraryFailure(isFull(failure) ? 'full' : 'failed', messageOf(failure))
}

function isFull(failure: unknown): boolean {
  return failure instanceof Error || failure instanceof DOMException
    ? failure.name === 'QuotaExceededError'
    : false
}

function messageOf(failure: unknown): string {
  const { message = '', name = '' } = (failure ?? {}) as { readonly message?: string; readonly name?: string }
  return message || name || LIBRARY_TEXT.unnamed
}
