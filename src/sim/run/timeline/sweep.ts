import type { Tick, WindowId } from '../../../engine/index.ts'
import { cell } from './recorder.ts'
import { OPEN } from './timeline.ts'
import type { Spans } from './timeline.ts'

/** Called with the row of a span that is current now and was not, or was and is not any more. */
export interface SweepStep {
  readonly began: (row: number) => void
  readonly ended: (row: number) => void
}

/**
 * Walks the ticks of a window once, forwards, and reports between two stops which spans ended and which began. Spans
 * that began and ended between two stops are not reported. O(spans) for all stops together, after sorting.
 */
export class Sweep {
  readonly #spans: Spans
  readonly #starts: readonly number[]
  readonly #ends: readonly number[]
  #start = 0
  #end = 0
  #tick: Tick = -1

  constructor(spans: Spans, window: WindowId) {
    this.#spans = spans
    const rows: number[] = []
    for (let row = 0; row < spans.length; row++) if (spans.window[row] === window) rows.push(row)
    this.#starts = rows.toSorted((a, b) => cell(spans.fromTick, a) - cell(spans.fromTick, b) || a - b)
    this.#ends = rows
      .filter((row) => cell(spans.toTick, row) !== OPEN)
      .sort((a, b) => cell(spans.toTick, a) - cell(spans.toTick, b) || a - b)
  }

  /** Moves to the window after the change of `tick`, which must not be below the previous stop. */
  to(tick: Tick, { began, ended }: SweepStep): void {
    const { fromTick, toTick } = this.#spans
    for (; this.#end < this.#ends.length; this.#end++) {
      const row = this.#ends[this.#end]
      if (row === undefined || cell(toTick, row) > tick) break
      if (cell(fromTick, row) <= this.#tick) ended(row)
    }
    for (; this.#start < this.#starts.length; this.#start++) {
      const row = this.#starts[this.#start]
      if (row === undefined || cell(fromTick, row) > tick) break
      if (cell(toTick, row) > tick) began(row)
    }
    this.#tick = tick
  }
}
