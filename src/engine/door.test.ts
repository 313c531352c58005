import { describe, expect, it } from 'vitest'
import { completeConfig, strategySettings } from '../config/index.ts'
import { createMock } from '../llm/index.ts'
import { checkpoint } from '../testing/checkpoint.ts'
import * as engine from './index.ts'
import type { Answer, Ask, Message } from './index.ts'

/**
 * The engine's public surface by example, to copy from: one for each value that `index.ts` exports. The results were
 * worked out by hand.
 */

const question: Ask = {
  kind: 'summarize_result',
  stage: 'summarize_results',
  turn: 3,
  window: 0,
  task: 'Find the service that drops orders.',
  sources: [
    {
      block: 5,
      type: 'tool_result',
      role: 'user',
      turn: 2,
      tool: 'read_log',
      args: 'orders.log',
      text: 'GET /orders 500\n'.repeat(40),
    },
  ],
  previous: null,
  update: 'regenerate',
  maxTokens: 50,
}

/** A call without its result, and a result without its call. */
const torn: readonly Message[] = [
  { role: 'user', content: 'Look into it.' },
  { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'read', input: {} }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'b', content: 'text' }] },
]

const talk: readonly Message[] = [
  { role: 'user', content: 'one' },
  { role: 'assistant', content: 'two' },
  { role: 'user', content: 'three' },
  { role: 'assistant', content: 'four' },
  { role: 'user', content: 'five' },
]

function* asksOnce(): Generator<Ask, string, Answer> {
  return (yield question).text.toUpperCase()
}

