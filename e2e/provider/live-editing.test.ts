import type Anthropic from '@anthropic-ai/sdk'
import { expect, test } from 'vitest'
import { chars4 } from '../../src/engine/index.ts'
import { partsOf } from '../../src/engine/internal.ts'
import type { AnthropicRequest, Message, ThinkingConfig } from '../../src/engine/index.ts'
import { answer, hear, liveToLog, repository, say, startLive, tools } from '../../src/live/index.ts'
import type { Live } from '../../src/live/index.ts'
import { createClient } from '../../src/provider/index.ts'
import type { Client } from '../../src/provider/index.ts'
import { readTrace, run } from '../../src/sim/index.ts'
import type { PartialConfig } from '../../src/config/index.ts'
import { aProvider, KEY, MODELS, PLAIN } from './asking.ts'

const asked = aProvider({ models: [...(MODELS ?? []), { id: 'claude-budget', thinking: ['enabled'] }] })

const betas = ['context-management-2025-06-27', 'compact-2026-01-12']
const COMPACT: Anthropic.Beta.BetaContextManagementConfig = {
  edits: [{ type: 'compact_20260112', trigger: { type: 'input_tokens', value: 50 } }],
}
const MESSAGES: Anthropic.Beta.BetaMessageParam[] = [
  { role: 'user', content: `Fix the login. You must not change the API. ${'And so on. '.repeat(40)}` },
]

/** The SDK's error for a request; empty if there is none. */
async function refusalOf(more: object): Promise<string> {
  const request = { model: PLAIN, max_tokens: 3000, messages: MESSAGES, betas, ...more }
  return asked.sdk.beta.messages.create(request as Anthropic.Beta.MessageCreateParamsNonStreaming).then(
    () => '',
    (error: unknown) => String(error),
  )
}

test('EDITAPI-1 a returned summary is accepted unchanged, at its place, once', async () => {
  const { content } = await asked.sdk.beta.messages.create({
    model: PLAIN,
    max_tokens: 3000,
    messages: MESSAGES,
    betas,
    context_management: COMPACT,
  })
  const [summary, ...words] = content as Anthropic.Beta.BetaContentBlockParam[]
  if (summary?.type !== 'compaction') throw new Error('nothing was compacted')
  const back = (...parts: readonly object[]) =>
    refusalOf({
      messages: [...MESSAGES, { role: 'assistant', content: parts }, { role: 'user', content: 'Go on.' }],
    })
  expect(await back(summary, ...words)).toBe('')
  expect(await back({ ...summary, cache_control: { type: 'ephemeral' } }, ...words)).toBe('')
  expect(await back({ type: 'compaction', content: null }, ...words)).toBe('')
  expect(await back({ ...summary, content: 'Nothing.' }, ...words)).toContain('Invalid `signature`')
  expect(await back({ type: 'compaction', content: summary.content }, ...words)).toContain(
    'Invalid `signature`',
  )
  expect(await back({ ...summary, encrypted_content: null }, ...words)).toContain('as it was returned')
  expect(await back(...words, summary)).toContain('must come first')
  const twice = [...MESSAGES, { role: 'assistant', content: [summary, ...words] }]
  expect(await refusalOf({ messages: [...twice, ...twice, ...MESSAGES] })).toContain('only one')
  expect(await refusalOf({ messages: [...twice, ...MESSAGES], betas: [] })).toContain("tag 'compaction'")
})

test('EDITAPI-1 thinking is refused beside options that exclude it', async () => {
  const adaptive = { model: 'claude-thinking', thinking: { type: 'adaptive' } }
  const read = Object.values(tools).map(({ definition }) => definition)
  expect(await refusalOf(adaptive)).toBe('')
  expect(await refusalOf({ ...adaptive, tools: read, tool_choice: { type: 'any' } })).toContain(
    'forces tool use',
  )
  expect(await refusalOf({ thinking: { type: 'adaptive' }, temperature: 0.2 })).not.toBe('')
  expect(
    await refusalOf({ model: 'claude-small', thinking: { type: 'enabled', budget_tokens: 3000 } }),
  ).toContain('greater than `thinking.budget_tokens`')
})

const TURNS = 14

