import {
  named,
  reserveOf,
  scaledThresholds,
  effectiveWindow,
  isStageWith,
  slideLevel,
  trimRoom,
} from '../../engine/internal.ts'
import type { Ratio, StrategyName, Tokens } from '../../engine/index.ts'
import type { TimelineData } from '../../sim/index.ts'
import { inStretches, reserveLine, zonesAndLimit, scaledPlace, tokensAt } from './limit-line.ts'
import type { LimitLine, LineData, LinePlace } from './limit-line.ts'

/**
 * Every line of a picture: the zones, the limit, the reserve's edge, and those of the lane's own strategy; settings
 * changed in mid-run give one line per range of turns.
 */
export function laneLines(data: LineData): LimitLine[] {
  return inStretches(data, (one) => [...zonesAndLimit(one), reserveLine(one), ...ownLines(one)])
}

/** Lines at which nothing is removed yet: where removing stops, where the state is saved, and sizes of budgets. */
const NO_START: ReadonlySet<string> = new Set([
  'eviction.target',
  'cross_window.auto_save_threshold',
  'atomic_window.max_tokens',
  'token_trim.max_tokens',
])

/** Measures of what is no fill of the window: a long result when it arrives, notes that are due. */
const NO_FILL: ReadonlySet<string> = new Set(['result_tokens', 'notes'])

/**
 * The lowest line above which the lane's strategy removed something in every turn of its run, and below which it removed
 * nothing. Null where no line says it: for a number of messages, where something left below all lines, as by a budget of
 * one kind of blocks, and where turns stayed above one without an edit, as in a manager with several thresholds.
 */
export function actsFrom(data: LineData & Pick<TimelineData, 'edits' | 'turns'>): LimitLine | null {
  const evicts = ['managed', 'evict'].includes(data.spec.config.strategy)
  const zones = evicts ? zonesAndLimit(data).filter(({ zone }) => zone === 'orange') : []
  const own = ownLines(data).filter(({ key, tokens }) => tokens > 0 && !NO_START.has(key))
  const edited = new Set(data.edits.flatMap(({ turn, freed }) => (freed > 0 ? [turn] : [])))
  const isTrue = ({ tokens }: LimitLine): boolean =>
    data.edits.every(
      ({ trigger }) =>
        trigger?.cause !== 'level' || NO_FILL.has(trigger.measure) || trigger.used >= Math.floor(tokens),
    ) && data.turns.every(({ turn, points }) => points.sent.used <= tokens || edited.has(turn))
  return [...zones, ...own].toSorted((a, b) => a.tokens - b.tokens).find(isTrue) ?? null
}

/**
 * The lines for a config, before anything has run with it.
 *
 * @param config complete
 * @param limit of the window that all lanes share
 */
export function linesOfConfig(config: LineData['spec']['config'], limit: Tokens): LimitLine[] {
  const reserve = reserveOf(limit, config.budget.allocations.output_reserved)
  const thresholds = scaledThresholds(config.pressure.thresholds, limit, reserve)
  return laneLines({ limit, reserve, thresholds, spec: { config } })
}

/** Two lines of a lane that must keep their order: the config's constraints would refuse it or warn. */
interface Order {
  readonly below: string
  readonly above: string
  /** Whether they may be equal. */
  readonly equal: boolean
}

const [YELLOW, ORANGE, RED] = [
  'pressure.thresholds.yellow',
  'pressure.thresholds.orange',
  'pressure.thresholds.red',
]
const RUNGS = 'compression.cascade'

const ORDERS: readonly Order[] = [
  { below: YELLOW, above: ORANGE, equal: false },
  { below: ORANGE, above: RED, equal: false },
  { below: 'eviction.target', above: ORANGE, equal: false },
  { below: 'eviction.target', above: RUNGS, equal: true },
  { below: ORANGE, above: 'compression.overflow_threshold', equal: false },
]

/**
 * The values between which a line may be moved: the range of its setting, limited by its place and by neighbouring
 * lines whose order must be kept.
 *
 * @param step the minimum distance from a line that must differ
 */