const examples: Readonly<Record<string, () => void | Promise<void>>> = {
  ProblemError() {
    const problem = { severity: 'error', code: 'odd', message: 'this is odd', found: '7' } as const
    expect(new engine.ProblemError([problem]).problems).toEqual([problem])
  },
  // Tokens: the estimate is one per four characters, rounded up.
  chars4: () => expect(engine.chars4.count('twelve chars')).toBe(3),
  COUNTER_NAMES: () => expect(engine.COUNTER_NAMES).toContain(engine.chars4.name),
  // A picture costs one token per 28 × 28 pixels: 280 × 56 are 10 × 2 patches.
  imageTokens: () => expect(engine.imageTokens({ width: 280, height: 56 })).toBe(20),
  // Blocks counted as 300 and 100 tokens made the second prompt 480 tokens larger: 360 and 120, a ratio of 1.2.
  calibrate() {
    const fitted = engine.calibrate([
      { counted: [200], input: 5_000 },
      { counted: [300, 100], input: 5_480 },
    ])
    expect(fitted.tokens[1]).toEqual([360, 120])
    expect(fitted.ratio).toBeCloseTo(1.2, 12)
  },
  PROVIDERS: () => expect(engine.PROVIDERS).toEqual(['anthropic', 'openai', 'openai-responses']),
  validate() {
    const rules = engine.validate(torn, 'anthropic').map(({ rule }) => rule)
    expect(rules).toEqual(expect.arrayContaining(['unanswered-call', 'orphan-result']))
  },
  repair() {
    const { request, repairs } = engine.repair(torn, 'anthropic')
    expect(engine.validate(request, 'anthropic')).toEqual([])
    expect(repairs.map(({ action }) => action)).toContain('insert-result')
  },
  // What a proxy demands whose users must alternate with the assistant.
  mergeNeighbours: () =>
    expect(engine.mergeNeighbours([...talk.slice(0, 1), ...talk.slice(2, 3)])).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'one' },
          { type: 'text', text: 'three' },
        ],
      },
    ]),
  fromOpenAiMessages() {
    const { system, messages } = engine.fromOpenAiMessages([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hello' },
    ])
    expect([system, messages]).toEqual(['Be brief.', [{ role: 'user', content: 'Hello' }]])
  },
  toOpenAi: () =>
    expect(engine.toOpenAi({ system: 'Be brief.', messages: [{ role: 'user', content: 'Hello' }] })).toEqual({
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hello' },
      ],
    }),
  toResponses: () =>
    expect(
      engine.toResponses({ system: 'Be brief.', messages: [{ role: 'user', content: 'Hello' }] }),
    ).toMatchObject({ instructions: 'Be brief.' }),
  // Three of five messages stay: the task, and the newest two.
  atomicWindow() {
    const { messages, outcome } = engine.atomicWindow(talk, { maxMessages: 3, minRecentKeep: 1 })
    expect(outcome).toBe('trimmed')
    expect(messages.map(({ content }) => content)).toEqual(['one', 'four', 'five'])
  },
  atomicWindowPresets: () => expect(engine.atomicWindowPresets.token_aware.maxMessages).toBe(40),
  // The first budget fits everything; ten tokens do not even fit the protected messages.
  trimToBudget() {
    expect(engine.trimToBudget(talk, { maxTokens: 10_000 }).messages).toEqual(talk)
    expect(engine.trimToBudget(talk, { maxTokens: 10 })).toMatchObject({ outcome: 'refused', messages: talk })
  },
  // Families by name; each member describes itself.
  strategies: () => expect(engine.strategies['managed']?.label).toBe('Managed'),
  stages: () => expect(engine.stages.evict.phase).toBe('call'),
  policies: () => expect(engine.policies['lru']?.terms).toHaveLength(1),
  signals: () => expect(engine.signals['recency']?.name).toBe('recency'),
  guards: () => expect(engine.guards['task']?.forbids).toContain('drop'),
  // Weights are scaled to a sum of 1.
  policyOf() {
    const { terms } = engine.policyOf('lru', { last_reference: 4 })
    expect(terms.map(({ weight }) => weight)).toEqual([1])
    expect(() => engine.policyOf('none')).toThrow(RangeError)
  },
  parseCondition() {
    expect(engine.parseCondition('always')).toHaveProperty('condition')
    expect(engine.parseCondition('used >')).toHaveProperty('problem')
  },
  // The prompt for a question, and two ways to drive a generator that asks it.
  promptOf: () => expect(JSON.stringify(engine.promptOf(question))).toContain('drops orders'),
  // The same behind the agent's own prompt, where the material stands already.
  continuationOf: () => expect(engine.continuationOf(question)).not.toContain('orders.log'),
  driveSync: () => expect(engine.driveSync(asksOnce(), () => ({ text: 'short' }))).toBe('SHORT'),
  async driveAsync() {
    const answer = (): Promise<Answer> => Promise.resolve({ text: 'short' })
    await expect(engine.driveAsync(asksOnce(), answer)).resolves.toBe('SHORT')
  },
  ModelFailure: () => expect(new engine.ModelFailure('timeout', 'no answer').failure).toBe('timeout'),
  serializeCheckpoint: () =>
    expect(JSON.parse(engine.serializeCheckpoint(checkpoint()))).toHaveProperty('goal', checkpoint().goal),
  parseCheckpoint: () =>
    expect(engine.parseCheckpoint(engine.serializeCheckpoint(checkpoint())).checkpoint).toEqual(checkpoint()),
  checkpointToMarkdown: () => expect(engine.checkpointToMarkdown(checkpoint())).toContain(checkpoint().goal),
  async ContextWindowManager() {
    const settings = strategySettings(completeConfig({ max_context_tokens: 9_000 }))
    const manager = new engine.ContextWindowManager({
      ...settings,
      counter: engine.chars4,
      llm: createMock({ count: (text) => engine.chars4.count(text) }),
    })
    manager.onTaskStart({ system: 'Be brief.', tools: [], task: 'Say hello.' })
    const { request } = await manager.onTurnStart()
    expect(engine.validate(request, 'anthropic')).toEqual([])
    expect(request.messages).toHaveLength(1)
  },
}

describe('the public surface of the engine', () => {
  it('has an example for every value, and at most forty of them', () => {
    expect(Object.keys(examples).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(
      Object.keys(engine).toSorted((a, b) => (a < b ? -1 : 1)),
    )
    expect(Object.keys(engine).length).toBeLessThanOrEqual(40)
  })

  it.each(Object.entries(examples))('%s', async (_name, example) => {
    expect.hasAssertions()
    await example()
  })
})
