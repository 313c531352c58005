import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chars4, PROVIDERS, validate } from '../../engine/index.ts'
import { expectEqual, expectSame } from '../../testing/expect-equal.ts'
import { arbitraryHardTrace } from '../../testing/hard-trace.ts'
import { runsOnce } from '../../testing/once.ts'
import {
  asksWithinBounds,
  balances,
  introducesNothing,
  keepsPairs,
  shrinks,
} from '../../testing/run-record.ts'
import { encodeTimeline, entriesAt, readTrace, run, takeIn, unmanagedPeak } from '../index.ts'
import type { Message } from '../../engine/index.ts'
import type { RecordedEdit, Timeline, Trace } from '../index.ts'

interface Case {
  readonly trace: Trace
  readonly limit: number
}

/** An action before it is placed: turn and calls are drawn as numbers. */
const acts = fc.record({
  at: fc.nat(),
  kind: fc.constantFrom('compaction' as const, 'microcompaction' as const),
  summary: fc.constantFrom(null, '', 'Everything is going well.', 'The user wants more. '.repeat(12)),
  tokensBefore: fc.constantFrom(null, 1200),
  clears: fc.array(fc.nat(), { maxLength: 4 }),
  byProvider: fc.boolean(),
  stays: fc.array(fc.nat(), { maxLength: 6 }),
  usage: fc.constantFrom(null, 300, 900, 40_000),
})

/** What clients keep: words of the user, or the end of the conversation from some of them on. */
function keptOf({ messages, turns }: Trace, turn: number, [from = 0, ...some]: readonly number[]): Message[] {
  const isAsking = ({ role, content }: Message): boolean =>
    role === 'user' && (typeof content === 'string' || content.every(({ type }) => type !== 'tool_result'))
  if (some.length > 0) return some.flatMap((one) => messages[one % messages.length] ?? []).filter(isAsking)
  const before = turns
    .slice(0, turn)
    .reduce((sum, { inputs, response }) => sum + inputs.length + (response === null ? 0 : 1), 0)
  const rest = messages.slice(Math.min(from % messages.length, before), before)
  const asked = rest.findIndex(isAsking)
  return asked < 0 ? [] : rest.slice(asked)
}

/** Conversations with some compactions by the client. */
const cases: fc.Arbitrary<Case> = fc
  .tuple(
    arbitraryHardTrace(44),
    fc.array(acts, { minLength: 1, maxLength: 4 }),
    fc.integer({ min: 15, max: 100 }),
  )
  .map(([trace, drafts, percent]) => {
    const calls = trace.messages.flatMap(({ content }) =>
      typeof content === 'string'
        ? []
        : content.flatMap((part) => (part.type === 'tool_use' ? [part.id] : [])),
    )
    const usages = new Map<number, number>()
    const recordedEdits = drafts.map((draft): RecordedEdit => {
      const { at, kind, summary, tokensBefore, clears, usage, byProvider, stays } = draft
      const turn = at % trace.turns.length
      if (usage !== null) usages.set(turn, usage)
      const cleared = clears.flatMap((one) => calls[one % Math.max(1, calls.length)] ?? [])
      return {
        turn,
        window: trace.turns[turn]?.window ?? 0,
        kind,
        trigger: null,
        tokensBefore,
        ...(summary === null ? {} : { summary }),
        ...(byProvider && kind === 'compaction' && summary !== null && summary !== ''
          ? { part: { type: 'compaction' as const, content: summary, signature: 's' } }
          : {}),
        ...(kind === 'compaction' ? { stays: keptOf(trace, turn, stays) } : { cleared }),
      }
    })
    const turns = trace.turns.map((turn) => {
      const input = usages.get(turn.turn)
      return input === undefined
        ? turn
        : { ...turn, usage: { input, output: 1, cacheRead: 0, cacheWrite: 0 } }
    })
    const peak = unmanagedPeak(takeIn(trace, chars4))
    return {
      trace: { ...trace, turns, recordedEdits: recordedEdits.toSorted((a, b) => a.turn - b.turn) },
      limit: Math.max(2000, Math.floor((peak * percent) / 100)),
    }
  })

const runs = { numRuns: 10 * Number(process.env['LAW_RUNS'] ?? 1) }

function timelineOf({ trace, limit }: Case): Timeline {
  return run(trace, { strategy: 'recorded', max_context_tokens: limit }, { calibrated: false })
}

const known = runsOnce(timelineOf)

