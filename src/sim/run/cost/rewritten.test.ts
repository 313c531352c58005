import { describe, expect, it } from 'vitest'
import { chars4, strategies } from '../../../engine/index.ts'
import { expectSame } from '../../../testing/expect-equal.ts'
import { logs, readLog, scenario } from '../../../testing/shared-traces.ts'
import { costOfRun, entriesAt, metrics, run, takeIn, unmanagedPeak } from '../../index.ts'
import { cacheColumns } from '../../internal.ts'
import type { TimelineData, Trace } from '../../index.ts'

const FIVE_MINUTES = 300_000

/** Tokens that a call paid for again because of an edit, computed from all earlier prompts of its window. */
function sideBySide(data: TimelineData): number[] {
  const { calls } = costOfRun(data)
  const sent = new Map<number, { readonly texts: Set<string>; time: number | null }>()
  let pending = 0
  return data.turns.map(({ turn, window, points, time, edits, used, fetched, adjustment = 0 }) => {
    const known = sent.get(window) ?? { texts: new Set<string>(), time }
    const isAlive = time === null || known.time === null || time - known.time <= FIVE_MINUTES
    const entries = entriesAt(data.spans, points.sent.tick, window)
    const rank = (block: number): number => {
      const { type, unexplained } = data.blocks[block] ?? { type: null }
      if (unexplained === true) return 2
      return type === 'tool_definition' ? 0 : type === 'system_prompt' ? 1 : 2
    }
    let at = adjustment
    let again = 0
    const texts = entries
      .toSorted((a, b) => rank(a.block) - rank(b.block) || a.order - b.order)
      .map(({ block, content, state, tokens }) => {
        const text = `${block} ${content} ${state === 'server_cleared'}`
        if (at >= (calls[turn]?.read ?? 0) && known.texts.has(text)) again += tokens
        at += tokens
        return text
      })
    expectSame(at, used)
    for (const text of texts) known.texts.add(text)
    // What was fetched again was sent by the last call of the turn.
    for (const { call, result } of fetched?.again ?? [])
      for (const block of [call, result]) known.texts.add(`${block} -1 false`)
    sent.set(window, { ...known, time })
    const before = edits.filter((edit) => (data.edits[edit]?.tick ?? 0) <= points.sent.tick).length
    const isEdited = pending + before > 0
    pending = edits.length - before
    // The request that did not fit was never sent.
    return isEdited && isAlive && turn !== data.ended?.turn ? again : 0
  })
}

const conversations: readonly (readonly [string, () => Trace])[] = [
  ['axios-migration', () => scenario('axios-migration', 7)],
  // With pauses of more than five minutes.
  ['long-coding', () => scenario('long-coding', 1, { turns: 100, spread: 10 })],
  ...logs
    .filter((file) => /claude-code-compaction|codex/.test(file))
    .map((file) => [file, () => readLog(file)] as const),
]

describe.each(conversations)('tokens rewritten to the prompt cache because of edits: %s', (title, make) => {
  const trace = make()
  const intake = takeIn(trace, chars4)
  const max_context_tokens = Math.floor(unmanagedPeak(intake) / 3)

  it
    .skipIf(title !== 'axios-migration' && title !== 'long-coding')
    .each(title === 'axios-migration' ? Object.keys(strategies) : ['managed', 'evict'])(
    'LED-1 COST-3 agree with a comparison of the prompts, with %s',
    (strategy) => {
      const { data } = run(trace, { strategy, max_context_tokens }, { intake })
      expect(costOfRun(data).calls.map(({ missed }) => missed.edit)).toEqual(sideBySide(data))
    },
  )

  it.each(['evict', 'managed'])(
    'LED-1 COST-6 the metric, the columns and the decisions of %s agree, also across pauses',
    (strategy) => {
      const { data } = run(trace, { strategy, max_context_tokens }, { intake })
      const { calls, missed } = costOfRun(data)
      expect(metrics({ data }).find(({ id }) => id === 'rewritten-tokens')?.value).toBe(missed.edit)
      expect(cacheColumns(data).edited.reduce((sum, one) => sum + one, 0)).toBe(missed.edit)
      for (const { turn, decision } of data.edits) {
        const call = calls[turn]
        if (decision?.rewrites === undefined || call === undefined) continue
        if (call.missed.expired > 0) expect([call.missed.edit, decision.rewrites]).toEqual([0, 0])
        // Cached tokens end at a marker before the first change; a later edit of the turn may remove the tokens after
        // it.
        else if (data.turns[turn]?.edits.length === 1)
          expect(call.missed.edit).toBeGreaterThanOrEqual(decision.rewrites)
        else if (decision.rewrites > 0) expect(call.missed.edit).toBeGreaterThan(0)
      }
    },
  )
})

describe('pauses', () => {
  const timed = scenario('axios-migration', 7)
  const every = (pause: number | null): Trace => ({
    ...timed,
    turns: timed.turns.map((turn, at) => ({ ...turn, time: pause === null ? null : at * pause })),
  })
  const rewritten = (trace: Trace, cold_cache: 'ignore' | 'prefer') => {
    const intake = takeIn(trace, chars4)
    const max_context_tokens = Math.floor(unmanagedPeak(intake) / 3)
    const { data } = run(
      trace,
      { strategy: 'evict', max_context_tokens, eviction: { cold_cache } },
      { intake },
    )
    const { expired, edit } = costOfRun(data).missed
    const decided = data.edits.reduce((sum, { decision }) => sum + (decision?.rewrites ?? 0), 0)
    return { expired: expired > 0, edit: edit > 0, decided: decided > 0 }
  }

  it('LED-1 COST-6 of an hour before each call expire the cache, whatever a decision assumes', () => {
    expect(rewritten(every(3_600_000), 'prefer')).toEqual({ expired: true, edit: false, decided: false })
    // Decisions of older runs, and with `ignore`, also count tokens that the cache had dropped.
    expect(rewritten(every(3_600_000), 'ignore')).toEqual({ expired: true, edit: false, decided: true })
  })

  it('LED-1 COST-6 are unknown in a conversation without times, so that nothing expires', () => {
    for (const cold of ['prefer', 'ignore'] as const)
      expect(rewritten(every(null), cold)).toEqual({ expired: false, edit: true, decided: true })
  })
})
