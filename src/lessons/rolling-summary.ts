import type { AsWritten } from './entry.ts'
import { loopAsWritten, turnStartsAsWritten } from './rolling-code.ts'

/** A budget that is looked at too early. */
export const budgetBeforeMessage = Object.freeze({
  name: 'budget_before_message',
  article: 'Short-Term Memory',
  rule: 'ROLL-1',
  defect: 'The tokens are compared with the budget before the message that the user has just typed is added.',
  harm: 'A log pasted into the message is sent whole: the request exceeds the budget, and perhaps the window.',
  fix: 'The request is measured as it would be sent, the new message included, and before each call of a tool loop.',
  loop: loopAsWritten,
} satisfies AsWritten & Record<string, unknown>)

/** A turn that begins with a list. */
export const listNoBoundary = Object.freeze({
  name: 'list_no_boundary',
  article: 'Short-Term Memory',
  rule: 'ROLL-1',
  defect:
    'A turn begins only with a user message whose content is a text; a list counts as the result of a tool.',
  harm: 'A message with a picture, or every message of a client that sends lists, begins no turn: too much stays, or nothing can be cut.',
  fix: 'What counts is that no part is a tool result; text and list are the same message.',
  turnStarts: turnStartsAsWritten,
} satisfies AsWritten & Record<string, unknown>)

/** A loop that waits for what cannot happen. */
export const keptLoopsForever = Object.freeze({
  name: 'kept_loops_forever',
  article: 'Short-Term Memory',
  rule: 'ROLL-1',
  defect: 'Summarizing is repeated until the messages fit, with the same newest turns kept each time.',
  harm: 'Where those alone are over the budget, the summary is summarized again without end, each time for the price of a request.',
  fix: 'Fewer exchanges are kept, and where even the current one does not fit, it is refused with its size, once.',
  loop: loopAsWritten,
} satisfies AsWritten & Record<string, unknown>)

/** The rolling summary as “Short-Term Memory” writes it. */
export const rollingSummaryAsWritten: readonly AsWritten[] = Object.freeze([
  budgetBeforeMessage,
  listNoBoundary,
  keptLoopsForever,
])
