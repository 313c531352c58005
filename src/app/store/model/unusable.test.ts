import { expect, it } from 'vitest'
import { completeConfig } from '../../../config/index.ts'
import { runAsync } from '../../../sim/index.ts'
import { ModelFailure } from '../../../engine/index.ts'
import { conversation } from '../../../testing/conversation.ts'
import { traceOf } from '../../../testing/trace.ts'
import type { CallRecord } from './call-list.ts'
import { unusable, unusableAnswers } from './unusable.ts'
import { APPROVAL_TEXT, MODEL_TEXT } from './words.ts'

it.each([
  ['refusal', 'half', 'refused'],
  ['max_tokens', 'half', 'cut-off'],
  ['model_context_window_exceeded', 'half', 'cut-off'],
  ['end_turn', ' \n', 'empty'],
  ['end_turn', 'whole', null],
  [null, 'whole', null],
])('COMP-3 a reply that ends with %s and says “%s” is %s', (stopReason, text, why) => {
  expect(unusable({ stopReason, content: [{ type: 'text', text }] })).toBe(why)
})

it('LLM-1 the answers that could not be used are counted per lane, with their model and every reason once', async () => {
  const trace = traceOf(conversation('user: 900 chars\nassistant: 300 chars\n'.repeat(14)))
  const config = completeConfig({
    max_context_tokens: 2000,
    compression: { cascade: { '0.5': 'conversation_compaction' } },
  })
  let asked = 0
  const { data } = await runAsync(trace, config, {
    llm: async () => {
      asked += 1
      if (asked === 1) throw new ModelFailure('error', 'refused')
      return { text: asked === 2 ? '' : 'what was said' }
    },
  })
  expect(data.asks.length).toBeGreaterThan(2)
  const model = 'claude-haiku-4-5'
  const record = (at: number, stopReason: string, text: string) => {
    const { kind, turn } = data.asks[at] as (typeof data.asks)[number]
    return {
      about: MODEL_TEXT.asks(kind, 'Managed', turn),
      call: { model, purpose: 'ask', maxTokens: 3072 },
      reply: { stopReason, content: [{ type: 'text', text }] },
      problem: null,
    } as unknown as CallRecord
  }
  const lanes = { lanes: [{ label: 'Managed', data }] } as never
  const by = { lanes: [{ policy: 'default', gates: 'on', answeredBy: model }] } as const
  const found = unusableAnswers(lanes, by, [record(0, 'max_tokens', 'h'), record(1, 'end_turn', '')])
  expect(found).toEqual([
    {
      lane: 'Managed',
      model,
      count: 2,
      of: data.asks.length,
      why: ['cut off at 3,072 tokens', 'without a text'],
    },
  ])
  expect(found.map(APPROVAL_TEXT.unusable)).toEqual([
    `Managed: 2 of ${data.asks.length} answers of claude-haiku-4-5 could not be used, cut off at 3,072 tokens or without a text. Its figures tell what happens without them, not what the strategy does.`,
  ])
  // The mock fails only if a person wants it to.
  expect(unusableAnswers(lanes, { lanes: [{ policy: 'default', gates: 'on' }] }, [])).toEqual([])
})
