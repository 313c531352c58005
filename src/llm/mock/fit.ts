import { cutAt } from '../../engine/internal.ts'
import type { Tokens } from '../../engine/index.ts'

export type Count = (text: string) => Tokens

/** A line that could be part of an answer. */
export interface Candidate {
  /** Name of its part of the answer; '' for an answer without parts. */
  readonly part: string
  readonly line: string
  /** Its position among the lines of its part: lower is earlier. */
  readonly place: number
  /** Neighbours of the same row are written on one line of a list, apart from each other by a space. */
  readonly row?: number
}

/**
 * Fills an answer up to a number of tokens. Earlier candidates have a better chance; a line that does not fit is
 * skipped, and a later, shorter one may still be used.
 */
export class Fit {
  readonly #count: Count
  readonly #max: Tokens
  readonly #heading: (part: string) => string
  readonly #taken: { readonly candidate: Candidate; readonly cost: Tokens }[] = []
  readonly #lines = new Set<string>()
  readonly #spent = new Map<string, Tokens>()
  readonly #costs = new Map<string, Tokens>()
  #total = 0
  #misses = 0

  constructor(max: Tokens, count: Count, heading: (part: string) => string) {
    this.#max = max
    this.#count = count
    this.#heading = heading
  }

  /** True if so little space is left that searching further is not worth it. */
  get full(): boolean {
    return this.#misses >= MISSES || this.#total + SHORTEST > this.#max
  }

  /** Adds a line unless it is there already, or would exceed the answer's limit or `share` of it for its part. */
  offer(candidate: Candidate, share = 1): boolean {
    if (this.full || this.#lines.has(candidate.line)) return false
    const spent = this.#spent.get(candidate.part)
    const heading = spent === undefined ? this.#cost(this.#heading(candidate.part)) : 0
    const cost = this.#cost(candidate.line)
    if ((spent ?? 0) + heading + cost > share * this.#max) return false
    if (this.#total + heading + cost > this.#max) {
      this.#misses++
      return false
    }
    this.#taken.push({ candidate, cost })
    this.#lines.add(candidate.line)
    this.#spent.set(candidate.part, (spent ?? 0) + heading + cost)
    this.#total += heading + cost
    return true
  }

  /** Counts what is taken as it will be written: line by line it seems a little longer. */
  recount(parts: readonly string[]): void {
    const taken = this.#taken.map(({ candidate }) => candidate)
    this.#total = taken.length === 0 ? 0 : this.#count(this.#render(parts, taken))
    this.#misses = 0
  }

  /** The answer, parts in the order of `parts`. Never more tokens than the limit, with any counter. */
  text(parts: readonly string[]): string {
    const taken = this.#taken.slice()
    for (;;) {
      const text = this.#render(
        parts,
        taken.map(({ candidate }) => candidate),
      )
      let excess = this.#count(text) - this.#max
      if (excess <= 0) return text
      if (taken.length === 0) return ''
      // Lines were counted separately; together they can be a few tokens more.
      while (excess > 0 && taken.length > 0) excess -= Math.max(1, taken.pop()?.cost ?? 1)
    }
  }

  /** Lines are offered repeatedly, and a counter can be slow. */
  #cost(line: string): Tokens {
    const known = this.#costs.get(line)
    if (known !== undefined) return known
    const cost = line === '' ? 0 : this.#count(line) + LINE_BREAK
    this.#costs.set(line, cost)
    return cost
  }

  #render(parts: readonly string[], taken: readonly Candidate[]): string {
    const lines: string[] = []
    for (const part of parts) {
      const own = taken.filter((it) => it.part === part)
      if (own.length === 0) continue
      const heading = this.#heading(part)
      if (heading !== '') lines.push(heading)
      own.sort((a, b) => a.place - b.place || (a.line < b.line ? -1 : 1))
      let before: number | undefined
      for (const { line, row } of own) {
        if (row === undefined) lines.push(line)
        else if (row === before) lines.push(`${lines.pop() ?? ''} ${line}`)
        else lines.push(`- ${line}`)
        before = row
      }
    }
    return lines.join('\n')
  }
}

/** The longest start of a text, in whole characters, with at most `max` tokens. */
export function shortened(text: string, max: Tokens, count: Count): string {
  if (count(text) <= max) return text
  let fits = 0
  let above = text.length
  while (above - fits > 1) {
    const middle = Math.floor((fits + above) / 2)
    if (count(cutAt(text, middle)) <= max) fits = middle
    else above = middle
  }
  const cut = cutAt(text, fits)
  const trimmed = cut.trimEnd()
  return count(trimmed) <= max ? trimmed : cut
}

const LINE_BREAK = 1
/** A shorter line is useless. */
const SHORTEST = 2
const MISSES = 200
