import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { presetConfig, presets } from '../../config/index.ts'
import type { PartialConfig } from '../../config/index.ts'
import { partsOf } from '../../engine/internal.ts'
import type { Message, Part } from '../../engine/index.ts'
import { expectEqual } from '../../testing/expect-equal.ts'
import { arbitraryHardTrace } from '../../testing/hard-trace.ts'
import { intakesOnce } from '../../testing/once.ts'
import { traceOf } from '../../testing/trace.ts'
import { run, unmanagedPeak } from '../index.ts'
import type { Timeline, Trace } from '../index.ts'

const OFF = { task: false, current_user_message: false, running_results: false, carried_state: false }

/** Every preset that the laws cover, those of the policies among them, and other settings. */
const lanes: readonly (readonly [string, PartialConfig])[] = [
  ...presets
    .filter((name) => !name.startsWith('as_written'))
    .map((name) => [name, presetConfig(name)] as const),
  ['unprotected fifo without placeholders', evicting({ policy: 'fifo', gates: OFF, placeholders: false })],
  ['lru without placeholders', evicting({ policy: 'lru', placeholders: false })],
  ['token_trim back', { strategy: 'token_trim', token_trim: { direction: 'end', rollback: true } }],
  [
    'atomic_window with a summary',
    { strategy: 'atomic_window', atomic_window: { token_aware: true, on_drop: 'summarize' } },
  ],
]

function evicting(eviction: NonNullable<PartialConfig['eviction']>): PartialConfig {
  return { strategy: 'evict', eviction }
}

interface Step {
  readonly says: boolean
  readonly thinks: boolean
  readonly words: number
  readonly results: readonly number[]
}

const words = fc.constantFrom(2, 10, 40)
const step: fc.Arbitrary<Step> = fc.record({
  says: fc.boolean(),
  thinks: fc.boolean(),
  words,
  results: fc.array(fc.constantFrom(1, 15, 60, 250), { minLength: 1, maxLength: 3 }),
})

const VOCABULARY = ['src/api.ts', 'retry', 'port 4317', 'timeout', 'map', 'error', 'fetch', 'of']

function prose(length: number, mark: number): string {
  const text = Array.from({ length }, (_, at) => VOCABULARY[(at * 5 + mark) % VOCABULARY.length])
  return `${text.join(' ')} ${mark}`
}

/**
 * Exchanges with tool loops that begin with thinking, as with thinking enabled, or with a text, as with adaptive
 * thinking. In some of them later replies think, too, as with interleaved thinking. Half of the conversations end
 * inside a loop.
 */
const thinkingTrace = (beginsWith: 'thinking' | 'text'): fc.Arbitrary<Trace> =>
  fc
    .tuple(
      fc.array(fc.array(step, { minLength: 1, maxLength: 9 }), { minLength: 1, maxLength: 5 }),
      fc.boolean(),
    )
    .map(([exchanges, ends]) => {
      const messages: Message[] = []
      let mark = 0
      for (const [place, steps] of exchanges.entries()) {
        messages.push({ role: 'user', content: prose(15, ++mark) })
        for (const [nth, one] of steps.entries()) {
          mark += 1
          const own = mark
          const ids = one.results.map((_, at) => `call_${own}_${at}`)
          const content: Part[] = ids.map((id): Part => {
            return { type: 'tool_use', id, name: 'read_file', input: { path: `src/${id}.ts` } }
          })
          const text: Part = { type: 'text', text: prose(one.words, own) }
          const thought: Part = {
            type: 'thinking',
            thinking: prose(one.words, own + 1),
            signature: `s${own}`,
          }
          const thinks = nth === 0 || one.thinks
          if (beginsWith === 'text') content.unshift(text, ...(thinks ? [thought] : []))
          else content.unshift(...(thinks ? [thought] : []), ...(one.says ? [text] : []))
          messages.push({ role: 'assistant', content })
          messages.push({
            role: 'user',
            content: ids.map((id, at): Part => {
              return { type: 'tool_result', tool_use_id: id, content: prose(one.results[at] ?? 1, own + at) }
            }),
          })
        }
        if (place < exchanges.length - 1 || ends)
          messages.push({ role: 'assistant', content: [{ type: 'text', text: prose(20, ++mark) }] })
      }
      return traceOf(messages, { tools: [{ name: 'read_file', input_schema: { type: 'object' } }] })
    })

const intakeOf = intakesOnce()
const cases = fc.tuple(thinkingTrace('thinking'), fc.constantFrom(0.2, 0.35, 0.6)).map(([trace, share]) => {
  return { trace, limit: Math.max(2000, Math.floor(unmanagedPeak(intakeOf(trace)) * share)) }
})

