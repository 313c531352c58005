import { describe, expect, it } from 'vitest'
import { conversation } from '../../../testing/conversation.ts'
import { editingSettings } from '../../../testing/editing.ts'
import { answered, stageScene } from '../../../testing/stage-view.ts'
import type { ContextEditingSettings } from '../context-editing/declaration.ts'
import { ModelFailure } from '../../core/llm/ask.ts'
import { applyChanges, withStoodFor } from '../../core/window/change.ts'
import { inPrompt } from '../../core/window/window.ts'
import { serverCompactStage } from './server-compact.ts'

const LOOP = conversation(`
  user: build the parser
  assistant: DO_NOT_EVICT think[s] I wonder + call a read_file
  result a: 800 chars
  assistant: 400 chars
  user: now the tests`)

function compacted(
  answers: readonly (string | Error)[],
  given: Partial<ContextEditingSettings['compact']> = {},
  messages = LOOP,
) {
  const scene = stageScene(messages, { limit: 1000, context: { pinned: new Set([0]) } })
  const stage = serverCompactStage(editingSettings({ compact: { trigger: 100, ...given } }), 3)
  const { result, asks } = answered(stage.act(scene.view, stage.initial, scene.context), answers)
  const changes = result.edits[0]?.changes ?? []
  return { scene, stage, result, asks, changes, window: scene.after(changes) }
}

