import type { BlockId, Tick, Tokens, Turn, WindowId } from '../../../engine/index.ts'
import { cell } from './recorder.ts'
import { Sweep } from './sweep.ts'
import type { Spans, TimelineData } from './timeline.ts'

/**
 * The effect of a turn's edits on a prompt cache: everything after the first change had been sent and must be written
 * again.
 */
export interface CacheRewrite {
  readonly turn: Turn
  /** Tokens of the longest unchanged prefix that the sent prompt shares with the prompt before the edits. */
  readonly low: Tokens
  /** Tokens of the sent prompt. */
  readonly high: Tokens
  /**
   * Tokens between them that had been sent before; anything that arrived or was made since the previous prompt is new
   * anyway.
   */
  readonly tokens: Tokens
  /** The turn's first edit, in `timeline.edits`. */
  readonly edit: number
}

/**
 * The turns of a window whose edits changed something that had been sent before, in order. Edits that only touched new
 * content, or the very end of old content, keep a cached prefix whole and are not listed. A block counts as sent before
 * if the previous prompt had it in the same state with the same content. O(spans log spans).
 */
export function cacheRewrites(
  data: Pick<TimelineData, 'spans' | 'turns'>,
  window: WindowId,
): readonly CacheRewrite[] {
  const { spans } = data
  const turns = data.turns.filter((turn) => turn.window === window)
  if (turns.every(({ edits }) => edits.length === 0)) return []
  const prompt = new PrefixSums(spans)
  const sweep = new Sweep(spans, window)
  return turns.flatMap(({ turn, points, edits }): CacheRewrite[] => {
    const fresh = new Set<number>()
    sweep.to(points.arrived.tick, {
      began: (row) => {
        prompt.add(row, 1)
        fresh.add(row)
      },
      ended: (row) => {
        prompt.add(row, -1)
      },
    })
    const ended = new Map<BlockId, number>()
    let lowest = Infinity
    sweep.to(points.sent.tick, {
      ended: (row) => {
        prompt.add(row, -1)
        ended.set(cell(spans.block, row), row)
        lowest = Math.min(lowest, prompt.place(row))
      },
      began: (row) => {
        prompt.add(row, 1)
        const before = ended.get(cell(spans.block, row))
        // It only took over its message's overhead.
        if (before === undefined || !alike(spans, row, before) || fresh.has(before)) fresh.add(row)
        lowest = Math.min(lowest, prompt.place(row))
      },
    })
    const [edit] = edits
    if (edit === undefined || lowest === Infinity) return []
    const low = prompt.below(lowest)
    const tokens = prompt.below(spans.length) - low - newTokens(fresh, lowest, points.sent.tick)
    return tokens <= 0 ? [] : [{ turn, low, high: points.sent.used, tokens, edit }]
  })

  function newTokens(fresh: ReadonlySet<number>, lowest: number, tick: Tick): Tokens {
    let total = 0
    for (const row of fresh)
      if (prompt.place(row) >= lowest && cell(spans.toTick, row) > tick) total += cell(spans.tokens, row)
    return total
  }
}

/**
 * Tokens that the edits of a run made new to the prompt cache although they had been sent before, in all its windows.
 */
export function rewrittenTokens(data: Pick<TimelineData, 'spans' | 'turns'>): Tokens {
  let total = 0
  for (const window of new Set(data.turns.map((turn) => turn.window))) {
    for (const { tokens } of cacheRewrites(data, window)) total += tokens
  }
  return total
}

function alike(spans: Spans, row: number, other: number): boolean {
  return spans.state[row] === spans.state[other] && spans.content[row] === spans.content[other]
}

/** Tokens before a position of the prompt, as spans begin and end: a Fenwick tree over all spans in prompt order. */
class PrefixSums {
  readonly #spans: Spans
  readonly #place: Int32Array
  readonly #sums: Float64Array

  constructor(spans: Spans) {
    this.#spans = spans
    const rows = Int32Array.from({ length: spans.length }, (_, row) => row)
    rows.sort(
      (a, b) =>
        cell(spans.order, a) - cell(spans.order, b) || cell(spans.block, a) - cell(spans.block, b) || a - b,
    )
    this.#place = new Int32Array(spans.length)
    rows.forEach((row, place) => (this.#place[row] = place))
    this.#sums = new Float64Array(spans.length + 1)
  }

  /** Position of a span among all spans of the run. */
  place(row: number): number {
    return cell(this.#place, row)
  }

  add(row: number, sign: 1 | -1): void {
    const tokens = sign * cell(this.#spans.tokens, row)
    for (let node = this.place(row) + 1; node < this.#sums.length; node += node & -node)
      this.#sums[node] = cell(this.#sums, node) + tokens
  }

  /** Sum over lower positions. */
  below(place: number): Tokens {
    let sum = 0
    for (let node = place; node > 0; node -= node & -node) sum += cell(this.#sums, node)
    return sum
  }
}
