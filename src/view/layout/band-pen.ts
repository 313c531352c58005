import type { BlockState, Tokens } from '../../engine/index.ts'
import type { Move, Moved } from './layout.ts'

/** A part of a band in one state: its vertices `from` to `to`, both included. Neighbours share a vertex. */
export interface BandSegment {
  readonly state: BlockState
  readonly from: number
  readonly to: number
}

/** Draws one band's polygon, vertex by vertex, as the picture is laid out. */
export class BandPen {
  readonly x: number[] = []
  readonly low: Tokens[] = []
  readonly high: Tokens[] = []
  readonly segments: BandSegment[] = []
  #state: BlockState = 'live'
  /** Vertex where the current segment began. */
  #since = 0
  /** Whether the band currently has height; false between its members' lives. */
  #standing = false

  /** @param state new state of the band's only piece, if it changed; null otherwise */
  move(move: Pick<Move, 'from' | 'to' | 'step'>, band: Moved, state: BlockState | null): void {
    const { was, is, low0, high0, low1, high1 } = band
    const start = move.step ? move.to : move.from
    const stays = was && is && low0 === low1 && high0 === high1
    if (!was) this.#begin(start, move.step ? low1 : low0, state)
    if (!stays) {
      if (was) this.#vertex(start, low0, high0)
      this.#vertex(move.to, low1, high1)
    }
    if (was && is && state !== null) this.#turnInto(state, move.to, low1, high1)
    if (!is) this.#standing = false
  }

  /** Closes the polygon at the end of the picture. */
  end(x: number): void {
    const low = this.low.at(-1)
    const high = this.high.at(-1)
    if (low === undefined || high === undefined) return
    if (this.#standing) this.#vertex(x, low, high)
    this.segments.push({ state: this.#state, from: this.#since, to: this.x.length - 1 })
  }

  #begin(x: number, low: Tokens, state: BlockState | null): void {
    // After a gap, or where it opens like a wedge, the band starts without height.
    this.#vertex(x, low, low)
    if (this.x.length === 1) this.#state = state ?? 'live'
    this.#standing = true
  }

  #turnInto(state: BlockState, x: number, low: Tokens, high: Tokens): void {
    this.#vertex(x, low, high)
    const at = this.x.length - 1
    this.segments.push({ state: this.#state, from: this.#since, to: at })
    this.#state = state
    this.#since = at
  }

  #vertex(x: number, low: Tokens, high: Tokens): void {
    const last = this.x.length - 1
    if (this.x[last] === x && this.low[last] === low && this.high[last] === high) return
    this.x.push(x)
    this.low.push(low)
    this.high.push(high)
  }
}
