import type { BlockState, Tokens } from '../engine/index.ts'
import type { Move, MovedPiece } from './layout.ts'

/** A stretch of a band in one state: its vertices `from` to `to`, both included. Neighbours share a vertex. */
export interface BandSegment {
  readonly state: BlockState
  readonly from: number
  readonly to: number
}

/** Draws one band's polygon, vertex by vertex, as the moves of the picture come in. */
export class BandPen {
  readonly x: number[] = []
  readonly low: Tokens[] = []
  readonly high: Tokens[] = []
  readonly segments: BandSegment[] = []
  #state: BlockState = 'live'
  /** Vertex where the segment under way began. */
  #since = 0
  /** Whether the band stands; between its members' lives it does not. */
  #standing = false

  /**
   * @param pieces what the band's pieces do in this move, in prompt order, none left out
   * @param state state of the band's only piece afterwards, if it changed; null otherwise
   */
  move(move: Move, pieces: readonly MovedPiece[], state: BlockState | null): void {
    const first = pieces[0]
    const last = pieces.at(-1)
    if (first === undefined || last === undefined) return
    const was = pieces.some((piece) => piece.was)
    const is = pieces.some((piece) => piece.is)
    const start = move.step ? move.to : move.from
    const stays = was && is && first.low0 === first.low1 && last.high0 === last.high1
    if (!was) this.#begin(start, move.step ? first.low1 : first.low0, state)
    if (!stays) {
      if (was) this.#vertex(start, first.low0, last.high0)
      this.#vertex(move.to, first.low1, last.high1)
    }
    if (was && is && state !== null) this.#turnInto(state, move.to, first.low1, last.high1)
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
    // After a gap, and where it opens like a wedge, the band starts without height.
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
