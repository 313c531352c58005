import type { BlockId, Tokens, Turn } from '../../../engine/index.ts'
import { entriesAt } from './recorder.ts'
import type { Timeline } from './timeline.ts'

/** An edit as Anthropic's response reports it in `context_management.applied_edits`. */
export type AppliedEdit =
  | {
      readonly type: 'clear_thinking_20251015'
      readonly cleared_thinking_turns: number
      readonly cleared_input_tokens: Tokens
    }
  | {
      readonly type: 'clear_tool_uses_20250919'
      readonly cleared_tool_uses: number
      readonly cleared_input_tokens: Tokens
    }

/**
 * What the response of a turn would report as cleared from its request, in the order of the API: everything that is in
 * the request and not in the prompt, whenever it was first cleared, because each request is sent whole. Messages before
 * a compaction are not included. Tokens are those of the contents, by the run's counter.
 *
 * @throws RangeError for a turn that the run did not reach
 */
export function appliedEdits({ data, intake }: Timeline, turn: Turn): readonly AppliedEdit[] {
  const record = data.turns[turn]
  if (record === undefined) {
    throw new RangeError(`the run has turns 0 to ${data.turns.length - 1}, not ${turn}`)
  }
  const entries = entriesAt(data.spans, record.points.sent.tick, record.window)
  const typeOf = (block: BlockId) => data.blocks[block]?.type
  const compacted = entries.findLastIndex(
    ({ block }) => typeOf(block) === 'summary' && data.blocks[block]?.role === 'assistant',
  )
  let thinking = 0
  let thinkingTokens = 0
  let uses = 0
  let useTokens = 0
  let counted = false
  const withResults = new Set(
    entries.flatMap(({ block }) => (typeOf(block) === 'tool_result' ? [data.blocks[block]?.message] : [])),
  )
  /** The message whose overhead an entry already carried. */
  let borne = -1
  for (const { block: id, state, tokens } of entries.slice(compacted + 1)) {
    const block = data.blocks[id]
    if (block === undefined) continue
    const own = block.type === 'user_message' && block.message >= 0
    if (own && !withResults.has(block.message)) counted = false
    const bears = block.message >= 0 && block.message !== borne && tokens > 0
    if (tokens > 0) borne = block.message
    if (state !== 'server_cleared') continue
    if (block.type === 'thinking') {
      if (!counted) thinking += 1
      counted = true
      thinkingTokens += block.tokens
    } else {
      if (block.type === 'tool_result') uses += 1
      useTokens += block.tokens - (tokens - (bears ? intake.messageOverhead : 0))
    }
  }
  return [
    ...(thinking === 0
      ? []
      : [
          {
            type: 'clear_thinking_20251015' as const,
            cleared_thinking_turns: thinking,
            cleared_input_tokens: thinkingTokens,
          },
        ]),
    ...(uses === 0
      ? []
      : [
          {
            type: 'clear_tool_uses_20250919' as const,
            cleared_tool_uses: uses,
            cleared_input_tokens: useTokens,
          },
        ]),
  ]
}
