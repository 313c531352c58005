import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseConfig } from '../../config/index.ts'
import type { PartialConfig } from '../../config/index.ts'
import { validate } from '../../engine/index.ts'
import { partsOf, withoutCacheMarks } from '../../engine/internal.ts'
import { strategyNamed } from '../../lessons/index.ts'
import type { AnthropicRequest, Message } from '../../engine/index.ts'
import { expectEqual, expectSame } from '../../testing/expect-equal.ts'
import { filler } from '../../testing/conversation.ts'
import { toolLoop } from '../../testing/tiered-scene.ts'
import { traceOf } from '../../testing/trace.ts'
import { scenario } from '../../testing/shared-traces.ts'
import { openTimeline, readTrace, run } from '../index.ts'
import type { Timeline, Trace } from '../index.ts'
import { entriesAt } from './timeline/recorder.ts'

const MINUTE = 60_000
const LINE = '<!-- dynamic -->'
const TOOLS = ['read_file', 'grep_search', 'other'].map((name) => ({
  name,
  description: filler(200),
  input_schema: { type: 'object' },
}))

/** Calls one after another or in parallel, with results of these characters, and pauses in minutes before turns. */
function work(sizes: readonly (readonly number[])[], pauses: readonly number[], system: string): Trace {
  const steps = sizes.map((batch, nth) =>
    batch.map((size, at) => ({
      tool: at % 2 === 0 ? 'read_file' : 'grep_search',
      input: { path: `src/${(nth + at) % 5}.ts` },
      result: `${nth} ${at}\n${filler(size)}`,
    })),
  )
  const messages: Message[] = [
    ...toolLoop(steps.slice(0, 5), { ask: 'first' }),
    { role: 'assistant', content: 'half' },
    ...toolLoop(steps.slice(5), { ask: 'then' }),
  ]
  const trace = traceOf(messages, { system, tools: TOOLS })
  let time = 1
  const turns = trace.turns.map((turn) => {
    time += Math.round((pauses[turn.turn % pauses.length] ?? 0) * MINUTE)
    return { ...turn, time }
  })
  return { ...trace, turns }
}

const EARLY: PartialConfig = {
  strategy: 'tiered_full',
  max_context_tokens: 6_000,
  tiered_full: { tool_result_characters: 1_500, preview_bytes: 300, keep_results: 2, snip_keep_per_tool: 2 },
}

const some = work(
  Array.from({ length: 12 }, (_, nth) => [400 + 90 * nth, 700].slice(0, 1 + (nth % 2))),
  [0.5],
  `You are careful.\n\n${LINE}\nToday is Sunday.`,
)

