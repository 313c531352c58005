import { BLOCK_STATES, ORIGINAL } from '../../engine/internal.ts'
import type { BlockId, Tokens, Turn, WindowId } from '../../engine/index.ts'
import { Sweep } from '../../sim/internal.ts'
import type { SweepStep, TimelineData } from '../../sim/index.ts'
import { turnsOf, xAt } from './axis.ts'
import { cell } from './piece.ts'
import { MAIN_WINDOW } from './axis.ts'

/** What two lanes sent in a turn, in tokens: the common part, and the parts of only one. */
export interface OverlapPoint {
  readonly x: number
  readonly turn: Turn
  readonly both: Tokens
  /** both + onlyFirst is what the first lane sent. */
  readonly onlyFirst: Tokens
  readonly onlySecond: Tokens
}

type OverlapData = Pick<TimelineData, 'blocks' | 'spans' | 'turns' | 'contents'>

/**
 * How much the prompts of two runs of one trace have in common, at the point `sent` of every turn that both reached.
 * Equal means the same block in the same state with the same content; blocks made by a run have different ids in the
 * other, so they are matched by content. If only one of two such blocks carries its message's overhead, the overhead
 * belongs to that prompt only. O(spans log spans).
 */
export function overlapSeries(
  first: OverlapData,
  second: OverlapData,
  window: WindowId = MAIN_WINDOW,
): OverlapPoint[] {
  const shared = new SharedTokens()
  const sweeps = [first, second].map((data) => new Sweep(data.spans, window))
  const steps = [shared.side(0, first), shared.side(1, second)]
  const others = new Map(turnsOf(second.turns, window).map((record) => [record.turn, record]))
  return turnsOf(first.turns, window).flatMap(({ turn, points }): OverlapPoint[] => {
    const other = others.get(turn)
    if (other === undefined) return []
    const sent = [points.sent, other.points.sent]
    sent.forEach(({ tick }, side) => {
      const step = steps[side]
      if (step !== undefined) sweeps[side]?.to(tick, step)
    })
    const { both } = shared
    const [onlyFirst, onlySecond] = [points.sent.used - both, other.points.sent.used - both]
    return [{ x: xAt(turn, 'sent'), turn, both, onlyFirst, onlySecond }]
  })
}

/** Tokens of two windows by content, and how many of them are in both. */
class SharedTokens {
  both: Tokens = 0
  /** Entries by content: two blocks of one prompt may be equal. */
  readonly #kinds = new Map<string | number, number>()
  readonly #texts = new Map<string, number>()
  readonly #tokens: [Tokens[], Tokens[]] = [[], []]

  /** Updates the tokens of one of the two windows. */
  side(side: 0 | 1, data: OverlapData): SweepStep {
    const { spans } = data
    const add = (row: number, sign: 1 | -1): void => {
      this.#add(side, this.#kindOf(data, row), sign * cell(spans.tokens, row))
    }
    return {
      began: (row) => {
        add(row, 1)
      },
      ended: (row) => {
        add(row, -1)
      },
    }
  }

  #add(side: 0 | 1, kind: number, tokens: Tokens): void {
    const own = this.#tokens[side]
    const other = this.#tokens[1 - side]?.[kind] ?? 0
    const before = own[kind] ?? 0
    own[kind] = before + tokens
    this.both += Math.min(before + tokens, other) - Math.min(before, other)
  }

  /** A short name of a text, since texts may be long and are compared at every turn. */
  #idOf(text: string): number {
    const known = this.#texts.get(text) ?? this.#texts.size
    this.#texts.set(text, known)
    return known
  }

  #kindOf({ blocks, spans, contents }: OverlapData, row: number): number {
    const id = cell(spans.block, row)
    const block = blocks[id]
    const content = cell(spans.content, row)
    const state = cell(spans.state, row)
    const again = block?.again
    // Nearly all rows: a key that is a number costs much less than one that is a text.
    const key =
      content === ORIGINAL && again === undefined
        ? id * BLOCK_STATES.length + state
        : `${ownName(block, id, content)} ${state} ${content === ORIGINAL ? '' : this.#idOf(contents[content] ?? '')}`
    let kind = this.#kinds.get(key)
    if (kind === undefined) {
      kind = this.#kinds.size
      this.#kinds.set(key, kind)
      for (const tokens of this.#tokens) tokens.push(0)
    }
    return kind
  }
}

/** What two runs call the same block: they number what they make or fetch again themselves. */
function ownName(
  block: OverlapData['blocks'][number] | undefined,
  id: BlockId,
  content: number,
): BlockId | string {
  if (block !== undefined && block.message < 0 && content !== ORIGINAL) return block.type
  return block?.again === undefined ? id : `again ${block.again}`
}
