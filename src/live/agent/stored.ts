import { argument } from './seen-call.ts'
import type { SeenCall } from './seen-call.ts'

/** A place in a stored result, as the notice behind a page gives it. */
export interface StoredPlace {
  readonly unit: 'lines' | 'characters'
  readonly offset: number
}

/** A page of a stored result as a reading gave it. */
export interface StoredPart extends StoredPlace {
  readonly path: string
  readonly text: string
  /** Where the page begins that follows; null for the last. */
  readonly next: StoredPlace | null
}

/** Calls with what was stored of their results in its place, where every page of it is in front of the agent. */
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

/** The pages of a stored result, joined from its beginning to its end; null where one is missing. */
function wholeOf(path: string, pages: ReadonlyMap<string, StoredPart>): string | null {
  const texts: string[] = []
  let place: StoredPlace | null = pages.has(keyOf(path, BEGINNING))
    ? BEGINNING
    : { unit: 'characters', offset: 1 }
  while (place !== null) {
    const page: StoredPart | undefined = pages.get(keyOf(path, place))
    // A page that leads nowhere but to itself is none that a tool gave.
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

/** The path under which a result was stored that is not in front of the agent. */
export function storedAs({ result }: SeenCall): string | null {
  const found = /^\[Stored: \d+ bytes, \d+ lines, as (tool-results\/\S+\.txt)\. /.exec(result ?? '')
  return found?.[1] ?? null
}

/** The page of a stored result that a reading shows; null for any other call, and where it is not whole. */
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
