import { describe, expect, it } from 'vitest'
import { chars4, ModelFailure } from '../../engine/index.ts'
import type { Answer, Ask } from '../../engine/index.ts'
import { scenario } from '../../testing/shared-traces.ts'
import { answersOf, encodeTimeline, explain, run, runAsync, takeIn, unmanagedPeak } from '../index.ts'
import type { Progress } from '../index.ts'

const trace = scenario('axios-migration', 5)
const intake = takeIn(trace, chars4)
const config = {
  max_context_tokens: Math.floor(unmanagedPeak(intake) / 2),
  compression: { cascade: { '0.6': 'conversation_compaction' as const } },
}
/** Gives its own answer to everything, and fails sometimes. */
async function model({ kind, turn, sources }: Ask): Promise<Answer> {
  await Promise.resolve()
  if (turn % 3 === 2) throw new ModelFailure('timeout', 'no answer came')
  return { text: `${kind} in turn ${turn}: ${sources.map(({ block }) => block).join(' ')}` }
}

const asked = runAsync(trace, config, { intake, llm: model })

describe('a run with an asynchronous model', () => {
  it('LLM-1 EDIT-3 with pauses between turns, it has the bytes of a run with the recorded answers', async () => {
    const told: number[] = []
    const done: number[] = []
    const live = await runAsync(trace, config, {
      intake,
      llm: model,
      pause: ({ turn, turns, soFar }: Progress) => {
        expect(turns).toBe(trace.turns.length)
        told.push(turn)
        if (turn % 2 === 1) return undefined
        done.push(soFar?.().turns.length ?? 0)
        return new Promise((resolve) => setTimeout(resolve, 0))
      },
    })
    const { data } = live
    expect(data.asks.length).toBeGreaterThan(2)
    expect(new Set(data.asks.map(({ failure }) => failure))).toEqual(new Set([null, 'timeout']))
    expect(data.spec.answers).toEqual(answersOf(data))
    const again = run(trace, config, { intake, answers: data.spec.answers })
    expect(encodeTimeline(again.data)).toBe(encodeTimeline(data))
    expect(new Set(told)).toEqual(new Set(trace.turns.map(({ turn }) => turn)))
    // A pause reports the turns before it.
    expect(done.filter((_, index) => index > 0)).toEqual(told.filter((turn) => turn % 2 === 0).slice(1))
    const asked = data.asks.find(({ answer }) => answer !== null)?.turn ?? 0
    expect(explain(live, asked)).toEqual(explain(again, asked))
  })

  it('uses known answers, and asks only for the missing ones', async () => {
    const whole = await asked
    const { answers } = whole.data.spec
    let more = 0
    const counting = (ask: Ask): Promise<Answer> => {
      more += 1
      return model(ask)
    }
    const again = await runAsync(trace, config, { intake, llm: counting, answers: answers.slice(0, -2) })
    expect(encodeTimeline(again.data)).toBe(encodeTimeline(whole.data))
    expect(more).toBe(2)
  })

  it('ends with the error of a rejected pause, before any further request', async () => {
    const turns: number[] = []
    const first = (await asked).data.asks[0]?.turn ?? 0
    const stopped = runAsync(trace, config, {
      intake,
      llm: (ask) => {
        turns.push(ask.turn)
        return model(ask)
      },
      pause: ({ turn }) => (turn > first ? Promise.reject(new Error('enough')) : undefined),
    })
    await expect(stopped).rejects.toThrow('enough')
    expect(new Set(turns)).toEqual(new Set([first]))
  })
})
