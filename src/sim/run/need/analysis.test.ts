import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chars4 } from '../../../engine/index.ts'
import { partsOf } from '../../../engine/internal.ts'
import type { Message, Part } from '../../../engine/index.ts'
import { expectEqual } from '../../../testing/expect-equal.ts'
import { arbitraryHardTrace } from '../../../testing/hard-trace.ts'
import { arbitraryTrace, traceOf } from '../../../testing/trace.ts'
import { scenario } from '../../../testing/shared-traces.ts'
import { takeIn } from '../../index.ts'
import type { Trace } from '../../index.ts'
import { analysisOf } from './analysis.ts'

const live = (trace: Trace): Trace => ({ ...trace, source: { ...trace.source, kind: 'live' }, needs: [] })

const asLog = (trace: Trace): Trace => ({ ...trace, source: { ...trace.source, kind: 'log' } })

/** A live conversation up to a turn, with or without its reply. */
function upTo(trace: Trace, turns: number, answered: boolean): Trace {
  const kept = trace.turns
    .slice(0, turns + 1)
    .map((turn, at) => (at < turns || answered ? turn : { ...turn, response: null }))
  return { ...trace, turns: kept }
}

/**
 * The same with other words, another tool, or another role in one message: what may differ after a message was taken
 * back.
 */
function changed(trace: Trace, at: number, how: 'words' | 'tool' | 'role' | 'turn'): Trace {
  const messages = trace.messages.map((message, index): Message => {
    if (index !== at % trace.messages.length) return message
    if (how === 'role') return message.role === 'user' ? { ...message, role: 'system' } : message
    if (how === 'turn') return message
    const parts = partsOf(message).map((part): Part => {
      if (how === 'tool') return part.type === 'tool_use' ? { ...part, name: 'write_file' } : part
      return part.type === 'text' ? { ...part, text: `${part.text} retry src/api/client.ts` } : part
    })
    return { ...message, content: parts }
  })
  return how === 'turn' ? { ...traceOf(messages.slice(2)), source: trace.source } : { ...trace, messages }
}

/** The whole result of an analysis. */
function said(trace: Trace) {
  const intake = takeIn(trace, chars4)
  const { references, needs, embedding, statements, task } = analysisOf(intake)
  const strings = [...new Set(needs.needs.flatMap(({ evidence, strong }) => [...evidence, ...strong]))]
  return {
    references: references.all,
    needs: needs.needs,
    holders: strings.map((one) => [one, needs.evidence.holders(one)]),
    embeddings: intake.blocks.map(({ id }) => embedding(id)),
    statements: intake.blocks.map(({ id }) => statements(id)),
    tasks: trace.turns.map(({ turn, window }) => task(window, turn)),
    uses: intake.blocks.map(({ id }) => [references.uses(id, 5), references.lastUse(id, 1000)]),
  }
}

/** The same of a log, of which nothing is remembered. */
function saidAlone(trace: Trace) {
  return said(asLog(trace))
}

const revision = fc.record({
  turns: fc.nat(40),
  answered: fc.boolean(),
  change: fc.option(
    fc.tuple(
      fc.nat(60),
      fc.constantFrom('words' as const, 'tool' as const, 'role' as const, 'turn' as const),
    ),
    { freq: 3 },
  ),
})

describe('the analysis of a growing conversation', () => {
  it('REF-1 NEED-1 equals the analysis of the whole, whatever revisions were analysed before', () => {
    let grown = 0
    fc.assert(
      fc.property(
        fc.oneof(arbitraryTrace(), arbitraryHardTrace(25)),
        fc.array(revision, { minLength: 1, maxLength: 3 }),
        (trace, revisions) => {
          const whole = live(trace)
          const all = revisions.map(({ turns, answered, change }) => {
            const part = upTo(whole, Math.min(turns, trace.turns.length - 1), answered)
            return change === null ? part : changed(part, ...change)
          })
          all.push(whole, changed(whole, 1, 'words'))
          const one = all.map(said)
          const alone = all.map(saidAlone)
          expectEqual(one, alone)
          grown += one.filter(({ references }) => references.length > 0).length
        },
      ),
      { numRuns: 8 },
    )
    expect(grown).toBeGreaterThan(3)
  })

  it('NEED-4 finds a sentence in a text that used its words before, as in a log', () => {
    const goal = 'Move the spare collector to port 9999 today.'
    const trace = traceOf([
      { role: 'user', content: goal },
      { role: 'assistant', content: 'Port 4317 is in use. The spare port is free.' },
      { role: 'user', content: 'Go on.' },
      { role: 'assistant', content: `To move today: the collector is on port 4317, not port 9999. ${goal}` },
      { role: 'user', content: 'Go on.' },
      { role: 'assistant', content: 'Done.' },
    ])
    const holders = (one: Trace) => analysisOf(takeIn(one, chars4)).needs.evidence.holders(goal).length
    expect([holders(asLog(trace)), holders(live(trace))]).toEqual([2, 2])
  })

  it('REF-1 reuses the references of earlier turns, unless a message changed', () => {
    const whole = live(scenario('axios-migration', 7, { turns: 50 }))
    const first = (trace: Trace) => analysisOf(takeIn(trace, chars4)).references.all[0]
    const before = first(upTo(whole, 20, true))
    expect(before).toBeDefined()
    expect(first(whole)).toBe(before)
    const other = first(changed(whole, 0, 'words'))
    expect(other).toEqual(before)
    expect(other).not.toBe(before)
  })
})
