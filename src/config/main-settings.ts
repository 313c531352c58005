import { stageNamed } from '../engine/internal.ts'
import type { Config } from './config.ts'
import { ALWAYS_READ, sectionsRead } from './declaration.ts'
import { expandedConfig } from './expand.ts'
import { settingRows } from './reference.ts'
import type { SettingRow } from './reference.ts'

/** Settings that vary unless a person chooses: a few dozen tries cover no more. */
const MOST = 5

/**
 * The numbers that change cost and needed context most, the strongest of each strategy first, as measured on the scenario
 * long-coding from one end of their usual range to the other.
 */
export const MAIN_SETTINGS: readonly string[] = [
  'eviction.target',
  'pressure.thresholds.orange',
  'compression.compaction_utilization_threshold',
  'compression.overflow_threshold',
  'eviction.horizon_turns',
  'eviction.min_free_share',
  'eviction.user_share',
  'cross_window.bootstrap_tokens',
  'compression.notes_tokens',
  'cross_window.milestone_turns',
  'tiered.snip_from',
  'tiered.keep_results',
  'tiered.snip_keep_per_tool',
  'tiered.cut_above_characters',
  'tiered.auto_compact_from',
  'tiered_full.clear_from',
  'tiered_full.snip_from',
  'tiered_full.keep_results',
  'tiered_full.collapse_from',
  'tiered_full.tool_result_characters',
  'rolling_summary.keep_recent_exchanges',
  'rolling_summary.summary_tokens',
  'context_editing.clear_tool_uses.trigger_share',
  'context_editing.clear_tool_uses.keep',
  'context_editing.clear_tool_uses.clear_at_least',
  'context_editing.clear_thinking.keep_turns',
  'atomic_window.max_messages',
  'atomic_window.min_recent_keep',
  'token_trim.reserve',
]

/** The numbers that the stages of a config read, in the order of the YAML. */
export function numbersRead(config: Config): readonly SettingRow[] {
  const keys = keysRead(config)
  return settingRows().filter(
    ({ key, kind, path }) =>
      kind === 'number' && path.length > 1 && keys.some((one) => key === one || key.startsWith(`${one}.`)),
  )
}

/** The settings that a search varies unless it is told which: of the numbers that the stages read, the five that matter most. */
export function mainSettings(config: Config): readonly SettingRow[] {
  const read = numbersRead(config)
  const main = MAIN_SETTINGS.flatMap((key) => read.find((row) => row.key === key) ?? []).slice(0, MOST)
  return main.length === 0 ? read.slice(0, MOST) : main
}

/** Keys and beginnings of keys. */
function keysRead(config: Config): readonly string[] {
  const steps = expandedConfig(config)?.pipeline
  // An article's code with its defects has no stages of the list.
  if (steps === undefined)
    return [
      ...sectionsRead(config).filter((section) => !ALWAYS_READ.includes(section)),
      'pressure.thresholds.orange',
    ]
  return steps.flatMap(({ stage }) => {
    const entry = stageNamed(stage)
    return [...(entry?.settings ?? []), ...(entry?.begins ?? [])]
  })
}
