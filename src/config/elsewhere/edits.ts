import {
  budgetOf,
  effectiveWindow,
  floorShare,
  reserveOf,
  scaleToUsable,
  sessionLevel,
  slideLevel,
  trimRoom,
} from '../../engine/internal.ts'
import type { StrategyName, Tokens } from '../../engine/index.ts'
import type { Config } from '../config.ts'
import { rungsOf } from '../ladder.ts'
import { runSettings } from '../settings.ts'

/** What other libraries can do to a context, with the numbers of a config. Tokens are tokens of the whole prompt. */
export type PlainEdit =
  | {
      readonly kind: 'old_results'
      readonly from: { readonly unit: 'tokens' | 'tool_uses'; readonly value: number }
      /** Newest tool uses whose results stay. */
      readonly keep: number
      readonly atLeast: Tokens
      readonly exclude: readonly string[]
      /** Whether the calls' arguments go too: all, or those of the named tools. */
      readonly inputs: boolean | readonly string[]
    }
  /** Thinking of all but the newest assistant turns; 0 keeps all. */
  | { readonly kind: 'old_thinking'; readonly keepTurns: number }
  | { readonly kind: 'summarize'; readonly from: Tokens; readonly keepMessages: number }
  | { readonly kind: 'trim_tokens'; readonly budget: Tokens; readonly from: 'start' | 'end' | 'middle' }
  | { readonly kind: 'trim_messages'; readonly most: number }

export interface PlainEdits {
  readonly edits: readonly PlainEdit[]
  /** What the strategy does and none of these edits does, as whole sentences. */
  readonly lost: readonly string[]
}

/** The nearest a strategy comes to these edits; null if nothing of it can be expressed. */
type Nearest = (config: Config) => PlainEdits | null

const nothing: Nearest = () => null

/** Tool uses that the providers' and libraries' own clearing keeps by default. */
const KEPT_RESULTS = 3

const NEAREST: Readonly<Record<StrategyName, Nearest>> = {
  managed(config) {
    const rung = rungsOf(config.compression.cascade).find(({ step }) => step === 'conversation_compaction')
    const { lost, edits } = evicted(config)
    return {
      edits: [
        ...edits,
        ...(rung === undefined
          ? []
          : [summary(tokensAt(config, scaled(config, rung.at)), config.compression.keep_messages)]),
      ],
      lost: [...lost, 'Notes, checkpoints, delegation, shortening by age and new windows are left out.'],
    }
  },
  evict: evicted,
  handover: nothing,
  atomic_window(config) {
    const { atomic_window: window, max_context_tokens: limit } = config
    const { tokens } = slideLevel(runSettings(config).atomicWindow, limit)
    const budget = Math.min(tokens, limit - reserve(config))
    return {
      edits: [
        { kind: 'trim_messages', most: window.max_messages },
        ...(window.token_aware ? [{ kind: 'trim_tokens' as const, budget, from: 'start' as const }] : []),
      ],
      lost: [
        ...(window.keep_task ? ['The first user message is not protected.'] : []),
        ...(window.on_drop === 'summarize' ? ['Dropped messages are not summarized.'] : []),
        ...(window.min_turns > 0 ? [`It trims before turn ${window.min_turns} too.`] : []),
      ],
    }
  },
  token_trim(config) {
    const { token_trim: trim, max_context_tokens: limit } = config
    const { room } = trimRoom(runSettings(config).tokenTrim, limit, limit - reserve(config))
    return {
      edits: [{ kind: 'trim_tokens', budget: room, from: trim.direction }],
      lost: trim.rollback || trim.direction === 'end' ? [] : ['The task is not protected.'],
    }
  },
  tiered(config) {
    const { tiered } = config
    const effective = effectiveWindow(sizeOf(config), tiered.reserve_tokens)
    return {
      edits: [
        cleared(floorShare(tiered.snip_from, effective), tiered.keep_results),
        summary(floorShare(tiered.auto_compact_from, effective), 0),
      ],
      lost: [
        'Long results are neither stored nor cut.',
        'All old results are cleared, not only older reads of the same file and older results of the same tool.',
      ],
    }
  },
  tiered_full(config) {
    const { tiered_full: full } = config
    const at = sessionLevel(sizeOf(config), runSettings(config).tieredFull)
    return {
      edits: [cleared(tokensAt(config, full.clear_from), full.keep_results), summary(at, 0)],
      lost: [
        'Long results are not stored, and older reads are not snipped.',
        ...(full.collapse ? ['History is not folded before it is summarized.'] : []),
        'Files and skills do not come back after a summary.',
      ],
    }
  },
  rolling_summary(config) {
    const budget = budgetOf(sizeOf(config), runSettings(config).rollingSummary)
    return {
      // An exchange has at least the user's message and a reply; the current one has the user's message.
      edits: [summary(budget, 2 * config.rolling_summary.keep_recent_exchanges + 1)],
      lost: ['Messages are counted, not exchanges: an exchange with tool calls has more than two.'],
    }
  },
  context_editing({ context_editing: { clear_tool_uses: uses, clear_thinking, compact }, ...config }) {
    const { max_context_tokens: limit } = config
    const ofTokens = (given: number, share: number): Tokens =>
      Math.min(
        given === 0 ? floorShare(share, limit) : given,
        limit - reserveOf(limit, config.budget.allocations.output_reserved),
      )
    const { trigger, trigger_type: unit, trigger_share: share } = uses
    return {
      edits: [
        ...(clear_thinking.enabled
          ? [{ kind: 'old_thinking' as const, keepTurns: clear_thinking.keep_turns }]
          : []),
        ...(uses.enabled
          ? [
              {
                kind: 'old_results' as const,
                from:
                  unit === 'tool_uses'
                    ? { unit, value: trigger === 0 ? DEFAULT_TOOL_USES : trigger }
                    : { unit: 'tokens' as const, value: ofTokens(trigger, share) },
                keep: uses.keep,
                atLeast: uses.clear_at_least,
                exclude: uses.exclude_tools,
                inputs: uses.clear_tool_inputs && (uses.clear_inputs_of.length === 0 || uses.clear_inputs_of),
              },
            ]
          : []),
        ...(compact.enabled ? [summary(ofTokens(compact.trigger, compact.trigger_share), 0)] : []),
      ],
      lost: [],
    }
  },
  unmanaged: () => ({ edits: [], lost: [] }),
  recorded: nothing,
  pipeline: nothing,
}

