import { effectiveWindow, isStageWith, slideLevel, trimRoom } from '../engine/internal.ts'
import type { Ratio, Tokens } from '../engine/index.ts'
import { scaledPlace, tokensAt } from './limit-line.ts'
import type { LimitLine, LineData, LinePlace } from './limit-line.ts'

/** A line of a strategy, before it is measured. */
type Sketch = Pick<LimitLine, 'key' | 'kind' | 'written' | 'unit' | 'place' | 'range'> &
  Partial<Pick<LimitLine, 'id' | 'path' | 'steps'>> & {
    /** Where it stands, if not where what is written puts it: 0 stands for something else. */
    readonly tokens?: Tokens
  }

type Drawer = (data: LineData) => readonly (Sketch | null)[]

const WHOLE: LimitLine['range'] = { min: 0, max: 1 }

/** What each strategy reads of where it begins to act and where it stops, by its name in the YAML. */
const DRAWERS: Readonly<Record<string, Drawer>> = Object.freeze({
  evict: (data) => [target(data)],
  managed: (data) => [
    target(data),
    ...rungs(data),
    data.spec.config.cross_window.new_window ? handover(data, 'finer') : null,
    saving(data),
  ],
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

/** Where a lane's strategy begins to act, and where it stops, in the order of its settings. */
export function ownLines(data: LineData): LimitLine[] {
  const { strategy } = data.spec.config
  const drawer = Object.hasOwn(DRAWERS, strategy) ? DRAWERS[strategy] : undefined
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

/** Each share of the ladder at which something begins; in it the share is the key. */
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

function handover(data: LineData, kind: 'own' | 'finer'): Sketch {
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

/** A budget in tokens; 0 stands for the most that there can be. */
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

/** Whether a step of the pipeline obeys the section's target rather than one of its own. */
function stopsAtTarget({ spec: { config } }: LineData): boolean {
  return config.pipeline.some(
    ({ stage, with: own }) => isStageWith('aims_at_target', stage) && own.eviction?.target === undefined,
  )
}

function usable({ limit, reserve }: LineData): Tokens {
  return limit - reserve
}
