import { argument } from './seen-call.ts'
import type { Sight } from './sight.ts'

/** The part of a file that an agent can see. */
export interface Reading {
  /** Lines by their number, from 1 on. */
  readonly lines: ReadonlyMap<number, string>
  /** Lines of the file. */
  readonly size: number
  readonly whole: boolean
}

/**
 * Files in front of an agent, by path: complete pages from `read_file`. A page that was cut, summarized or replaced by
 * a placeholder does not count, because it is unknown what it lacks.
 */
export function readingsOf({ calls }: Sight): ReadonlyMap<string, Reading> {
  const lines = new Map<string, Map<number, string>>()
  const sizes = new Map<string, number>()
  for (const call of calls) {
    const { name, result } = call
    // Pages of a stored result count together as that result.
    const isPart = argument(call, 'path').startsWith('tool-results/')
    const page = name === 'read_file' && result !== null && !isPart ? pageIn(result) : null
    if (page === null) continue
    const known = lines.get(page.path) ?? new Map<number, string>()
    lines.set(page.path, known)
    sizes.set(page.path, page.size)
    page.lines.forEach((line, index) => known.set(page.from + index, line))
  }
  return new Map(
    [...lines].map(([path, known]) => {
      const size = sizes.get(path) ?? 0
      return [path, { lines: known, size, whole: known.size >= size }]
    }),
  )
}

/** The text of a reading, in the order of its lines. */
export function textOfReading({ lines }: Reading): string {
  return [...lines]
    .toSorted(([a], [b]) => a - b)
    .map(([, line]) => line)
    .join('\n')
}

/** The page of a file in a result; null if it is not one, or incomplete. */
export function pageIn(result: string) {
  const found = /^(?:The user changed [^\n]*\n)?(\S+), lines (\d{1,9}) to (\d{1,9}) of (\d{1,9})\n/.exec(
    `${result}\n`,
  )
  if (found === null) return null
  const [head, path = '', from, to, size] = found
  const lines = `${result}\n`.slice(head.length, -1).split('\n')
  if (lines.length !== Number(to) - Number(from) + 1) return null
  return { path, from: Number(from), size: Number(size), lines }
}
