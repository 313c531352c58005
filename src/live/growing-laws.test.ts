import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chars4, strategies, validate } from '../engine/index.ts'
import type { Part } from '../engine/index.ts'
import { readTrace, run, takeIn } from '../sim/index.ts'
import type { TraceTurn } from '../sim/index.ts'
import { answer, dropReply, hear, say, startLive, takeBack } from './growing.ts'
import type { Live, LiveReply } from './live.ts'
import { liveToLog } from './log.ts'

const opening = {
  title: 'Any',
  system: 'Be careful.',
  tools: [{ name: 'read_file', description: 'Reads.', input_schema: { type: 'object' } }],
}

/** The next step, whoever takes it. */
interface Move {
  readonly words: string
  readonly thinks: boolean
  readonly says: string | null
  readonly calls: readonly string[]
  readonly results: readonly string[]
  readonly failed: boolean
  readonly summary: string | null
  /** Whether the provider reports what it cleared, as it does if it is asked to edit. */
  readonly told: boolean
  /** The requested compaction threshold, if it is known. */
  readonly above: number
  readonly usage: LiveReply['usage']
  readonly time: number
  /**
   * 1 takes the reply back, 2 the user's message, 3 adds a message. If that is not allowed, and for 0, the game
   * continues.
   */
  readonly turnsBack: number
}

/** The compaction threshold of the runs, in tokens. */
const ABOVE = 600

const unit = fc.constantFrom('a', 'ß', '文', '\ud83d\ude00', ' ', '"', '\\', '\n', '{')
const spoken = fc.string({ maxLength: 200, unit }).map((text) => `x${text}`)
const count = fc.option(fc.nat(50_000))
const move: fc.Arbitrary<Move> = fc.record({
  words: spoken,
  thinks: fc.boolean(),
  says: fc.option(fc.oneof(spoken, fc.constantFrom(' ', '\n\n'))),
  calls: fc.array(fc.constantFrom('a', 'b', 'a_2', '__proto__', 'constructor'), { maxLength: 3 }),
  results: fc.array(fc.string({ maxLength: 900, unit }), { minLength: 3, maxLength: 3 }),
  failed: fc.boolean(),
  summary: fc.option(spoken, { freq: 3 }),
  told: fc.boolean(),
  above: fc.constantFrom(ABOVE, ABOVE, 150_000),
  usage: fc.option(
    fc
      .record({
        rest: fc.integer({ min: 1, max: 90_000 }),
        output: count,
        cacheRead: count,
        cacheWrite: count,
      })
      .map(({ rest, ...more }) => ({
        ...more,
        input: rest + (more.cacheRead ?? 0) + (more.cacheWrite ?? 0),
      })),
  ),
  time: fc.nat(10_000_000),
  turnsBack: fc.constantFrom(0, 0, 0, 0, 0, 1, 2, 3),
})
const moves = fc.array(move, { minLength: 1, maxLength: 40 })
const forward = moves.map((all) => all.map((one) => ({ ...one, turnsBack: 0 })))

/** Many long results in a row, which a pause clears. */
const busy = fc.array(move, { minLength: 14, maxLength: 30 }).map((all) =>
  all.map((one) => ({
    ...one,
    turnsBack: 0,
    calls: one.calls.length === 0 ? ['a'] : one.calls,
    results: one.results.map((result) => `${result} and so on`.repeat(60)),
  })),
)

const LULL: Move = {
  words: 'And then?',
  thinks: false,
  says: null,
  calls: [],
  results: ['', '', ''],
  failed: false,
  summary: null,
  told: true,
  above: ABOVE,
  usage: null,
  time: 0,
  turnsBack: 0,
}

function replyOf({ thinks, says, calls, summary, told, above, usage, words }: Move): LiveReply {
  const content: Part[] = [
    ...(summary === null ? [] : [ownSummary(summary)]),
    ...(thinks ? [{ type: 'thinking', thinking: words, signature: 's' } as const] : []),
    ...(says === null ? [] : [{ type: 'text', text: says } as const]),
    ...calls.map((id): Part => ({ type: 'tool_use', id, name: 'read_file', input: { [id]: words } })),
  ]
  return {
    content,
    model: 'claude',
    usage,
    counted: usage === null ? {} : { chars4: usage.input + 1, o200k_base: words.length },
    ...((told || summary !== null) && {
      applied: [
        { type: 'clear_tool_uses_20250919', cleared_tool_uses: 1, cleared_input_tokens: words.length },
      ],
      asked: [{ trigger: { value: above, type: 'input_tokens' }, type: 'compact_20260112' }],
    }),
  }
}

function askedAbove(turn: TraceTurn | undefined): unknown {
  const [edit] = (turn?.asked ?? []) as readonly { readonly trigger: { readonly value: number } }[]
  return edit?.trigger.value
}

