import type { Message } from '../../core/message/message.ts'
import type { ClientsMessage } from '../../validity/shape.ts'
import { rowsOfMessages } from '../trimming/of-messages.ts'
import { mustBeSettings } from '../trimming/settings.ts'
import { countMessages, trimmed } from '../trimming/trimmed.ts'
import type { Trimmed, TrimOptions } from '../trimming/trimmed.ts'
import { planTrim } from './plan.ts'
import { trimRoom } from './room.ts'
import { tokenTrimSpec } from './declaration.ts'
import type { TokenTrimSettings } from './declaration.ts'

const NOTHING: ReadonlySet<number> = new Set()

/**
 * Fits a list of messages into a budget of tokens, as the strategy `token_trim` does (“agentfit-rs”; TRIM-1). Whole
 * groups leave: no call is left without its results. System messages, the task and the newest user message, unread
 * results, open calls and pinned messages stay. If it cannot fit, `outcome` is `refused`, `note` says why and how large
 * it is, and the list is returned unchanged.
 *
 * @param settings `maxTokens` is the budget; `reserve` (a share of it, default .1, rounded up) is kept free for the
 *   answer; `direction` says where messages leave from (default `start`); `rollback` (default false): from the end, the
 *   task and the newest user message may leave too
 * @throws ProblemError for what is no message or no counter, RangeError for what is no setting; both say what is there
 */
export function trimToBudget<Each extends ClientsMessage = Message>(
  given: readonly Each[],
  settings: Pick<TokenTrimSettings, 'maxTokens'> & Partial<TokenTrimSettings>,
  options: TrimOptions = {},
): Trimmed<Each> {
  const messages = given as readonly unknown[] as readonly Message[]
  const { maxTokens, reserve = 0.1, direction = 'start', rollback = false } = settings
  mustBeSettings(tokenTrimSpec, { maxTokens, reserve, direction, rollback })
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
