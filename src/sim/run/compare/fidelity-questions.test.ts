import { describe, expect, it } from 'vitest'
import { completeConfig } from '../../../config/index.ts'
import { chars4 } from '../../../engine/index.ts'
import { answerable, inPrompt, ORIGINAL, textIndex } from '../../../engine/internal.ts'
import { fidelityQuestions } from './fidelity-questions.ts'
import { run } from '../replay/run.ts'
import { expectEqual, expectSame } from '../../../testing/expect-equal.ts'
import { scenario } from '../../../testing/shared-traces.ts'
import { entriesAt } from '../timeline/recorder.ts'
import type { Timeline } from '../timeline/timeline.ts'
import { unmanagedPeak } from '../../trace/peak.ts'
import { takeIn } from '../../trace/intake.ts'

function managed(strategy: string, share = 3): Timeline {
  const trace = scenario('axios-migration', 7)
  const limit = Math.floor(unmanagedPeak(takeIn(trace, chars4, true)) / share)
  return run(trace, { ...completeConfig({ strategy }), max_context_tokens: limit })
}

function asked(timeline: Timeline, edit: number) {
  const steps = fidelityQuestions(timeline, edit)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

describe.each(['managed', 'rolling_summary', 'tiered_full'])(
  'HEALTH-3 the questions about a compression of %s',
  (strategy) => {
    const timeline = managed(strategy, strategy === 'managed' ? 9 : 3)
    const compressions = timeline.edits.filter(({ compression }) => compression !== null)

    it('HEALTH-3 agree with the record: the same number, and as many answered by the context after it', () => {
      expect(compressions.length).toBeGreaterThan(0)
      for (const { edit, compression } of compressions.slice(0, 12)) {
        const { probes, after } = asked(timeline, edit)
        expect(probes).toHaveLength(compression?.probes ?? -1)
        const index = textIndex(after.map(({ text }) => text).join('\n'))
        expect(probes.filter((probe) => answerable(probe, index))).toHaveLength(compression?.kept ?? -1)
      }
    })

    it('HEALTH-3 come with the whole contexts before and after the edit', () => {
      for (const { edit, tick, window, blocks } of compressions.slice(0, 12)) {
        const { before, after } = asked(timeline, edit)
        for (const [context, at] of [
          [before, tick - 1],
          [after, tick],
        ] as const) {
          const standing = entriesAt(timeline.data.spans, at, window).filter(inPrompt)
          expectEqual(
            context.map(({ block }) => block),
            standing.map(({ block }) => block),
          )
          context.forEach(({ block, text }, place) => {
            const made = (standing[place]?.content ?? ORIGINAL) !== ORIGINAL
            expectSame(text, timeline.textOf(block, made ? at : undefined))
          })
        }
        const was = new Set(before.map(({ block }) => block))
        for (const one of blocks) expectSame(was.has(one.block), one.verb !== 'insert')
      }
    })
  },
)

describe('HEALTH-3 no questions', () => {
  it('HEALTH-3 about an edit that does not exist or compressed nothing', () => {
    const timeline = managed('managed')
    expect(() => asked(timeline, 9999)).toThrow('so none at 9999')
    const other = timeline.edits.find(({ compression }) => compression === null)
    if (other === undefined) throw new Error('every edit compressed something')
    expect(() => asked(timeline, other.edit)).toThrow(`compressed nothing: ${other.edit}`)
  })
})