describe('laws of replayed compactions', () => {
  it('REC-1 LED-1 PAIR-2 VALID-3 COMP-3 every edit balances, pairs stay complete, and requests are valid, for any recorded edits', () => {
    let edits = 0
    fc.assert(
      fc.property(cases, (one) => {
        const timeline = known(one)
        balances(timeline)
        keepsPairs(timeline)
        introducesNothing(timeline)
        asksWithinBounds(timeline)
        // A provider's summary is kept unchanged, at any size.
        const byClient = timeline.edits.filter(({ blocks }) => blocks.every(({ verb }) => verb !== 'clear'))
        shrinks({ ...timeline, data: { ...timeline.data, edits: byClient } })
        const system = timeline.blocks.filter(({ type }) => type === 'system_prompt')
        for (const edit of timeline.edits) {
          if (edit.stage !== 'replay_recorded') continue
          edits += 1
          for (const { block } of edit.blocks) {
            expectSame(
              system.some(({ id }) => id === block),
              false,
            )
          }
          expectSame(
            one.trace.recordedEdits.some(({ turn }) => turn === edit.turn),
            true,
          )
        }
      }),
      runs,
    )
    expect(edits).toBeGreaterThan(5)
  })

  it('EDIT-3 EDIT-4 the same run gives the same bytes, and earlier turns do not depend on later ones', () => {
    fc.assert(
      fc.property(cases, fc.nat(60), (one, cut) => {
        const whole = known(one)
        const copy = JSON.parse(JSON.stringify(one)) as Case
        expectSame(encodeTimeline(timelineOf(copy).data), encodeTimeline(whole.data))
        const turns = one.trace.turns.slice(0, 1 + (cut % one.trace.turns.length))
        const recordedEdits = one.trace.recordedEdits.filter(({ turn }) => turn < turns.length)
        const part = timelineOf({ ...one, trace: { ...one.trace, turns, recordedEdits } })
        const first = ({ data }: Timeline) =>
          data.turns.slice(0, turns.length).map(({ points, used, events }) => ({ points, used, events }))
        expectEqual(first(part), first(whole))
      }),
      { numRuns: Math.ceil(runs.numRuns / 2) },
    )
  })

  it('REC-1 a log without recorded edits is sent unchanged', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const { data } = timelineOf({ ...one, trace: { ...one.trace, recordedEdits: [] } })
        expectEqual(
          data.edits.filter(({ stage }) => stage !== 'repair'),
          [],
        )
        const notes = data.turns.flatMap(({ events }) => events.filter(({ kind }) => kind === 'note'))
        expect(notes.length).toBeLessThanOrEqual(1)
        const orange = data.turns.some(
          ({ points }) => points.offered.used / data.limit >= data.thresholds.orange,
        )
        expectSame(notes.length, orange ? 1 : 0)
      }),
      { numRuns: 5 },
    )
  })
})

const folder = process.env['TRACES_DIR']

describe.skipIf(folder === undefined)('a session compacted by Claude Code', () => {
  const text = folder === undefined ? '' : readFileSync(join(folder, 'claude-code-compaction.jsonl'), 'utf8')

  it('REC-1 from the compaction on, the window is within 4 % of the recorded usage', () => {
    const trace = readTrace(text)
    const timeline = run(trace, { strategy: 'recorded', max_context_tokens: 200_000 })
    const [edit, ...others] = timeline.edits.filter(({ stage }) => stage === 'replay_recorded')
    expect(others).toEqual([])
    const main = timeline.turns.filter(({ window }) => window === 0)
    const edited = main[74]?.turn ?? -1
    expect(edit?.turn).toBe(edited)
    expect(edit?.before).toBeGreaterThan(160_000)
    const after = main.slice(74)
    expect(after).toHaveLength(20)
    for (const { turn, used } of after) {
      const sent = trace.turns[turn]?.usage?.input ?? 0
      expectEqual([turn, Math.abs(used - sent) / sent < 0.04], [turn, true])
    }
    // The summary is in the window word for word; the log does not have what else the client added.
    const summary = trace.recordedEdits[0]?.summary ?? ''
    expect(timeline.data.contents).toContain(summary)
    const { repairs: _, ...request } = timeline.messagesAt(edited, 'anthropic')
    expect(JSON.stringify(request)).toContain(JSON.stringify(summary).slice(1, -1))
    for (const { turn } of after) {
      for (const provider of PROVIDERS) {
        const { repairs: __, ...sent } = timeline.messagesAt(turn, provider)
        expectEqual(validate(sent, provider), [])
      }
    }
  })

  it('REC-1 a compaction kept by the reader is not replayed', () => {
    const trace = readTrace(text, { recordedEdits: 'keep' })
    const timeline = run(trace, { strategy: 'recorded', max_context_tokens: 200_000 })
    expect(timeline.edits.filter(({ stage }) => stage === 'replay_recorded')).toEqual([])
  })
})

it('REC-1 LOST-4 what the log says stayed stands behind the summary, word for word', () => {
  const entry = (id: number, role: string, text: string) => ({
    type: 'message',
    id: `${id}`,
    parentId: id === 1 ? null : `${id - 1}`,
    message: { role, content: [{ type: 'text', text: text.repeat(40) }] },
  })
  const compaction = (id: number, summary: string, firstKeptEntryId: string) => ({
    type: 'compaction',
    id: `${id}`,
    parentId: `${id - 1}`,
    summary,
    firstKeptEntryId,
  })
  // The same words stand twice: the newer ones stayed.
  const log = [
    { type: 'session', version: 3, id: 's', cwd: '/p' },
    entry(1, 'user', 'go on '),
    entry(2, 'assistant', 'first '),
    entry(3, 'user', 'go on '),
    entry(4, 'assistant', 'second '),
    compaction(5, 'The first.', '3'),
    entry(6, 'user', 'third '),
    entry(7, 'assistant', 'fourth '),
    compaction(8, 'The second.', '6'),
    entry(9, 'user', 'fifth '),
    entry(10, 'assistant', 'sixth '),
  ]
  const trace = readTrace(log.map((line) => JSON.stringify(line)).join('\n'))
  const { data } = run(trace, { strategy: 'recorded', max_context_tokens: 100_000 }, { counter: chars4 })
  const sent = data.turns.map(({ points }) =>
    entriesAt(data.spans, points.sent.tick, 0).map(({ block }) => {
      const one = data.blocks[block]
      return one?.type === 'summary' ? 'summary' : one?.message
    }),
  )
  expect(sent).toEqual([[0], [0, 1, 2], ['summary', 2, 3, 4], ['summary', 4, 5, 6]])
})
