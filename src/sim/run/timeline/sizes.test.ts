import { describe, expect, it } from 'vitest'
import { chars4 } from '../../../engine/index.ts'
import type { TokenCounter } from '../../../engine/index.ts'
import type { PartialConfig } from '../../../config/index.ts'
import { scenario } from '../../../testing/shared-traces.ts'
import { run, takeIn, unmanagedPeak } from '../../index.ts'
import { sizeAt } from '../../internal.ts'

const trace = scenario('axios-migration', 5)
const intake = takeIn(trace, chars4, false)
const max_context_tokens = Math.floor(unmanagedPeak(intake) / 2)
/** Another counter, so that no size can be taken from the run. */
const words: TokenCounter = {
  name: 'o200k_base',
  exact: true,
  messageOverhead: 7,
  count: (text) => text.split(' ').length,
}

describe('the size of a request', () => {
  it.each<readonly [string, PartialConfig]>([
    ['unmanaged', {}],
    ['evict', {}],
    ['managed', {}],
    ['tiered', {}],
    ['rolling_summary', {}],
    ['atomic_window', {}],
    ['context_editing', { context_editing: { clear_tool_uses: { clear_tool_inputs: true } } }],
  ])('LED-1 LED-4 by the counter of an uncalibrated run equals the ledger: %s', (strategy, own) => {
    const timeline = run(trace, { strategy, max_context_tokens, ...own }, { intake })
    expect(timeline.edits.length > 0).toBe(strategy !== 'unmanaged')
    expect(timeline.turns.map(({ turn }) => sizeAt(timeline, turn, chars4))).toEqual(
      timeline.turns.map(({ used }) => used),
    )
  })

  it('TOK-5 by another counter equals a run with that counter, including its overhead', () => {
    const timeline = run(trace, { strategy: 'unmanaged', max_context_tokens: 1_000_000 }, { intake })
    const other = run(
      trace,
      { strategy: 'unmanaged', max_context_tokens: 1_000_000 },
      { counter: words, calibrated: false },
    )
    for (const turn of [0, 7, timeline.turns.length - 1])
      expect(sizeAt(timeline, turn, words)).toBe(other.turns[turn]?.used)
  })

  it('of a turn that the run did not reach is refused', () => {
    const timeline = run(trace, { strategy: 'evict', max_context_tokens }, { intake })
    expect(() => sizeAt(timeline, 999, chars4)).toThrow('not 999')
  })
})
