import type { NumberSetting } from '../setting.ts'

/** `max_context_tokens`: how large a window may be (CONF-4). */
export const limitSetting = Object.freeze<NumberSetting>({
  kind: 'number',
  default: 128_000,
  min: 2_000,
  max: 10_000_000,
  integer: true,
  usual: [8_000, 1_000_000],
  unit: 'tokens',
  meaning: 'The limit of the window and the base of every share.',
})