describe('TIER-3 cache markers of a run', () => {
  it('TIER-3 every request of tiered_full has markers, is valid, and reads as a log without them', () => {
    const timeline = run(some, EARLY)
    for (const { turn } of timeline.turns) {
      const { repairs, ...request } = timeline.messagesAt(turn, 'anthropic')
      expectEqual(repairs, [])
      expectEqual(validate(request, 'anthropic'), [])
      expectSame(marksIn(request), turn === 0 ? 3 : 4)
      expectEqual(request.system, [
        { type: 'text', text: 'You are careful.', cache_control: { type: 'ephemeral' } },
        { type: 'text', text: `${LINE}\nToday is Sunday.` },
      ])
      const bare = withoutCacheMarks(request)
      expectSame(bare.system, some.system)
      const [pasted, plain] = [request, bare].map((one) => readTrace(JSON.stringify(one)))
      expectEqual(pasted, plain)
      expect(JSON.stringify(timeline.messagesAt(turn, 'openai'))).not.toContain('cache_control')
      expect(JSON.stringify(timeline.messagesAt(turn, 'openai-responses'))).not.toContain('cache_control')
      expect(JSON.stringify(timeline.promptAt(turn))).not.toContain('cache_control')
    }
  })

  it('TIER-3 other strategies set none; a longer cache life sets them for an hour', () => {
    for (const strategy of ['managed', 'tiered', 'context_editing'])
      expectSame(marksIn(run(some, { ...EARLY, strategy }).messagesAt(3, 'anthropic')), 0)
    const hour = run(some, { ...EARLY, tiered_full: { cache_minutes: 20 } }).messagesAt(3, 'anthropic')
    expect(JSON.stringify(hour).match(/"ttl":"1h"/g)).toHaveLength(4)
  })

  it('TIER-3 no cache is assumed to live longer than an hour', () => {
    const sizes = Array.from({ length: 8 }, () => [700])
    const told = (minutes: number, pause: number) => {
      const trace = work(sizes, [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, pause], 'Careful.')
      const { turns, edits } = run(trace, {
        ...EARLY,
        max_context_tokens: 100_000,
        tiered_full: { ...EARLY.tiered_full, cache_minutes: minutes },
      })
      const events = turns.flatMap((turn) => turn.events)
      return { breaks: events.filter(({ kind }) => kind === 'cache_break'), edits }
    }
    const cold = told(60, 90)
    const cause = { of: 'pause', idle: 90 * MINUTE, life: 60 * MINUTE }
    expect(cold.breaks).toMatchObject([{ after: 0, cause }])
    expect(cold.edits.map(({ stage }) => stage)).toEqual(['clear_results'])
    expect(told(60, 60)).toEqual({ breaks: [], edits: [] })
    expect(told(20, 40).breaks).toMatchObject([{ cause: { of: 'pause', life: 20 * MINUTE } }])
    const most = { ...EARLY, tiered_full: { ...EARLY.tiered_full, cache_minutes: 60 } }
    const more = { ...EARLY, tiered_full: { ...EARLY.tiered_full, cache_minutes: 61 } }
    expect(parseConfig(JSON.stringify(most)).problems).toEqual([])
    expect(parseConfig(JSON.stringify(more)).problems).toMatchObject([{ severity: 'error', found: '61' }])
  })

  it('PIPE-1 the same stages as a pipeline set the same markers', () => {
    const pipeline = strategyNamed('tiered_full')
    expect(pipeline).toBeDefined()
    const expanded: PartialConfig = {
      ...EARLY,
      strategy: 'pipeline',
      pipeline: ['store_results', 'snip_history', 'clear_results', 'collapse', 'compact_session'],
    }
    expect(run(some, expanded).messagesAt(5, 'anthropic')).toEqual(
      run(some, EARLY).messagesAt(5, 'anthropic'),
    )
  })

  it('LED-1 EDIT-3 markers do not count as tokens: ledger and edits are the same with an undivided system prompt', () => {
    const without = run(some, {
      ...EARLY,
      tiered_full: { ...EARLY.tiered_full, static_system_until: 'none' },
    })
    const points = ({ turns }: Timeline) => turns.map((turn) => turn.points)
    const timeline = run(some, EARLY)
    expect(points(timeline)).toEqual(points(without))
    expect(timeline.edits).toEqual(without.edits)
    expect(openTimeline(timeline.data, some).messagesAt(4, 'anthropic')).toEqual(
      timeline.messagesAt(4, 'anthropic'),
    )
  })

  it('TIER-3 the tokens left after a cache break are those that a provider finds by these markers', () => {
    const size = fc.integer({ min: 20, max: 2_500 })
    const batch = fc.oneof(
      { weight: 4, arbitrary: fc.array(size, { minLength: 1, maxLength: 3 }) },
      { weight: 1, arbitrary: fc.array(fc.integer({ min: 10, max: 60 }), { minLength: 12, maxLength: 14 }) },
    )
    const cases = fc.tuple(
      fc.array(batch, { minLength: 8, maxLength: 16 }),
      fc.array(fc.constantFrom(0, 0.5, 1, 3, 3.7, 6), { minLength: 3, maxLength: 7 }),
      fc.constantFrom('Careful.', `${filler(900)}\n\n${LINE}\n${filler(300)}`),
      fc.constantFrom(0.3, 0.6),
    )
    let breaks = 0
    fc.assert(
      fc.property(cases, ([sizes, pauses, system, from]) => {
        const trace = work(sizes, pauses, system)
        const own = { ...EARLY.tiered_full, snip_from: from, collapse: from > 0.5 }
        const timeline = run(trace, { ...EARLY, tiered_full: own })
        const provider = marksReader(5 * MINUTE)
        let read = 0
        for (const { turn, events, edits } of timeline.turns) {
          const request = timeline.messagesAt(turn, 'anthropic')
          if (request.repairs.length > 0) return
          const now = tokensOfPieces(timeline, turn, provider(request, trace.turns[turn]?.time ?? 0))
          const broken = events.find(({ kind }) => kind === 'cache_break')
          if (broken?.kind === 'cache_break') {
            breaks += 1
            expectEqual([turn, broken.after], [turn, now])
          } else if (edits.length === 0 || !cleared(timeline, turn)) {
            expectEqual([turn, now >= 0.95 * read], [turn, true])
          }
          read = now
        }
      }),
      { numRuns: 15 },
    )
    expect(breaks).toBeGreaterThan(5)
  })

  it('TIER-3 a bundled conversation has markers, too', () => {
    const name = 'axios-migration'
    const trace = scenario(name, 1)
    const request = run(trace, { strategy: 'tiered_full' }).messagesAt(trace.turns.length - 1, 'anthropic')
    expect(marksIn(request)).toBe(4)
  })
})

