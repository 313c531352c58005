import { describe, expect, it } from 'vitest'
import { conversation } from '../../../testing/conversation.ts'
import { answered, compressionSettings, evictionSettings, stageScene } from '../../../testing/stage-view.ts'
import { aimOf, levelAt, progressiveStage } from './progressive.ts'
import type { Levels } from './progressive.ts'

/** Turn 4; the results of turns 1 and 2 are older than one turn. */
const READS = conversation(`
  user: fix the bug in the parser
  assistant: looking + call a read_file {"path":"src/a.ts"}
  result a: 1600 chars
  assistant: call b read_file {"path":"src/b.ts"}
  result b: 2000 chars
  assistant: call c read_file {"path":"src/c.ts"}
  result c: 1600 chars
  assistant: call d read_file {"path":"src/d.ts"}
  result d: 1600 chars`)
const settings = compressionSettings()
const always = { at: 0, target: 0 }

function stageOf(from: 'original' | 'current' = 'original') {
  return progressiveStage(
    { ...settings, progressive: { ...settings.progressive, from } },
    evictionSettings(),
    always,
  )
}

describe('progressive summarization', () => {
  it('COMP-1 ages and shares: whole, 30 %, 5 %, 1 %, never below 10 tokens', () => {
    expect([0, 1, 2, 5, 6, 20, 21, 999].map((age) => levelAt(age, settings))).toEqual([
      0, 0, 1, 1, 2, 2, 3, 3,
    ])
    expect(([0, 1, 2, 3] as const).map((level) => aimOf(1000, level, settings))).toEqual([1000, 300, 50, 10])
    expect(aimOf(100, 2, settings)).toBe(10)
  })

  it('COMP-1 the greatest saving first, each block once per level', () => {
    const scene = stageScene(READS, { limit: 2000 })
    const { result, asks } = answered(stageOf().act(scene.view, [], scene.context), [
      'key '.repeat(50),
      'points',
    ])
    // The task is protected, two tokens of prose are not worth a call, turns 3 and 4 are too new.
    expect(asks.map(({ kind, sources, maxTokens }) => [kind, sources[0]?.block, maxTokens])).toEqual([
      ['summarize_block', 5, 150 - 8],
      ['summarize_block', 3, 120 - 8],
    ])
    expect(result.state).toEqual([
      [5, 1],
      [3, 1],
    ])
    const view = scene.viewAfter(result.edits[0]?.changes ?? [])
    expect(scene.shown(view.window)).toBe(
      'message0 response0 call0 result1:summarized call1 result2:summarized call2 result3 call3 result4',
    )
    const again = answered(stageOf().act(view, result.state, scene.context))
    expect(again.asks).toEqual([])
    expect(again.result.note?.code).toBe('nothing_to_compress')
  })

  it.each([
    ['original', 2000],
    ['current', 29 + 199],
  ] as const)('COMP-1 the next level is made from the %s', (from, length) => {
    const scene = stageScene(READS, { limit: 2000 })
    const first = answered(stageOf(from).act(scene.view, [], scene.context), ['key '.repeat(50), 'points'])
    const view = { ...scene.viewAfter(first.result.edits[0]?.changes ?? []), turn: 9, arrived: [] }
    const { asks, result } = answered(
      stageOf(from).act(view, first.result.state, { ...scene.context, turn: 9 }),
      ['c', 'd', 'b', 'a'],
    )
    const second = asks.find(({ sources }) => sources[0]?.block === 5)
    expect(second?.sources[0]?.text).toHaveLength(length)
    expect(second?.maxTokens).toBe(25 - 8)
    expect(new Map(result.state).get(5)).toBe(2)
  })

  it('COMP-3 a discarded level is tried again, and a block that left is forgotten', () => {
    const scene = stageScene(READS, { limit: 2000 })
    const known: Levels = [
      [3, 1],
      [7, 2],
    ]
    const view = scene.viewAfter([6, 7].map((block) => ({ verb: 'drop', block })))
    const { result } = answered(stageOf().act(view, known, scene.context), [''])
    expect(result).toMatchObject({ edits: [], state: [[3, 1]], note: { code: 'summary_discarded' } })
  })

  it('COMP-1 each level once: a sub-agent’s edits in its window do not change the levels of others', () => {
    const scene = stageScene(READS, { limit: 2000 })
    const other = scene.view.block(3)
    const view = {
      ...scene.viewAfter([2, 3].map((block) => ({ verb: 'drop', block }))),
      block: (id: number) => (id === 3 ? { ...other, window: 1 } : scene.view.block(id)),
    }
    const { result } = answered(stageOf().act(view, [[3, 2]], scene.context), ['points'])
    expect(result.state).toEqual([
      [3, 2],
      [5, 1],
    ])
  })
})
