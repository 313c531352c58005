import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chars4 } from '../../engine/index.ts'
import { expectEqual, expectSame } from '../../testing/expect-equal.ts'
import { scenario } from '../../testing/shared-traces.ts'
import { conversation } from '../../testing/conversation.ts'
import { traceOf } from '../../testing/trace.ts'
import { encodeTimeline, run, takeIn } from '../index.ts'
import type { Timeline, Trace, TraceTurn } from '../index.ts'

const TALK = conversation(`
  user: 400 chars
  assistant: call a read_file {"path":"a.ts"}
  result a: 800 chars
  assistant: call b read_file {"path":"b.ts"}
  result b: 1200 chars
  assistant: done`)

/** A growing conversation with its client's count of each request, and the reported tokens. */
function live(trace: Trace, sent: readonly (readonly [counted: number, input: number] | null)[]): Trace {
  const turns = trace.turns.map((turn, index): TraceTurn => {
    const call = sent[index] ?? null
    if (turn.response === null || call === null) return { ...turn, usage: null }
    const [counted, input] = call
    const usage = { input, output: null, cacheRead: null, cacheWrite: null, counted: { chars4: counted } }
    return { ...turn, usage }
  })
  return { ...trace, source: { ...trace.source, kind: 'live' }, turns }
}

/** Its first turns; the last one waits for its reply. */
function upTo(trace: Trace, turns: number): Trace {
  const kept = trace.turns.slice(0, turns)
  const last = kept.at(-1)
  const asking = last === undefined ? [] : [{ ...last, response: null, usage: null, model: null }]
  return { ...trace, turns: [...kept.slice(0, -1), ...asking], needs: [] }
}

const tokensOf = (trace: Trace) => takeIn(trace, chars4).blocks.map(({ tokens }) => tokens)

describe('a conversation whose client counted each request', () => {
  it('TOK-2 later blocks have the scale of the billed tokens, those before the second bill the counted tokens', () => {
    const trace = traceOf(TALK)
    const plain = takeIn(trace, chars4, false)
    // One and a half times the count, for any request, and 600 for the tools.
    const sent = live(trace, [[200, 900], [50, 675], null])
    const fitted = takeIn(sent, chars4)
    expect(fitted.calibration).toBe(1.5)
    expect(fitted.messageOverhead).toBe(plain.messageOverhead)
    plain.blocks.forEach(({ id, turn, response, tokens, message }) => {
      const own = fitted.blocks[id]?.tokens ?? 0
      const asCounted = turn === 0 || (turn === 1 && !response)
      const overhead = message < 0 ? 0 : plain.messageOverhead
      expectEqual([id, own], [id, asCounted ? tokens : Math.round((tokens + overhead) * 1.5) - overhead])
    })
    expect(['abcd', 'abcd'.repeat(10)].map((text) => [1, 2].map((turn) => fitted.count(text, turn)))).toEqual(
      [
        [1, 2],
        [10, 15],
      ],
    )
    // A count by another counter says nothing about the scale of this one.
    const other = sent.turns.map((turn) =>
      turn.usage === null ? turn : { ...turn, usage: { ...turn.usage, counted: { o200k_base: 100 } } },
    )
    expect(tokensOf({ ...sent, turns: other })).toEqual(plain.blocks.map(({ tokens }) => tokens))
  })

  it('TOK-2 after the first calls, blocks have the billed scale although the client evicts many', () => {
    const trace = scenario('axios-migration', 5)
    const config = { strategy: 'evict', max_context_tokens: 9000 }
    const once = (one: Trace) => run(one, config, { counter: chars4 })
    // A provider that counts a quarter more in every request.
    let known = live(trace, [])
    const sent: (readonly [number, number])[] = []
    for (let turn = 0; turn < trace.turns.length; turn++) {
      const request = once(upTo(known, turn + 1))
      const counted = request.turns[turn]?.used ?? 0
      sent.push([counted, 700 + Math.round(counted * 1.25)])
      if (turn === 14) break
      known = live(trace, sent)
    }
    const plain = takeIn(trace, chars4, false).blocks
    const fitted = takeIn(live(trace, sent), chars4).blocks
    const sum = (blocks: typeof plain, from: number) =>
      blocks.filter(({ turn }) => turn > from && turn < 14).reduce((all, { tokens }) => all + tokens, 0)
    expect(sum(fitted, 3) / sum(plain, 3)).toBeCloseTo(1.25, 1)
  })

  it('EDIT-4 tokens and decisions of the first turns are the same without the later ones', () => {
    const { turns, ...rest } = scenario('axios-migration', 5)
    const trace = { ...rest, turns: turns.slice(0, 28), needs: [] }
    const decided = ({ data }: Timeline, before: number) =>
      data.edits
        .filter(({ turn }) => turn < before)
        .map(({ turn, stage, blocks, freed, added }) => [turn, stage, blocks, freed, added])
    const config = { strategy: 'evict', max_context_tokens: 6000 }
    const call = fc.option(fc.tuple(fc.integer({ min: 1, max: 9000 }), fc.nat(12_000)), { freq: 4 })
    let edits = 0
    fc.assert(
      fc.property(
        fc.array(call, { minLength: 12, maxLength: trace.turns.length }),
        fc.integer({ min: 1, max: trace.turns.length }),
        (sent, cut) => {
          const whole = live(trace, sent)
          const part = upTo(whole, cut)
          const [all, first] = [whole, part].map((one) => takeIn(one, chars4))
          if (all === undefined || first === undefined) throw new Error('not taken in')
          const common = all.blocks.filter(
            ({ turn, response }) => turn < cut && !(response && turn === cut - 1),
          )
          expectEqual(first.blocks, common)
          expectSame(first.messageOverhead, all.messageOverhead)
          const text = 'a text that a run makes '.repeat(9)
          for (let turn = 0; turn < cut; turn++) expectSame(first.count(text, turn), all.count(text, turn))
          const [long, short] = [all, first].map((intake) => run(intake.trace, config, { intake }))
          if (long === undefined || short === undefined) throw new Error('not run')
          expectEqual(decided(short, cut), decided(long, cut))
          edits += decided(short, cut).length
        },
      ),
      { numRuns: 6 * Number(process.env['LAW_RUNS'] ?? 1) },
    )
    expect(edits).toBeGreaterThan(3)
  })

  it('EDIT-3 the same run gives the same bytes, with the counts in the trace', () => {
    const trace = live(scenario('axios-migration', 5), [
      [3000, 4000],
      [3500, 4400],
    ])
    const config = { max_context_tokens: 8000 }
    const copy = JSON.parse(JSON.stringify(trace)) as Trace
    expect(encodeTimeline(run(copy, config).data)).toBe(encodeTimeline(run(trace, config).data))
  })
})
