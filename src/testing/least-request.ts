import { chars4 } from '../engine/index.ts'
import { placeholderFor } from '../engine/internal.ts'
import type { Block, BlockId, Tokens, Turn } from '../engine/index.ts'
import { entriesAt } from '../sim/index.ts'
import type { Timeline, TurnRecord } from '../sim/index.ts'

/** A result of this turn is clipped to at least this many tokens, so that it stays readable. */
const CLIPPED: Tokens = 64

interface Rules {
  /** Whether results that stay may be replaced by placeholders. Default: true. */
  readonly placeholders?: boolean
}

/** The turns whose request is over the limit although the rules allow one that fits. */
export function doubtful(timeline: Timeline, rules: Rules = {}): readonly Turn[] {
  const { limit, reserve } = timeline.data
  return timeline.turns
    .filter(({ used }) => used + reserve > limit)
    .filter((record) => leastRequest(timeline, record, rules) + reserve <= limit)
    .map(({ turn }) => turn)
}

/**
 * The minimum tokens of a request, derived from the rules alone: its fixed beginning (EVI-4), what the default guards
 * protect (EVI-3), the results of the turn, clipped as far as allowed, their pairs (PAIR-2), and what a current tool
 * loop with thinking needs (VALID-1). Everything else could leave; other results could be placeholders. Message
 * overhead is left out if another block of its message could have it, so that the figure is never too high.
 */
function leastRequest(timeline: Timeline, record: TurnRecord, { placeholders = true }: Rules): Tokens {
  const { data, blocks } = timeline
  const { turn, window, points, adjustment = 0 } = record
  const count = (text: string): Tokens => chars4.count(text)
  const rows = entriesAt(data.spans, points.sent.tick, window).flatMap((entry) => {
    const block = blocks[entry.block]
    return block === undefined || entry.state === 'folded' ? [] : [{ ...entry, of: block }]
  })
  const rootOf = (block: Block): BlockId => {
    const before = blocks[block.call?.before ?? -1]
    return before === undefined ? block.id : rootOf(before)
  }
  const isFixed = ({ type }: Block): boolean => type === 'system_prompt' || type === 'tool_definition'
  const isResult = ({ type }: Block): boolean => type === 'tool_result'
  const isPaired = ({ type }: Block): boolean => type === 'tool_call' || type === 'tool_result'
  const talk = rows.map(({ of }) => of).filter((block) => !isFixed(block))
  const kept = new Set<Block>()
  const keep = (some: readonly Block[]): void => {
    for (const block of some) kept.add(block)
  }
  const ofMessage = (block: Block | undefined): Block[] =>
    block === undefined ? [] : talk.filter((one) => one === block || one.message === block.message)

  // Protected by guards.
  for (const block of talk) {
    if (block.doNotEvict) keep(block.type === 'thinking' ? ofMessage(block) : [block])
    if (block.message < 0 && (block.type === 'summary' || block.type === 'memory_injection')) keep([block])
  }
  const asked = talk.filter(({ type }) => type === 'user_message')
  for (const one of [asked[0], asked.at(-1)])
    keep(ofMessage(one).filter(({ type }) => type === 'user_message'))

  // Pairs: open calls, and the calls of the results of this turn.
  const answered = new Set(talk.filter(isResult).map(rootOf))
  const running = new Set(talk.filter((block) => isResult(block) && block.turn === turn).map(rootOf))
  const now = talk.filter((block) => isPaired(block) && running.has(rootOf(block)))
  keep(now)
  keep(talk.filter((block) => block.type === 'tool_call' && !answered.has(rootOf(block))))

  // The current tool loop with thinking: runs of blocks of one role, back to the newest prompt.
  if (talk.some(({ type }) => type === 'thinking')) {
    const stretches: Block[][] = []
    for (const block of talk) {
      const last = stretches.at(-1)
      if (last?.[0]?.role === block.role) last.push(block)
      else stretches.push([block])
    }
    const isReply = (stretch: readonly Block[] | undefined): boolean => stretch?.[0]?.role === 'assistant'
    const opening = stretches.findLastIndex((stretch) => !isReply(stretch) && !stretch.some(isResult))
    keep((stretches[opening - 1] ?? []).filter((block) => !isPaired(block)))
    const loop = stretches.slice(opening + 1)
    const thinks = (stretch: readonly Block[] | undefined): boolean => stretch?.[0]?.type === 'thinking'
    const replies = loop.filter(isReply)
    const aside = loop.findLastIndex((one) => !isReply(one) && one.some((block) => !isResult(block)))
    const later = loop.slice(aside + 1).find(isReply)
    if (thinks(replies[0])) keep(replies[0] ?? [])
    else if (aside >= 0 && thinks(later)) keep(later ?? [])
    else keep((replies.at(-1) ?? []).filter(({ type }) => type === 'thinking'))
    if (replies.flat().some(({ type }) => type === 'thinking')) {
      // A reply leaves whole or not at all. All replies up to the first result count as one.
      const [head = [], ...further] = replies
      const wholes = [head, ...further.flat().map((block) => ofMessage(block))]
      for (const whole of wholes) if (whole.some((block) => kept.has(block))) keep(whole)
    }
  }

  // A call that stays keeps its results.
  const calls = new Set([...kept].filter(({ type }) => type === 'tool_call').map(rootOf))
  keep(talk.filter((block) => isResult(block) && calls.has(rootOf(block))))

  /** Results of this turn all stay, and so does the overhead of their message. */
  const overheadOf = ({ id, message }: Block): Tokens =>
    rows.find((row) => row.of.message === message)?.block === id ? timeline.intake.messageOverhead : 0
  return rows.reduce((sum, { of, tokens, state }) => {
    if (isFixed(of)) return sum + tokens
    if (!kept.has(of)) return sum
    if (!isResult(of) || of.doNotEvict) return sum + tokens
    // A result that stays may be a placeholder; one of this turn may only be clipped.
    if (of.turn === turn) return sum + Math.min(tokens, CLIPPED + overheadOf(of))
    if (state === 'placeholder' || !placeholders) return sum + tokens
    // Small results are no larger than what would stand for them.
    const call = of.call?.before ?? null
    const args = call === null ? '' : timeline.textOf(call)
    return sum + Math.min(tokens, count(placeholderFor(of, args, timeline.textOf(of.id), count)))
  }, adjustment)
}