describe('server_compact', () => {
  it('EDITAPI-1 everything before is replaced by a summary, whatever the guards', () => {
    const { scene, window, asks, result } = compacted(['all of it'])
    // Blocks 0 to 5 arrived, block 6 was made.
    expect(window.entries.filter(inPrompt).map(({ block }) => block)).toEqual([6])
    expect(window.used).toBe(scene.context.count(scene.contents.at(-1) ?? ''))
    expect(result.edits[0]?.changes.map(({ verb }) => verb)).toEqual([...Array(6).fill('clear'), 'insert'])
    expect(asks[0]).toMatchObject({ kind: 'compact', stage: 'server_compact', previous: null })
    expect(asks[0]?.sources).toHaveLength(6)
    expect(result.edits[0]?.compression).toMatchObject({ step: 'own_summary', asks: 1 })
    expect(result.edits[0]?.trigger).toEqual({
      cause: 'level',
      measure: 'tokens',
      value: scene.view.window.used,
      allowed: 100,
      by: { key: 'context_editing.compact.trigger', written: '100', of: null },
    })
  })

  it('EDITAPI-1 trigger: nothing happens at it; by default a share of the limit', () => {
    const { used } = compacted(['all']).scene.view.window
    expect(compacted([], { trigger: used }).changes).toEqual([])
    expect(compacted(['all'], { trigger: used - 1 }).changes).not.toEqual([])
    expect(compacted([], { trigger: 0, triggerShare: (used + 1) / 1000 }).changes).toEqual([])
    expect(compacted(['all'], { trigger: 0, triggerShare: (used - 1) / 1000 }).changes).not.toEqual([])
  })

  it('the summary is as long as requested, at most half of what it replaces', () => {
    expect(compacted(['all'], { summaryTokens: 100 }).asks[0]?.maxTokens).toBe(100 - 14)
    const { asks, scene } = compacted(['all'])
    expect(asks[0]?.maxTokens).toBe(Math.floor(scene.view.window.used / 2) - 14)
  })

  it('with too little new content, it does nothing: system prompt and tools alone may exceed the trigger', () => {
    const { scene, stage, changes } = compacted(['first'])
    const view = scene.viewAfter(changes)
    const over = { ...view, window: { ...view.window, used: 900 } }
    expect(answered(stage.act(over, stage.initial, scene.context)).result.note?.code).toBe(
      'nothing_to_compress',
    )
  })

  it('PAIR-2 a call without a result stays', () => {
    const open = conversation(`
      user: 800 chars
      assistant: call a run
      user: are you there`)
    const { scene, window } = compacted(['all'], {}, open)
    expect(window.entries.filter(inPrompt).map(({ block }) => scene.view.block(block).type)).toEqual([
      'tool_call',
      'summary',
    ])
  })

  it.each([
    ['fails', new ModelFailure('error', 'none')],
    ['is empty', ''],
    ['is not smaller', 'word '.repeat(600)],
  ])('COMP-3 a summary that %s changes nothing', (_, answer) => {
    expect(compacted([answer]).result).toMatchObject({ edits: [], note: { code: 'summary_discarded' } })
  })

  describe('the provider’s report about the call', () => {
    const TOLD = 'The parser is built, the tests come next.'
    const AFTER = [
      ...LOOP,
      ...conversation(`
      assistant: 40 chars
      user: and then?`),
    ]
    /** A call, the expected summary, the reply, and the provider's report. */
    const toldOf = (compaction: string | null, trigger: number) => {
      const stage = serverCompactStage(editingSettings({ compact: { trigger } }), 3)
      const scene = stageScene(AFTER, { limit: 1000 })
      const response = LOOP.length
      const turn = scene.view.turn - 1
      // As sent in the call, with the numbers of the whole scene.
      const entries = scene.view.window.entries.filter(({ message }) => message < response)
      const used = entries.reduce((sum, { tokens }) => sum + tokens, 0)
      const window = { id: 0, entries, used }
      const blocks = entries.map(({ block }) => scene.view.block(block))
      const call = { ...scene.view, window, blocks, turn }
      const { result } = answered(stage.act(call, stage.initial, { ...scene.context, turn }), ['expected'])
      const expected = result.edits.flatMap(({ changes }) => changes)
      const view = scene.viewAfter(expected)
      const heard = stage.hears?.(view, result.state, { turn, response, compaction }, scene.context)
      if (heard === undefined) throw new Error('it hears nothing')
      const table = (id: number) => scene.view.block(id)
      const now = heard.edits.reduce((one, { changes }) => {
        return applyChanges(one, withStoodFor(one, changes, table), 4, table).window
      }, view.window)
      return { scene, stage, heard, now, expected, result, view, whole: scene.view.window }
    }
    const words = ({ now, scene }: ReturnType<typeof toldOf>) =>
      now.entries.flatMap(({ block, content }) => {
        const { type, role } = scene.view.block(block)
        return type === 'summary' && role === 'assistant' ? [scene.contents[content]] : []
      })
    const standing = ({ now }: ReturnType<typeof toldOf>) =>
      now.entries.filter(inPrompt).map(({ block }) => block)

    it('EDITAPI-1 is used at the next call, word for word, whether or not it was expected', () => {
      const [was, wasNot] = [toldOf(TOLD, 100), toldOf(TOLD, 900)]
      expect([was.expected.length, wasNot.expected.length]).toEqual([7, 0])
      for (const one of [was, wasNot]) {
        expect(words(one)).toEqual([TOLD])
        // The summary, its reply, and later arrivals.
        expect(standing(one)).toEqual([8, 6, 7])
        const made = one.scene.view.block(8)
        expect([made.turn, made.role]).toEqual([one.scene.view.turn - 1, 'assistant'])
        expect(one.now.used).toBe(
          one.scene.context.count(TOLD) +
            one.whole.entries.slice(6).reduce((sum, { tokens }) => sum + tokens, 0),
        )
      }
      expect(wasNot.heard.edits[0]?.compression).toMatchObject({ step: 'own_summary', asks: 0 })
    })

    it('a summary longer than what it replaces is still what the model sees', () => {
      const long = 'word '.repeat(2000)
      expect(toldOf(long, 900).now.used).toBeGreaterThan(toldOf(null, 900).now.used)
    })

    it('LED-1 if it did nothing, everything is as before', () => {
      const one = toldOf(null, 100)
      expect(one.view.window.used).toBeLessThan(one.whole.used)
      expect(one.now.used).toBe(one.whole.used)
      const bare = ({ entries }: typeof one.now) => entries.map(({ version: _, ...entry }) => entry)
      expect(bare(one.now)).toEqual(bare(one.whole))
      expect(toldOf(null, 900).heard.edits).toEqual([])
    })

    it('and nothing more is expected before there is more to compact', () => {
      const one = toldOf(null, 100)
      const view = {
        ...one.view,
        window: one.now,
        blocks: one.now.entries.map(({ block }) => one.scene.view.block(block)),
      }
      const acts = (used: number) =>
        answered(
          one.stage.act({ ...view, window: { ...one.now, used } }, one.heard.state, one.scene.context),
          ['more'],
        ).result.edits.length
      const value = one.result.edits[0]?.trigger?.value ?? 0
      expect([acts(value + 49), acts(value + 50)]).toEqual([0, 1])
    })
  })
})
