import { describe, expect, it } from 'vitest'
import { chars4 } from '../engine/index.ts'
import type { Message } from '../engine/index.ts'
import { ENGINE_VERSION, scenarios } from '../sim/index.ts'
import type { TraceNeed } from '../sim/index.ts'
import { scenario } from '../testing/shared-traces.ts'
import { traceOf } from '../testing/trace.ts'
import { loadCounter } from '../tokenizer/index.ts'
import { told } from './claim/claim.ts'
import type { MeasuredClaim } from './claim/claim.ts'
import { waste } from './claim/growth.ts'
import { chatPace } from './claim/velocity.ts'
import { measured } from './index.ts'
import { claims } from './list.ts'
import { materialOf } from './claim/material.ts'
import { SEEDS } from './seeds.ts'
import { figureText, rangeText } from './text.ts'

describe('what the page shows of the claims', () => {
  it('was measured with this engine, on all scenarios: npm run claims -- --write', () => {
    expect(measured.engine).toBe(ENGINE_VERSION)
    expect(measured.scenarios).toEqual(Object.keys(scenarios))
    expect(measured.seeds).toEqual(SEEDS)
  })

  it('has the words of every claim, in order', () => {
    const words = claims.map((claim) => ('cases' in claim ? { ...claim, cases: undefined } : claim))
    expect(measured.claims.map((one) => ({ ...one, verdict: undefined, figures: undefined }))).toEqual(words)
  })

  it('is what measuring again gives', async () => {
    const traces = ['support-chat', 'long-chat'].flatMap((name) =>
      SEEDS.map((seed) => [`${name} ${seed}`, scenario(name, seed)] as const),
    )
    const again = told(chatPace, materialOf(traces, await loadCounter('o200k_base')))
    expect(measured.claims.find(({ id }) => id === 'pace-chat')).toEqual(JSON.parse(JSON.stringify(again)))
  })
})

describe('a verdict', () => {
  const of = (agree: number, all: number) => {
    const cases = Array.from({ length: all }, (_, nth) => ({
      conversation: String(nth),
      value: nth,
      agrees: nth < agree,
    }))
    const claim: MeasuredClaim = { ...waste, cases: () => cases }
    return told(claim, { conversations: [], run: () => never() })
  }

  it('holds from nine in ten conversations, holds in part from one in four, and needs at least one', () => {
    expect([of(9, 10), of(8, 10), of(5, 20), of(4, 20)].map(({ verdict }) => verdict)).toEqual([
      'holds',
      'in part',
      'in part',
      'does not hold',
    ])
    expect(of(0, 0)).toMatchObject({ verdict: 'not measurable here' })
    expect(of(0, 0).figures).toBeUndefined()
  })

  it('has the median, and the values that one and nine in ten conversations do not exceed', () => {
    expect(of(3, 10).figures).toEqual({ conversations: 10, agree: 3, low: 0, middle: 4.5, high: 8 })
  })
})

it('the share that is no longer needed counts each block in each prompt after its last need', () => {
  // 20 turns, each message one token, 8 for the system prompt. The task is needed until the tenth turn.
  const messages = Array.from({ length: 40 }, (_, nth): Message => ({
    role: nth % 2 === 0 ? 'user' : 'assistant',
    content: 'four',
  }))
  const need: TraceNeed = {
    turn: 9,
    message: 0,
    part: 0,
    evidence: ['four'],
    kind: 'goal',
    refetchable: false,
  }
  const [one] = waste.cases(materialOf([['by hand', traceOf(messages, { needs: [need] })]], chars4))
  // Sent: messages of the user 20 + 19 + … + 1 times, replies 19 + … + 0 times, the system prompt in all 20 prompts.
  const sent = 210 + 190 + 20 * 8
  // Needed: the task in 10 prompts, the system prompt in all.
  expect(one).toEqual({ conversation: 'by hand', value: (sent - 10 - 160) / sent, agrees: false })
})

it('a conversation that is larger than any window runs in the largest', () => {
  const huge = { ...chars4, count: (text: string) => 1_000_000 * chars4.count(text) }
  const trace = traceOf(
    Array.from({ length: 12 }, (_, nth): Message => ({
      role: nth % 2 === 0 ? 'user' : 'assistant',
      content: 'four',
    })),
  )
  const material = materialOf([['huge', trace]], huge)
  const [conversation] = material.conversations
  if (conversation === undefined) throw new Error('no conversation')
  expect(conversation.peak).toBeGreaterThan(10_000_000)
  expect(() => material.run(conversation, 'fifo', 1.5)).not.toThrow()
})

it.each([
  [0.8181, 'share', '81.8\u00a0%'],
  [-0.08, 'share', '−8.0\u00a0%'],
  [0.0352, 'points', '+3.5 points'],
  [-0.041, 'points', '−4.1 points'],
  [0, 'points', '0.0 points'],
  [43.33, 'times', '43.3 times'],
  [1234.4, 'tokens', '1,234 tokens'],
  [1.8888, 'power', 'turns to the power 1.89'],
  [3, 'alone', '3 left alone'],
  [2, 'turns', '2 turns'],
] as const)('%f as %s is %s', (value, unit, text) => {
  expect(figureText(value, unit)).toBe(text)
})

it('a range has its unit once', () => {
  expect(rangeText(0.4186, 0.9651, 'share')).toBe('41.9 to 96.5\u00a0%')
  expect(rangeText(1.62, 2.1, 'power')).toBe('turns to the power 1.62 to 2.10')
  expect(rangeText(-0.041, 0.0052, 'points')).toBe('−4.1 to +0.5 points')
})

function never(): never {
  throw new Error('no run is needed')
}
