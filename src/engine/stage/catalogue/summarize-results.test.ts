import { describe, expect, it } from 'vitest'
import { conversation } from '../../../testing/conversation.ts'
import { answered, compressionSettings, evictionSettings, stageScene } from '../../../testing/stage-view.ts'
import type { SceneOptions } from '../../../testing/stage-view.ts'
import { ModelFailure } from '../../core/llm/ask.ts'
import { summarizeArrivalsStage, summarizeResultsStage } from './summarize-results.ts'

/** Four reads of 400 tokens and a question: 1,677 tokens by chars4, 4 of them for each message. The last has just arrived. */
const READS = conversation(`
  user: fix the bug in the parser
  assistant: looking + call a read_file {"path":"src/a.ts"}
  result a: 1600 chars
  assistant: call b read_file {"path":"src/b.ts"}
  result b: 1600 chars
  assistant: call c read_file {"path":"src/c.ts"}
  result c: 1600 chars
  assistant: call d read_file {"path":"src/d.ts"}
  result d: 1600 chars`)
const long = compressionSettings({ summarizationThresholdTokens: 300 })
const rung = { at: 0.75, target: 0.6 }

function summarized(answers: readonly (string | Error)[], options: SceneOptions = { limit: 2200 }) {
  const scene = stageScene(READS, options)
  const stage = summarizeResultsStage(long, evictionSettings(), rung)
  const { result, asks } = answered(stage.act(scene.view, null, scene.context), answers)
  return { scene, result, asks, window: scene.after(result.edits[0]?.changes ?? []) }
}

describe('tool results under pressure', () => {
  it('COMP-1 the oldest is replaced by a marked summary, and no more are summarized than the target needs', () => {
    const { scene, result, asks, window } = summarized(['The parser is in src/a.ts.'])
    // 357 tokens must go; the first summary frees 386.
    expect(asks.map(({ kind, sources }) => [kind, sources.map(({ block }) => block)])).toEqual([
      ['summarize_result', [3]],
    ])
    // A fifth of 400, less the 8 of the first line.
    expect(asks[0]).toMatchObject({
      stage: 'summarize_results',
      maxTokens: 72,
      task: 'fix the bug in the parser',
    })
    expect(asks[0]?.sources[0]).toMatchObject({ tool: 'read_file', args: '{"path":"src/a.ts"}', turn: 1 })
    expect(scene.contents).toEqual(['[Summary, turn 1, read_file]\nThe parser is in src/a.ts.'])
    expect(scene.shown(window)).toBe(
      'message0 response0 call0 result1:summarized call1 result2 call2 result3 call3 result4',
    )
    expect(window.used).toBe(1677 - 400 + 14)
    expect(result.edits[0]?.compression).toMatchObject({ before: 400, after: 14, asks: 1, subagent: null })
    expect(result).toMatchObject({ outcome: 'done', note: null, verdicts: ['used'] })
  })

  it('COMP-3 a failed, empty or longer answer is discarded, and nothing is stored', () => {
    const { scene, result, asks } = summarized([
      new ModelFailure('timeout', 'none'),
      '  \n',
      'word '.repeat(400),
    ])
    expect(asks.map(({ sources }) => sources[0]?.block)).toEqual([3, 5, 7])
    expect(result).toMatchObject({
      edits: [],
      verdicts: ['failed', 'empty', 'not_smaller'],
      note: { code: 'summary_discarded' },
    })
    expect(scene.contents).toEqual([])
  })

  it('COMP-3 the third failure in a row stops the requests, whichever stages the first two belong to', () => {
    const breaker = { failures: 2, open: false }
    const { result, asks } = summarized([''], { limit: 2200, context: { breaker } })
    expect(asks).toHaveLength(1)
    expect(result.verdicts).toEqual(['empty'])
  })

  it('COMP-3 with an open breaker nothing is asked', () => {
    const { result, asks } = summarized([], {
      limit: 2200,
      context: { breaker: { failures: 3, open: true } },
    })
    expect(asks).toEqual([])
    expect(result).toMatchObject({ edits: [], note: { code: 'breaker_open' } })
  })

  it('COMP-2 acts from its threshold on, exact to the token, and not at its target', () => {
    // .75 of 2,236 is 1,677.
    expect(summarized(['x'], { limit: 2236 }).result.outcome).toBe('done')
    expect(summarized([], { limit: 2237 }).result.note?.code).toBe('below_trigger')
  })

  it('EVI-3 new, pinned and empty results are not summarized', () => {
    const pinned = new Set([3, 5])
    const { asks } = summarized(['x'], { limit: 2200, context: { pinned } })
    expect(asks.flatMap(({ sources }) => sources.map(({ block }) => block))).toEqual([7])
    const pictures = summarized([], { limit: 2200, context: { text: () => '' } })
    expect(pictures.result.note?.code).toBe('nothing_to_compress')
  })
})

describe('tool results as they arrive', () => {
  it('COMP-1 only new results are summarized, at any pressure', () => {
    const scene = stageScene(READS, { limit: 100_000 })
    const stage = summarizeArrivalsStage(long, evictionSettings())
    const { result, asks } = answered(stage.act(scene.view, null, scene.context), ['short'])
    expect(asks.map(({ stage: name, sources }) => [name, sources[0]?.block])).toEqual([
      ['summarize_arrivals', 9],
    ])
    expect(
      scene
        .shown(scene.after(result.edits[0]?.changes ?? []))
        .split(' ')
        .at(-1),
    ).toBe('result4:summarized')
  })

  it('COMP-1 a short one is left alone', () => {
    const scene = stageScene(READS, { limit: 100_000 })
    const stage = summarizeArrivalsStage(
      compressionSettings({ summarizationThresholdTokens: 400 }),
      evictionSettings(),
    )
    expect(answered(stage.act(scene.view, null, scene.context)).result.note?.code).toBe('below_trigger')
  })
})
