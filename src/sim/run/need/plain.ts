import type { BlockId, BlockType, Tokens, Turn, WindowId } from '../../../engine/index.ts'
import type { Intake } from '../../trace/intake.ts'
import type { EvidenceIndex } from './evidence.ts'

/** Ways of shortening a conversation that need no strategy. */
export const PLAIN_WAYS = Object.freeze(['truncated', 'first sentences', 'user turns', 'checklist'] as const)
export type PlainWay = (typeof PLAIN_WAYS)[number]

/** What is searched for: told in a block, proven by words. */
export interface Sought {
  readonly source: BlockId
  readonly evidence: readonly string[]
  /** Evidence of an older value. */
  readonly outdated: readonly string[]
}

/** A part of a shortened conversation. */
interface Piece {
  readonly turn: Turn
  readonly response: boolean
  readonly tokens: Tokens
  /** The block that it has whole; null for its first sentence. */
  readonly block: BlockId | null
  readonly found: readonly string[]
}

/** Of what is sought: whether it is there, only an older value is, neither, or that is not known (NEED-2). */
export type State = 'kept' | 'stale' | 'lost' | 'unknown'

/**
 * Plain shortenings of a conversation, each with the newest that fits: whole messages, the first sentence of each, what
 * the user said, and a checklist of what is sought, the bound that no reader of the text can pass.
 */
export class PlainWays {
  readonly #intake: Intake
  readonly #index: EvidenceIndex
  readonly #pieces = new Map<string, readonly Piece[]>()

  constructor(intake: Intake, index: EvidenceIndex) {
    this.#intake = intake
    this.#index = index
  }

  /** @param sought in the order in which it was told */
  keep(way: PlainWay, window: WindowId, turn: Turn, budget: Tokens, sought: readonly Sought[]): State[] {
    const texts = new Set<string>()
    const blocks = new Set<BlockId>()
    // Every way has what the prompt has in any case: system prompt and tools.
    for (const { id, type } of this.#intake.blocks)
      if (isFixed(type)) {
        blocks.add(id)
        for (const text of this.#index.heldBy(id)) texts.add(text)
      }
    const has = (text: string): boolean => texts.has(text)
    const isThere = ({ source, evidence }: Sought): boolean => blocks.has(source) || evidence.every(has)
    if (way === 'checklist') {
      const listed = this.#listed(
        budget,
        sought.filter((one) => !isThere(one)),
      )
      return sought.map((one) => (isThere(one) || listed.has(one) ? 'kept' : 'lost'))
    }
    let room = budget
    for (const piece of this.#of(way, window)) {
      if (piece.turn > turn || (piece.turn === turn && piece.response)) continue
      room -= piece.tokens
      if (room < 0) break
      if (piece.block !== null) blocks.add(piece.block)
      for (const text of piece.found) texts.add(text)
    }
    return sought.map((one) => {
      if (isThere(one)) return 'kept'
      return one.outdated.length > 0 && one.outdated.every(has) ? 'stale' : 'lost'
    })
  }

  /** The shortest first: no other choice has as many. */
  #listed(budget: Tokens, sought: readonly Sought[]): ReadonlySet<Sought> {
    const sized = sought.map((one) => ({ one, tokens: this.#share(one.source, one.evidence.join(', ')) }))
    let room = budget
    return new Set(
      sized
        .toSorted((a, b) => a.tokens - b.tokens)
        .flatMap(({ one, tokens }) => ((room -= tokens) < 0 ? [] : [one])),
    )
  }

  /** Tokens of a part of a block, as its characters of the whole: a count of every text takes too long, and its ranks. */
  #share(block: BlockId, part: string): Tokens {
    const { length } = this.#intake.text(block)
    const tokens = this.#intake.blocks[block]?.tokens ?? 0
    return Math.max(1, Math.ceil((tokens * part.length) / Math.max(1, length)))
  }

  /** The pieces of a way in one window, the newest first. */
  #of(way: Exclude<PlainWay, 'checklist'>, window: WindowId): readonly Piece[] {
    const key = `${window} ${way}`
    const before = this.#pieces.get(key)
    if (before !== undefined) return before
    const { blocks } = this.#intake
    const pieces = blocks
      .filter((block) => block.window === window && !isFixed(block.type))
      .filter(({ type }) => way !== 'user turns' || type === 'user_message')
      .map(({ id, turn, response, tokens }): Piece => {
        if (way !== 'first sentences')
          return { turn, response, tokens, block: id, found: this.#index.heldBy(id) }
        const first = /^[^\n]*?[.!?](?=\s|$)|^[^\n]*/.exec(this.#intake.text(id))?.[0] ?? ''
        return {
          turn,
          response,
          tokens: this.#share(id, first),
          block: null,
          found: this.#index.foundIn(first),
        }
      })
      .toReversed()
    this.#pieces.set(key, pieces)
    return pieces
  }
}

/** Whether every prompt has blocks of a type in any case. */
export function isFixed(type: BlockType | undefined): boolean {
  return type === 'system_prompt' || type === 'tool_definition'
}