function marksIn(request: AnthropicRequest): number {
  return JSON.stringify(request).match(/"cache_control"/g)?.length ?? 0
}

/** Whether the provider cleared results in a turn. Then fewer tokens are read from the cache, without a break. */
function cleared({ data }: Timeline, turn: number): boolean {
  return data.edits.some((edit) => edit.turn === turn && edit.stage === 'clear_results')
}

/**
 * The naive twin: a provider that keeps whole prompts as texts, up to each marker, and looks for them from each marker
 * of a request at twenty positions including its own. Consecutive calls, or consecutive results, are one position.
 * Returns how many pieces before the conversation, and in it, are read from the cache.
 */
function marksReader(life: number) {
  const kept = new Map<string, number>()
  return (request: AnthropicRequest, now: number) => {
    const pieces = [
      ...(request.tools ?? []).map((tool) => ({ of: 'tools', value: tool as object })),
      ...(request.system as readonly object[]).map((text) => ({ of: 'system', value: text })),
      ...request.messages.flatMap((message) =>
        partsOf(message).map((part) => ({ of: message.role as string, value: part as object })),
      ),
    ]
    let text = ''
    const prefixes = pieces.map(({ of, value }) => {
      const { cache_control: mark, ...bare } = value as { cache_control?: unknown }
      text += `${of}${JSON.stringify(bare)}\n`
      const { type } = bare as { type?: string }
      return {
        text,
        marked: mark !== undefined,
        joins: type === 'tool_use' || type === 'tool_result' ? type : null,
      }
    })
    const positions: number[][] = []
    for (const [at, { joins }] of prefixes.entries()) {
      const last = joins !== null && prefixes[at - 1]?.joins === joins ? positions.at(-1) : undefined
      if (last === undefined) positions.push([at])
      else last.push(at)
    }
    const marks = prefixes.flatMap(({ marked }, at) => (marked ? [at] : []))
    const isKept = (at: number): boolean => {
      const since = kept.get(prefixes[at]?.text ?? '')
      return since !== undefined && now - since <= life
    }
    let found = -1
    for (const mark of marks.toReversed()) {
      const nth = positions.findIndex((one) => one.includes(mark))
      const within = positions.slice(Math.max(0, nth - 19), nth + 1).flat()
      found = within.findLast((at) => at <= mark && isKept(at)) ?? -1
      if (found >= 0) break
    }
    for (const at of [...marks, ...(found < 0 ? [] : [found])]) kept.set(prefixes[at]?.text ?? '', now)
    const before = (request.tools ?? []).length + (request.system as readonly object[]).length
    return { setup: Math.min(found + 1, before), talk: Math.max(0, found + 1 - before), tools: TOOLS.length }
  }
}

/** Tokens of the first pieces of a prompt, by the ledger of the run. */
function tokensOfPieces(
  { data, trace }: Timeline,
  turn: number,
  { setup, talk, tools }: ReturnType<ReturnType<typeof marksReader>>,
): number {
  const record = data.turns[turn]
  if (record === undefined) throw new RangeError(`no turn ${turn}`)
  const entries = entriesAt(data.spans, record.points.sent.tick, record.window)
  const typed = entries.map((entry) => ({ ...entry, block: data.blocks[entry.block] }))
  const sum = (list: readonly { readonly tokens: number }[]): number =>
    list.reduce((total, { tokens }) => total + tokens, 0)
  const declared = sum(typed.filter(({ block }) => block?.type === 'tool_definition'))
  const prompt = sum(typed.filter(({ block }) => block?.type === 'system_prompt'))
  const said = typed.filter(
    ({ block, state }) =>
      block?.type !== 'tool_definition' && block?.type !== 'system_prompt' && state !== 'folded',
  )
  const fixed = trace.system.includes(LINE)
    ? Math.ceil(trace.system.slice(0, trace.system.indexOf(LINE) - 2).length / 4)
    : prompt
  if (talk > 0) return declared + prompt + sum(said.slice(0, talk))
  return setup === 0 ? 0 : setup <= tools ? declared : declared + fixed
}
