import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { completeConfig, strategySettings } from '../../config/index.ts'
import type { PartialConfig } from '../../config/index.ts'
import { createMock } from '../../llm/index.ts'
import { run, takeIn, unmanagedPeak } from '../../sim/index.ts'
import { requestThinking } from '../../sim/internal.ts'
import type { Intervention, Timeline, Trace } from '../../sim/index.ts'
import { expectEqual } from '../../testing/expect-equal.ts'
import { readLog, scenario } from '../../testing/shared-traces.ts'
import { arbitraryTrace } from '../../testing/trace.ts'
import { chars4, ContextWindowManager } from '../index.ts'
import { partsOf } from '../internal.ts'
import type { AnthropicRequest, AskRecord, BlockId, Message, Part, TurnStart } from '../index.ts'

/**
 * The simulator knows every block of a trace from the start, so made blocks have the ids after those of the trace.
 * Live, ids are given in the order of arrival. Both become names, numbered by kind: `a7` (arrived) and `m2` (made).
 */
interface Named {
  readonly name: (block: BlockId) => string
}

async function live(trace: Trace, config: PartialConfig, interventions: readonly Intervention[]) {
  const settings = strategySettings(completeConfig(config))
  const { failureRate: rate, failures: kinds } = settings.mock
  const mock = createMock({ count: (text) => chars4.count(text), seed: 1, failures: { rate, kinds } })
  const thinking = requestThinking(trace)
  let turn = 0
  const manager = new ContextWindowManager({
    ...settings,
    counter: chars4,
    // Answers later, as a model does.
    llm: (ask) => Promise.resolve().then(() => mock(ask)),
    subsystems: {
      clock: () => trace.turns[turn]?.time ?? null,
      thinking: thinking.at,
      bindsThinking: thinking.binds,
    },
  })
  const starts: TurnStart[] = []
  const arrived: BlockId[] = []
  for (const { inputs, response, turn: now } of trace.turns) {
    turn = now
    for (const index of inputs) {
      const message = trace.messages[index]
      if (message === undefined) continue
      if (now === 0) manager.onTaskStart({ system: trace.system, tools: trace.tools, task: message.content })
      else say(manager, message.content)
    }
    for (const { kind, turn: at } of interventions) {
      if (at === now && kind === 'compact') manager.compact()
      if (at === now && kind === 'reset') manager.reset()
    }
    const start = await manager.onTurnStart()
    starts.push(start)
    arrived.push(...start.arrived)
    if (start.ended !== null) break
    if (response === null) continue
    arrived.push(...manager.onTurnEnd(withCompaction(trace.messages[response] ?? null, manager, start)))
    for (const { title, from, to } of trace.subtasks ?? []) if (to === now) manager.onSubtaskEnd(title, from)
  }
  const order = new Map(arrived.map((block, index) => [block, index]))
  let made = 0
  const names = new Map<BlockId, string>()
  for (let id = 0; id < arrived.length + 10_000; id++) {
    const place = order.get(id)
    names.set(id, place === undefined ? `m${made++}` : `a${place}`)
  }
  return { manager, starts, name: (block: BlockId) => names.get(block) ?? `?${block}` }
}

/** A reply of a provider that compacts as the run expects. */
function withCompaction(reply: Message | null, manager: ContextWindowManager, { turn, edits }: TurnStart) {
  if (reply === null || !edits.some(({ stage }) => stage === 'server_compact')) return reply
  const made = manager.window.filter((block) => block.type === 'summary' && block.turn === turn)
  const content = made.map(({ text }): Part => ({ type: 'compaction', content: text }))
  return { ...reply, content: [...content, ...partsOf(reply)] }
}

function say(manager: ContextWindowManager, content: Message['content']) {
  const parts = partsOf({ role: 'user', content })
  if (parts.every(({ type }) => type === 'tool_result')) {
    for (const part of parts) {
      if (part.type !== 'tool_result') continue
      manager.onToolResult(part.tool_use_id, part.content, { isError: part.is_error ?? false })
    }
  } else manager.onUserMessage(content)
}

/** All comparable parts of an edit, with names instead of ids. */
function comparable(value: unknown, { name }: Named): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, inner: unknown) => {
      if (key === 'block' || key === 'into') return typeof inner === 'number' ? name(inner) : inner
      if ((key === 'blocks' || key === 'along' || key === 'sources') && Array.isArray(inner)) {
        return inner.map((one: unknown) => (typeof one === 'number' ? name(one) : one))
      }
      return inner
    }),
  ) as unknown
}

