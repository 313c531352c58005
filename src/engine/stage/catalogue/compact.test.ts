import { describe, expect, it } from 'vitest'
import { conversation } from '../../../testing/conversation.ts'
import { answered, compressionSettings, evictionSettings, stageScene } from '../../../testing/stage-view.ts'
import type { SceneOptions } from '../../../testing/stage-view.ts'
import type { CompressionSettings } from '../compression/declaration.ts'
import type { Message } from '../../core/message/message.ts'
import { ModelFailure } from '../../core/llm/ask.ts'
import { compactStage } from './compact.ts'

/** 11 + 3 × 104 + 8 = 331 tokens. */
const TALK = conversation(`
  user: fix the bug in the parser
  assistant: 400 chars
  user: 400 chars
  assistant: 400 chars
  user: now the tests`)
const rung = { at: 0.5, target: 0.3 }

function compacted(
  answers: readonly (string | Error)[],
  given: Partial<CompressionSettings> = {},
  options: SceneOptions = { limit: 500 },
  messages: readonly Message[] = TALK,
) {
  const scene = stageScene(messages, options)
  const stage = compactStage(compressionSettings({ keepMessages: 1, ...given }), evictionSettings(), rung)
  const { result, asks } = answered(stage.act(scene.view, null, scene.context), answers)
  return { scene, stage, result, asks, window: scene.after(result.edits[0]?.changes ?? []) }
}

