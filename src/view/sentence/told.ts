import type { HealthAction, StageName } from '../../engine/index.ts'
import { CURRENT, keyed, before, after, snipped, cleared, stored, staysInAnyCase, lower } from './story.ts'
import type { ToldStage } from './story.ts'
import { counted, whole } from './format.ts'
import { rung, longResult, scaled, orange, triggerOf, above, pause, plain } from './level.ts'
import { effectiveWindow, sessionLevel, slideLevel, trimRoom } from '../../engine/internal.ts'

/** Sources of edits other than the stages of the list: the turn loop and an article's code. */
type Besides = 'rewrite' | 'cascade' | 'repair'

/** The description of every stage; a missing one is a compile error. */
const TOLD: Readonly<Record<StageName | Besides, ToldStage>> = Object.freeze({
  evict: {
    doing: 'eviction',
    done: 'evicted',
    levels: orange,
  },
  merge: {
    doing: 'merging near-duplicates',
    done: 'near-duplicates merged',
    levels: orange,
  },
  component_budget: {
    doing: 'the budget of a component',
    done: 'component brought under its budget',
    answers: ['summarize_results'],
    levels: (config) => (config.compression.tool_results === 'never' ? [] : longResult(config)),
  },
  clip: {
    doing: 'clipping',
    done: 'newest results clipped',
  },
  summarize_arrivals: {
    doing: 'summarizing arrivals',
    done: 'long arrivals summarized',
    answers: ['summarize_results'],
    levels: longResult,
  },
  summarize_results: {
    doing: 'summarizing results',
    done: 'long results summarized',
    answers: ['summarize_results'],
    levels: (config, data) => [...rung('tool_result_summarization')(config, data), ...longResult(config)],
  },
  progressive: {
    doing: 'shortening by age',
    done: 'older blocks shortened',
    levels: rung('progressive'),
  },
  compact: {
    doing: 'compaction',
    done: 'conversation compacted',
    answers: ['emergency_compaction'],
    took: 'the conversation',
    story: ({ compression: { keep_messages: keep } }) => ({
      tail: `it is among the last ${counted(keep, 'message')} (${keyed('compression.keep_messages', keep)})`,
    }),
    levels: rung('conversation_compaction'),
  },
  delegate_ahead: {
    doing: 'delegating early',
    done: 'finished subtask handed to a sub-agent',
  },
  delegate: {
    doing: 'delegation',
    done: 'tool work handed to a sub-agent',
    levels: rung('sub_agent'),
  },
  take_notes: {
    doing: 'taking notes',
    done: 'notes taken',
  },
  save_checkpoint: {
    doing: 'saving a checkpoint',
    done: 'checkpoint saved',
    levels: ({ cross_window: { auto_save_threshold: at } }, data) => [
      scaled(['cross_window', 'auto_save_threshold'], at, data),
    ],
  },
  new_window: {
    doing: 'opening a new window',
    done: 'new window opened',
    answers: ['emergency_compaction'],
    levels: ({ compression: { overflow_threshold: at } }, data) => [
      scaled(['compression', 'overflow_threshold'], at, data),
    ],
  },
  carry_notes: {
    doing: 'adding notes',
    done: 'notes replaced',
  },
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
        otherwise:
          'the oldest leave first and enough had left before it, or it is paired with a block that stays',
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
          : `${all}${staysInAnyCase(['system messages', 'the task', 'the newest user message', 'unread results'])}`,
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
        rule: `The current exchange stays, and the newest ones before it as far as they fit, at most ${whole(keep)} (${key}).`,
        tail: `it belongs to the newest exchanges, of which up to ${whole(keep)} before the current one stay (${key})`,
      }
    },
    levels: ({ rolling_summary: { max_input_tokens: most } }) =>
      // 0 has no level of its own: the limit is what the reserve leaves.
      most === 0
        ? []
        : [{ ...plain(['rolling_summary', 'max_input_tokens'], most, 'tokens'), included: false }],
  },
  end_at_overflow: {
    doing: 'ending at overflow',
    done: 'run ended',
  },
  persist_results: {
    doing: 'storing large results',
    done: 'large result stored',
    story({ tiered: { persist_above_bytes, preview_lines, preview_bytes } }, part) {
      const size = `at most ${counted(preview_lines, 'line')} and ${counted(preview_bytes, 'byte')} (tiered.preview_lines, tiered.preview_bytes)`
      return stored(
        part,
        size,
        `Up to ${counted(persist_above_bytes, 'byte')} it would have stayed unchanged.`,
      )
    },
  },
  cut_results: {
    doing: 'cutting long results',
    done: 'long result cut',
    story({ tiered: { cut_above_characters: most } }, part) {
      return {
        about: 'arrivals',
        did: 'cut to its head and tail',
        stands: `Of its ${before(part)} tokens, ${after(part)} are left.`,
        rule: `Up to ${counted(most, 'character')} it would have stayed unchanged.`,
      }
    },
  },
  budget_results: {
    doing: 'budgeting results',
    done: 'results cut to their budget',
    story({ tiered }, part) {
      const { budget_characters, tight_budget_characters, tight_budget_from, budget_from } = tiered
      return {
        about: 'results',
        did: 'cut to its head and tail',
        stands: `Of its ${before(part)} tokens, ${after(part)} are left, cut from the original.`,
        rule:
          `A result may have ${counted(budget_characters, 'character')} from ${keyed('tiered.budget_from', budget_from)} on and ` +
          `${whole(tight_budget_characters)} above ${keyed('tiered.tight_budget_from', tight_budget_from)}; shorter ones stay whole.`,
        otherwise: 'it is no longer than its budget',
      }
    },
    levels({ tiered }, data) {
      const window = effectiveWindow(data, tiered.reserve_tokens)
      return [
        { ...above(['tiered', 'budget_from'], tiered.budget_from, window, 'effective'), included: true },
        above(['tiered', 'tight_budget_from'], tiered.tight_budget_from, window, 'effective'),
      ]
    },
  },
  snip_results: {
    doing: 'snipping outdated results',
    done: 'outdated results snipped',
    story: ({ tiered }, part) => snipped('tiered', tiered, part),
    levels: ({ tiered }, data) => [
      above(
        ['tiered', 'snip_from'],
        tiered.snip_from,
        effectiveWindow(data, tiered.reserve_tokens),
        'effective',
      ),
    ],
  },
  microcompact: {
    doing: 'clearing after a pause',
    done: 'older results cleared after a pause',
    story: ({ tiered }, part) => cleared('tiered', tiered.keep_results, part),
    levels: ({ tiered }) => [pause(['tiered', 'idle_minutes'], tiered.idle_minutes)],
  },
  auto_compact: {
    doing: 'auto-compact',
    done: 'history summarized',
    story: () => CURRENT,
    levels: ({ tiered }, data) => [
      above(
        ['tiered', 'auto_compact_from'],
        tiered.auto_compact_from,
        effectiveWindow(data, tiered.reserve_tokens),
        'effective',
      ),
    ],
  },
  store_results: {
    doing: 'storing long results',
    done: 'long result stored',
    story({ tiered_full: { tool_result_characters, preview_bytes } }, part) {
      const size = `at most ${counted(preview_bytes, 'byte')} (${keyed('tiered_full.preview_bytes', preview_bytes)})`
      const short = `Up to ${counted(tool_result_characters, 'character')} it would have stayed unchanged.`
      return stored(part, size, short)
    },
  },
  snip_history: {
    doing: 'snipping outdated results',
    done: 'outdated results snipped',
    story: ({ tiered_full }, part) => snipped('tiered_full', tiered_full, part),
    levels: ({ tiered_full }, { limit }) => [
      above(['tiered_full', 'snip_from'], tiered_full.snip_from, limit, 'limit'),
    ],
  },
  clear_results: {
    doing: 'clearing older results',
    done: 'older results cleared',
    story: ({ tiered_full }, part) => cleared('tiered_full', tiered_full.keep_results, part),
    levels: ({ tiered_full }, { limit }) => [
      pause(['tiered_full', 'cache_minutes'], tiered_full.cache_minutes),
      above(['tiered_full', 'clear_from'], tiered_full.clear_from, limit, 'limit'),
    ],
  },
  collapse: {
    doing: 'folding',
    done: 'older messages folded',
    story({ tiered_full: { collapse_keep_messages: keep } }) {
      const key = keyed('tiered_full.collapse_keep_messages', keep)
      return {
        rule: `The last ${counted(keep, 'message')} stay (${key}).`,
        tail: `it is among the last ${counted(keep, 'message')} (${key})`,
      }
    },
    levels: ({ tiered_full }, { limit }) => [
      above(['tiered_full', 'collapse_from'], tiered_full.collapse_from, limit, 'limit'),
    ],
  },
  compact_session: {
    doing: 'auto-compact',
    done: 'session summarized',
    endsAtReserve: true,
    story: () => CURRENT,
    levels({ tiered_full: { compact_at, compact_share, compact_margin_tokens } }, { limit }) {
      const level = {
        compactAt: compact_at,
        compactShare: compact_share,
        compactMarginTokens: compact_margin_tokens,
      }
      const at = sessionLevel({ limit, reserve: 0 }, level)
      if (compact_at === 'share')
        return [{ ...above(['tiered_full', 'compact_share'], compact_share, limit, 'limit'), at }]
      const path = ['tiered_full', 'compact_margin_tokens']
      return [{ ...plain(path, compact_margin_tokens, 'tokens'), at, included: false }]
    },
  },
  manual_summary: {
    doing: 'a person',
    done: 'history summarized by hand',
    story: () => CURRENT,
  },
  manual_reset: {
    doing: 'a person',
    done: 'window reset by hand',
    story: () => ({
      did: 'removed',
      rule: 'Only blocks that arrived in this turn stay, and what they answer.',
      tail: 'it arrived in this turn, or what arrived answers it',
      otherwise: 'it arrived in this turn, what arrived answers it, or the conversation must begin with it',
    }),
  },
  roll_up: {
    doing: 'a person',
    done: 'history summarized by hand',
    story: () => ({ rule: 'The current exchange stays.', tail: 'it belongs to the current exchange' }),
  },
  manual_compact: {
    doing: 'a person',
    done: 'history summarized by hand',
    story: () => CURRENT,
  },
  manual_compact_session: {
    doing: 'a person',
    done: 'session summarized by hand',
    story: () => CURRENT,
  },
  clear_thinking: {
    doing: 'the provider’s clearing of thinking',
    done: 'older thinking cleared by the provider',
    story({ context_editing: { clear_thinking } }) {
      const { keep_turns: keep } = clear_thinking
      const key = keyed('context_editing.clear_thinking.keep_turns', keep)
      return {
        about: 'thinking',
        stands: 'The client keeps sending it; the model does not see it.',
        rule: `The thinking of the newest ${keep === 1 ? 'turn' : counted(keep, 'turn')} of the assistant stays.`,
        tail: `it belongs to the newest ${keep === 1 ? 'turn' : counted(keep, 'turn')} of the assistant (${key})`,
        otherwise: 'it was cleared before',
      }
    },
  },
  clear_tool_uses: {
    doing: 'the provider’s clearing of tool results',
    done: 'older tool results cleared by the provider',
    endsAtReserve: true,
    story({ context_editing: { clear_tool_uses } }, part) {
      const { keep, exclude_tools, clear_tool_inputs } = clear_tool_uses
      const key = keyed('context_editing.clear_tool_uses.keep', keep)
      const excluded = exclude_tools.includes(part.block.call?.name ?? '')
      return {
        about: clear_tool_inputs ? 'calls and results' : 'results',
        stands: `The client keeps sending it; instead of its ${before(part)} tokens the model sees a notice of ${after(part)}.`,
        rule: `The newest ${counted(keep, 'tool use')} stay (${key}).`,
        tail: `it is among the newest ${counted(keep, 'tool use')} (${key})`,
        otherwise: excluded
          ? 'its tool is excluded (context_editing.clear_tool_uses.exclude_tools)'
          : 'a notice would be no shorter, or it was cleared before',
      }
    },
    levels: ({ context_editing: { clear_tool_uses } }, { limit }) =>
      clear_tool_uses.trigger_type === 'tool_uses'
        ? []
        : [triggerOf(['context_editing', 'clear_tool_uses'], clear_tool_uses, limit)],
  },
  server_compact: {
    doing: 'the provider’s compaction',
    done: 'conversation summarized by the provider',
    endsAtReserve: true,
    story: () => ({
      stands: 'The client keeps sending it; the model sees only the summary.',
      rule: 'The whole conversation leaves the prompt except calls without a result.',
      otherwise: 'it has no result yet, or it arrived later',
    }),
    levels: ({ context_editing: { compact } }, { limit }) => [
      triggerOf(['context_editing', 'compact'], compact, limit),
    ],
  },
  replay_recorded: {
    doing: 'the log’s own client',
    done: 'done by the log’s own client',
    story: () => ({
      tail: 'it arrived after the client’s edit',
      otherwise: 'it arrived after the client’s edit, or is paired with such a block',
    }),
  },
  rewrite: { doing: 'a person', done: 'text rewritten by hand' },
  cascade: { doing: 'the cascade', done: 'asked for summaries' },
  repair: { doing: 'a repair', done: 'repaired' },
})

/** The description of a stage by its name in a timeline; undefined for an unknown one. */
export function toldOf(stage: string): ToldStage | undefined {
  return Object.hasOwn(TOLD, stage) ? TOLD[stage as keyof typeof TOLD] : undefined
}

/** Stages that react to an alert, by its action. */
export function stagesAnswering(action: HealthAction): string[] {
  return Object.keys(TOLD).filter((stage) => toldOf(stage)?.answers?.includes(action))
}
