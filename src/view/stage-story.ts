import type { Block, BlockType, Tokens } from '../engine/index.ts'
import { counted, tokens, whole } from './format.ts'
import type { Config } from './stage-config.ts'
import { isByHand } from './stage-words.ts'

/** What is told of a block's part in an edit of a stage that ranks nothing. */
export interface StageStory {
  /** What it decides about; a block of another type is nothing to it. */
  readonly about: 'everything' | 'results' | 'calls and results' | 'thinking' | 'arrivals'
  /** What was done to the block, in the past: `snipped`. Null where the verb of the edit says it best. */
  readonly did: string | null
  /** What stands in its place; '' where nothing does, or another sentence says it. */
  readonly stands: string
  /** Who goes first, and what would have kept it. */
  readonly rule: string
  /** Why a block is in the tail that stays, for the middle of a sentence. */
  readonly tail: string
  /** Why a block stayed that neither a gate nor the tail held. */
  readonly otherwise: string
}

/** What a story is told of. */
export interface Part {
  readonly block: Pick<Block, 'type' | 'call'>
  readonly verb: string
  readonly before: Tokens
  readonly after: Tokens
  readonly exact: boolean
}

type Teller = (config: Config, part: Part) => Partial<StageStory>

const WITH_IT = 'it shares a message or a pair of call and result with a block that stays'
const UNTOLD: StageStory = Object.freeze({
  about: 'everything',
  did: null,
  stands: '',
  rule: '',
  tail: 'it is among the newest messages',
  otherwise: WITH_IT,
})

/** Tells of a stage by what its settings say; an article's code goes by rules of its own, of which nothing is said. */
export function stageStory(stage: string, config: Config, part: Part, asWritten: boolean): StageStory {
  const teller = !asWritten && Object.hasOwn(TELLERS, stage) ? TELLERS[stage] : undefined
  const told = teller?.(config, part) ?? {}
  const hand = isByHand(stage) ? { tail: 'it belongs to what was said last' } : {}
  return { ...UNTOLD, ...hand, ...told }
}

