import { describe, expect, it } from 'vitest'
import { traceOf } from '../../testing/trace.ts'
import { run, runAsync } from '../index.ts'
import { scenario } from '../../testing/shared-traces.ts'
import type { Retention, Timeline, Trace } from '../index.ts'
import { retentionSteps } from './need/retention.ts'

function retentionOf(timeline: Timeline): Retention {
  const steps = retentionSteps(timeline)
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}

/** How many of the planted strings each prompt has, by reading the whole request of every turn. */
function sideBySide(timeline: Timeline): Map<number, number> {
  const { trace, intake } = timeline
  const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ')
  const planted = new Map(
    trace.needs.map((need) => [JSON.stringify([need.message, need.part, need.evidence]), need]),
  )
  const kept = new Map<number, number>()
  for (const { turn } of timeline.turns) {
    const said: string[] = []
    JSON.stringify(timeline.messagesAt(turn, 'anthropic').messages, (_, value: unknown) => {
      if (typeof value === 'string') said.push(value)
      return value
    })
    const text = plain(said.join('\n'))
    for (const { message, part, evidence, kind } of planted.values()) {
      const source = intake.blocks[intake.ofMessage.get(message)?.[part] ?? -1]
      if (kind !== 'constraint' || source === undefined || source.turn >= turn) continue
      if (evidence.every((one) => text.includes(plain(one)))) kept.set(turn, (kept.get(turn) ?? 0) + 1)
    }
  }
  return kept
}

