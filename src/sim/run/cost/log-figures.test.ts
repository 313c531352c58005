import { expect, it } from 'vitest'
import { chars4 } from '../../../engine/index.ts'
import { costOfRun, readTrace, run } from '../../index.ts'
import { besideRecorded } from './recorded.ts'

/** One call of Claude Sonnet 4.5, as the API records it. */
function costing(minutes: number, hour: number, more: object = {}): number | undefined {
  const usage = {
    input_tokens: 100,
    cache_read_input_tokens: 1000,
    cache_creation_input_tokens: minutes + hour,
    cache_creation: { ephemeral_5m_input_tokens: minutes, ephemeral_1h_input_tokens: hour },
    output_tokens: 10,
    ...more,
  }
  const text = JSON.stringify({
    request: { model: 'claude-sonnet-4-5', max_tokens: 100, messages: [{ role: 'user', content: 'Go on.' }] },
    response: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-4-5',
      content: [{ type: 'text', text: 'I do.' }],
      stop_reason: 'end_turn',
      usage,
    },
  })
  const timeline = run(readTrace(text), { strategy: 'unmanaged' }, { counter: chars4 })
  return besideRecorded(timeline, costOfRun(timeline.data))?.usd
}

// Per million: 3 dollars of input, 0.30 read, 3.75 and 6 written, 15 of output.
it.each([
  [10_000, 20_000, 0.15825],
  [20_000, 10_000, 0.13575],
  [30_000, 0, 0.11325],
  [0, 30_000, 0.18075],
])(
  'COST-2 %d tokens for five minutes and %d for an hour in one call have a price each',
  (minutes, hour, usd) => {
    expect(costing(minutes, hour)).toBeCloseTo(usd, 10)
  },
)

it('COST-2 a reply for which the model was asked twice costs both prompts', () => {
  const usage = {
    input_tokens: 3000,
    cache_read_input_tokens: 5000,
    iterations: [
      { type: 'message', input_tokens: 2000, cache_read_input_tokens: 1000, output_tokens: 4 },
      { type: 'message', input_tokens: 1000, cache_read_input_tokens: 4000, output_tokens: 6 },
    ],
  }
  expect(costing(0, 0, usage)).toBeCloseTo((3000 * 3 + 5000 * 0.3 + 10 * 15) / 1e6, 10)
})
