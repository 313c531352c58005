import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { costOfRun, readTrace, run } from '../index.ts'
import type { Trace } from '../index.ts'
import { besideRecorded } from './cost/recorded.ts'

/** One line of a made-up session of Claude Code. */
type Line = Readonly<Record<string, unknown>>

function sessionOf(lines: readonly Line[]): string {
  return lines
    .map((line, index) =>
      JSON.stringify({
        parentUuid: index === 0 ? null : `u${index - 1}`,
        uuid: `u${index}`,
        sessionId: 's',
        version: '2.1.250',
        isSidechain: false,
        timestamp: new Date(Date.UTC(2026, 8, 1, 10, 0, index * 20)).toISOString(),
        ...line,
      }),
    )
    .join('\n')
}

const said = (content: unknown): Line => ({ type: 'user', message: { role: 'user', content } })

function replied(id: string, content: unknown, usage?: unknown): Line {
  return {
    type: 'assistant',
    requestId: `r${id}`,
    message: {
      id: `m${id}`,
      type: 'message',
      role: 'assistant',
      model: 'claude-opus-4-5',
      content,
      ...(usage === undefined ? {} : { usage }),
    },
  }
}

const text = (words: string): readonly Line[] => [{ type: 'text', text: words }]

const usageOf = (read: number, written: number, plain = 10): Line => ({
  input_tokens: plain,
  cache_read_input_tokens: read,
  cache_creation_input_tokens: written,
  output_tokens: 50,
})

const compacted = (before: number): readonly Line[] => [
  { type: 'system', subtype: 'compact_boundary', compactMetadata: { trigger: 'manual', preTokens: before } },
  {
    ...said(
      'This session is being continued from a previous conversation that ran out of context. It went well.',
    ),
    isCompactSummary: true,
  },
]

const promptsOf = (trace: Trace, strategy: string): readonly number[] =>
  costOfRun(run(trace, { strategy, max_context_tokens: 1_000_000 }).data).calls.map(({ prompt }) => prompt)

describe('usage that is missing right after a compaction', () => {
  /** Two calls of 40,010 and 73,111 tokens, a compaction, and calls of 3,010 and 3,071; with an interrupted reply or not. */
  const log = (interrupted: boolean): Trace =>
    readTrace(
      sessionOf([
        said(`Read the file. ${'word '.repeat(38_000)}`),
        replied('1', text('I have read it.'), usageOf(0, 40_000)),
        said(`And this. ${'word '.repeat(33_000)}`),
        replied('2', text('Read, too.'), usageOf(40_000, 33_101)),
        ...compacted(73_200),
        said('Go on.'),
        ...(interrupted
          ? [replied('3', text('Let me see')), said('[Request interrupted by user]'), said('Go on now.')]
          : []),
        replied('4', text('I go on.'), usageOf(0, 3000)),
        said('And then?'),
        replied('5', text('Done.'), usageOf(3000, 61)),
      ]),
    )

  it('REC-1 TOK-2 the calls after an interrupted reply have the size that the log records', () => {
    const prompts = promptsOf(log(true), 'recorded')
    expect(prompts).toHaveLength(5)
    expect([...prompts.slice(0, 2), ...prompts.slice(3)]).toEqual([40_010, 73_111, 3010, 3071])
    // The interrupted call had as much, without its own reply and the two messages after it.
    expect(prompts[2]).toBeGreaterThan(2900)
    expect(prompts[2]).toBeLessThan(3010)
  })

  it('REC-1 TOK-2 a lane that undoes the compaction loses nothing: the reply of a call without usage changes little', () => {
    const [whole, interrupted] = [promptsOf(log(false), 'unmanaged'), promptsOf(log(true), 'unmanaged')]
    expect(whole.slice(0, 2)).toEqual([40_010, 73_111])
    expect(interrupted.slice(0, 2)).toEqual([40_010, 73_111])
    for (const at of [1, 2]) {
      const more = (interrupted.at(-at) ?? 0) - (whole.at(-at) ?? 0)
      expect(more).toBeGreaterThan(0)
      expect(more).toBeLessThan(100)
    }
  })
})