/** As in the engine: tool uses above which results are cleared if no number is given. */
const DEFAULT_TOOL_USES = 20

/**
 * The nearest edits to a config's strategy. What acts at a share of the window has its tokens here, with thresholds
 * scaled as the engine scales them (PRES-1).
 */
export function plainEdits(config: Config): PlainEdits | null {
  // Broken code of an article is no strategy to take elsewhere.
  const nearest = Object.hasOwn(NEAREST, config.strategy) ? NEAREST[config.strategy as StrategyName] : nothing
  return nearest(config)
}

function evicted(config: Config): PlainEdits {
  const { eviction, pressure } = config
  return {
    edits: [cleared(tokensAt(config, scaled(config, pressure.thresholds.orange)), KEPT_RESULTS)],
    lost: [
      `It does not stop at the target: all tool results leave but the newest ${KEPT_RESULTS}.`,
      'Messages are never evicted, so the prompt can outgrow the window.',
      `The policy ${eviction.policy} and its settings are left out.`,
      ...(eviction.horizon_turns > 0 ? ['It does not wait until an edit pays for the prompt cache.'] : []),
    ],
  }
}

function sizeOf(config: Config): { readonly limit: Tokens; readonly reserve: Tokens } {
  return { limit: config.max_context_tokens, reserve: reserve(config) }
}

function reserve({ max_context_tokens: limit, budget }: Config): Tokens {
  return reserveOf(limit, budget.allocations.output_reserved)
}

/** A share of the limit as the engine takes it: less where the reserve leaves little room (PRES-1). */
function scaled(config: Config, share: number): number {
  return scaleToUsable(share, config.max_context_tokens, reserve(config))
}

function tokensAt({ max_context_tokens: limit }: Config, share: number): Tokens {
  return floorShare(share, limit)
}

function cleared(value: Tokens, keep: number): PlainEdit & { readonly kind: 'old_results' } {
  return {
    kind: 'old_results',
    from: { unit: 'tokens', value },
    keep,
    atLeast: 0,
    exclude: [],
    inputs: false,
  }
}

function summary(from: Tokens, keepMessages: number): PlainEdit {
  return { kind: 'summarize', from, keepMessages }
}