const TELLERS: Readonly<Record<string, Teller>> = Object.freeze({
  slide({ atomic_window: settings }) {
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
  trim({ token_trim: { direction, rollback } }) {
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
  persist_results({ tiered: { persist_above_bytes, preview_lines, preview_bytes } }, part) {
    const size = `at most ${counted(preview_lines, 'line')} and ${counted(preview_bytes, 'byte')} (tiered.preview_lines, tiered.preview_bytes)`
    return stored(part, size, `Up to ${counted(persist_above_bytes, 'byte')} it would have stayed whole.`)
  },
  store_results({ tiered_full: { tool_result_characters, preview_bytes } }, part) {
    const size = `at most ${counted(preview_bytes, 'byte')} (${keyed('tiered_full.preview_bytes', preview_bytes)})`
    const short = `Up to ${counted(tool_result_characters, 'character')} it would have stayed whole.`
    return stored(part, size, short)
  },
  cut_results({ tiered: { cut_above_characters: most } }, part) {
    return {
      about: 'arrivals',
      did: 'cut to its head and tail',
      stands: `Of its ${before(part)} tokens, ${after(part)} are left.`,
      rule: `Up to ${counted(most, 'character')} it would have stayed whole.`,
    }
  },
  budget_results({ tiered }, part) {
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
  snip_results: ({ tiered }, part) => snipped('tiered', tiered, part),
  snip_history: ({ tiered_full }, part) => snipped('tiered_full', tiered_full, part),
  microcompact: ({ tiered }, part) => cleared('tiered', tiered.keep_results, part),
  clear_results: ({ tiered_full }, part) => cleared('tiered_full', tiered_full.keep_results, part),
  collapse({ tiered_full: { collapse_keep_messages: keep } }) {
    const key = keyed('tiered_full.collapse_keep_messages', keep)
    return {
      rule: `The last ${counted(keep, 'message')} stay (${key}).`,
      tail: `it is among the last ${counted(keep, 'message')} (${key})`,
    }
  },
  compact: ({ compression: { keep_messages: keep } }) => ({
    tail: `it is among the last ${counted(keep, 'message')} (${keyed('compression.keep_messages', keep)})`,
  }),
  auto_compact: () => CURRENT,
  compact_session: () => CURRENT,
  manual_compact: () => CURRENT,
  manual_compact_session: () => CURRENT,
  manual_summary: () => CURRENT,
  roll_up: () => ({ rule: 'The current exchange stays.', tail: 'it belongs to the current exchange' }),
  manual_reset: () => ({
    did: 'taken out',
    rule: 'Only what arrived in this turn stays, and what it answers.',
    tail: 'it arrived in this turn, or what arrived answers it',
    otherwise: 'it arrived in this turn, what arrived answers it, or the conversation has to open with it',
  }),
  rolling_summary({ rolling_summary: { keep_recent_exchanges: keep } }) {
    const key = keyed('rolling_summary.keep_recent_exchanges', keep)
    return {
      rule: `Beside the current exchange, the newest ones before it stay as far as they fit, ${whole(keep)} at most (${key}).`,
      tail: `it belongs to the newest exchanges, of which ${whole(keep)} stay before the current one where they fit (${key})`,
    }
  },
  clear_thinking({ context_editing: { clear_thinking } }) {
    const { keep_turns: keep } = clear_thinking
    const key = keyed('context_editing.clear_thinking.keep_turns', keep)
    return {
      about: 'thinking',
      stands: 'The client goes on sending it; the model sees nothing of it.',
      rule: `The thinking of the newest ${keep === 1 ? 'turn' : counted(keep, 'turn')} of the assistant stays.`,
      tail: `it belongs to the newest ${keep === 1 ? 'turn' : counted(keep, 'turn')} of the assistant (${key})`,
      otherwise: 'it was cleared before',
    }
  },
  clear_tool_uses({ context_editing: { clear_tool_uses } }, part) {
    const { keep, exclude_tools, clear_tool_inputs } = clear_tool_uses
    const key = keyed('context_editing.clear_tool_uses.keep', keep)
    const excluded = exclude_tools.includes(part.block.call?.name ?? '')
    return {
      about: clear_tool_inputs ? 'calls and results' : 'results',
      stands: `The client goes on sending it; of its ${before(part)} tokens the model sees a notice of ${after(part)}.`,
      rule: `The newest ${counted(keep, 'tool use')} stay (${key}).`,
      tail: `it is among the newest ${counted(keep, 'tool use')} (${key})`,
      otherwise: excluded
        ? 'its tool is excluded (context_editing.clear_tool_uses.exclude_tools)'
        : 'a notice would be no shorter, or it was cleared before',
    }
  },
  server_compact: () => ({
    stands: 'The client goes on sending it; the model sees only the summary.',
    rule: 'Everything of the conversation leaves the prompt; only a call that nothing answers yet stays.',
    otherwise: 'no result answers it yet, or it came afterwards',
  }),
  replay_recorded: () => ({
    tail: 'it came after what the client did',
    otherwise: 'it came after what the client did, or belongs to what did',
  }),
})

const CURRENT: Partial<StageStory> = Object.freeze({
  rule: 'What was said last stays, and what running tool calls need.',
  tail: 'it belongs to what was said last',
})

function snipped(
  section: string,
  {
    snip_keep_per_tool: perTool,
    keep_results: keep,
    snip_tools: tools,
  }: Pick<Config['tiered'], 'snip_keep_per_tool' | 'keep_results' | 'snip_tools'>,
  part: Part,
): Partial<StageStory> {
  const tool = part.block.call?.name ?? ''
  const newest = `the newest ${counted(keep, 'result')} of all tools stay (${keyed(`${section}.keep_results`, keep)})`
  return {
    about: 'results',
    did: 'snipped',
    stands: notice(part),
    rule:
      `What goes is an older read of a file that was read again, and of each tool all but the newest ` +
      `${counted(perTool, 'result')} (${keyed(`${section}.snip_keep_per_tool`, perTool)}); ${newest}.`,
    otherwise: tools.includes(tool)
      ? `no newer result has made it dispensable, or it is one of the newest: ${newest}`
      : `${tool === '' ? 'its tool' : tool} is not among ${section}.snip_tools`,
  }
}

function cleared(section: string, keep: number, part: Part): Partial<StageStory> {
  const newest = `the newest ${counted(keep, 'result')} stay (${keyed(`${section}.keep_results`, keep)})`
  return {
    about: 'results',
    did: part.verb === 'replace' ? 'cleared' : null,
    stands:
      part.verb === 'clear'
        ? `The provider deletes it in place, so that the cached prefix stays valid: of its ${before(part)} tokens the model sees a notice of ${after(part)}.`
        : notice(part),
    rule: `${newest.slice(0, 1).toUpperCase()}${newest.slice(1)}.`,
    otherwise: `${newest}, and what is already cleared or as short as a notice is left`,
  }
}

function stored(part: Part, size: string, rule: string): Partial<StageStory> {
  return part.verb === 'clip'
    ? {
        about: 'arrivals',
        did: 'shown as its first page',
        stands: `It had been stored before and was read back whole; of its ${before(part)} tokens, ${after(part)} are shown.`,
        rule,
      }
    : {
        about: 'arrivals',
        did: 'put into the store',
        stands: `A preview of ${size} stands in its place, with the name to read it by: ${before(part)} tokens became ${after(part)}.`,
        rule,
      }
}

function notice(part: Part): string {
  return `A notice of ${after(part)} tokens stands in place of its ${before(part)}; its call stays.`
}

function before(part: Part): string {
  return tokens(part.before, { exact: part.exact })
}

function after(part: Part): string {
  return tokens(part.after, { exact: part.exact })
}

function staysInAnyCase(names: readonly string[]): string {
  if (names.length === 0) return ''
  const last = names.at(-1) ?? ''
  const all = names.length === 1 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
  return ` ${all.slice(0, 1).toUpperCase()}${all.slice(1)} stay in any case, with what belongs to them.`
}

function keyed(key: string, value: number | string | boolean): string {
  return `${key}: ${value}`
}

function lower(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1)
}

/** Whether a stage decides about blocks of a type. */
export function decidesAbout({ about }: StageStory, type: BlockType): boolean {
  switch (about) {
    case 'everything':
      return true
    case 'results':
      return type === 'tool_result'
    case 'calls and results':
      return type === 'tool_result' || type === 'tool_call'
    case 'thinking':
      return type === 'thinking'
    case 'arrivals':
      return false
  }
}
