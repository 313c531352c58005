import { expect, it } from 'vitest'
import { chars4 } from '../../../engine/index.ts'
import { readTrace, run, takeIn } from '../../index.ts'
import { costOfRun } from './cost.ts'
import { besideRecorded } from './recorded.ts'

/** A call of Gemini with 10,000 tokens of prompt, of which so many are sound, as its API counts them. */
function paid(model: string, audio: number, cachedAudio: number, output: 'camel' | 'snake' = 'camel') {
  const counts = {
    promptTokenCount: 10_000,
    cachedContentTokenCount: 4_000,
    candidatesTokenCount: 100,
    totalTokenCount: 10_100,
    promptTokensDetails: [
      { modality: 'TEXT', tokenCount: 10_000 - audio },
      ...(audio === 0 ? [] : [{ modality: 'AUDIO', tokenCount: audio }]),
    ],
    cacheTokensDetails: [
      { modality: 'TEXT', tokenCount: 4_000 - cachedAudio },
      { modality: 'AUDIO', tokenCount: cachedAudio },
    ],
  }
  const usageMetadata =
    output === 'camel'
      ? counts
      : (JSON.parse(
          JSON.stringify(counts).replace(/[A-Z](?=[a-z]+[^"]*":)/g, (one) => `_${one.toLowerCase()}`),
        ) as object)
  const said = { role: 'model', parts: [{ text: 'It rains.' }] }
  const log = {
    request: { contents: [{ role: 'user', parts: [{ text: 'What is said?' }] }] },
    response: { modelVersion: model, candidates: [{ content: said }], usageMetadata },
  }
  const trace = readTrace(JSON.stringify(log))
  const timeline = run(
    trace,
    { strategy: 'unmanaged', max_context_tokens: 1_000_000 },
    { intake: takeIn(trace, chars4) },
  )
  return besideRecorded(timeline, costOfRun(timeline.data))?.usd
}

it('COST-2 sound in a prompt of Gemini has a price of its own, read from the cache or not', () => {
  // Google's prices of Gemini 2.5 Flash: text .30 and .03 read, sound 1.00 and .10 read, replies 2.50 a million.
  const reply = 100 * 2.5
  expect(paid('gemini-2.5-flash', 0, 0)).toBeCloseTo((6_000 * 0.3 + 4_000 * 0.03 + reply) / 1e6, 10)
  const withSound = (1_000 * 0.3 + 5_000 * 1 + 3_000 * 0.03 + 1_000 * 0.1 + reply) / 1e6
  expect(paid('gemini-2.5-flash', 6_000, 1_000)).toBeCloseTo(withSound, 10)
  expect(paid('gemini-2.5-flash', 6_000, 1_000, 'snake')).toBeCloseTo(withSound, 10)
})

it('COST-2 it costs as text where the provider asks no more', () => {
  expect(paid('gemini-2.5-pro', 6_000, 1_000)).toBe(paid('gemini-2.5-pro', 0, 0))
})
