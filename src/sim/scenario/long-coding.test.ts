import { describe, expect, it } from 'vitest'
import { chars4 } from '../../engine/index.ts'
import { partsOf } from '../../engine/internal.ts'
import type { Trace } from '../trace/trace.ts'
import { longCoding } from './long-coding.ts'

const traces = [1, 4, 9, 16, 25, 36, 49, 64, 81, 100].map((seed) => longCoding.generate(seed))

function tokensOf(trace: Trace, kind: 'tool_result' | null): number {
  return trace.messages
    .flatMap((message) => partsOf(message))
    .filter((part) => kind === null || part.type === kind)
    .reduce((sum, part) => {
      if (part.type === 'tool_use') return sum + chars4.count(JSON.stringify(part.input))
      if (part.type === 'tool_result')
        return sum + chars4.count(typeof part.content === 'string' ? part.content : '')
      return (
        sum + chars4.count(part.type === 'thinking' ? part.thinking : part.type === 'text' ? part.text : '')
      )
    }, 0)
}

describe('long-coding', () => {
  it('has 150 to 250 turns, varying with the seed', () => {
    const turns = traces.map((trace) => trace.turns.length)
    expect(Math.min(...turns)).toBeGreaterThanOrEqual(150)
    expect(Math.max(...turns)).toBeLessThanOrEqual(250)
    expect(new Set(turns).size).toBeGreaterThan(5)
  })

  it('has 245,000 to 500,000 tokens, about four fifths of them in results', () => {
    for (const trace of traces) {
      const all = tokensOf(trace, null)
      expect(all).toBeGreaterThan(245_000)
      expect(all).toBeLessThan(500_000)
      expect(tokensOf(trace, 'tool_result') / all).toBeGreaterThan(0.76)
      expect(tokensOf(trace, 'tool_result') / all).toBeLessThan(0.87)
    }
  })

  it('has at least five user messages, two of them with a new rule', () => {
    for (const trace of traces) {
      const words = trace.messages.flatMap((message) =>
        typeof message.content === 'string' ? [message.content] : [],
      )
      expect(words.length).toBeGreaterThanOrEqual(5)
      expect(
        words.filter((text) => /rule|should have said earlier/.test(text)).length,
      ).toBeGreaterThanOrEqual(2)
    }
  })

  it('reads more often than it does anything else, and rereads files that it edited', () => {
    for (const trace of traces) {
      const calls = trace.messages
        .flatMap((message) => partsOf(message))
        .flatMap((part) => (part.type === 'tool_use' ? [part] : []))
      const count = (name: string): number => calls.filter((call) => call.name === name).length
      for (const name of ['grep_search', 'edit_file', 'run_shell', 'list_files']) {
        expect(count('read_file')).toBeGreaterThan(count(name))
      }
      const edited = new Set<unknown>()
      let again = 0
      for (const call of calls) {
        const { path } = call.input as { path?: string }
        if (call.name === 'edit_file') edited.add(path)
        if (call.name === 'read_file' && edited.has(path)) again += 1
      }
      expect(again).toBeGreaterThan(8)
    }
  })

  it('is about several services over the seeds', () => {
    expect(new Set(traces.map((trace) => trace.system.slice(0, 90))).size).toBeGreaterThanOrEqual(3)
  })

  it('has at least 50 turns, however few are requested', () => {
    const lengths = [1, 2, 3, 4, 5, 6].map(
      (seed) => longCoding.generate(seed, { turns: 80, spread: 50 }).turns.length,
    )
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(50)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(130)
  })

  it('has exactly the requested turns if the spread is 0', () => {
    expect(longCoding.generate(5, { turns: 80, spread: 0 }).turns).toHaveLength(80)
    expect(longCoding.generate(6, { turns: 121, spread: 0 }).turns).toHaveLength(121)
  })
})