function editsOfRun(timeline: Timeline, named: Named) {
  return timeline.turns.map(({ edits }) =>
    edits.map((index) => {
      const edit = timeline.edits[index]
      const verbs = edit?.blocks.map(({ block, verb, into }) => ({ block, verb, into }))
      return comparable(
        {
          tick: edit?.tick,
          stage: edit?.stage,
          before: edit?.before,
          after: edit?.after,
          decision: edit?.decision,
          blocks: verbs,
          opened: edit?.opened,
        },
        named,
      )
    }),
  )
}

function editsOfLive(starts: readonly TurnStart[], named: Named) {
  return starts.map(({ edits }) =>
    edits.map(({ tick, stage, before, after, decision, changes, opened }) => {
      const blocks = changes.map((change) => ({
        block: change.block,
        verb: change.verb,
        into: 'into' in change ? change.into : undefined,
      }))
      return comparable({ tick, stage, before, after, decision, blocks, opened }, named)
    }),
  )
}

const sorted = (edits: unknown): unknown =>
  JSON.parse(
    JSON.stringify(edits, (key, value: unknown) =>
      key === 'blocks' && Array.isArray(value) ? value.map((one) => JSON.stringify(one)).toSorted() : value,
    ),
  )

/** In the middle of a tool loop, at a user message, twice at once, and in the first turn. */
const BY_HAND: readonly Intervention[] = [
  { turn: 0, kind: 'compact' },
  { turn: 9, kind: 'compact' },
  { turn: 20, kind: 'reset' },
  { turn: 30, kind: 'compact' },
  { turn: 30, kind: 'reset' },
  { turn: 41, kind: 'reset' },
  { turn: 41, kind: 'compact' },
  { turn: 50, kind: 'compact' },
]

type Case = readonly [
  title: string,
  scenario: string,
  share: number,
  config: PartialConfig,
  interventions?: readonly Intervention[],
]

const CASES: readonly Case[] = [
  ['managed as it stands', 'axios-migration', 0.5, {}],
  [
    'results on arrival and an early compaction',
    'axios-migration',
    0.35,
    { compression: { tool_results: 'on_arrival', cascade: { '0.6': 'conversation_compaction' } } },
  ],
  ['eviction alone by lru', 'long-coding', 0.4, { strategy: 'evict', eviction: { policy: 'lru' } }],
  [
    'components enforced and a model that fails',
    'long-coding',
    0.3,
    { budget: { enforce: 'per_component' }, mock_llm: { failure_rate: 0.4 } },
  ],
  ['new windows', 'axios-migration', 0.4, { strategy: 'handover' }],
  ['nothing until the overflow', 'axios-migration', 0.5, { strategy: 'unmanaged' }],
  ['a rolling summary', 'long-coding', 0.25, { strategy: 'rolling_summary' }],
  ['marks for the cache', 'axios-migration', 0.4, { strategy: 'tiered_full' }],
  ['edits of the provider', 'axios-migration', 0.4, { strategy: 'context_editing' }],
  [
    'every edit of the provider',
    'long-coding',
    0.4,
    {
      strategy: 'context_editing',
      context_editing: {
        clear_tool_uses: { clear_tool_inputs: true, trigger: 25_000 },
        compact: { enabled: true, trigger_share: 0.4 },
      },
    },
  ],
  ...['managed', 'rolling_summary', 'context_editing', 'evict'].map((strategy): Case => [
    `what a person asks of ${strategy}`,
    'axios-migration',
    0.6,
    { strategy },
    BY_HAND,
  ]),
]

