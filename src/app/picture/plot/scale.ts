import type { Tokens } from '../../../engine/index.ts'

/** Turns and tokens to pixels of a plot; the same for every chart of every lane. */
export interface Scale {
  readonly width: number
  readonly height: number
  /** Space left and right of the plot, in pixels. */
  readonly left: number
  readonly right: number
  /** The visible turns. */
  readonly from: number
  readonly to: number
  readonly top: Tokens
  readonly x: (turn: number) => number
  readonly y: (tokens: Tokens) => number
  /** The position of a pixel on the axis, in turns; may be outside the conversation. */
  readonly turnOf: (x: number) => number
  readonly tokensOf: (y: number) => Tokens
}

export interface Frame {
  readonly width: number
  readonly left: number
  readonly right: number
  /** The visible turns. */
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

/** Pixels beside the plot that are drawn and then clipped, so that no outline ends at its border. */
const BESIDE = 4

/** The range of turns that is drawn: the visible turns and a little more. */
export function sightOf(scale: Pick<Scale, 'width' | 'left' | 'right' | 'turnOf'>): {
  readonly from: number
  readonly to: number
} {
  return { from: scale.turnOf(scale.left - BESIDE), to: scale.turnOf(scale.width - scale.right + BESIDE) }
}

/** Attributes of a drawing that is clipped to the plot and counts its pixels from the left border of the lane. */
export function clippedTo({ width, left, right }: Pick<Scale, 'width' | 'left' | 'right'>, height: number) {
  const inner = Math.max(0, width - left - right)
  return {
    width: inner,
    height,
    viewBox: `${left} 0 ${Math.max(1, inner)} ${Math.max(1, height)}`,
    style: { left },
  }
}
