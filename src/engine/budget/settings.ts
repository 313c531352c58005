import type { Component } from '../core/message/block.ts'
import type { Ratio } from '../core/units.ts'
import { count, share } from '../core/setting.ts'
import type { NumberSetting, SettingsOf, SettingsSpec, WrittenOf } from '../core/setting.ts'

function allocation(value: number, meaning: string, max = 1): NumberSetting {
  return {
    kind: 'number',
    default: value,
    min: 0,
    max,
    integer: false,
    usual: [0, Math.min(max, 0.8)],
    unit: 'share of the limit',
    meaning,
  }
}

/**
 * Settings of the budget (“Agent Context Window Management”, 5; BUD-1, BUD-4, BUD-7). The reserve is always enforced;
 * the other shares are a plan, which `enforce` can turn into limits.
 */
export const budgetSpec = Object.freeze({
  allocations: {
    kind: 'group',
    meaning: 'The share of each component; they should sum to 1.',
    settings: {
      system_prompt: allocation(0.06, 'Planned for the system prompt.'),
      tool_definitions: allocation(0.04, 'Planned for tool definitions.'),
      message_history: allocation(0.65, 'Planned for messages, thinking, calls and summaries.'),
      tool_results: allocation(0.12, 'Planned for tool results.'),
      memory_injection: allocation(0.08, 'Planned for injected memories.'),
      // More than a quarter would be cut back to a quarter by the reserve rule (BUD-3).
      output_reserved: allocation(0.05, 'Reserved for the reply, at least 4096 tokens.', 0.25),
    },
  },
  soft_limit_pct: {
    kind: 'number',
    default: 0.8,
    min: 0,
    max: 1,
    integer: false,
    usual: [0.5, 1],
    unit: 'share of an allocation',
    meaning: 'From this share on, a component is nearly used up.',
  },
  enforce: {
    kind: 'choice',
    default: 'global',
    choices: {
      global: 'only the window as a whole is kept within its limit; components warn',
      per_component: 'a component over its allocation is reduced, too',
    },
    meaning: 'Whether an allocation only warns or is enforced.',
  },
  burn_window: count(
    20,
    [1, 1_000],
    'turns',
    [5, 50],
    'The burn rate is the mean of the tokens that arrived per turn over this many turns, in all and by component: how fast a budget is used up over many turns. Velocity is the same mean over fewer turns.',
  ),
  critical_turns: count(
    3,
    [0, 1_000],
    'turns',
    [1, 10],
    'A component that is used up in fewer turns is critical.',
  ),
  warning_turns: count(
    10,
    [0, 1_000],
    'turns',
    [3, 30],
    'A component that is used up in fewer turns is a warning.',
  ),
  counting_margin: share(
    0.05,
    'count',
    [0, 0.3],
    'Added to an estimated count before the overflow check; 0 for exact counters.',
  ),
} as const satisfies SettingsSpec)

/** Settings of the budget, in the engine's spelling; the allocations by component. */
export interface BudgetSettings extends Omit<SettingsOf<typeof budgetSpec>, 'allocations'> {
  /** Share of the limit planned for each component; the rest is the reserve for the reply. */
  readonly shares: Readonly<Record<Component, Ratio>>
  readonly reserveShare: Ratio
}

/** The plan of a budget by component, from its allocations by the keys of the YAML. */
export function planOf(
  allocations: WrittenOf<typeof budgetSpec>['allocations'],
): Pick<BudgetSettings, 'shares' | 'reserveShare'> {
  return {
    shares: {
      system: allocations.system_prompt,
      tools: allocations.tool_definitions,
      history: allocations.message_history,
      results: allocations.tool_results,
      memory: allocations.memory_injection,
    },
    reserveShare: allocations.output_reserved,
  }
}
