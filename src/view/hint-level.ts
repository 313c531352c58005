import {
  effectiveWindow,
  floorShare,
  scaleToUsable,
  sessionLevel,
  slideLevel,
  trimRoom,
} from '../engine/index.ts'
import type { Ratio } from '../engine/index.ts'
import type { ActingStage, TimelineData } from '../sim/index.ts'
import { askedStages } from './hint-seen.ts'
import { stageConfig } from './stage-config.ts'
import type { Config } from './stage-config.ts'

/** A setting from which on something acts, or is told. */
export interface Level {
  readonly path: readonly string[]
  /** As it is written. */
  readonly value: number
  /** In the unit of what it is compared with. */
  readonly at: number
  readonly measure: Measure
  /** Whether the level itself counts as reached; else only what is above it, or below it for `fidelity`. */
  readonly included: boolean
  /** What the written value is a share of; null for a plain amount. */
  readonly of: 'limit' | 'effective' | 'budget' | 'component' | 'used' | 'questions' | null
  /** The stage that compares; null for what the turn loop itself reads. */
  readonly stage: string | null
}

export type Measure =
  | 'tokens'
  | 'zone'
  | 'messages'
  | 'minutes'
  | 'result'
  | 'component'
  | 'utilization'
  | 'eviction_rate'
  | 'bloat'
  | 'fidelity'

export type LevelData = Pick<
  TimelineData,
  | 'spec'
  | 'set'
  | 'model'
  | 'limit'
  | 'reserve'
  | 'thresholds'
  | 'exact'
  | 'blocks'
  | 'spans'
  | 'turns'
  | 'edits'
>

/** What a stage compares its readings with. */
type Source = Omit<Level, 'stage'>
type Reader = (config: Config, data: LevelData) => readonly Source[]