/** The parts of a reply without the provider's own summary. */
function said({ content }: Message): readonly Part[] {
  return partsOf({ role: 'assistant', content }).filter(({ type }) => type !== 'compaction')
}

const isThinking = (part: Part | undefined): boolean => part?.type === 'thinking'
const isPlain = (message: Message): boolean =>
  message.role === 'user' && partsOf(message).every(({ type }) => type !== 'tool_result')

/** The replies after the last plain user message, the current tool loop, read from the list alone. */
function loopOf(messages: readonly Message[]): readonly Message[] {
  return messages.slice(messages.findLastIndex(isPlain) + 1).filter(({ role }) => role === 'assistant')
}

/** Parts that must stay together: thinking by its text, calls by their ids. */
function bound(reply: Message): string[] {
  return said(reply).flatMap((part) =>
    part.type === 'thinking' ? [part.thinking] : part.type === 'tool_use' ? [part.id] : [],
  )
}

function keepsThinking(timeline: Timeline, goesBack: boolean): void {
  const { turns, trace } = timeline
  for (const { turn, violations } of turns) {
    const last = Math.max(...(trace.turns[turn]?.inputs ?? [0]))
    const loop = loopOf(trace.messages.slice(0, last + 1))
    if (loop.length === 0) continue
    const request = timeline.messagesAt(turn, 'anthropic')
    const sent = loopOf(request.messages)
    const whole = new Set(loop.map((reply) => bound(reply).join()))
    const { thinking, repairs } = request
    expectEqual(
      {
        turn,
        violations,
        thinking: thinking?.type,
        repairs,
        begins: isThinking(sent[0] && said(sent[0])[0]),
        // A rollback may remove the whole loop, and end with an earlier one.
        first: goesBack ? undefined : sent[0] && said(sent[0]),
        torn: goesBack ? [] : sent.filter((reply) => !whole.has(bound(reply).join())),
      },
      {
        turn,
        violations: [],
        thinking: 'enabled',
        repairs: [],
        begins: true,
        first: goesBack ? undefined : loop[0] && said(loop[0]),
        torn: [],
      },
    )
  }
}

/** Every lane has its own conversations: together they are many, although each has a few. */
const { seed: first = 0 } = fc.readConfigureGlobal()
const seeded = lanes.map(([name, config], nth) => [name, config, first + nth] as const)

describe.each(seeded)('%s', (_, config, seed) => {
  it('VALID-1 VALID-3 the current tool loop keeps its first reply, and every reply keeps its thinking and calls', () => {
    const goesBack = config.token_trim?.rollback === true
    fc.assert(
      fc.property(cases, ({ trace, limit }) => {
        const intake = intakeOf(trace)
        keepsThinking(run(trace, { ...config, max_context_tokens: limit }, { intake }), goesBack)
      }),
      { numRuns: 2, seed },
    )
  })
})

describe.each(seeded)('%s, where thinking is adaptive', (_, config, seed) => {
  it('VALID-1 VALID-3 every reply keeps the order of its parts, and nothing is refused', () => {
    const free = fc.tuple(thinkingTrace('text'), fc.constantFrom(0.2, 0.6)).map(([trace, share]) => {
      return { trace, limit: Math.max(2000, Math.floor(unmanagedPeak(intakeOf(trace)) * share)) }
    })
    fc.assert(
      fc.property(free, ({ trace, limit }) => {
        const timeline = run(trace, { ...config, max_context_tokens: limit }, { intake: intakeOf(trace) })
        const places = new Map(
          trace.messages
            .filter(({ role }) => role === 'assistant')
            .flatMap(bound)
            .map((own, at) => [own, at]),
        )
        for (const { turn, violations } of timeline.turns) {
          const { messages, repairs, thinking } = timeline.messagesAt(turn, 'anthropic')
          const sent = messages.flatMap(bound).flatMap((own) => places.get(own) ?? [])
          expectEqual(
            { turn, violations, repairs, sent, asks: thinking?.type === 'enabled' },
            { turn, violations: [], repairs: [], sent: sent.toSorted((a, b) => a - b), asks: false },
          )
        }
      }),
      { numRuns: 2, seed },
    )
  })
})

const ENABLED = { thinking: { type: 'enabled', budget_tokens: 1024 } } as const
const TOOLS = { tools: [{ name: 'read_file', input_schema: { type: 'object' } }] } as const