/** With the fields that must be sent back, one of them unknown. */
function ownSummary(content: string) {
  return {
    type: 'compaction',
    content,
    encrypted_content: null,
    signature: `of ${content}`,
    more: [1],
  } as const
}

function moved(live: Live, one: Move): Live {
  const response = live.trace.turns.at(-1)?.response ?? null
  if (one.turnsBack === 1 && response !== null) return dropReply(live)
  if (one.turnsBack === 2 && live.trace.messages.length > 0) return takeBack(live)
  if (one.turnsBack === 3 && live.next === 'model') return say(live, one.words, one.time)
  if (live.next === 'user') return say(live, one.words, one.time)
  if (live.next === 'model') return hear(live, replyOf(one))
  const outcomes = live.open.map(({ id }, at) => ({
    id,
    text: one.results[at % 3] ?? '',
    failed: one.failed,
  }))
  return answer(live, one.failed ? outcomes.toReversed() : outcomes, one.time)
}

/** Every strategy has its own conversations: together they are many, although each has a few. */
const strategiesWithSeeds = Object.keys(strategies).map((name, nth) => {
  const { seed = 0 } = fc.readConfigureGlobal()
  return [name, seed + nth + 1] as const
})

const played = (all: readonly Move[]): Live => all.reduce(moved, startLive(opening))

