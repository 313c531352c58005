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