/** The faults in the requests of a lane at two of four limits, the other two in every other lane. */
function faultsOf(trace: Trace, config: PartialConfig): string[] {
  const nth = lanes.findIndex(([, own]) => own === config)
  const limits = nth % 2 === 0 ? [2000, 3300] : [2600, 4200]
  return limits.flatMap((max_context_tokens) =>
    run(trace, { ...config, max_context_tokens }, { intake: intakeOf(trace) }).turns.flatMap(
      ({ turn, violations }) =>
        violations.map(({ rule }) => `${rule} in turn ${turn} of ${max_context_tokens}`),
    ),
  )
}

describe('an earlier tool loop with a protected block', () => {
  const reads = (id: string, ...before: readonly Part[]): Message => {
    const call: Part = { type: 'tool_use', id, name: 'read_file', input: { path: `src/${id}.ts` } }
    return { role: 'assistant', content: [...before, call] }
  }
  const gets = (id: string, content: string): Message => {
    return { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] }
  }
  const thought: Part = { type: 'thinking', thinking: prose(20, 1), signature: 's' }
  const talk: Message[] = [
    { role: 'user', content: prose(15, 1) },
    reads('a', thought),
    gets('a', prose(1000, 2)),
    reads('b', { type: 'text', text: 'DO_NOT_EVICT: what b says' }),
    gets('b', prose(600, 3)),
    { role: 'assistant', content: prose(20, 4) },
    { role: 'user', content: prose(900, 5) },
    reads('c', thought),
    gets('c', prose(300, 6)),
    reads('d', thought),
    gets('d', prose(300, 7)),
  ]
  const trace = { ...traceOf(talk, TOOLS), ...ENABLED }

  it.each(lanes)('VALID-1 VALID-3 causes no violation if it becomes the current one: %s', (_, config) => {
    expect(faultsOf(trace, config)).toEqual([])
  })

  // A note beside results is no new message of the user, but a provider may take it for one.
  const noted: Message[] = [
    ...talk.slice(0, 6),
    { role: 'user', content: prose(60, 8) },
    ...talk.slice(7),
    { role: 'system', content: 'Be careful from here on.' },
    reads('e'),
    gets('e', prose(300, 9)),
  ]
  const few = { max_messages: 5, min_recent_keep: 1 }
  it.each(['discard', 'summarize'] as const)(
    'VALID-3 stays apart from a current one with a note beside its results: %s',
    (on_drop) => {
      const { turns } = run(
        { ...traceOf(noted, TOOLS), ...ENABLED },
        { max_context_tokens: 30_000, strategy: 'atomic_window', atomic_window: { ...few, on_drop } },
      )
      expect(turns.flatMap(({ violations }) => violations.map(({ rule }) => rule))).toEqual([])
    },
  )
})

describe('a tool loop whose thinking begins after a text beside results', () => {
  const talk: Message[] = [{ role: 'user', content: prose(15, 1) }]
  for (const [place, id] of ['a', 'b', 'c', 'd', 'e'].entries()) {
    const call: Part = { type: 'tool_use', id, name: 'read_file', input: { path: `src/${id}.ts` } }
    const thought: Part = { type: 'thinking', thinking: prose(80, place), signature: `s${id}` }
    talk.push({ role: 'assistant', content: place === 0 ? [call] : [thought, call] })
    const result: Part = {
      type: 'tool_result',
      tool_use_id: id,
      content: prose(place === 0 ? 600 : 200, place),
    }
    const asks: Part = { type: 'text', text: prose(10, place + 20) }
    talk.push({ role: 'user', content: place === 0 ? [result, asks] : [result] })
  }
  const trace = { ...traceOf(talk, TOOLS), ...ENABLED }
  it.each(lanes)('VALID-1 VALID-3 causes no violation: %s', (_, config) => {
    expect(faultsOf(trace, config)).toEqual([])
  })
})

describe('replies that fell back into an earlier tool loop without thinking', () => {
  const call = (id: string): Part => {
    return { type: 'tool_use', id, name: 'read_file', input: { path: `src/${id}.ts` } }
  }
  const gets = (id: string, words: number): Message => {
    return { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: prose(words, 2) }] }
  }
  const thought = (mark: number): Part => {
    return { type: 'thinking', thinking: prose(20, mark), signature: `s${mark}` }
  }
  // The request of 900 words does not fit, and the replies to it have thinking.
  const talk: Message[] = [
    { role: 'user', content: prose(15, 1) },
    { role: 'assistant', content: [thought(1), { type: 'text', text: prose(20, 2) }] },
    { role: 'user', content: prose(300, 3) },
    { role: 'assistant', content: [call('a')] },
    gets('a', 300),
    { role: 'assistant', content: prose(20, 4) },
    { role: 'user', content: prose(900, 5) },
    { role: 'assistant', content: [thought(6), call('b')] },
    gets('b', 20),
    { role: 'assistant', content: [thought(7), call('c')] },
    gets('c', 20),
  ]

  const trace = traceOf(talk, TOOLS)

  it.each(lanes)('VALID-1 VALID-3 cause no violation: %s', (_, config) => {
    expect(faultsOf(trace, config)).toEqual([])
  })

  it('VALID-1 VALID-3 cause none in a conversation found by a random run', () => {
    const cases = fc.tuple(arbitraryHardTrace(44), fc.integer({ min: 15, max: 100 }))
    const [[trace] = []] = fc.sample(cases, { seed: 3416, numRuns: 1 })
    if (trace === undefined) throw new Error('no conversation')
    const token_trim = { direction: 'end', rollback: true } as const
    const { turns, edits } = run(trace, { strategy: 'token_trim', token_trim, max_context_tokens: 10_253 })
    expect(edits.length).toBeGreaterThan(0)
    expect(turns.flatMap(({ violations }) => violations)).toEqual([])
  })
})

