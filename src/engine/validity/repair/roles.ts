import { isDirective, SYSTEM_PARTS } from '../rule/anthropic.ts'
import { endsInServerResult } from '../rule/part.ts'
import type { Provider } from '../rule/violation.ts'
import { dropEmpty, userMessage } from './draft.ts'
import type { Draft, DraftMessage } from './draft.ts'

/** Replaces a removed beginning. */
export const REMOVED = '[The conversation before this point was removed.]'
/** A user message for a model that does not continue its own last words. */
export const CONTINUE = 'Please continue.'

/** Parts that a system message may contain, and that no repair leaves in one. */
const LEAVES: ReadonlySet<string> = new Set([
  ...SYSTEM_PARTS,
  'audio',
  'tool_use',
  'tool_result',
  'thinking',
  'redacted_thinking',
])

const KNOWN: ReadonlySet<string> = new Set(['user', 'assistant', 'system'])

/** Turns messages with an unknown role into user messages, wherever they are. */
export function repairUnknownRoles(
  draft: Draft,
  provider: Provider,
  systemMessages: 'allowed' | 'rejected',
): void {
  for (const message of draft.messages) {
    if (!KNOWN.has(message.role)) {
      becomeUser(draft, message, 'unknown-role', `There is no role ${message.role}.`)
    } else if (message.role === 'system' && provider === 'anthropic') {
      if (systemMessages === 'rejected') {
        becomeUser(draft, message, 'system-message', 'The model takes no system messages.')
      } else if (message.parts.some(({ value }) => !LEAVES.has(value.type))) {
        becomeUser(draft, message, 'system-message', 'A system message holds text only.')
      }
    }
  }
}

/** Turns system messages that neither follow a user message nor precede a reply or the end into user messages. */
export function repairSystemPlaces(draft: Draft): void {
  const { messages } = draft
  let start = 0
  while (start < messages.length) {
    if (messages[start]?.role !== 'system') {
      start += 1
      continue
    }
    let end = start
    while (messages[end]?.role === 'system') end += 1
    const after = messages[end]?.role ?? 'assistant'
    const last = messages[start - 1]
    const isAsked = last?.role === 'user' || endsInServerResult(last?.parts.map(({ value }) => value))
    const run = messages.slice(start, end).filter(({ source }) => !isDirective(source))
    // When the last of the run becomes a user message, the one before it precedes a user message in turn.
    const wrong = after !== 'assistant' ? run : isAsked ? [] : run.slice(0, 1)
    for (const message of wrong)
      becomeUser(draft, message, 'system-message', 'No system message can stand here.')
    start = end
  }
}

function becomeUser(draft: Draft, message: DraftMessage, rule: string, reason: string): void {
  message.role = 'user'
  message.changed = true
  draft.repairs.push({ rule, action: 'change-role', index: message.index, ids: [], reason })
}

/** Ends the conversation with a user message, for models that accept no prefill. */
export function repairPrefill(draft: Draft): void {
  const { messages } = draft
  while (messages.at(-1)?.parts.length === 0) {
    const empty = messages.pop()
    if (empty !== undefined) dropEmpty(draft, empty, 'prefill')
  }
  if (messages.at(-1)?.role !== 'assistant') return
  insertUser(
    draft,
    messages.length,
    draft.length,
    'prefill',
    CONTINUE,
    'The model does not go on with a reply.',
  )
}

/** Ensures that the list begins with a user message and is not empty. */
export function repairBeginning(draft: Draft): void {
  const [first] = draft.messages
  if (first === undefined) {
    insertUser(draft, 0, draft.length, 'no-messages', REMOVED, 'No message was left.')
  } else if (first.role === 'assistant') {
    insertUser(draft, 0, first.index, 'first-role', REMOVED, 'The first message is a user message.')
  }
}

function insertUser(
  draft: Draft,
  at: number,
  index: number,
  rule: string,
  text: string,
  reason: string,
): void {
  draft.messages.splice(at, 0, userMessage([{ index: -1, part: -1, value: { type: 'text', text } }]))
  draft.repairs.push({ rule, action: 'insert-user', index, ids: [], text, reason })
}
