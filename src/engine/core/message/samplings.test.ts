import { expect, test } from 'vitest'
import { samplingsIn } from './samplings.ts'

test('TOK-2 the prompts of a reply for which the model was asked again are those of its messages alone', () => {
  const iterations = [
    { type: 'message', input_tokens: 28, cache_read_input_tokens: 1000, cache_creation_input_tokens: 100 },
    { type: 'advisor_message', input_tokens: 2518 },
    { type: 'message', input_tokens: 12, cache_read_input_tokens: 1250, cache_creation_input_tokens: null },
    { type: 'compaction', input_tokens: 20, cache_read_input_tokens: 52_100 },
    { type: 'fallback_message', inputTokens: 1300, cacheReadInputTokens: 10 },
  ]
  expect(samplingsIn({ input_tokens: 2390, iterations })).toEqual([1128, 1262, 1310])
  expect(samplingsIn({ inputTokens: 2390, raw: { iterations } })).toEqual([1128, 1262, 1310])
  expect(samplingsIn({ iterations: iterations.slice(3, 4) })).toEqual([])
  for (const usage of [null, 3, {}, { iterations: null }, { iterations: [] }, { raw: null }])
    expect(samplingsIn(usage)).toBeNull()
})