describe('any conversation of legal moves', () => {
  it('VALID-1 can be sent whenever the model acts next', () => {
    fc.assert(
      fc.property(moves, (all) => {
        let live = startLive(opening)
        for (const one of all) {
          live = moved(live, one)
          const { system, tools, messages } = live.trace
          if (live.next === 'model') expect(validate({ system, tools, messages }, 'anthropic')).toEqual([])
        }
      }),
    )
  })

  it('EDIT-4 only grows: finished turns and messages stay the same objects', () => {
    fc.assert(
      fc.property(forward, (all) => {
        let live = startLive(opening)
        for (const one of all) {
          const before = live.trace
          live = moved(live, one)
          const { turns, messages } = live.trace
          before.messages.forEach((message, at) => expect(messages[at]).toBe(message))
          before.turns.forEach((turn, at) => {
            if (turn.response !== null) expect(turns[at]).toBe(turn)
            else if (before.messages.length === turns[at]?.response)
              expect(turns[at]).toMatchObject({ inputs: turn.inputs, time: turn.time })
            else expect(turns[at]?.inputs.slice(0, turn.inputs.length)).toEqual(turn.inputs)
          })
          expect(messages.length).toBe(before.messages.length + 1)
        }
      }),
    )
  })

  it('EDIT-4 has numbered turns whose messages follow each other, and waiting calls only at its end', () => {
    fc.assert(
      fc.property(moves, (all) => {
        const { trace, open, next } = played(all)
        const order = trace.turns.flatMap(({ inputs, response }) =>
          response === null ? inputs : [...inputs, response],
        )
        expect(order).toEqual(trace.messages.map((_, index) => index))
        expect(trace.turns.map(({ turn }) => turn)).toEqual(trace.turns.map((_, index) => index))
        expect(trace.turns.slice(0, -1).every(({ response }) => response !== null)).toBe(true)
        expect(open.length > 0).toBe(next === 'tools')
        const times = trace.turns.map(({ time }) => time ?? Number.NaN)
        expect(times.every((time) => time >= 1 && Number.isInteger(time))).toBe(true)
        expect(times).toEqual(times.toSorted((a, b) => a - b))
        expect(takeIn(trace, chars4).messages).toBe(trace.messages)
      }),
    )
  })

  it('EDIT-4 a move and taking it back restore the conversation', () => {
    fc.assert(
      fc.property(moves, move, (all, one) => {
        const live = played(all)
        const after = moved(live, { ...one, turnsBack: 0 })
        if (live.next === 'user') expect(takeBack(after)).toEqual(live)
        if (live.next === 'model') expect(dropReply(after)).toEqual(live)
      }),
    )
  })

  it.each(strategiesWithSeeds)('STRAT-1 %s runs over it, and its next request is valid', (strategy, seed) => {
    fc.assert(
      fc.property(moves, (all) => {
        const { trace } = played(all)
        if (trace.turns.length === 0) return
        const timeline = run(trace, { strategy, max_context_tokens: 2_000 })
        expect(timeline.turns.length === trace.turns.length || timeline.ended !== null).toBe(true)
        for (const { turn } of timeline.turns.slice(-2)) {
          expect(validate(timeline.messagesAt(turn, 'anthropic'), 'anthropic')).toEqual([])
        }
      }),
      { numRuns: 8, seed },
    )
  })

  it('EDIT-4 the run makes the same decisions about earlier turns when the conversation has grown', () => {
    fc.assert(
      fc.property(forward, (all) => {
        const [early, late] = [played(all.slice(0, -2)), played(all)]
        const done = early.trace.turns.filter(({ response }) => response !== null).length
        if (done === 0) return
        const config = { strategy: 'evict', max_context_tokens: 2_000 }
        const sent = (live: Live) => {
          const timeline = run(live.trace, config)
          return timeline.turns
            .slice(0, done)
            .map(({ turn }) => timeline.messagesAt(turn, 'anthropic').messages)
        }
        expect(sent(late)).toEqual(sent(early))
      }),
      { numRuns: 20 },
    )
  })

  it.each(strategiesWithSeeds)(
    'EDIT-4 TIER-1 %s reports for an answered turn what it decided and sent while it waited',
    (strategy, seed) => {
      const sent = ({ trace }: Live, turn: number, max_context_tokens: number) => {
        const context_editing = { compact: { enabled: true, trigger: ABOVE } }
        const timeline = run(trace, { strategy, max_context_tokens, context_editing })
        const record = timeline.turns[turn]
        if (record === undefined) return null
        // The record of a call is known only after its reply, and `recorded` applies it then.
        const until = strategy === 'recorded' ? turn - 1 : turn
        return {
          request: timeline.messagesAt(turn, 'anthropic'),
          used: timeline.turns.slice(0, until + 1).map(({ points }) => points),
          // In a longer conversation the blocks of the run have other numbers.
          edits: timeline.edits
            .filter((edit) => edit.turn <= until)
            .map(({ turn: of, stage, before, after, trigger, blocks }) => {
              return { of, stage, before, after, trigger, verbs: blocks.map(({ verb }) => verb) }
            }),
          asks: timeline.data.asks.filter((ask) => ask.turn <= until).map(({ stage }) => stage),
        }
      }
      fc.assert(
        fc.property(
          fc.oneof(forward, busy),
          fc.constantFrom(2_000, 60_000),
          move,
          move,
          (all, size, reply, next) => {
            let live = played(all)
            while (live.next !== 'model') live = moved(live, { ...next, turnsBack: 0 })
            const turn = live.trace.turns.length - 1
            const waiting = sent(live, turn, size)
            const heard = moved(live, { ...reply, turnsBack: 0 })
            expect(sent(heard, turn, size)).toEqual(waiting)
            expect(sent(moved(heard, { ...next, turnsBack: 0 }), turn, size)).toEqual(waiting)
          },
        ),
        { numRuns: 4, seed },
      )
    },
  )

  it.each(strategiesWithSeeds)(
    'EDITAPI-1 %s sends back the newest summary of the provider unchanged, once and first, or none at all',
    (strategy, seed) => {
      const compacts = strategy === 'context_editing' || strategy === 'recorded'
      let back = 0
      fc.assert(
        fc.property(forward, (all) => {
          let live = played(all.map((one) => ({ ...one, told: true })))
          while (live.next !== 'model') live = moved(live, LULL)
          const { trace } = live
          const context_editing = { compact: { enabled: true, trigger: ABOVE } }
          const timeline = run(trace, { strategy, max_context_tokens: 60_000, context_editing })
          const last = timeline.turns.at(-1)
          if (last === undefined || last.turn !== trace.turns.length - 1) return
          const found = timeline
            .messagesAt(last.turn, 'anthropic')
            .messages.flatMap(({ role, content }, index) =>
              typeof content === 'string'
                ? []
                : content.flatMap((part, at) =>
                    part.type === 'compaction' ? [{ role, index, at, part }] : [],
                  ),
            )
          const made = trace.recordedEdits.findLast(
            ({ turn }) => strategy === 'recorded' || askedAbove(trace.turns[turn]) === ABOVE,
          )
          if (made === undefined || !compacts) {
            expect(found).toEqual([])
            return
          }
          back += 1
          expect(found).toMatchObject([{ role: 'assistant', at: 0 }])
          expect(found[0]?.part).toEqual(ownSummary(made.summary ?? ''))
          // The model does not see what is before the summary.
          const [first] = timeline.promptAt(last.turn).messages
          expect(JSON.stringify(first)).toContain(JSON.stringify(made.summary).slice(1, -1))
        }),
        { numRuns: compacts ? 18 : 4, seed },
      )
      expect(back > 0).toBe(compacts)
    },
  )

  it('MSG-1 saved as a file it is read back unchanged', () => {
    fc.assert(
      fc.property(moves, (all) => {
        const { trace } = played(all)
        if (trace.messages.length === 0) return
        const read = readTrace(liveToLog({ trace }))
        expect(read.intake.problems).toEqual([])
        expect(read.messages).toEqual(trace.messages)
        expect(read.turns).toEqual(trace.turns satisfies readonly TraceTurn[])
        expect([read.system, read.tools, read.windows]).toEqual([trace.system, trace.tools, trace.windows])
        expect(read.recordedEdits).toEqual(trace.recordedEdits)
        expect([read.source.name, read.lacksOverhead]).toEqual(['anthropic', false])
      }),
      { numRuns: 60 },
    )
  })
})
