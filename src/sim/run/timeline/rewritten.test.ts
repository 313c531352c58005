import { describe, expect, it } from 'vitest'
import { chars4, strategies } from '../../../engine/index.ts'
import { scenario } from '../../../testing/shared-traces.ts'
import { entriesAt, metrics, run, takeIn, unmanagedPeak } from '../../index.ts'
import { rewrittenTokens } from '../../internal.ts'
import type { TimelineData } from '../../index.ts'

/** The windows of two calls side by side, entry by entry: what stood before just so, behind the first that differs. */
function sideBySide({ turns, spans }: TimelineData): number {
  const last = new Map<number, ReturnType<typeof entriesAt>>()
  let total = 0
  for (const { window, points, edits } of turns) {
    const before = last.get(window) ?? []
    const now = entriesAt(spans, points.sent.tick, window)
    last.set(window, now)
    if (edits.length === 0) continue
    const same = (at: number): boolean =>
      before[at]?.block === now[at]?.block && before[at]?.version === now[at]?.version
    let at = 0
    while (at < before.length && same(at)) at++
    const known = new Map(before.slice(at).map((entry) => [entry.block, entry]))
    for (const entry of now.slice(at)) {
      const old = known.get(entry.block)
      if (old?.state === entry.state && old.content === entry.content) total += entry.tokens
    }
  }
  return total
}

describe('tokens that a prompt cache writes anew', () => {
  it('LED-1 are those told by two windows side by side, for every strategy', () => {
    const trace = scenario('axios-migration', 7)
    const intake = takeIn(trace, chars4)
    const max_context_tokens = Math.floor(unmanagedPeak(intake) / 3)
    let most = 0
    for (const strategy of Object.keys(strategies)) {
      const { data } = run(trace, { strategy, max_context_tokens }, { intake })
      const told = sideBySide(data)
      expect(rewrittenTokens(data), strategy).toBe(told)
      expect(metrics({ data }).find(({ id }) => id === 'rewritten-tokens')?.value, strategy).toBe(told)
      most = Math.max(most, told)
    }
    expect(most).toBeGreaterThan(1000)
  })
})
