import { describe, expect, it } from 'vitest'
import { conversation } from '../../../testing/conversation.ts'
import { answered, compressionSettings, evictionSettings, stageScene } from '../../../testing/stage-view.ts'
import { delegateAheadStage, delegateStage } from './delegate.ts'

/** Messages of 11, 14, 404, 12, 404, 12, 404, 12 and 404 tokens; turn 4. */
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

function settings(minCalls: number, keepMessages = 2) {
  return compressionSettings({ keepMessages, delegation: { minCalls, maxTokens: 2000, ahead: true } })
}
const always = { at: 0, target: 0 }

describe('delegation', () => {
  it('COMP-7 a finished piece of work is replaced by a report, and charged as if it had run alone', () => {
    const scene = stageScene(READS, { limit: 1700 })
    const stage = delegateStage(settings(3), evictionSettings(), always)
    const { result, asks } = answered(stage.act(scene.view, null, scene.context), ['All three were read.'])
    expect(asks[0]).toMatchObject({ kind: 'delegate', stage: 'delegate' })
    const [edit] = result.edits
    expect(scene.shown(scene.after(edit?.changes ?? []))).toBe('message0 summary4 call3 result4')
    expect(scene.contents[0]).toBe('[Report of a sub-agent on 3 calls, turns 0 to 3.]\nAll three were read.')
    // Three replies read 0, 418 and 834 tokens, the report the whole 1,250.
    expect(edit?.compression).toMatchObject({ before: 1250, step: 'sub_agent' })
    expect(edit?.compression?.subagent).toEqual({
      from: 0,
      calls: 4,
      input: 0 + 418 + 834 + 1250,
      output: 14 + 12 + 12 + (edit?.compression?.after ?? 0),
    })
  })

  it('COMP-7 a piece with fewer calls stays', () => {
    const scene = stageScene(READS, { limit: 1700 })
    const { result, asks } = answered(
      delegateStage(settings(4), evictionSettings(), always).act(scene.view, null, scene.context),
    )
    expect(asks).toEqual([])
    expect(result.note?.code).toBe('nothing_to_compress')
  })

  it('PAIR-2 a call whose result came after the next instruction belongs to no piece', () => {
    const late = conversation(`
      user: go
      assistant: call a read_file
      user: wait

      result a: 800 chars
      assistant: call b read_file
      result b: 800 chars
      assistant: done
      user: thanks`)
    const scene = stageScene(late, { limit: 500 })
    const { result } = answered(
      delegateStage(settings(1, 1), evictionSettings(), always).act(scene.view, null, scene.context),
      ['read b'],
    )
    expect(scene.shown(scene.after(result.edits[0]?.changes ?? []))).toBe(
      'message0 call0 message1 result1 summary3 message3',
    )
  })
})

describe('delegation ahead', () => {
  function ahead(from: number, to: number, minCalls: number) {
    const finished = [{ title: 'Read the sources', from, to }]
    const scene = stageScene(READS, { limit: 100_000, context: { finished } })
    const stage = delegateAheadStage(settings(minCalls), evictionSettings())
    const { result, asks } = answered(stage.act(scene.view, null, scene.context), ['All were read.'])
    return { asks, note: result.note, shown: scene.shown(scene.after(result.edits[0]?.changes ?? [])) }
  }

  it('COMP-7 a marked subtask leaves with the results of its last calls, which came a turn later', () => {
    const { asks, shown } = ahead(0, 2, 3)
    expect(asks[0]).toMatchObject({ stage: 'delegate_ahead', task: 'Read the sources' })
    expect(shown).toBe('message0 summary4 call3 result4')
  })

  it('PAIR-2 a result of a call before the subtask stays with its call', () => {
    expect(ahead(1, 2, 2).shown).toBe('message0 response0 call0 result1 summary4 call3 result4')
  })

  it('COMP-7 results that are still running keep their call', () => {
    expect(ahead(0, 3, 3).shown).toBe('message0 summary4 call3 result4')
    expect(ahead(0, 3, 4)).toMatchObject({ asks: [], note: { code: 'below_trigger' } })
  })
})