/** A conversation of several calls, with the page's client and strategy, and the real SDK. */
async function held(model: string, config: PartialConfig, thinking?: ThinkingConfig) {
  const client: Client = createClient({ key: () => KEY, baseUrl: asked.url, retries: 0 })
  const definitions = Object.values(tools).map(({ definition }) => definition)
  let live: Live = startLive({
    title: 'Any',
    system: 'Be careful.',
    tools: definitions,
    ...(thinking !== undefined && { thinking }),
  })
  let world = repository()
  const requests: AnthropicRequest[] = []
  const stops: (string | null)[] = []
  for (let time = 1; live.trace.turns.length <= TURNS; time += 1000) {
    if (live.next === 'user')
      live = say(live, `Read README.md and src/settings.ts, and say what is there. ${time}`, time)
    else if (live.next === 'tools') {
      const outcomes = live.open.map(({ id, name, input }) => {
        const done = tools[name]?.run(input, world) ?? { text: 'no such tool', failed: true, world }
        world = done.world
        return { id, text: done.text, failed: done.failed }
      })
      live = answer(live, outcomes, time)
    } else {
      const turn = live.trace.turns.length - 1
      const { repairs: _, ...request } = run(live.trace, config).messagesAt(turn, 'anthropic')
      const said = await client.send({ purpose: 'agent', model, maxTokens: 4000, request })
      requests.push(request)
      stops.push(said.stopReason)
      const { content, usage, applied } = said
      const input =
        usage === null ? 0 : usage.uncached + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h
      live = hear(live, {
        content,
        model,
        usage: { input, output: usage?.output ?? null, cacheRead: null, cacheWrite: null },
        counted: {},
        applied: applied.map(({ type }) => ({ type })),
        asked: request.context_management?.edits ?? [],
      })
    }
  }
  return { live, requests, stops }
}

const compactionsIn = (messages: readonly Message[]) =>
  messages.flatMap((message) => partsOf(message).filter(({ type }) => type === 'compaction'))

test('EDITAPI-1 EDIT-4 a live conversation is compacted again and again, thinking included, and every request is taken', async () => {
  const config: PartialConfig = {
    strategy: 'context_editing',
    max_context_tokens: 40_000,
    context_editing: { compact: { enabled: true, trigger: 3000 }, clear_tool_uses: { enabled: false } },
  }
  // Its thinking is valid only after its original prompt.
  const { live, requests } = await held('claude-thinking', config, { type: 'adaptive' })
  const { recordedEdits, turns, messages } = live.trace
  expect(recordedEdits.length).toBeGreaterThan(2)
  expect(messages.some((message) => partsOf(message).some(({ type }) => type === 'thinking'))).toBe(true)
  requests.forEach(({ messages: sent, context_management, thinking }, turn) => {
    const before = recordedEdits.filter((edit) => edit.turn < turn).at(-1)
    expect(compactionsIn(sent)).toEqual(before?.part === undefined ? [] : [before.part])
    expect(context_management?.edits.map(({ type }) => type)).toEqual([
      'clear_thinking_20251015',
      'compact_20260112',
    ])
    expect(thinking).toEqual({ type: 'adaptive' })
    // The whole history is sent.
    expect(sent).toHaveLength(2 * turn + 1)
  })
  // The run has the sent request of every turn, and its prompt is a summary if the provider made one.
  const timeline = run(live.trace, config, { calibrated: false })
  requests.forEach((request, turn) => {
    const { repairs: _, ...again } = timeline.messagesAt(turn, 'anthropic')
    expect(again).toEqual(request)
  })
  // A summary takes effect in the next turn, whether the run expected it or not.
  const editsAt = (turn: number): number =>
    timeline.edits.filter((edit) => edit.stage === 'server_compact' && edit.turn === turn).length
  const heard = recordedEdits.filter(({ turn }) => turn + 1 < requests.length)
  expect(heard.length).toBeGreaterThan(2)
  for (const { turn, part } of heard) {
    expect(turns[turn]?.usage?.input ?? 0).toBeLessThan(3000)
    expect(editsAt(turn + 1)).toBeGreaterThan(0)
    // If another compaction is expected in that turn, its summary replaces this one.
    if (editsAt(turn + 1) > 1) continue
    const { used, byType } = timeline.turns[turn + 1] ?? {}
    expect(used).toBeLessThan(3000)
    expect(byType?.summary).toBe(chars4.count(part?.content ?? ''))
    expect(byType?.user_message).toBe(0)
  }
  // Written to a file and read again, it is the same conversation and the same run.
  const read = readTrace(liveToLog(live))
  expect([read.turns, read.recordedEdits, read.thinking]).toEqual([
    turns,
    recordedEdits,
    { type: 'adaptive' },
  ])
  const { repairs: _, ...reread } = run(read, config).messagesAt(requests.length - 1, 'anthropic')
  expect(reread).toEqual(requests.at(-1))
})

test('EDITAPI-1 a model with a thinking budget keeps to it, and its older thinking is cleared', async () => {
  const config: PartialConfig = { strategy: 'context_editing', max_context_tokens: 40_000 }
  const { live } = await held('claude-budget', config, { type: 'enabled', budget_tokens: 1024 })
  const told = live.trace.turns.flatMap(({ applied }) => applied ?? [])
  expect(told).toContainEqual({ type: 'clear_thinking_20251015' })
})
