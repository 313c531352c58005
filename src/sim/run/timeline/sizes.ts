import { inPrompt, ORIGINAL, tokensOf } from '../../../engine/internal.ts'
import type { TokenCounter, Tokens, Turn } from '../../../engine/index.ts'
import { originalOf } from './again.ts'
import { entriesAt } from './recorder.ts'
import type { Timeline } from './timeline.ts'

/**
 * Tokens of the prompt of a turn by a counter, as the ledger of a run without recorded usage counts them: every block
 * in its current state, and the overhead of each message once. Compared with the provider's count, this is the
 * counter's error (TOK-5). A block whose size was inferred from usage has no text; it keeps that size.
 *
 * @throws RangeError for a turn that the run did not reach
 */
export function sizeAt({ data, intake }: Timeline, turn: Turn, counter: TokenCounter): Tokens {
  const record = data.turns[turn]
  if (record === undefined) {
    throw new RangeError(`the run has turns 0 to ${data.turns.length - 1}, not ${turn}`)
  }
  let size = 0
  let bearer = -1
  for (const entry of entriesAt(data.spans, record.points.sent.tick, record.window)) {
    const block = data.blocks[entry.block]
    if (block === undefined || !inPrompt(entry)) continue
    if (block.message >= 0 && block.message !== bearer) {
      bearer = block.message
      size += counter.messageOverhead
    }
    if (entry.content !== ORIGINAL) {
      // Of a cleared call only the arguments are gone; its name stays.
      if (block.type === 'tool_call') size += counter.count(block.call?.name ?? '')
      size += counter.count(data.contents[entry.content] ?? '')
    } else if (block.inferred) size += entry.tokens
    else {
      const id = originalOf(block)
      const part = intake.part(id)
      size += part === null ? counter.count(intake.text(id)) : tokensOf(part, counter)
    }
  }
  return size
}