describe('a tool loop with thinking after one without', () => {
  const calls = (ids: string, ...before: readonly Part[]): Message => {
    const made = [...ids].map((id): Part => ({
      type: 'tool_use',
      id,
      name: 'read_file',
      input: { path: id },
    }))
    return { role: 'assistant', content: [...before, ...made] }
  }
  const gets = (results: Readonly<Record<string, number>>, ...beside: readonly Part[]): Message => {
    const made = Object.entries(results).map(([id, words], place): Part => {
      return { type: 'tool_result', tool_use_id: id, content: prose(words, place + 2) }
    })
    return { role: 'user', content: [...made, ...beside] }
  }
  const says = (length: number, mark: number): Part => ({ type: 'text', text: prose(length, mark) })
  const thought = (mark: number): Part => {
    return { type: 'thinking', thinking: prose(20, mark), signature: `s${mark}` }
  }

  // There is no thinking yet when the request arrives that does not fit: an unprotected policy evicts it, and the
  // previous reply.
  const unforeseen: Message[] = [
    { role: 'user', content: prose(15, 1) },
    calls('ab'),
    gets({ a: 500, b: 60 }),
    calls('c'),
    gets({ c: 15 }),
    { role: 'assistant', content: prose(20, 4) },
    { role: 'user', content: prose(500, 5) },
    calls('d', thought(6)),
    gets({ d: 250 }),
    calls('e', thought(7)),
    gets({ e: 60 }),
    calls('f'),
    gets({ f: 250 }),
  ]
  // The request is before the notes, so it is no longer the newest user text, and leaves before them.
  const noted: Message[] = [
    { role: 'user', content: prose(15, 1) },
    calls('a'),
    gets({ a: 500 }),
    calls('b'),
    gets({ b: 250 }),
    { role: 'assistant', content: prose(20, 9) },
    { role: 'user', content: prose(200, 10) },
    calls('c', thought(11)),
    gets({ c: 1 }, says(10, 12)),
    calls('d'),
    gets({ d: 15 }),
    calls('e', thought(13), says(40, 14)),
    gets({ e: 700 }),
  ]

  const traces = [unforeseen, noted].map((talk) => traceOf(talk, TOOLS))

  it.each(lanes)(
    'VALID-1 VALID-3 causes no violation if the user message between them is evicted: %s',
    (_, config) => {
      expect(traces.flatMap((trace) => faultsOf(trace, config))).toEqual([])
    },
  )
})

it('VALID-1 for a model that binds thinking to its prefix, the messages before the last thinking of the loop stay as sent', () => {
  const policy = evicting({ policy: 'fifo' })
  fc.assert(
    fc.property(cases, ({ trace: given, limit }) => {
      const turns = given.turns.map((turn) => ({ ...turn, model: 'claude-opus-5-5' }))
      const timeline = run({ ...given, turns }, { ...policy, max_context_tokens: limit })
      const sentAt = (turn: number): readonly Message[] => {
        const { messages } = timeline.messagesAt(turn, 'anthropic')
        return messages.slice(messages.findLastIndex(isPlain) + 1)
      }
      for (const { turn } of timeline.turns) {
        const sent = sentAt(turn)
        const last = sent.findLast((message) => said(message).some(isThinking))
        if (last === undefined) continue
        const made = turns.findIndex(({ response }) => {
          const reply = response === null ? undefined : given.messages[response]
          return reply !== undefined && bound(reply).join() === bound(last).join()
        })
        const isFirst = last === sent[0]
        if (!isFirst) expectEqual(sent.slice(0, sent.indexOf(last)), sentAt(made))
      }
    }),
    { numRuns: 15 },
  )
})