export function lineBounds(
  line: LimitLine,
  lines: readonly LimitLine[],
  step: number,
): { readonly min: number; readonly max: number } {
  let { min, max } = line.range
  // Lines set in mid-run are not neighbours: the text has the initial settings.
  const began = lines.filter((one) => one.from === undefined)
  const keep = (by: { readonly least?: number; readonly most?: number }): void => {
    min = Math.max(min, by.least ?? min)
    max = Math.min(max, by.most ?? max)
  }
  const { from, each, most } = line.place
  if (each > 0) keep({ most: (most - from) / each })
  if (each < 0) keep({ least: (most - from) / each })
  for (const { below, above, equal } of ORDERS) {
    const apart = equal ? 0 : step
    for (const other of began) {
      if (line.key === below && other.key === above) keep({ most: other.written - apart })
      if (line.key === above && other.key === below) keep({ least: other.written + apart })
    }
  }
  if (line.key === RUNGS) {
    // Steps need different shares: two cascade steps at one share would become one.
    for (const other of began) {
      if (other.key !== RUNGS || other.id === line.id) continue
      if (other.written < line.written) keep({ least: other.written + step })
      else keep({ most: other.written - step })
    }
  }
  // An existing value may violate the order; it can be moved to fix that, never further.
  return { min: Math.min(min, line.written), max: Math.max(max, line.written) }
}

/** A line of a strategy, before its position is computed. */
type Sketch = Pick<LimitLine, 'key' | 'kind' | 'written' | 'unit' | 'place' | 'range'> &
  Partial<Pick<LimitLine, 'id' | 'path' | 'steps'>> & {
    /** Its position, if it is not that of the written value: 0 has a special meaning. */
    readonly tokens?: Tokens
  }

type Drawer = (data: LineData) => readonly (Sketch | null)[]

const WHOLE: LimitLine['range'] = { min: 0, max: 1 }

/** The thresholds and targets of each strategy, by its name in the YAML. */
const DRAWERS: { readonly [Name in StrategyName]?: Drawer } = Object.freeze({
  evict: (data) => [target(data)],
  managed: (data) => [target(data), ...rungs(data), handover(data, 'finer'), saving(data)],
  handover: (data) => [handover(data, 'own'), saving(data)],
  atomic_window(data) {
    const { token_aware, max_tokens, token_threshold } = data.spec.config.atomic_window
    if (!token_aware) return []
    const level = { maxTokens: max_tokens, tokenThreshold: token_threshold }
    const { most } = slideLevel(level, data.limit)
    return [
      share('atomic_window.token_threshold', 'own', token_threshold, {
        from: 0,
        each: most,
        most: usable(data),
      }),
      max_tokens === 0 ? null : amount('atomic_window.max_tokens', 'finer', max_tokens, data, data.limit),
    ]
  },
  token_trim(data) {
    const { max_tokens, reserve } = data.spec.config.token_trim
    const { limit: most, room } = trimRoom({ maxTokens: max_tokens, reserve }, data.limit, usable(data))
    return [
      {
        tokens: room,
        ...share('token_trim.reserve', 'own', reserve, { from: most, each: -most, most: usable(data) }),
      },
      max_tokens === 0 ? null : amount('token_trim.max_tokens', 'finer', max_tokens, data, data.limit),
    ]
  },
  tiered(data) {
    const { tiered } = data.spec.config
    const each = effectiveWindow(data, tiered.reserve_tokens)
    const place = { from: 0, each, most: each }
    return [
      share('tiered.auto_compact_from', 'own', tiered.auto_compact_from, place),
      share('tiered.budget_from', 'finer', tiered.budget_from, place),
      share('tiered.snip_from', 'finer', tiered.snip_from, place),
      share('tiered.tight_budget_from', 'finer', tiered.tight_budget_from, place),
    ]
  },
  tiered_full(data) {
    const { limit } = data
    const { tiered_full: full } = data.spec.config
    const place = { from: 0, each: limit, most: limit }
    return [
      full.compact_at === 'share'
        ? share('tiered_full.compact_share', 'own', full.compact_share, { ...place, most: usable(data) })
        : {
            key: 'tiered_full.compact_margin_tokens',
            kind: 'own',
            written: full.compact_margin_tokens,
            unit: 'tokens',
            place: { from: limit, each: -1, most: usable(data) },
            range: { min: 0, max: Math.floor(limit / 2) },
          },
      share('tiered_full.snip_from', 'finer', full.snip_from, place),
      share('tiered_full.clear_from', 'finer', full.clear_from, place),
      full.collapse ? share('tiered_full.collapse_from', 'finer', full.collapse_from, place) : null,
    ]
  },
  rolling_summary(data) {
    const { max_input_tokens: most } = data.spec.config.rolling_summary
    return [amount('rolling_summary.max_input_tokens', 'own', most, data, usable(data))]
  },
  context_editing(data) {
    const { clear_tool_uses: results, compact } = data.spec.config.context_editing
    return [
      results.enabled && results.trigger_type === 'input_tokens'
        ? trigger('context_editing.clear_tool_uses', results, data)
        : null,
      compact.enabled ? trigger('context_editing.compact', compact, data) : null,
    ]
  },
  pipeline: (data) => (stopsAtTarget(data) ? [target(data)] : []),
})

