import type { SettingsSpec } from '../../core/setting.ts'
import { asWrittenStrategies } from '../../as-written/strategies.ts'
import { limitSetting } from '../../core/window/limit.ts'
import { strategies } from './list.ts'

/** Settings at the top of a config: who manages the window, and how large it is (CONF-4). */
export const strategySpec: SettingsSpec = Object.freeze({
  strategy: {
    kind: 'choice',
    default: 'managed',
    choices: Object.fromEntries(
      [...Object.values(strategies), ...Object.values(asWrittenStrategies)].map(({ name, meaning }) => [
        name,
        meaning,
      ]),
    ),
    meaning: 'What manages the window.',
  },
  max_context_tokens: limitSetting,
})