it('REC-1 what a compaction took, a microcompaction before the same call does not clear again', () => {
  const call = (id: string, used: unknown): readonly Line[] => [
    replied(id, [{ type: 'tool_use', id, name: 'Read', input: { file_path: `${id}.ts` } }], used),
    said([{ type: 'tool_result', tool_use_id: id, content: 'word ' }]),
  ]
  const cleared = { trigger: 'auto', tokensSaved: 4279, compactedToolIds: ['a', 'c'] }
  const log = sessionOf([
    said('Begin.'),
    replied('first', text('Yes.'), usageOf(0, 4000)),
    ...call('a', usageOf(0, 0, 0)),
    ...compacted(0),
    said('word '),
    replied('b', text('I see.'), usageOf(0, 1, 0)),
    // Its prompt is larger than the text of the log: something that the log lacks came before it.
    ...call('c', usageOf(0, 4290, 0)),
    ...compacted(0),
    { type: 'system', subtype: 'microcompact_boundary', microcompactMetadata: cleared },
    said('word '),
    replied('d', text('I see.')),
    said('End.'),
  ])
  const { data } = run(readTrace(log), { strategy: 'recorded', max_context_tokens: 20_000 })
  expect(data.blocks.some(({ unexplained, turn }) => unexplained === true && turn > 0)).toBe(true)
  expect(data.ended).toBeNull()
})

/** Usage as logs have it: none, zeros, parts that are missing, impossible or not numbers. */
const count = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 0, max: 90_000 }) },
  fc.constantFrom<unknown>(0, 1, -5, null, undefined, '12', 1.5, 9e18),
)
const usage = fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, fc.constant(usageOf(0, 0, 0)), {
  weight: 4,
  arbitrary: fc.record({
    input_tokens: count,
    cache_read_input_tokens: count,
    cache_creation_input_tokens: count,
    output_tokens: count,
  }),
})

const event = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(fc.constant('talk' as const), usage, fc.integer({ min: 1, max: 3000 })) },
  { weight: 3, arbitrary: fc.tuple(fc.constant('call' as const), usage, fc.integer({ min: 1, max: 3000 })) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('compact' as const), usage, fc.nat(90_000)) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('clear' as const), usage, fc.nat(9000)) },
)

/** Sessions with compactions and cleared results anywhere, and any usage. */
const sessions = fc.array(event, { minLength: 2, maxLength: 24 }).map((events) =>
  sessionOf([
    said('Begin.'),
    replied('first', text('Yes.'), usageOf(0, 4000)),
    ...events.flatMap(([kind, used, size], index): readonly Line[] => {
      if (kind === 'compact') return compacted(size)
      const [id, words] = [`t${index}`, 'word '.repeat(size)]
      if (kind === 'talk') return [said(words), replied(id, text('I see.'), used)]
      if (kind === 'call')
        return [
          replied(id, [{ type: 'tool_use', id, name: 'Read', input: { file_path: `${id}.ts` } }], used),
          said([{ type: 'tool_result', tool_use_id: id, content: words }]),
        ]
      const before = events.slice(0, index).flatMap(([one], at) => (one === 'call' ? [`t${at}`] : []))
      return [
        {
          type: 'system',
          subtype: 'microcompact_boundary',
          microcompactMetadata: {
            trigger: 'auto',
            tokensSaved: size,
            ...(size % 3 === 0 ? {} : { compactedToolIds: before.slice(-(size % 3) + 1) }),
          },
        },
      ]
    }),
    said('End.'),
  ]),
)

/** Every number in a figure that is below 0 or none, by its path. */
function below0(value: unknown, path = ''): readonly string[] {
  if (typeof value === 'number') return value >= 0 ? [] : [`${path}: ${value}`]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => below0(one, `${path}.${key}`))
}

describe('no figure is absurd, whatever usage a log records', () => {
  it('LED-1 COST-2 COST-3 no prompt, cost or share is below 0, and no more is read than was sent', () => {
    fc.assert(
      fc.property(
        sessions,
        fc.constantFrom('unmanaged', 'recorded', 'managed', 'evict', 'tiered', 'atomic_window'),
        fc.constantFrom(20_000, 200_000),
        (log, strategy, max_context_tokens) => {
          const timeline = run(readTrace(log), { strategy, max_context_tokens })
          const cost = costOfRun(timeline.data)
          const { model: _, calls, ...sums } = cost
          expect(below0(sums)).toEqual([])
          for (const { edit: _edit, held: _held, turn: _turn, window: _window, ...call } of calls) {
            expect(below0(call)).toEqual([])
            expect(call.read + call.written + call.uncached).toBe(call.prompt)
          }
          for (const { used, utilization } of timeline.turns) {
            expect(used).toBeGreaterThanOrEqual(0)
            expect(utilization).toBeGreaterThanOrEqual(0)
          }
          const beside = besideRecorded(timeline, cost)
          for (const { unexpected: _unexpected, ...call } of beside?.calls ?? [])
            expect(below0(call)).toEqual([])
          if (beside !== null) {
            // What the provider wasted is less than nothing where it read more than was expected.
            const { calls: _calls, unexplained: _unexplained, wasted, ...of } = beside
            expect(below0({ ...of, wasted: wasted.expected })).toEqual([])
          }
        },
      ),
      { numRuns: 60 * Number(process.env['LAW_RUNS'] ?? 1) },
    )
  })
})
