import { describe, expect, it } from 'vitest'
import type { PartialConfig } from '../../config/index.ts'
import { conversation } from '../../testing/conversation.ts'
import { traceOf } from '../../testing/trace.ts'
import { run } from '../index.ts'
import type { TimelineData } from '../index.ts'

/*
 * A window of 128,000 tokens, by chars4: orange begins at 96,000, an eviction frees down to 76,800, and a batch frees
 * at least 6,400. The reserve of 6,400 is exactly .05, so no threshold is scaled.
 */
const LIMIT = 128_000
const ORANGE = 96_000
const TARGET = 76_800
const BATCH = 6_400

/** Calls of a tool, with results of this many tokens each. */
function reads(count: number, tokens: number, from = 0): string {
  return Array.from({ length: count }, (_, index) => {
    const id = `c${from + index}`
    return `assistant: call ${id} read_file {"path":"src/${id}.ts"}\nresult ${id}: ${4 * tokens} chars\n`
  }).join('')
}

function ran(text: string, config: PartialConfig, extra: Parameters<typeof traceOf>[1] = {}): TimelineData {
  const messages = conversation(`user: fix the parser\n${text}assistant: done\n`)
  return run(traceOf(messages, extra), { ...config, max_context_tokens: LIMIT }).data
}

const notesOf = ({ events }: TimelineData['turns'][number], stage: string) =>
  events.flatMap((event) => (event.kind === 'note' && event.stage === stage ? [event.note] : []))

describe('80,000 protected tokens in a window of 128,000', () => {
  const system = 'x'.repeat(320_000)
  const text = reads(30, 1500)

  it.each(['evict', 'managed'])(
    'EVI-4 COMP-2 %s evicts in the first turn above orange, and says by how much it misses the target',
    (strategy) => {
      const data = ran(text, { strategy, pressure: { preemptive: false } }, { system })
      const first = data.turns.findIndex(({ points }) => points.offered.used >= ORANGE)
      expect(first).toBeGreaterThan(5)
      const record = data.turns[first]
      if (record === undefined) throw new Error('orange is never reached')
      const [edit] = record.edits.map((index) => data.edits[index])
      expect(edit).toMatchObject({ stage: 'evict', turn: first })
      // Ten results stand, the newest is for the model to read: 9 × 1,500 less nine placeholders.
      expect((edit?.before ?? NaN) - (edit?.after ?? NaN)).toBeGreaterThan(12_000)
      expect(notesOf(record, 'evict')).toEqual([
        { code: 'target_unreachable', tokens: (edit?.after ?? NaN) - TARGET },
      ])
      expect(data.edits.some(({ turn }) => turn < first)).toBe(false)
      expect(data.turns.slice(0, first + 1).flatMap(({ asks }) => asks)).toEqual([])
    },
  )

  it.each(['evict', 'managed'])(
    'EVI-4 in every turn above orange %s evicts or has said why not, and asks no model',
    (strategy) => {
      // 98,000 protected tokens: each turn begins above orange.
      const data = ran(text, { strategy }, { system: 'x'.repeat(392_000) })
      const above = data.turns.filter(({ points }) => points.offered.used >= ORANGE)
      expect(above.length).toBeGreaterThan(25)
      let told = false
      for (const record of above) {
        const notes = notesOf(record, 'evict')
        const evicted = record.edits.some((index) => data.edits[index]?.stage === 'evict')
        // A note is not repeated in each turn (EDIT-1).
        told = notes.length > 0 || (told && !evicted)
        expect({ turn: record.turn, answered: evicted || told }).toEqual({
          turn: record.turn,
          answered: true,
        })
        for (const { heldBack } of notes)
          if (heldBack?.why === 'gain')
            expect([heldBack.frees < BATCH, heldBack.least]).toEqual([true, BATCH])
      }
      const evictions = data.edits.filter(({ stage }) => stage === 'evict')
      expect(evictions.length).toBeGreaterThan(4)
      for (const { before, after } of evictions) expect(before - after).toBeGreaterThanOrEqual(BATCH)
      expect(data.asks.filter(({ stage }) => stage !== 'save_checkpoint')).toEqual([])
    },
  )
})

describe('a new result of 78,000 tokens with 26,000 tokens of old results', () => {
  it('EVI-4 COMP-2 evicts the old ones in its turn, is sent whole, and no model is asked', () => {
    const data = ran(`${reads(13, 2000)}${reads(1, 78_000, 13)}${reads(3, 100, 14)}`, {})
    const turn = data.turns.findIndex(({ points }) => points.offered.used >= ORANGE)
    const record = data.turns[turn]
    if (record === undefined) throw new Error('orange is never reached')
    // New results are unread: 78,000 tokens stay, above the target, so everything that may leave leaves.
    expect(record.byType.tool_result).toBeGreaterThan(78_000)
    expect(record.used).toBeLessThan(78_000 + 3_000)
    const [edit] = record.edits.map((index) => data.edits[index])
    expect(edit?.stage).toBe('evict')
    expect(notesOf(record, 'evict')).toMatchObject([
      { code: 'target_unreachable', tokens: (edit?.after ?? NaN) - TARGET },
    ])
    expect(data.asks).toEqual([])
    expect(data.turns.every(({ used }) => used + data.reserve <= LIMIT)).toBe(true)
  })
})
