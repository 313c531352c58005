import { slideLevel, trimRoom } from '../../engine/internal.ts'
import { counted, whole } from '../format.ts'
import { above, plain } from './level.ts'
import { staysInAnyCase, keyed, lower } from './story.ts'
import type { ToldStages } from './told.ts'

export const trimmingTold = {
  slide: {
    doing: 'sliding the window',
    done: 'oldest messages dropped',
    endsAtReserve: true,
    story({ atomic_window: settings }) {
      const { min_recent_keep, keep_task, keep_current, preserve_system } = settings
      const kept = [
        ...(preserve_system ? ['system messages'] : []),
        ...(keep_task ? ['the task'] : []),
        ...(keep_current ? ['the newest user message'] : []),
        ...(min_recent_keep > 0
          ? [
              `the last ${counted(min_recent_keep, 'message')} (${keyed('atomic_window.min_recent_keep', min_recent_keep)})`,
            ]
          : []),
      ]
      return {
        did: 'dropped',
        rule: `The oldest leave first, calls and results together.${staysInAnyCase(kept)}`,
        tail: `it is among the last ${counted(min_recent_keep, 'message')}, or belongs to them (${keyed('atomic_window.min_recent_keep', min_recent_keep)})`,
        otherwise: 'the oldest leave first, and what left before it was enough, or it belongs to what stays',
      }
    },
    levels({ atomic_window: { max_messages, max_tokens, token_aware, token_threshold } }, { limit }) {
      const path = ['atomic_window', 'max_messages']
      const messages = { ...plain(path, max_messages, 'messages'), included: false }
      if (!token_aware) return [messages]
      const level = { maxTokens: max_tokens, tokenThreshold: token_threshold }
      const { most, tokens: at } = slideLevel(level, limit)
      const of = most === limit ? 'limit' : 'budget'
      return [messages, { ...above(['atomic_window', 'token_threshold'], token_threshold, most, of), at }]
    },
  },
  trim: {
    doing: 'trimming to the budget',
    done: 'messages trimmed',
    endsAtReserve: true,
    story({ token_trim: { direction, rollback } }) {
      const first = { start: 'The oldest leave', end: 'The newest leave', middle: 'The middle leaves' }[
        direction
      ]
      const back = direction === 'end' && rollback
      const all = `${first} first (${keyed('token_trim.direction', direction)}), calls and results together, until the rest fits.`
      return {
        did: 'dropped',
        rule: back
          ? `${all} Even the task may leave (${keyed('token_trim.rollback', rollback)}).`
          : `${all}${staysInAnyCase(['system messages', 'the task', 'the newest user message', 'results that wait for an answer'])}`,
        otherwise: `${lower(first)} first, and the rest fits with it (${keyed('token_trim.direction', direction)})`,
      }
    },
    levels({ token_trim: { max_tokens, reserve } }, { limit }) {
      const { limit: most, room: at } = trimRoom({ maxTokens: max_tokens, reserve }, limit, limit)
      return max_tokens === 0
        ? [{ ...above(['token_trim', 'reserve'], reserve, most, 'limit'), at }]
        : [{ ...plain(['token_trim', 'max_tokens'], max_tokens, 'tokens'), at, included: false }]
    },
  },
  rolling_summary: {
    doing: 'the rolling summary',
    done: 'older exchanges summarized',
    endsAtReserve: true,
    story({ rolling_summary: { keep_recent_exchanges: keep } }) {
      const key = keyed('rolling_summary.keep_recent_exchanges', keep)
      return {
        rule: `Beside the current exchange, the newest ones before it stay as far as they fit, ${whole(keep)} at most (${key}).`,
        tail: `it belongs to the newest exchanges, of which ${whole(keep)} stay before the current one where they fit (${key})`,
      }
    },
    levels: ({ rolling_summary: { max_input_tokens: most } }) =>
      // 0 is no level of its own: it takes what the reserve leaves.
      most === 0
        ? []
        : [{ ...plain(['rolling_summary', 'max_input_tokens'], most, 'tokens'), included: false }],
  },
  end_at_overflow: {
    doing: 'ending at an overflow',
    done: 'run ended',
  },
} as const satisfies ToldStages