/** By stage; one that compares nothing that a run records is not listed. */
const LEVELS: Readonly<Record<string, Reader>> = Object.freeze({
  summarize_arrivals: longResult,
  component_budget: (config) => (config.compression.tool_results === 'never' ? [] : longResult(config)),
  summarize_results: (config, data) => [
    ...rung('tool_result_summarization')(config, data),
    ...longResult(config),
  ],
  progressive: rung('progressive'),
  compact: rung('conversation_compaction'),
  delegate: rung('sub_agent'),
  merge: orange,
  evict: orange,
  save_checkpoint: ({ cross_window: { auto_save_threshold: at } }, data) => [
    scaled(['cross_window', 'auto_save_threshold'], at, data),
  ],
  new_window: ({ compression: { overflow_threshold: at } }, data) => [
    scaled(['compression', 'overflow_threshold'], at, data),
  ],
  slide({ atomic_window: { max_messages, max_tokens, token_aware, token_threshold } }, { limit }) {
    const path = ['atomic_window', 'max_messages']
    const messages = { ...plain(path, max_messages, 'messages'), included: false }
    if (!token_aware) return [messages]
    const level = { maxTokens: max_tokens, tokenThreshold: token_threshold }
    const { most, tokens: at } = slideLevel(level, limit)
    const of = most === limit ? 'limit' : 'budget'
    return [messages, { ...above(['atomic_window', 'token_threshold'], token_threshold, most, of), at }]
  },
  trim({ token_trim: { max_tokens, reserve } }, { limit }) {
    const { limit: most, room: at } = trimRoom({ maxTokens: max_tokens, reserve }, limit, limit)
    return max_tokens === 0
      ? [{ ...above(['token_trim', 'reserve'], reserve, most, 'limit'), at }]
      : [{ ...plain(['token_trim', 'max_tokens'], max_tokens, 'tokens'), at, included: false }]
  },
  budget_results({ tiered }, data) {
    const window = effectiveWindow(data, tiered.reserve_tokens)
    return [
      { ...above(['tiered', 'budget_from'], tiered.budget_from, window, 'effective'), included: true },
      above(['tiered', 'tight_budget_from'], tiered.tight_budget_from, window, 'effective'),
    ]
  },
  snip_results: ({ tiered }, data) => [
    above(
      ['tiered', 'snip_from'],
      tiered.snip_from,
      effectiveWindow(data, tiered.reserve_tokens),
      'effective',
    ),
  ],
  microcompact: ({ tiered }) => [pause(['tiered', 'idle_minutes'], tiered.idle_minutes)],
  auto_compact: ({ tiered }, data) => [
    above(
      ['tiered', 'auto_compact_from'],
      tiered.auto_compact_from,
      effectiveWindow(data, tiered.reserve_tokens),
      'effective',
    ),
  ],
  snip_history: ({ tiered_full }, { limit }) => [
    above(['tiered_full', 'snip_from'], tiered_full.snip_from, limit, 'limit'),
  ],
  clear_results: ({ tiered_full }, { limit }) => [
    pause(['tiered_full', 'cache_minutes'], tiered_full.cache_minutes),
    above(['tiered_full', 'clear_from'], tiered_full.clear_from, limit, 'limit'),
  ],
  collapse: ({ tiered_full }, { limit }) => [
    above(['tiered_full', 'collapse_from'], tiered_full.collapse_from, limit, 'limit'),
  ],
  compact_session({ tiered_full: { compact_at, compact_share, compact_margin_tokens } }, { limit }) {
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
  rolling_summary: ({ rolling_summary: { max_input_tokens: most } }) =>
    // 0 is no level of its own: it takes what the reserve leaves.
    most === 0
      ? []
      : [{ ...plain(['rolling_summary', 'max_input_tokens'], most, 'tokens'), included: false }],
  clear_tool_uses: ({ context_editing: { clear_tool_uses } }, { limit }) =>
    clear_tool_uses.trigger_type === 'tool_uses'
      ? []
      : [triggerOf(['context_editing', 'clear_tool_uses'], clear_tool_uses, limit)],
  server_compact: ({ context_editing: { compact } }, { limit }) => [
    triggerOf(['context_editing', 'compact'], compact, limit),
  ],
})

/** What is read in every turn of any run, whatever its strategy. */
const ALWAYS: Reader = ({ pressure, budget, health_monitoring: { alerts, metrics } }, data) => [
  ...(['yellow', 'orange', 'red'] as const).map((zone) => ({
    ...scaled(['pressure', 'thresholds', zone], pressure.thresholds[zone], data),
    measure: 'zone' as const,
  })),
  { ...plain(['budget', 'soft_limit_pct'], budget.soft_limit_pct, 'component'), of: 'component' },
  ...ALERTS.flatMap(({ metric, key, measure, of }): readonly Source[] =>
    metrics.includes(metric)
      ? [{ ...plain(['health_monitoring', 'alerts', key], alerts[key], measure), included: false, of }]
      : [],
  ),
]

/** Alerts that one figure of a turn raises by itself. */
const ALERTS = [
  { metric: 'utilization', key: 'utilization_critical', measure: 'utilization', of: 'limit' },
  { metric: 'eviction_rate', key: 'eviction_rate_warning', measure: 'eviction_rate', of: null },
  { metric: 'fidelity_score', key: 'fidelity_warning', measure: 'fidelity', of: 'questions' },
  { metric: 'tool_result_bloat', key: 'tool_bloat_warning', measure: 'bloat', of: 'used' },
] as const

/** Stages that act at the reserve at the latest, however high their own level is. */
const BELOW_RESERVE: ReadonlySet<string> = new Set([
  'slide',
  'trim',
  'compact_session',
  'rolling_summary',
  'clear_tool_uses',
  'server_compact',
])

function orange({ pressure: { thresholds } }: Config, data: LevelData): readonly Source[] {
  return [scaled(['pressure', 'thresholds', 'orange'], thresholds.orange, data)]
}

/** A step of the cascade acts from the share that it stands at; what is listed nowhere has no level. */
function rung(step: string): Reader {
  return ({ compression: { cascade } }, data) =>
    Object.entries(cascade).flatMap(([share, steps]) =>
      [steps].flat().some((one) => one === step)
        ? [scaled(['compression', 'cascade', share], Number(share), data)]
        : [],
    )
}

function longResult({ compression: { summarization_threshold_tokens: at } }: Config): readonly Source[] {
  return [{ ...plain(['compression', 'summarization_threshold_tokens'], at, 'result'), included: false }]
}

/** A share of the limit that is scaled to the window and counts from itself on (PRES-1). */
function scaled(path: readonly string[], value: Ratio, { limit, reserve }: LevelData): Source {
  const at = scaleToUsable(value, limit, reserve) * limit
  return { path, value, at, measure: 'tokens', included: true, of: 'limit' }
}

/** A share of so many tokens; reached by what is above it. `whole`: cut off to whole tokens. */
function above(path: readonly string[], value: Ratio, base: number, of: Level['of'], whole = false): Source {
  const at = whole ? floorShare(value, base) : value * base
  return { path, value, at, measure: 'tokens', included: false, of }
}

function plain(path: readonly string[], value: number, measure: Measure): Source {
  return { path, value, at: value, measure, included: true, of: null }
}

function pause(path: readonly string[], minutes: number): Source {
  return { ...plain(path, minutes, 'minutes'), included: false }
}

function triggerOf(
  section: readonly string[],
  { trigger, trigger_share }: { readonly trigger: number; readonly trigger_share: Ratio },
  limit: number,
): Source {
  if (trigger === 0) return above([...section, 'trigger_share'], trigger_share, limit, 'limit', true)
  return { ...plain([...section, 'trigger'], trigger, 'tokens'), included: false }
}

/** Every level that a run compares its readings with, those of its stages first. */
export function levelsOf(data: LevelData): readonly Level[] {
  const own = askedStages(data).flatMap((acting) => levelsOfStage(data, acting))
  const taken = new Set(own.map(({ path }) => path.join('.')))
  const always = ALWAYS(data.spec.config, data).map((source): Level => ({ ...source, stage: null }))
  // Where eviction acts from orange on, that is what orange is for; the zone of that name has no say of its own.
  return [...own, ...always.filter(({ path }) => !taken.has(path.join('.')))]
}

function levelsOfStage(data: LevelData, { stage, at }: ActingStage): readonly Level[] {
  const read = Object.hasOwn(LEVELS, stage) ? LEVELS[stage] : undefined
  if (read === undefined) return []
  const { config, step, at: written } = stageConfig(data, stage)
  const most = data.limit - data.reserve
  return read(config, data).map((found): Level => {
    // No stage lets a request take what the answer needs (BUD-3).
    const source =
      BELOW_RESERVE.has(stage) && found.measure === 'tokens'
        ? { ...found, at: Math.min(found.at, most) }
        : found
    if (step === null) return { ...source, stage }
    // A step may say itself from where on it acts, in place of the sections.
    const moved = written !== null && at !== null && source.measure === 'tokens'
    if (moved) return { ...scaled(['pipeline', String(step), 'at'], written, data), stage }
    return { ...source, path: pathIn(data, step, source.path), stage }
  })
}

/** Where a value is written that a step may say itself. */
function pathIn({ spec }: LevelData, step: number, path: readonly string[]): readonly string[] {
  let value: unknown = spec.config.pipeline[step]?.with
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return path
    value = (value as Readonly<Record<string, unknown>>)[key]
  }
  return ['pipeline', String(step), 'with', ...path]
}
