import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { expectEqual } from '../../../testing/expect-equal.ts'
import { scenario } from '../../../testing/shared-traces.ts'
import { conversation } from '../../../testing/conversation.ts'
import { PROVIDERS } from '../../../engine/index.ts'
import { traceOf } from '../../../testing/trace.ts'
import {
  budgetsOf,
  decodeTimeline,
  encodeTimeline,
  explain,
  healthsOf,
  openTimeline,
  run,
} from '../../index.ts'

const trace = scenario('axios-migration', 3)
const timeline = run(trace, { max_context_tokens: 24_000, eviction: { policy: 'hybrid' } })

describe('an encoded timeline', () => {
  it('EDIT-3 is decoded equal, and encoded again to the same bytes', () => {
    const text = encodeTimeline(timeline.data)
    const back = decodeTimeline(text)
    expect(back).toEqual(timeline.data)
    expect(encodeTimeline(back)).toBe(text)
  })

  it('EDIT-1 explains its turns and writes its requests as before after decoding', () => {
    const again = openTimeline(decodeTimeline(encodeTimeline(timeline.data)), trace)
    const turn = timeline.edits.at(-1)?.turn ?? 0
    expect(explain(again, turn)).toEqual(explain(timeline, turn))
    for (const provider of PROVIDERS) {
      expectEqual(again.messagesAt(turn, provider), timeline.messagesAt(turn, provider))
    }
  })

  it.each([
    ['{', 'this is not JSON: {'],
    ['[]', 'this is not a timeline of Context Window Lab: []'],
    [
      '{"format":"context-window-lab/timeline","version":99}',
      'timelines of version 1, 2 and 3 can be read, not 99',
    ],
    [
      '{"format":"context-window-lab/timeline"}',
      'timelines of version 1, 2 and 3 can be read, not undefined',
    ],
    [
      '{"format":"context-window-lab/timeline","version":2,"spans":{"length":2,"block":[1]}}',
      'spec has to be an object, but is missing',
    ],
  ])('refuses %s', (text, message) => {
    expect(() => decodeTimeline(text)).toThrow(message)
  })
})

describe('a timeline of version 1', () => {
  // Recorded by engine 0.1.0: three reads of 400 tokens at a limit of 2,100, by hybrid.
  const text = readFileSync(new URL('../timeline/version-1.json', import.meta.url), 'utf8')
  const recorded = JSON.parse(text) as { edits: { decision: object; turn: number }[]; hash: string }
  const data = decodeTimeline(text)
  const timeline = openTimeline(
    data,
    traceOf(
      conversation(`
        user: fix the bug in the parser
        assistant: looking + call a read_file {"path":"src/a.ts"}
        result a: 1600 chars
        assistant: call b read_file {"path":"src/b.ts"}
        result b: 1600 chars
        assistant: call c read_file {"path":"src/c.ts"}
        result c: 1600 chars
        assistant: done`),
    ),
  )

  it('is converted to the current version, with empty lists for what it lacks, and keeps its hash', () => {
    expect(data).toMatchObject({ version: 3, hash: recorded.hash, asks: [], checkpoints: [], notes: [] })
    expect(data.spec).toMatchObject({ engine: '0.1.0', answers: [] })
    expect(data.edits.length).toBe(recorded.edits.length)
    expect(data.edits.map(({ decision }) => decision)).toEqual(recorded.edits.map(({ decision }) => decision))
    for (const turn of data.turns) expect(turn).toMatchObject({ context: turn.window, asks: [] })
    for (const edit of data.edits) expect(edit).toMatchObject({ compression: null, opened: null })
    // An upgraded file has this version.
    expect(decodeTimeline(encodeTimeline(data))).toEqual(data)
  })

  it('EDIT-1 can be explained, and its requests and figures can be read', () => {
    expect(data.edits.length).toBeGreaterThan(0)
    for (const { turn, decision } of data.edits) {
      const [again] = explain(timeline, turn).decisions
      expectEqual(
        again?.victims.map(({ block, score }) => ({ block, score })),
        decision?.victims.map(({ block, score }) => ({ block, score })),
      )
      expectEqual(again?.trigger, decision?.trigger)
    }
    const last = data.turns.length - 1
    expect(timeline.messagesAt(last, 'anthropic').messages.at(-1)?.role).toBe('user')
    expect(budgetsOf(data)[last]?.components.results.used).toBe(data.turns[last]?.byComponent.results)
    expect(healthsOf(data)).toHaveLength(data.turns.length)
  })
})

describe('a timeline of version 2', () => {
  it('BUD-4 no longer counts what a window opens with as arrived', () => {
    const text = encodeTimeline(timeline.data)
    const recorded = JSON.parse(text) as { turns: { window: number; arrivedBy: object }[] }
    const [first, ...others] = recorded.turns
    const turns = [{ ...first, arrivedBy: { ...first?.arrivedBy, system: 900, tools: 80 } }, ...others]
    const read = decodeTimeline(JSON.stringify({ ...recorded, version: 2, turns }))
    expect(read.turns.map(({ arrivedBy }) => arrivedBy)).toEqual(
      timeline.turns.map(({ arrivedBy }) => arrivedBy),
    )
  })

  // Recorded by engine 0.3.0: three reads of 400 tokens, at most four messages.
  const text = readFileSync(new URL('../timeline/version-2.json', import.meta.url), 'utf8')
  const data = decodeTimeline(text)

  it('EDIT-1 has the measured value of each edit, and no setting, because it did not record one', () => {
    const { limit, reserve, version } = data
    expect([version, limit, reserve]).toEqual([3, 20_000, 4_096])
    expect(data.edits.length).toBeGreaterThan(0)
    for (const edit of data.edits) {
      expect(edit.step).toBeUndefined()
      expectEqual(edit.trigger, {
        cause: 'level',
        measure: 'messages',
        value: 5,
        allowed: 4,
        by: { key: null, written: '', of: null },
        zone: 'green',
        used: edit.before,
        limit: 20_000,
        reserve: 4_096,
      })
    }
    expect(decodeTimeline(encodeTimeline(data))).toEqual(data)
  })

  it('EDIT-3 COST-6 keeps to what its engine knew of a prompt cache: one price and no age; milestones were saved at once', () => {
    const { eviction, compression, cross_window } = data.spec.config
    expect(eviction.cold_cache).toBe('ignore')
    expect([eviction.long_rewrite_price, eviction.min_gain]).toEqual([eviction.rewrite_price, 0])
    expect(cross_window.milestones_wait).toBe(false)
    expect(compression.requests).toBe('alone')
    expect(compression.quoted_characters).toBe(100_000_000)
    const now = run(scenario('axios-migration', 7), {}).data
    expect(decodeTimeline(encodeTimeline(now)).spec.config.eviction.cold_cache).toBe('prefer')
  })
})
