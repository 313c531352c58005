import { argument } from './seen-call.ts'
import type { SeenCall } from './seen-call.ts'

/** Lines of a stored result as a reading gave them. */
export interface StoredPart {
  readonly path: string
  readonly from: number
  readonly lines: readonly string[]
  /** Lines of the whole. */
  readonly size: number
}

/** Calls with what was stored of their results in its place, where every page of it is in front of the agent. */
export function withStored(calls: readonly SeenCall[]): readonly SeenCall[] {
  const wholes = new Map<string, string>()
  const known = new Map<string, Map<number, string>>()
  for (const call of calls) {
    const page = partIn(call)
    if (page === null) continue
    const lines = known.get(page.path) ?? new Map<number, string>()
    known.set(page.path, lines)
    page.lines.forEach((line, nth) => lines.set(page.from + nth, line))
    if (lines.size < page.size) continue
    const inOrder = [...lines].toSorted(([a], [b]) => a - b)
    wholes.set(page.path, inOrder.map(([, line]) => line).join('\n'))
  }
  if (wholes.size === 0) return calls
  return calls.map((call) => {
    const name = storedAs(call)
    const whole = name === null ? undefined : wholes.get(name)
    return whole === undefined ? call : { ...call, result: whole }
  })
}

/** The path under which a result was stored that is not in front of the agent. */
export function storedAs({ result }: SeenCall): string | null {
  const found = /^\[Stored: \d+ bytes, \d+ lines, as (tool-results\/\S+\.txt)\. /.exec(result ?? '')
  return found?.[1] ?? null
}

/** What a reading of a stored result shows, up to the notice where it was too long itself. */
export function partIn(call: SeenCall): StoredPart | null {
  const path = argument(call, 'path')
  if (call.name !== 'read_file' || call.failed || !path.startsWith('tool-results/')) return null
  const [head = '', ...shown] = (call.result ?? '').split('\n')
  const found = /^(\S+), lines (\d{1,9}) to (\d{1,9}) of (\d{1,9})$/.exec(head)
  if (found?.[1] !== path) return null
  const [from, to, size] = [Number(found[2]), Number(found[3]), Number(found[4])]
  const isCut = shown.at(-1)?.startsWith(`[Page of ${path}: `) ?? false
  const lines = isCut ? shown.slice(0, -1) : shown
  if (!isCut && lines.length !== to - from + 1) return null
  return { path, from, lines, size }
}
