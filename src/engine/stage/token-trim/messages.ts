import type { Message } from '../../core/message/message.ts'
import { rowsOfMessages } from '../trimming/of-messages.ts'
import { countMessages, trimmed } from '../trimming/trimmed.ts'
import type { Trimmed, TrimOptions } from '../trimming/trimmed.ts'
import { planTrim, trimRoom } from './plan.ts'
import type { TokenTrimSettings } from './declaration.ts'

const NOTHING: ReadonlySet<number> = new Set()

/**
 * Fits a list of messages into a budget of tokens, as the strategy `token_trim` does (“agentfit-rs”; TRIM-1).
 * Whole groups leave: no call is left without its results. System messages, the first and the newest message in
 * which the user speaks, unread results, open calls and what is pinned stay. What cannot fit is refused:
 * `outcome` is `refused`, `note` says why and how large, and the list comes back as it was.
 *
 * @param settings `maxTokens` is the budget; `reserve` of it (a share, default .1) stays free for the answer, rounded
 *   up; `direction` says where messages leave from (default `start`); `rollback` (default false): from the end, the
 *   task and the newest user message may leave too
 */
export function trimToBudget(
  messages: readonly Message[],
  settings: Pick<TokenTrimSettings, 'maxTokens'> & Partial<TokenTrimSettings>,
  options: TrimOptions = {},
): Trimmed {
  const { maxTokens, reserve = 0.1, direction = 'start', rollback = false } = settings
  const known = countMessages(messages, options)
  const room = trimRoom({ maxTokens, reserve }, maxTokens, maxTokens)
  if (known.tokens <= room.room) return trimmed(messages, known, [], 'unchanged', null, options)
  const back = direction === 'end' && rollback
  const rows = rowsOfMessages(messages, known.sizes, known.beside, {
    task: !back,
    current: !back,
    running: !back,
    system: true,
    tail: 0,
    last: !back,
    pinned: options.pinned ?? NOTHING,
    goesBack: back,
  })
  const plan = planTrim(rows, room, { direction, rollback })
  if ('leaving' in plan) {
    return trimmed(
      messages,
      known,
      plan.leaving,
      plan.leaving.length === 0 ? 'unchanged' : 'trimmed',
      null,
      options,
    )
  }
  const { row, ...refusal } = plan
  return trimmed(messages, known, [], 'refused', { ...refusal, message: row }, options)
}
