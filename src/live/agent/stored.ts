import { argument } from './seen-call.ts'
import type { SeenCall } from './seen-call.ts'

/** A place in a stored result, as in the notice after a page. */
export interface StoredPlace {
  readonly unit: 'lines' | 'characters'
  readonly offset: number
}

/** A page of a stored result in a reading. */
export interface StoredPart extends StoredPlace {
  readonly path: string
  readonly text: string
  /** Where the next page begins; null for the last. */
  readonly next: StoredPlace | null
}

/** Calls whose stored result replaces its preview, if every page of it is visible. */
export function withStored(calls: readonly SeenCall[]): readonly SeenCall[] {
  const pages = new Map<string, StoredPart>()
  for (const call of calls) {
    const page = partIn(call)
    if (page !== null) pages.set(keyOf(page.path, page), page)
  }
  if (pages.size === 0) return calls
  return calls.map((call) => {
    const name = storedAs(call)
    const whole = name === null ? null : wholeOf(name, pages)
    return whole === null ? call : { ...call, result: whole }
  })
}

/** The pages of a stored result, joined from start to end; null if one is missing. */
function wholeOf(path: string, pages: ReadonlyMap<string, StoredPart>): string | null {
  const texts: string[] = []
  let place: StoredPlace | null = pages.has(keyOf(path, BEGINNING))
    ? BEGINNING
    : { unit: 'characters', offset: 1 }
  while (place !== null) {
    const page: StoredPart | undefined = pages.get(keyOf(path, place))
    // A cycle of pages cannot come from a tool.
    if (page === undefined || texts.length > pages.size) return null
    texts.push(page.text)
    place = page.next
  }
  return texts.join('')
}

const BEGINNING: StoredPlace = { unit: 'lines', offset: 1 }

function keyOf(path: string, { unit, offset }: StoredPlace): string {
  return `${unit} ${offset} ${path}`
}

/** The path of a stored result that is not visible itself. */
export function storedAs({ result }: SeenCall): string | null {
  const found = /^\[Stored: \d+ bytes, \d+ lines, as (tool-results\/\S+\.txt)\. /.exec(result ?? '')
  return found?.[1] ?? null
}

/** The page of a stored result in a reading; null for any other call, and if it is incomplete. */
export function partIn(call: SeenCall): StoredPart | null {
  const path = argument(call, 'path')
  if (call.name !== 'read_file' || call.failed || !path.startsWith('tool-results/')) return null
  const result = call.result ?? ''
  const at = result.lastIndexOf(`\n[Page of ${path}: `)
  const found = NOTICE.exec(at < 0 ? '' : result.slice(at + 1))
  if (found === null) return null
  const [, unit = 'lines', offset, by, next] = found
  return {
    path,
    unit: unit === 'characters' ? unit : 'lines',
    offset: Number(offset),
    text: result.slice(0, at),
    next:
      next === undefined ? null : { unit: by === undefined ? 'lines' : 'characters', offset: Number(next) },
  }
}

const NOTICE =
  /^\[Page of \S+: (lines|characters) (\d{1,9}) to \d{1,9} of \d{1,9}(?:\. Read on with (unit "characters" and )?offset (\d{1,9}))?\.\]$/