describe('conversation compaction', () => {
  it('COMP-1 everything but the last messages and the task is replaced by one summary', () => {
    const { scene, result, asks, window } = compacted(['## Goal\n- Fix the parser'])
    expect(asks).toHaveLength(1)
    expect(asks[0]).toMatchObject({
      kind: 'compact',
      previous: null,
      update: 'anchored',
      maxTokens: 156 - 14,
    })
    expect(asks[0]?.sources.map(({ block }) => block)).toEqual([1, 2, 3])
    expect(scene.contents).toEqual([
      '[Summary of turns 0 to 1, of what is no longer here.]\n## Goal\n- Fix the parser',
    ])
    expect(scene.shown(window)).toBe('message0 summary2 message2')
    // 54 + 24 characters replace 312 tokens.
    expect(window.used).toBe(331 - 312 + 20)
    expect(result.edits[0]?.changes.map(({ verb }) => verb)).toEqual(['absorb', 'absorb', 'absorb', 'insert'])
    expect(result.edits[0]?.compression).toMatchObject({ before: 312, after: 20, asks: 1 })
  })

  it('COMP-7 a report in the summary counts by the turns that it covers, not by the turn in which it was written', () => {
    const messages = conversation(`
      user: fix the bug in the parser
      assistant: 400 chars
      user: 400 chars
      assistant: 400 chars
      user: 400 chars
      assistant: 400 chars
      user: now the tests`)
    const scene = stageScene(messages, { limit: 500 })
    const report = {
      type: 'summary',
      message: -1,
      part: -1,
      role: 'user',
      response: false,
      call: null,
    } as const
    const marks = { important: false, doNotEvict: false, inferred: false }
    const made = scene.context.makeBlock({ ...report, ...marks, tokens: 20, turn: 3, window: 0 })
    const told = '[Report of a sub-agent on “a, b”, turns 0 to 1.]\nNothing found.'
    const content = scene.context.store(told)
    const view = scene.viewAfter([
      { verb: 'absorb', block: 1, into: made.id },
      { verb: 'absorb', block: 2, into: made.id },
      { verb: 'insert', block: made.id, content, tokens: 20, after: 2 },
    ])
    const stage = compactStage(compressionSettings({ keepMessages: 3 }), evictionSettings(), {
      at: 0,
      target: 0,
    })
    const { asks, result } = answered(stage.act(view, null, scene.context), ['all'])
    expect(asks[0]?.previous).toBe(told)
    expect(result.edits).toHaveLength(1)
    expect(scene.contents.at(-1)).toBe('[Summary of turns 0 to 1, of what is no longer here.]\nall')
  })

  it('BUD-6 history that earlier stages brought below its limit is left alone', () => {
    const over = { ...rung, at: 0.99, holdsHistory: true }
    const stage = compactStage(compressionSettings({ keepMessages: 1 }), evictionSettings(), over)
    const scene = stageScene(TALK, { limit: 500 })
    expect(scene.view.budget.components.history).toMatchObject({ status: 'blocked', used: 331, limit: 325 })
    expect(answered(stage.act(scene.view, null, scene.context), ['short']).result.outcome).toBe('done')
    const view = scene.viewAfter([{ verb: 'drop', block: 1 }])
    const { result, asks } = answered(stage.act(view, null, scene.context), [])
    expect({ asks, note: result.note?.code }).toEqual({ asks: [], note: 'below_trigger' })
  })

  it('COMP-1 the next one includes the previous summary, and asks only about new content', () => {
    const first = compacted(['first'], { keepMessages: 3 })
    expect(first.scene.shown(first.window)).toBe('message0 summary2 message1 response1 message2')
    const view = first.scene.viewAfter(first.result.edits[0]?.changes ?? [])
    const second = compactStage(compressionSettings({ keepMessages: 1 }), evictionSettings(), {
      at: 0,
      target: 0,
    })
    const { asks, result } = answered(second.act(view, null, first.scene.context), ['second'])
    expect(asks[0]?.previous).toBe(first.scene.contents[0])
    expect(asks[0]?.sources.map(({ block }) => block)).toEqual([2, 3])
    expect(result.edits[0]?.changes.map(({ verb }) => verb)).toEqual(['absorb', 'absorb', 'absorb', 'insert'])
    const last = first.scene.viewAfter(first.result.edits[0]?.changes ?? [])
    const alone = {
      ...last,
      blocks: last.blocks.slice(0, 2),
      window: { ...last.window, entries: last.window.entries.slice(0, 2) },
    }
    expect(answered(second.act(alone, null, first.scene.context)).result.note?.code).toBe(
      'nothing_to_compress',
    )
  })

  it('PAIR-2 a tail that begins with a result keeps its call, and a pinned call its result', () => {
    const reads = conversation(`
      user: fix the bug in the parser
      assistant: call a read_file + call b read_file
      result a: 400 chars
      result b: 400 chars
      assistant: call c read_file
      result c: 400 chars
      assistant: call d read_file
      result d: 400 chars`)
    const { scene, window } = compacted(['short'], {}, { limit: 500 }, reads)
    expect(scene.shown(window)).toBe('message0 summary3 call2 result3')
    const pinned = compacted(['short'], {}, { limit: 500, context: { pinned: new Set([1]) } }, reads)
    expect(pinned.scene.shown(pinned.window)).toBe(
      'message0 call0 call0 result1 result1 summary3 call2 result3',
    )
  })

  it.each([
    ['fails', new ModelFailure('error', 'none'), 'failed'],
    ['is empty', '', 'empty'],
    ['is not smaller', 'word '.repeat(300), 'not_smaller'],
  ])('COMP-3 an answer that %s leaves the originals', (_, answer, verdict) => {
    const { scene, result } = compacted([answer])
    expect(result).toMatchObject({ edits: [], verdicts: [verdict], note: { code: 'summary_discarded' } })
    expect(scene.contents).toEqual([])
  })

  it('HEALTH-2 below its threshold it acts if an alert demands it, but not at the target', () => {
    expect(compacted([], {}, { limit: 700 }).result.note?.code).toBe('below_trigger')
    const emergency = { context: { emergency: true } }
    expect(compacted(['short'], {}, { limit: 700, ...emergency }).result.outcome).toBe('done')
    expect(compacted([], {}, { limit: 1200, ...emergency }).result.note?.code).toBe('below_trigger')
  })

  it('COMP-3 too little new content is not worth breaking the prefix', () => {
    // 312 tokens are less than a twentieth of 10,000.
    expect(compacted([], {}, { limit: 10_000, context: { emergency: true } }).result.edits).toEqual([])
  })

  it('COMP-8 if the assistant would open the conversation, the summary comes first', () => {
    const naive = evictionSettings({ gates: { task: false, current_user_message: false } })
    const scene = stageScene(
      conversation(`
        user: 400 chars
        assistant: 400 chars
        user: 400 chars
        assistant: call a read_file
        result a: 4 chars`),
      { limit: 400, context: { pinned: new Set([1]) } },
    )
    const stage = compactStage(compressionSettings({ keepMessages: 2 }), naive, rung)
    const { result } = answered(stage.act(scene.view, null, scene.context), ['short'])
    expect(scene.shown(scene.after(result.edits[0]?.changes ?? []))).toBe('summary2 response0 call1 result2')
  })
})
