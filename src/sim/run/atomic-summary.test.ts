import { describe, expect, it } from 'vitest'
import { conversation } from '../../testing/conversation.ts'
import { traceOf } from '../../testing/trace.ts'
import { run } from '../index.ts'
import type { Trace } from '../index.ts'

/** A task, and this many exchanges with one decision each. */
function decisions(count: number): Trace {
  const lines = Array.from(
    { length: count },
    (_, at) =>
      `user: question ${at} about ${'the same old thing, '.repeat(10)}\nassistant: Decided: use option_${at}_alpha because of value ${1000 + at}.`,
  )
  return traceOf(conversation(`user: settle everything\nassistant: ok\n${lines.join('\n')}`))
}

describe('atomic_window with on_drop: summarize', () => {
  const trace = decisions(80)
  const lane = (summaryTokens: number) =>
    run(trace, {
      strategy: 'atomic_window',
      max_context_tokens: 64_000,
      atomic_window: { on_drop: 'summarize', summary_tokens: summaryTokens },
    })
  const knownAtTheEnd = (summaryTokens: number): number => {
    const { messages } = lane(summaryTokens).messagesAt(trace.turns.length - 1, 'anthropic')
    return new Set(JSON.stringify(messages).match(/option_\d+_alpha/g)).size
  }

  it('ATOM-2 after eighty exchanges with one decision each, the prompt still contains nearly all decisions', () => {
    // The last reply is not in a prompt yet. A decision has about 14 tokens.
    expect(knownAtTheEnd(2000)).toBeGreaterThanOrEqual(73)
    expect(knownAtTheEnd(1024)).toBeGreaterThanOrEqual(70)
    expect(knownAtTheEnd(400)).toBeLessThan(50)
  })

  it('ATOM-2 a summary never exceeds summary_tokens, and not every turn makes a request', () => {
    const { data } = lane(1024)
    const summaries = data.blocks.filter(({ type }) => type === 'summary')
    for (const { tokens } of summaries) expect(tokens).toBeLessThanOrEqual(1024)
    expect(Math.max(...summaries.map(({ tokens }) => tokens))).toBeGreaterThan(800)
    expect(data.asks.length).toBeLessThan(0.6 * (80 - 12))
  })

  it('ATOM-1 min_turns counts only the turns of its own window', () => {
    const talk = conversation('user: 40 chars\nassistant: 40 chars\n'.repeat(12).trim())
    const main = traceOf(talk)
    const turns = main.turns.map((turn) => ({ ...turn, window: turn.turn >= 4 && turn.turn < 10 ? 1 : 0 }))
    const windows = [
      ...main.windows,
      { id: 1, parent: 0, kind: 'subagent' as const, opened: 4, closed: null },
    ]
    const first = (given: Trace): readonly (readonly [number, number])[] => {
      const seen = new Map<number, number>()
      const settings = { max_messages: 2, min_recent_keep: 1, keep_task: false, min_turns: 5 }
      const { edits } = run(given, {
        strategy: 'atomic_window',
        max_context_tokens: 64_000,
        atomic_window: settings,
      })
      for (const { window, turn } of edits) if (!seen.has(window)) seen.set(window, turn)
      return [...seen]
    }
    expect(first(main)).toEqual([[0, 4]])
    // The fifth turn of the main window is turn 10; that of the sub-agent is turn 8.
    expect(first({ ...main, turns, windows })).toEqual([
      [1, 8],
      [0, 10],
    ])
  })
})