/** The thresholds and targets of a lane's strategy, in the order of its settings. */
function ownLines(data: LineData): LimitLine[] {
  const { strategy } = data.spec.config
  const drawer = named(DRAWERS, strategy)
  return (drawer?.(data) ?? []).flatMap((sketch): LimitLine[] => {
    if (sketch === null) return []
    const { key, written } = sketch
    const tokens = sketch.tokens ?? tokensAt(sketch, written)
    return [{ id: key, path: key.split('.'), ...sketch, zone: null, tokens, share: tokens / data.limit }]
  })
}

function target(data: LineData): Sketch {
  return share('eviction.target', 'own', data.spec.config.eviction.target, scaledPlace(data))
}

/** Each share of the cascade with steps; there, the share is the key. */
function rungs(data: LineData): Sketch[] {
  const { cascade } = data.spec.config.compression
  return Object.entries(cascade)
    .map(([at, steps]) => ({ at, steps: [steps].flat() }))
    .sort((a, b) => Number(a.at) - Number(b.at))
    .map(({ at, steps }, index) => ({
      ...share('compression.cascade', 'finer', Number(at), scaledPlace(data)),
      id: `compression.cascade ${index}`,
      path: ['compression', 'cascade', at],
      steps,
    }))
}

function handover(data: LineData, kind: 'own' | 'finer'): Sketch | null {
  if (!data.spec.config.cross_window.new_window) return null
  return share(
    'compression.overflow_threshold',
    kind,
    data.spec.config.compression.overflow_threshold,
    scaledPlace(data),
  )
}

function saving(data: LineData): Sketch {
  const { auto_save_threshold: at } = data.spec.config.cross_window
  return share('cross_window.auto_save_threshold', 'finer', at, scaledPlace(data))
}

function share(key: string, kind: 'own' | 'finer', written: Ratio, place: LinePlace): Sketch {
  return { key, kind, written, unit: 'share', place, range: WHOLE }
}

/** A budget in tokens; 0 means the maximum possible. */
function amount(
  key: string,
  kind: 'own' | 'finer',
  written: Tokens,
  { limit }: LineData,
  most: Tokens,
): Sketch {
  return {
    key,
    kind,
    written,
    unit: 'tokens',
    place: { from: 0, each: 1, most },
    range: { min: 1, max: limit },
    ...(written === 0 ? { tokens: most } : {}),
  }
}

function trigger(
  section: string,
  { trigger: given, trigger_share: at }: { readonly trigger: Tokens; readonly trigger_share: Ratio },
  data: LineData,
): Sketch {
  if (given > 0) return amount(`${section}.trigger`, 'own', given, data, usable(data))
  return share(`${section}.trigger_share`, 'own', at, { from: 0, each: data.limit, most: usable(data) })
}

/** Whether a step of the pipeline uses the section's target rather than its own. */
function stopsAtTarget({ spec: { config } }: LineData): boolean {
  return config.pipeline.some(
    ({ stage, with: own }) => isStageWith('aims_at_target', stage) && own.eviction?.target === undefined,
  )
}

function usable({ limit, reserve }: LineData): Tokens {
  return limit - reserve
}
