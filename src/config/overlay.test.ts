import { describe, expect, test } from 'vitest'
import { completeConfig } from './complete.ts'
import { differing, overlaid } from './overlay.ts'
import { presetConfig, presets } from './preset/list.ts'

describe('overlaid', () => {
  test('CONF-4 a lane changes single keys at any depth and keeps the rest below', () => {
    const below = {
      strategy: 'context_editing',
      context_editing: { clear_tool_uses: { keep: 5, trigger_share: 0.4 }, compact: { enabled: true } },
    } as const
    expect(overlaid(below, { context_editing: { clear_tool_uses: { keep: 1 } } })).toEqual({
      strategy: 'context_editing',
      context_editing: { clear_tool_uses: { keep: 1, trigger_share: 0.4 }, compact: { enabled: true } },
    })
    expect(below.context_editing.clear_tool_uses.keep).toBe(5)
  })

  test('CONF-4 a cascade and a list are replaced as a whole, and undefined changes nothing', () => {
    const below = {
      compression: { cascade: { '0.75': 'progressive' }, keep_messages: 4 },
      eviction: { protected_types: ['thinking'] },
    } as const
    expect(
      overlaid(below, {
        compression: { cascade: { '0.9': 'sub_agent' }, keep_messages: undefined },
        eviction: { protected_types: [] },
      }),
    ).toEqual({
      compression: { cascade: { '0.9': 'sub_agent' }, keep_messages: 4 },
      eviction: { protected_types: [] },
    })
  })
})

test('CONF-4 the weights of another policy replace those below, which name other signals', () => {
  const below = { eviction: { policy: 'priority', weights: { explicit: 0.8, recency: 0.2 } } } as const
  const config = { eviction: { policy: 'fifo', weights: { recency: 1 } } } as const
  expect(overlaid(below, differing(below, config))).toEqual(config)
  expect(differing(below, config)).toEqual(config)
  expect(overlaid(below, { eviction: { policy: 'priority', weights: { recency: 0.3 } } })).toEqual({
    eviction: { policy: 'priority', weights: { explicit: 0.8, recency: 0.3 } },
  })
})

test.each(presets)(
  'CONF-4 the difference between the default and %s, laid over the default, is that preset',
  (name) => {
    const below = completeConfig({})
    const config = completeConfig(presetConfig(name))
    const overlay = differing(below, config)
    expect(completeConfig(overlaid(below, overlay))).toEqual(config)
    expect(differing(config, config)).toEqual({})
    expect(JSON.stringify(overlay).length).toBeLessThan(JSON.stringify(config).length / 2)
  },
)
