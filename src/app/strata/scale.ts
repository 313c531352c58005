import type { Tokens } from '../../engine/index.ts'

/** Turns and tokens to pixels of a plot; the same for every chart of every lane. */
export interface Scale {
  readonly width: number
  readonly height: number
  /** Space left and right of the plot, in pixels. */
  readonly left: number
  readonly right: number
  /** The turns in sight. */
  readonly from: number
  readonly to: number
  readonly top: Tokens
  readonly x: (turn: number) => number
  readonly y: (tokens: Tokens) => number
  /** The place of a pixel on the axis, in turns; may lie outside of the conversation. */
  readonly turnOf: (x: number) => number
  readonly tokensOf: (y: number) => Tokens
}

export interface Frame {
  readonly width: number
  readonly left: number
  readonly right: number
  /** The turns in sight. */
  readonly from: number
  readonly to: number
}

export function scaleOf({ width, left, right, from, to }: Frame, height: number, top: Tokens): Scale {
  const perTurn = Math.max(0, width - left - right) / (to > from ? to - from : 1)
  const perToken = height / Math.max(1, top)
  return {
    width,
    height,
    left,
    right,
    from,
    to,
    top,
    x: (turn) => left + (turn - from) * perTurn,
    y: (tokens) => height - tokens * perToken,
    turnOf: (x) => (perTurn === 0 ? from : from + (x - left) / perTurn),
    tokensOf: (y) => (height - y) / perToken,
  }
}
