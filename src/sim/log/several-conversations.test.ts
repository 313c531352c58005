import { describe, expect, it } from 'vitest'
import { scenario } from '../scenario/list.ts'
import type { Trace } from '../trace/trace.ts'
import { readers, writers } from './formats.ts'
import { readTrace, readTraces } from './reading.ts'

/** Formats for a single conversation: a text chat does not say where one ends. */
const ONE_ONLY: ReadonlySet<string> = new Set(['plain'])

/** The beginnings of two stories, the first one longer. */
const stories: readonly Trace[] = [9, 4].map((turns, index) => {
  const whole = scenario('axios-migration', index + 1, { turns: 50 })
  return { ...whole, turns: whole.turns.slice(0, turns) }
})

describe.each(Object.values(readers).filter(({ name }) => !ONE_ONLY.has(name)))('$name', ({ name }) => {
  const texts = stories.map((story) => writers[name](story))

  it('reads two consecutive conversations of a file like each of them alone', () => {
    const traces = readTraces(texts.join('\n'), { filename: 'two' })
    expect(traces.map(({ source }) => source.name)).toEqual([name, name])
    const alone = texts.map((text) => readTrace(text))
    expect(traces.map(({ messages }) => messages)).toEqual(alone.map(({ messages }) => messages))
    expect(traces.map(({ turns }) => turns)).toEqual(alone.map(({ turns }) => turns))
    expect(traces.map(({ windows }) => windows)).toEqual(alone.map(({ windows }) => windows))
    expect(traces.map(({ system }) => system)).toEqual(alone.map(({ system }) => system))
  })

  it('returns the largest of them, which names the other', () => {
    const trace = readTrace(texts.toReversed().join('\n'), { filename: 'two' })
    expect(trace.messages).toEqual(readTrace(texts[0] ?? '').messages)
    expect(trace.siblings).toHaveLength(1)
    expect(trace.siblings[0]).toContain('(1 of 2)')
  })
})

describe('logs of two programs in one file', () => {
  const [first, second] = stories as [Trace, Trace]
  const both = (...texts: readonly string[]) => {
    const traces = readTraces(texts.join('\n'))
    return traces.map(({ source, turns, intake }) => [source.name, turns.length, intake.ignored.length])
  }
  const alone = (text: string) => both(text)[0]

  it('MSG-1 are read by the readers of both, in either order', () => {
    const [claude, codex] = [writers['claude-code'](first), writers.codex(second)]
    const chat = JSON.stringify(JSON.parse(writers.openai(second)))
    expect(both(claude, chat)).toEqual([alone(claude), alone(chat)])
    expect(both(chat, claude)).toEqual([alone(claude), alone(chat)])
    expect(both(codex, claude, chat)).toEqual([alone(claude), alone(codex), alone(chat)])
  })

  it('MSG-1 are one where nobody answers in the other', () => {
    const claude = writers['claude-code'](first)
    expect(both(claude, '{"role":"user","content":"Go."}')).toHaveLength(1)
  })
})

describe('sessions in which nobody has said anything', () => {
  const lines = (...values: readonly object[]) => values.map((value) => JSON.stringify(value)).join('\n')
  it.each([
    [
      'Claude Code',
      lines({ type: 'mode', mode: 'normal', sessionId: 's' }, { type: 'permission-mode', sessionId: 's' }),
    ],
    ['Codex', lines({ type: 'session_meta', payload: { id: 'x', cwd: '/w' } })],
    ['Gemini CLI', lines({ sessionId: 's', projectHash: 'p', startTime: '2026-01-01T00:00:00Z' })],
    ['Pi', lines({ type: 'session', version: 3, id: 's', timestamp: '2026-01-01T00:00:00Z', cwd: '/w' })],
  ])('MSG-1 of %s are told as such', (name, text) => {
    expect(() => readTrace(text)).toThrow('nobody has said anything in it')
    expect(() => readTrace(text)).toThrow(name)
  })
})
