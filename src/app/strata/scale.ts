import type { Tokens } from '../../engine/index.ts'

/** Turns and tokens to pixels of a plot; the same for every chart of every lane. */
export interface Scale {
  readonly width: number
  readonly height: number
  /** Space left and right of the plot, in pixels. */
  readonly left: number
  readonly right: number
  readonly turns: number
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
  readonly turns: number
}

export function scaleOf({ width, left, right, turns }: Frame, height: number, top: Tokens): Scale {
  const perTurn = Math.max(0, width - left - right) / Math.max(1, turns)
  const perToken = height / Math.max(1, top)
  return {
    width,
    height,
    left,
    right,
    turns,
    top,
    x: (turn) => left + turn * perTurn,
    y: (tokens) => height - tokens * perToken,
    turnOf: (x) => (perTurn === 0 ? 0 : (x - left) / perTurn),
    tokensOf: (y) => (height - y) / perToken,
  }
}