/** Runs a trace in the simulator and live, and compares everything that both record. */
async function expectSame(
  trace: Trace,
  config: PartialConfig,
  interventions: readonly Intervention[] = [],
): Promise<Timeline> {
  // A replay fits its counts to recorded usage; live there is none.
  const intake = takeIn(trace, chars4, false)
  // Live, the agent itself fetches what it lacks, and the manager sees its calls.
  const simulated = { ...config, simulation: { refetch: 'off' as const } }
  const timeline = run(trace, simulated, { intake, calibrated: false, interventions })
  const { manager, starts, name: nameLive } = await live(trace, config, interventions)
  const known = intake.blocks.length
  const ofRun: Named = { name: (block) => (block < known ? `a${block}` : `m${block - known}`) }
  const ofLive: Named = { name: nameLive }

  expect(starts.length).toBe(timeline.turns.length)
  expect(sorted(editsOfLive(starts, ofLive))).toEqual(sorted(editsOfRun(timeline, ofRun)))
  for (const [turn, start] of starts.entries()) {
    const { repairs, ...request } = timeline.messagesAt(turn, 'anthropic')
    expectEqual(start.request, asSent(request), `request of turn ${turn}`)
    expectEqual(start.repairs, repairs)
    const record = timeline.turns[turn]
    expectEqual(start.pressure, record?.reading)
    expectEqual(comparable(start.events, ofLive), comparable(record?.events, ofRun))
  }
  const log = manager.auditLog
  const saved = log.flatMap((entry) => (entry.action === 'checkpoint' ? [entry.checkpoint] : []))
  const savedByRun = timeline.data.checkpoints.map(({ checkpoint }) => checkpoint)
  expect(saved).toEqual(savedByRun)
  const asked = log.flatMap((entry) => (entry.action === 'ask' ? [entry.ask] : []))
  expect(asked.map(priced)).toEqual(timeline.data.asks.map(priced))
  return timeline
}

/**
 * A request of the simulator as a live client sends it (EDITAPI-1): without the edit of thinking where the model does
 * not think, which the provider refuses.
 */
function asSent({ context_management: asked, ...request }: AnthropicRequest): AnthropicRequest {
  const { thinking } = request
  const isThinking = thinking?.type === 'enabled' || thinking?.type === 'adaptive'
  const edits = (asked?.edits ?? []).filter(({ type }) => isThinking || type !== 'clear_thinking_20251015')
  return {
    ...request,
    messages: request.messages.map((message) => ({ ...message, content: partsOf(message) })),
    ...(edits.length === 0 ? {} : { context_management: { ...asked, edits } }),
  }
}

const priced = ({ kind, stage, input, output, verdict }: AskRecord) => ({
  kind,
  stage,
  input,
  output,
  verdict,
})

describe('MAN-1 a manager fed message by message does what the simulator does', () => {
  test.each(CASES.map((one) => [one[0], one] as const))('%s', async (_title, one) => {
    const [, name, share, overrides, interventions = []] = one
    // The first turns of a long one: a manager reads its whole window in every turn.
    const whole = scenario(name, 7, name === 'long-coding' ? { turns: 90, spread: 10 } : {})
    const trace = { ...whole, turns: whole.turns.slice(0, interventions.length > 0 ? 52 : 44) }
    const peak = unmanagedPeak(takeIn(trace, chars4))
    const config = { max_context_tokens: Math.floor(peak * share), ...overrides }
    const timeline = await expectSame(trace, config, interventions)
    if (overrides.strategy !== 'unmanaged') expect(timeline.edits.length).toBeGreaterThan(1)
  })

  test('in any conversation: parallel calls, thinking, images, marks, a window that is far too small', async () => {
    let edited = 0
    let thinking = 0
    await fc.assert(
      fc.asyncProperty(
        arbitraryTrace(30, 5),
        fc.integer({ min: 2000, max: 9000 }),
        fc.constantFrom('hybrid', 'lru', 'fifo', 'semantic_merge', 's3fifo', 'superseded'),
        fc.constantFrom('at_pressure' as const, 'on_arrival' as const),
        async (trace, limit, policy, when) => {
          const timeline = await expectSame(trace, {
            max_context_tokens: limit,
            eviction: { policy },
            compression: { tool_results: when },
          })
          edited += timeline.edits.length
          const { thinking: asked } = timeline.messagesAt(timeline.turns.length - 1, 'anthropic')
          thinking += asked === undefined ? 0 : 1
        },
      ),
      { numRuns: 8, seed: 7 },
    )
    expect(edited).toBeGreaterThan(15)
    expect(thinking).toBeGreaterThan(1)
  })
})

const folder = process.env['TRACES_DIR']

describe.skipIf(!folder)('MAN-1 a real log fed message by message gives the simulator’s result', () => {
  test.each(['anthropic-messages.json', 'tau-bench-airline.json', 'openai-chat-reasoning-miniswe.json'])(
    '%s',
    async (filename) => {
      const trace = readLog(filename)
      const peak = unmanagedPeak(takeIn(trace, chars4, false))
      const timeline = await expectSame(trace, { max_context_tokens: Math.max(4000, Math.floor(peak / 2)) })
      expect(timeline.edits.length).toBeGreaterThan(5)
    },
  )
})
