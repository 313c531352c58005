import { BLOCK_STATES, ORIGINAL, remembered } from '../../engine/internal.ts'
import type { BlockId, Tokens, Turn, WindowId } from '../../engine/index.ts'
import { Sweep } from '../../sim/internal.ts'
import type { SweepStep, TimelineData } from '../../sim/index.ts'
import { MAIN_WINDOW, perWindow, sumOfBlocks, turnsOf, xAt } from './axis.ts'
import { cell } from './piece.ts'

/** The blocks that two lanes sent in a turn, in tokens: the common part, and the parts of only one. */
export interface OverlapPoint {
  readonly x: number
  readonly turn: Turn
  readonly both: Tokens
  /** both + onlyFirst is what the blocks of the first lane's prompt sum to. */
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
): readonly OverlapPoint[] {
  return overlaps(first, window)(second)
}

const overlaps = /* @__PURE__ */ perWindow((first: OverlapData, window) =>
  remembered((second: OverlapData): readonly OverlapPoint[] => {
    const shared = new SharedTokens(Math.max(first.blocks.length, second.blocks.length))
    const sides = ([first, second] as const).map((data, side) => ({
      sweep: new Sweep(data.spans, window),
      step: shared.side(side, data),
    }))
    const others = new Map(turnsOf(second.turns, window).map((record) => [record.turn, record]))
    const series: OverlapPoint[] = []
    for (const record of turnsOf(first.turns, window)) {
      const { turn, points } = record
      const other = others.get(turn)
      if (other === undefined) continue
      const sent = [points.sent, other.points.sent]
      sides.forEach(({ sweep, step }, side) => {
        sweep.to(sent[side]?.tick ?? 0, step)
      })
      const { both } = shared
      const [onlyFirst, onlySecond] = [sumOfBlocks(record) - both, sumOfBlocks(other) - both]
      series.push({ x: xAt(turn, 'sent'), turn, both, onlyFirst, onlySecond })
    }
    return series
  }),
)

/**
 * Tokens of two windows by content, and how many of them are in both. A content is a number: nearly always of the block
 * and its state, else of the text.
 */
class SharedTokens {
  both: Tokens = 0
  /** By content: two blocks of one prompt may be equal. */
  readonly #tokens: readonly Tokens[][]
  readonly #kinds = new Map<string, number>()
  readonly #texts = new Map<string, number>()
  readonly #own: number

  constructor(blocks: number) {
    this.#own = blocks * BLOCK_STATES.length
    this.#tokens = [0, 1].map(() => new Array<Tokens>(this.#own).fill(0))
  }

  /** Updates the tokens of one of the two windows. */
  side(side: number, data: OverlapData): SweepStep {
    const { tokens } = data.spans
    return {
      began: (row) => {
        this.#add(side, this.#kindOf(data, row), cell(tokens, row))
      },
      ended: (row) => {
        this.#add(side, this.#kindOf(data, row), -cell(tokens, row))
      },
    }
  }

  #add(side: number, kind: number, tokens: Tokens): void {
    const own = this.#tokens[side] ?? []
    const other = this.#tokens[1 - side]?.[kind] ?? 0
    const before = own[kind] ?? 0
    own[kind] = before + tokens
    this.both += Math.min(before + tokens, other) - Math.min(before, other)
  }

  #kindOf({ blocks, spans, contents }: OverlapData, row: number): number {
    const id = cell(spans.block, row)
    const block = blocks[id]
    const content = cell(spans.content, row)
    const state = cell(spans.state, row)
    if (content === ORIGINAL && block?.again === undefined) return id * BLOCK_STATES.length + state
    const text = content === ORIGINAL ? '' : numberOf(contents[content] ?? '', this.#texts)
    return this.#own + numberOf(`${ownName(block, id, content)} ${state} ${text}`, this.#kinds)
  }
}

/** A short name of a text, since texts may be long and are compared at every turn. */
function numberOf(text: string, known: Map<string, number>): number {
  const number = known.get(text) ?? known.size
  known.set(text, number)
  return number
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
