import { describe, expect, it } from 'vitest'
import { conversation } from '../../testing/conversation.ts'
import { editingSettings } from '../../testing/editing.ts'
import { answered, stageScene } from '../../testing/stage-view.ts'
import type { ContextEditingSettings } from '../context-editing/settings.ts'
import { ModelFailure } from '../llm/ask.ts'
import { inPrompt } from '../window/window.ts'
import { serverCompactStage } from './server-compact.ts'
import type { RecordedAct } from './stage.ts'

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
  const { result, asks } = answered(stage.act(scene.view, null, scene.context), answers)
  const changes = result.edits[0]?.changes ?? []
  return { scene, stage, result, asks, changes, window: scene.after(changes) }
}

describe('server_compact', () => {
  it('EDITAPI-1 everything before gives way to a summary, whatever a gate would hold', () => {
    const { scene, window, asks, result } = compacted(['all of it'])
    // Blocks 0 to 5 arrived, 6 was made.
    expect(window.entries.filter(inPrompt).map(({ block }) => block)).toEqual([6])
    expect(window.used).toBe(scene.context.count(scene.contents.at(-1) ?? ''))
    expect(result.edits[0]?.changes.map(({ verb }) => verb)).toEqual([...Array(6).fill('clear'), 'insert'])
    expect(asks[0]).toMatchObject({ kind: 'compact', stage: 'server_compact', previous: null })
    expect(asks[0]?.sources).toHaveLength(6)
    expect(result.edits[0]?.compression).toMatchObject({ step: 'own_summary', asks: 1 })
    expect(result.edits[0]?.trigger).toEqual({
      measure: 'tokens',
      value: scene.view.window.used,
      allowed: 100,
    })
  })

  it('EDITAPI-1 trigger: at it nothing happens; a share of the limit where none is given', () => {
    const { used } = compacted(['all']).scene.view.window
    expect(compacted([], { trigger: used }).changes).toEqual([])
    expect(compacted(['all'], { trigger: used - 1 }).changes).not.toEqual([])
    expect(compacted([], { trigger: 0, triggerShare: (used + 1) / 1000 }).changes).toEqual([])
    expect(compacted(['all'], { trigger: 0, triggerShare: (used - 1) / 1000 }).changes).not.toEqual([])
  })

  it('the summary is as long as asked for, at most half of what it stands for', () => {
    expect(compacted(['all'], { summaryTokens: 100 }).asks[0]?.maxTokens).toBe(100 - 14)
    const { asks, scene } = compacted(['all'])
    expect(asks[0]?.maxTokens).toBe(Math.floor(scene.view.window.used / 2) - 14)
  })

  it('with too little that is new, it is left alone: system prompt and tools may be over the trigger themselves', () => {
    const { scene, stage, changes } = compacted(['first'])
    const view = scene.viewAfter(changes)
    const over = { ...view, window: { ...view.window, used: 900 } }
    expect(answered(stage.act(over, null, scene.context)).result.note?.code).toBe('nothing_to_compress')
  })

  it('PAIR-2 a call that nothing answers yet stays', () => {
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

  describe('what the provider told of the call', () => {
    const TOLD = 'The parser is built, the tests come next.'
    const told = (summary: string | null, more: Partial<RecordedAct> = {}): RecordedAct => ({
      kind: 'compaction',
      summary,
      tokensBefore: null,
      tokensAfter: null,
      cleared: [],
      byProvider: true,
      ...more,
    })
    const toldOf = (recordedActs: readonly RecordedAct[], trigger: number, providerTold: object = {}) => {
      const scene = stageScene(LOOP, { limit: 1000, context: { recordedActs, ...providerTold } })
      const stage = serverCompactStage(editingSettings({ compact: { trigger } }), 3)
      const { result, asks } = answered(stage.act(scene.view, null, scene.context), ['played'])
      const changes = result.edits[0]?.changes ?? []
      return { scene, result, asks, window: scene.after(changes) }
    }

    it('EDITAPI-1 is done word for word, without a question, above the trigger or below it', () => {
      for (const trigger of [100, 100_000]) {
        const { scene, window, asks, result } = toldOf([told(TOLD)], trigger)
        expect(asks).toEqual([])
        expect(scene.contents).toEqual([TOLD])
        expect(window.entries.filter(inPrompt).map(({ block }) => block)).toEqual([6])
        expect(result.edits[0]?.compression).toMatchObject({ asks: 0, after: scene.context.count(TOLD) })
        expect(result.edits[0]?.trigger?.allowed).toBe(trigger === 100 ? 100 : undefined)
      }
    })

    it('of several the last holds what those before it left; a failed one is none', () => {
      expect(toldOf([told('first'), told(TOLD), told(null)], 100).scene.contents).toEqual([TOLD])
    })

    it('a longer summary than what it stands for is what the model sees all the same', () => {
      const long = 'word '.repeat(2000)
      const { window, scene } = toldOf([told(long)], 100_000)
      expect(window.used).toBe(scene.context.count(long))
      expect(window.used).toBeGreaterThan(scene.view.window.used)
    })

    it('where it told of none, none is played; what a client did is nothing of the provider’s', () => {
      expect(toldOf([], 100, { providerTold: true }).result).toMatchObject({ edits: [], outcome: 'skipped' })
      expect(toldOf([], 100).asks).toHaveLength(1)
      const { byProvider: _, ...byClient } = told(TOLD)
      expect(toldOf([byClient], 100).asks).toHaveLength(1)
    })
  })
})