describe('how long what was told stays in prompts', () => {
  it.each(['managed', 'token_trim', 'atomic_window'])(
    'NEED-2 with %s it equals a search for every planted string in every request',
    (strategy) => {
      const whole = scenario('axios-migration', 7)
      const trace: Trace = { ...whole, needs: whole.needs.filter(({ kind }) => kind === 'constraint') }
      const timeline = run(trace, { strategy, max_context_tokens: 16_000 })
      const { byTurn, all, inferred } = retentionOf(timeline)
      const naive = sideBySide(timeline)
      expect(byTurn.map(({ x, kept }) => [x, kept])).toEqual(byTurn.map(({ x }) => [x, naive.get(x) ?? 0]))
      expect(all.overall.kept).toBe(byTurn.reduce((sum, { kept }) => sum + kept, 0))
      expect(inferred).toBe(false)
    },
  )

  const filler = (turn: number): string =>
    `nothing of note ${'lorem ipsum dolor '.repeat(120)} in turn ${turn}`
  const told = ['The deadline is 14 March, whatever happens.', 'The deadline is 29 April now, not as before.']
  const trace = traceOf(
    Array.from({ length: 16 }, (_, turn) => [
      {
        role: 'user' as const,
        content: turn === 1 ? (told[0] ?? '') : turn === 3 ? (told[1] ?? '') : filler(turn),
      },
      { role: 'assistant' as const, content: turn === 6 ? 'Was it 14 March?' : 'I see.' },
    ]).flat(),
    {
      needs: [
        { turn: 2, message: 2, part: 0, evidence: ['14 March'], kind: 'fact', refetchable: false },
        {
          turn: 14,
          message: 6,
          part: 0,
          evidence: ['29 April'],
          kind: 'fact',
          refetchable: false,
          detail: 'changed',
          outdated: ['14 March'],
        },
      ],
    },
  )

  it('NEED-2 tells an old value apart from a lost one, and the old value counts no more once it changed', () => {
    const { kinds, positions, cliff } = retentionOf(
      run(trace, {
        strategy: 'atomic_window',
        max_context_tokens: 40_000,
        atomic_window: { max_messages: 10 },
      }),
    )
    // Told in turn 1 and replaced in turn 3: only the prompt of turn 2 counts.
    expect(kinds.fact?.overall).toEqual({ x: 0, told: 1, kept: 1, stale: 0 })
    // Ten messages: the prompt of turn t begins with the user's message of turn t − 4. So the new value of turn 3 is there
    // in turns 4 to 7, what the agent said in turn 6 up to turn 10, and neither in turns 11 to 15.
    const changed = kinds.changed?.byAge.map(({ kept, stale }) =>
      kept > 0 ? 'kept' : stale > 0 ? 'old' : 'lost',
    )
    const times = (state: string, count: number): string[] => Array.from({ length: count }, () => state)
    expect(changed).toEqual([...times('kept', 4), ...times('old', 3), ...times('lost', 5)])
    expect(positions.early?.probes).toBe(2)
    expect(cliff?.lost).toBe(1)
    expect([cliff?.from, cliff?.to]).toEqual([1, 0])
  })

  it('NEED-2 what was told only now is not among what was missing before', () => {
    // The prompt of turn t begins with the user's message of turn t − 4: turn 6 loses turn 1, and has turn 5.
    const said = (turn: number) => `Number ${turn} is ${turn}${turn}${turn}.`
    const two = traceOf(
      Array.from({ length: 8 }, (_, turn) => [
        { role: 'user' as const, content: turn === 1 || turn === 5 ? said(turn) : filler(turn) },
        { role: 'assistant' as const, content: 'I see.' },
      ]).flat(),
      {
        needs: [1, 5].map((turn) => ({
          turn: 7,
          message: 2 * turn,
          part: 0,
          evidence: [`${turn}${turn}${turn}`],
          kind: 'fact' as const,
          refetchable: false,
        })),
      },
    )
    const { cliff } = retentionOf(
      run(two, {
        strategy: 'atomic_window',
        max_context_tokens: 40_000,
        atomic_window: { max_messages: 10 },
      }),
    )
    expect(cliff).toEqual({ turn: 6, from: 1, to: 0, lost: 1 })
  })

  it('NEED-2 nothing is lost without a strategy, and a run without facts has nothing to say', () => {
    const all = retentionOf(run(trace, { strategy: 'unmanaged', max_context_tokens: 40_000 }))
    expect(all.all.overall.kept).toBe(all.all.overall.told)
    expect(all.cliff).toBeNull()
    const none = retentionOf(
      run({ ...trace, needs: [] }, { strategy: 'unmanaged', max_context_tokens: 40_000 }),
    )
    expect(none.inferred).toBe(true)
  })

  /** Of statements in a talk, how those of each kind are in its last prompt, which has only the newest message. */
  const atEnd = (...said: readonly string[]) => {
    const talk = traceOf(
      [...said, filler(0)].flatMap((content, turn) => [
        { role: 'user' as const, content },
        { role: 'assistant' as const, content: `I see ${turn}.` },
      ]),
    )
    const timeline = run(talk, {
      strategy: 'atomic_window',
      max_context_tokens: 40_000,
      atomic_window: { max_messages: 3 },
    })
    const { kinds } = retentionOf(timeline)
    return Object.fromEntries(
      Object.entries(kinds).map(([kind, { atEnd: end }]) => [kind, [end.kept, end.stale, end.told]]),
    )
  }

  it('NEED-2 a rule of a log is there if its words are, not if the name in it is', () => {
    const rule = 'Never edit src/core.ts.'
    expect(atEnd('Begin.', rule, 'Yes.', 'Error in src/core.ts')).toMatchObject({
      side_constraint: [0, 0, 1],
    })
    expect(atEnd('Begin.', rule, 'Yes.', 'Did I say “never edit src/core.ts”?')).toMatchObject({
      side_constraint: [1, 0, 1],
    })
  })

  it('NEED-2 a setting of a log changes with its value, and its name alone is no value', () => {
    const told = ['Begin.', 'MAX_RETRIES is 3', 'Yes.', 'MAX_RETRIES is 5'] as const
    expect(atEnd(...told, 'Yes.', 'What does MAX_RETRIES do?')).toMatchObject({ changed: [0, 0, 1] })
  })

  const lanesOf = ({ beside }: Retention) =>
    Object.fromEntries(beside.map(({ way, end }) => [way, [end.kept, end.stale, end.told]]))

  it('NEED-2 plain shortenings of the size of the prompt have what their words have, and no more', () => {
    const need = { turn: 3, part: 0, kind: 'fact', refetchable: false } as const
    const short = traceOf(
      [
        { role: 'user', content: 'Hello there. The port is 8443 here.' },
        { role: 'assistant', content: 'It runs on Erlang then. Good.' },
        { role: 'user', content: 'Ask Mathilde first. It was long ago.' },
        { role: 'assistant', content: 'Yes. It was in Trondheim.' },
        { role: 'user', content: `So? ${'Go on with it. '.repeat(40)}` },
        { role: 'assistant', content: 'Done.' },
      ],
      {
        needs: [
          { ...need, message: 0, evidence: ['8443'] },
          { ...need, message: 1, evidence: ['Erlang'] },
          { ...need, message: 2, evidence: ['Mathilde'] },
          { ...need, message: 3, evidence: ['Trondheim'] },
        ],
      },
    )
    const whole = retentionOf(run(short, { strategy: 'unmanaged', max_context_tokens: 8000 }))
    expect(lanesOf(whole)).toEqual({
      lane: [4, 0, 4],
      truncated: [4, 0, 4],
      'first sentences': [2, 0, 4],
      'user turns': [2, 0, 4],
      checklist: [4, 0, 4],
    })
    // The task, the fourth message and the newest: 9 + 7 + 151 tokens, and 4 around each message, so a plain text may
    // have 179. The messages from the second on have 8 + 9 + 7 + 151 = 175, the user's three 9 + 9 + 151 = 169.
    const newest = retentionOf(
      run(short, {
        strategy: 'atomic_window',
        max_context_tokens: 8000,
        atomic_window: { max_messages: 3, min_recent_keep: 1 },
      }),
    )
    expect(lanesOf(newest)).toEqual({
      lane: [2, 0, 4],
      truncated: [3, 0, 4],
      'first sentences': [2, 0, 4],
      'user turns': [2, 0, 4],
      checklist: [4, 0, 4],
    })
  })

  it('NEED-2 the probes read the summaries of a real model, in every prompt that has them', async () => {
    const config = { strategy: 'rolling_summary', max_context_tokens: 6000 }
    const by = async (text: string) =>
      retentionOf(await runAsync(trace, config, { llm: () => Promise.resolve({ text }) }))
    const [right, old, none] = [
      await by('The user wants it by 29 April.'),
      await by('The user wants it by 14 March.'),
      await by('They talked.'),
    ]
    expect(right.compactions.length).toBeGreaterThan(0)
    expect([lanesOf(right).lane, lanesOf(old).lane, lanesOf(none).lane]).toEqual([
      [1, 0, 1],
      [0, 1, 1],
      [0, 0, 1],
    ])
    const after = ({ beside }: Retention) => beside.find(({ way }) => way === 'lane')?.compacted
    expect(after(right)?.kept).toBe(after(right)?.told)
    expect(after(none)?.kept).toBeLessThan(after(none)?.told ?? 0)
    // Whatever a model writes, the same words of the conversation are as many.
    expect(lanesOf(right).truncated).toEqual(lanesOf(none).truncated)
    expect(lanesOf(none).checklist).toEqual([1, 0, 1])
  })
})
