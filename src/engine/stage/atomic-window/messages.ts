import type { Message } from '../../core/message/message.ts'
import type { ClientsMessage } from '../../validity/shape.ts'
import { rowsOfMessages } from '../trimming/of-messages.ts'
import { mustBeSettings } from '../trimming/settings.ts'
import type { Rows } from '../trimming/row.ts'
import { countMessages, trimmed } from '../trimming/trimmed.ts'
import type { Trimmed, TrimNote, TrimOptions } from '../trimming/trimmed.ts'
import { exceeds, messagesIn, planSlide } from './plan.ts'
import type { SlideGoal, SlidePlan } from './plan.ts'
import { atomicWindowPresets } from './presets.ts'
import { atomicWindowSpec } from './declaration.ts'
import type { AtomicWindowSettings } from './declaration.ts'
import { floorShare } from '../../core/number/share.ts'

const NOTHING: ReadonlySet<number> = new Set()

/** Settings of the strategy that do not need a model or a window. */
export type SlideSettings = Omit<AtomicWindowSettings, 'onDrop' | 'summaryTokens'>

/**
 * Keeps the newest messages of a list, as the strategy `atomic_window` does (“Sliding Message Window”; ATOM-1). The
 * oldest leave first, calls together with their results. The last `minRecentKeep` stay, together with the calls that
 * their results need. More messages than `maxMessages` may have to stay; it is a soft limit then, and `note` says so
 * (`soft_limit`, or `target_unreachable` for tokens).
 *
 * @param settings default: the preset `standard`; `minTurns` counts replies and the request that comes next, and with `tokenAware`, `maxTokens` 0 means
 *   no limit
 * @throws ProblemError for what is no message or no counter, RangeError for what is no setting; both say what is there
 */
export function atomicWindow<Each extends ClientsMessage = Message>(
  given: readonly Each[],
  settings: Partial<SlideSettings> = {},
  options: TrimOptions = {},
): Trimmed<Each> {
  const messages = given as readonly unknown[] as readonly Message[]
  const all = { ...atomicWindowPresets.standard, ...settings }
  mustBeSettings(atomicWindowSpec, all)
  const known = countMessages(messages, options)
  const goal = goalOf(all)
  const turns = messages.reduce((count, { role }) => count + (role === 'assistant' ? 1 : 0), 1)
  const rowsWith = (current: boolean): Rows =>
    rowsOfMessages(messages, known.sizes, known.beside, {
      task: all.keepTask,
      current,
      running: true,
      system: all.preserveSystem,
      tail: all.minRecentKeep,
      last: true,
      pinned: options.pinned ?? NOTHING,
      goesBack: false,
    })
  const rows = rowsWith(all.keepCurrent)
  if (turns < all.minTurns || !exceeds(goal, messagesIn(rows), rows.tokens)) {
    return trimmed(messages, known, [], 'unchanged', null, options)
  }
  let plan = planSlide(rows, goal)
  // No provider accepts an empty list: without any protection the newest user message is what is left.
  if (plan.messages === 0) plan = planSlide(rowsWith(true), goal)
  const outcome = plan.leaving.length === 0 ? 'unchanged' : 'trimmed'
  return trimmed(messages, known, plan.leaving, outcome, noteOf(goal, plan), options)
}

function goalOf({ maxMessages, tokenAware, maxTokens, tokenThreshold }: SlideSettings): SlideGoal {
  return {
    messages: maxMessages,
    tokens: tokenAware && maxTokens > 0 ? floorShare(tokenThreshold, maxTokens) : null,
  }
}

function noteOf(goal: SlideGoal, { messages, tokens }: SlidePlan): TrimNote | null {
  if (goal.tokens !== null && tokens > goal.tokens) {
    return { code: 'target_unreachable', tokens: tokens - goal.tokens, allowed: goal.tokens, message: null }
  }
  if (messages <= goal.messages) return null
  return { code: 'soft_limit', tokens: messages, allowed: goal.messages, message: null }
}
