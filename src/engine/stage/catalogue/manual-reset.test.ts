import { describe, expect, it } from 'vitest'
import { conversation } from '../../../testing/conversation.ts'
import { answered, stageScene } from '../../../testing/stage-view.ts'
import type { Message } from '../../core/message/message.ts'
import type { StageContext } from '../contract/stage.ts'
import { applyChanges, withStoodFor } from '../../core/window/change.ts'
import { everyEntry, inPrompt, ORIGINAL } from '../../core/window/window.ts'
import { madeBlock } from '../compression/absorb.ts'
import { manualReset } from './manual-reset.ts'

function reset(messages: readonly Message[], context: Partial<StageContext> = {}) {
  const scene = stageScene(messages, { limit: 10_000, context: { manual: ['reset'], ...context } })
  const { result } = answered(manualReset.act(scene.view, null, scene.context))
  return { result, shown: scene.shown(scene.after(result.edits[0]?.changes ?? [])) }
}

describe('a reset that a person asks for', () => {
  it('ROLL-1 keeps what was just said, and the system message', () => {
    const talk = conversation(`
      user: build the parser
      assistant: done
      system: be brief
      user: something else`)
    const { shown, result } = reset(talk)
    expect(shown).toBe('prompt1 message1')
    expect(result.edits[0]?.changes).toEqual([
      { verb: 'drop', block: 0 },
      { verb: 'drop', block: 1 },
    ])
    expect(result.edits[0]?.kept).toEqual({ gated: [], tailFrom: 3 })
  })

  it('EVI-3 ignores guards: pinned and marked blocks and the task leave', () => {
    const talk = conversation(`
      user: build the parser
      assistant: DO_NOT_EVICT done
      user: go on
      assistant: fine
      user: something else`)
    expect(reset(talk, { pinned: new Set([2]) }).shown).toBe('message2')
  })

  it('PAIR-2 in a running cycle the calls stay with their results, thinking with its reply, and the user’s message comes first', () => {
    const loop = conversation(`
      user: build the parser
      assistant: call a read_file
      result a: old
      assistant: done
      user: now the tests
      assistant: call b read_file
      result b: read
      assistant: think[s] so + call c read_file + call d read_file
      result c: new
      result d: new`)
    expect(reset(loop).shown).toBe('message2 thinking3 call3 call3 result4 result4')
  })

  it.each([
    ['its reply is a call', 'call a run'],
    ['its reply begins with thinking, too', 'think[s] so + call a run'],
  ])(
    'LED-4 VALID-1 the user message before a compaction by the provider returns to open the request: %s',
    (_, reply) => {
      const loop = conversation(`
      user: build the parser
      assistant: done
      user: now the tests
      assistant: ${reply}
      result a: passed`)
      const scene = stageScene(loop, { limit: 10_000, context: { manual: ['reset'] } })
      const { context, view } = scene
      const made = context.makeBlock(madeBlock('summary', 9, { turn: 1, window: 0, role: 'assistant' }))
      const compacted = applyChanges(
        view.window,
        [
          ...[0, 1, 2].map((block) => ({ verb: 'clear' as const, block, content: ORIGINAL, tokens: 0 })),
          { verb: 'insert', block: made.id, content: 0, tokens: 9, after: 2 },
        ],
        4,
        view.block,
      ).window
      expect(everyEntry(compacted).map(inPrompt)).toEqual(
        view.blocks.map((_block, at) => at > 2).toSpliced(3, 0, true),
      )
      const after = {
        ...view,
        window: compacted,
        blocks: compacted.entries.map((one) => view.block(one.block)),
      }
      const { result } = answered(manualReset.act(after, null, context))
      const changes = withStoodFor(compacted, result.edits[0]?.changes ?? [], view.block)
      const reset = applyChanges(compacted, changes, 4, view.block).window
      // The message is as it was on arrival, with the overhead of its message.
      expect(everyEntry(reset).map(({ block, state, tokens }) => [block, state, tokens])).toEqual(
        view.window.entries.slice(2).map(({ block, tokens }) => [block, 'live', tokens]),
      )
    },
  )

  it('PAIR-2 a call without a result is never removed', () => {
    const open = conversation(`
      user: build the parser
      assistant: call a run
      user: are you there
      assistant: yes
      user: go on`)
    expect(reset(open).shown).toBe('message0 call0 message2')
  })

  it('without anything to remove, it says so; unasked, it does nothing', () => {
    const first = conversation('user: build the parser')
    expect(reset(first).result.note?.code).toBe('nothing_evictable')
    expect(reset(first, { manual: ['compact'] }).result.note?.code).toBe('below_trigger')
  })

  it('notes leave with their sources', () => {
    const note = { category: 'decisions', importance: 'normal', text: 'use a queue', turn: 0 } as never
    const carried = { notes: [note], checkpoint: null, serial: 1, opened: 0 }
    expect(reset(conversation('user: hello'), { carried }).result.notes).toEqual([])
    expect(reset(conversation('user: hello')).result.notes).toBeUndefined()
  })
})
