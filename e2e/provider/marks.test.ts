import { expect, test } from 'vitest'
import { run } from '../../src/sim/index.ts'
import { answer, hear, repository, say, startLive, taskPresets, tools } from '../../src/live/index.ts'
import type { Live } from '../../src/live/index.ts'
import { cacheTermOf, costOf, upperCost } from '../../src/llm/index.ts'
import type { CallUsage, ModelFacts } from '../../src/llm/index.ts'
import { createClient } from '../../src/provider/index.ts'
import { validate } from '../../src/engine/index.ts'
import type { AnthropicRequest, Part } from '../../src/engine/index.ts'
import { aProvider, KEY, PLAIN } from './asking.ts'

let now = 0
const asked = aProvider({ now: () => now })

const DYNAMIC = '<!-- dynamic -->'
const MAX = 30
const price = { input: 4, output: 20, cacheRead: 0.4, cacheWrite5m: 5, cacheWrite1h: 8 }
const FACTS: ModelFacts = {
  id: PLAIN,
  label: 'Plain',
  window: 1_000_000,
  maxOutput: null,
  price,
  source: 'made up',
  dated: '2026-11-01',
}

function begun(today: string): Live {
  const [preset] = taskPresets
  if (preset === undefined) throw new Error('there is a preset')
  const { title, system, task } = preset
  const definitions = Object.values(tools).map(({ definition }) => definition)
  const opening = { title, system: `${system}\n\n${DYNAMIC}\nToday is ${today}.`, tools: definitions }
  return say(startLive(opening), task, 0)
}

/** The next turn of an agent that reads these files at once. */
function read(live: Live, paths: readonly string[]): Live {
  const content = paths.map((path, nth): Part => {
    return { type: 'tool_use', id: `r${live.trace.turns.length}_${nth}`, name: 'read_file', input: { path } }
  })
  const heard = hear(live, { content, model: 'plain', usage: null, counted: {} })
  const files = repository()
  const outcomes = heard.open.map(({ id, input }) => {
    const { text = '', failed = true } = tools['read_file']?.run(input, files) ?? {}
    return { id, text, failed }
  })
  return answer(heard, outcomes, 1_000 * live.trace.turns.length)
}

function requestOf(live: Live): AnthropicRequest {
  const timeline = run(live.trace, { strategy: 'tiered_full' })
  const { repairs, ...request } = timeline.messagesAt(live.trace.turns.length - 1, 'anthropic')
  expect([repairs, validate(request, 'anthropic')]).toEqual([[], []])
  return request
}

async function billed(request: AnthropicRequest): Promise<CallUsage> {
  const client = createClient({ key: () => KEY, baseUrl: asked.url, retries: 0 })
  const call = { purpose: 'agent', model: PLAIN, request, maxTokens: MAX } as const
  const { usage } = await client.send(call)
  if (usage === null) throw new Error('nothing was billed')
  const { input } = await client.count({ model: PLAIN, request })
  expect(usage.uncached + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h).toBe(input)
  expect(costOf(usage, FACTS)).toBeLessThanOrEqual(upperCost(input, MAX, FACTS, cacheTermOf(request)))
  return usage
}

test('TIER-3 a request of tiered_full that is sent twice is written once and then read, to its last word', async () => {
  const request = requestOf(begun('Sunday'))
  const { output: _, ...first } = await billed(request)
  expect(first).toMatchObject({ uncached: 0, cacheRead: 0, cacheWrite1h: 0 })
  expect(first.cacheWrite5m).toBeGreaterThan(500)
  expect(await billed(request)).toMatchObject({
    uncached: 0,
    cacheRead: first.cacheWrite5m,
    cacheWrite5m: 0,
  })
})

test('COST-2 written tokens cost a quarter more than plain input, and the bound before the call includes that', async () => {
  const request = requestOf(begun('Sunday'))
  const { cacheWrite5m, output } = await billed(request)
  const cost = costOf({ uncached: 0, cacheRead: 0, cacheWrite5m, cacheWrite1h: 0, output }, FACTS)
  expect(cost).toBeGreaterThan((cacheWrite5m * price.input + output * price.output) / 1e6)
  expect(cacheTermOf(request)).toBe('5m')
  expect(upperCost(cacheWrite5m, MAX, FACTS, '5m')).toBeCloseTo(
    (cacheWrite5m * 1.25 * price.input + MAX * price.output) / 1e6,
    12,
  )
})

test('TIER-3 the next turn reads everything that was sent before, whether one file was read or fifteen', async () => {
  const paths = [...repository().files.keys()].filter((path) => path.endsWith('.ts'))
  expect(paths.length).toBeGreaterThan(14)
  let live = begun('Sunday')
  let before = (await billed(requestOf(live))).cacheWrite5m
  for (const batch of [paths.slice(0, 1), paths.slice(0, 15), paths.slice(2, 4)]) {
    live = read(live, batch)
    const usage = await billed(requestOf(live))
    expect(usage.cacheRead).toBe(before)
    expect(usage.uncached).toBe(0)
    before += usage.cacheWrite5m
  }
})

test('TIER-3 another conversation on another day reads the tools and the static half', async () => {
  await billed(requestOf(begun('Sunday')))
  const monday = await billed(requestOf(begun('Monday')))
  const { system: _, ...bare } = requestOf(begun('Monday'))
  const client = createClient({ key: () => KEY, baseUrl: asked.url, retries: 0 })
  const [half] = requestOf(begun('Monday')).system as readonly { readonly text: string }[]
  const counted = async (request: AnthropicRequest): Promise<number> =>
    (await client.count({ model: PLAIN, request })).input
  const said = await counted({ messages: bare.messages })
  const inFront = (await counted({ ...bare, system: half?.text ?? '' })) - said
  expect(monday.cacheRead).toBe(inFront)
})

test('TIER-3 after a pause longer than the cache lifetime everything is written again', async () => {
  const request = requestOf(begun('Sunday'))
  const { cacheWrite5m } = await billed(request)
  now += 5 * 60_000
  expect(await billed(request)).toMatchObject({ cacheRead: 0, cacheWrite5m })
})
