import { expect, test } from 'vitest'
import { presetConfig } from '../../config/index.ts'
import { scenario } from '../../testing/shared-traces.ts'
import { metrics } from './metric/list.ts'
import { run } from './replay/run.ts'

const trace = scenario('support-chat', 3)

test.each(['compaction_first', 'tiered', 'rolling_summary'])(
  'HEALTH-3 %s decides and costs the same when nobody asks what its compressions kept',
  (preset) => {
    const config = { ...presetConfig(preset), max_context_tokens: 4000 }
    const [asked, unasked] = [run(trace, config), run(trace, config, { fidelity: false })]
    const edits = (one: typeof asked) =>
      one.data.edits.map(({ compression, ...edit }) => ({ ...edit, compressed: compression !== null }))
    expect(edits(unasked)).toEqual(edits(asked))
    const figures = (one: typeof asked) => metrics(one).filter(({ id }) => id !== 'questions-kept')
    expect(figures(unasked)).toEqual(figures(asked))
    const questions = ({ data }: typeof asked) =>
      data.edits.reduce((sum, { compression }) => sum + (compression?.probes ?? 0), 0)
    expect(questions(asked)).toBeGreaterThan(0)
    expect(questions(unasked)).toBe(0)
  },
)
