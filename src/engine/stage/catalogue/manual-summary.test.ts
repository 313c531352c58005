import { describe, expect, it } from 'vitest'
import { conversation } from '../../../testing/conversation.ts'
import { answered, evictionSettings, stageScene } from '../../../testing/stage-view.ts'
import type { EvictionSettings } from '../../policy/settings.ts'
import { ModelFailure } from '../../core/llm/ask.ts'
import type { Message } from '../../core/message/message.ts'
import { manualSummaryStage, rollUpStage } from './manual-summary.ts'
import type { ManualAction, StageContext } from '../contract/stage.ts'

/** An exchange, then a task with a tool loop under way. */
const LOOP = conversation(`
  user: build the parser
  assistant: 400 chars
  user: now the tests
  assistant: call a read_file
  result a: 400 chars
  assistant: call b read_file
  result b: 40 chars`)
const NAIVE = { task: false, current_user_message: false, running_results: false, pinned: false }

function asked(
  answers: readonly (string | Error)[],
  {
    messages = LOOP,
    gates = {},
    manual = ['compact'],
    context = {},
    make = manualSummaryStage,
    summaryTokens = 100,
  }: {
    readonly messages?: readonly Message[]
    readonly gates?: EvictionSettings['gates']
    readonly manual?: readonly ManualAction[]
    readonly context?: Partial<StageContext>
    readonly make?: typeof manualSummaryStage
    readonly summaryTokens?: number
  } = {},
) {
  const scene = stageScene(messages, { limit: 100_000, context: { manual, ...context } })
  const stage = make({ summaryTokens, update: 'anchored', breakerAfter: 3 }, evictionSettings({ gates }))
  const { result, asks } = answered(stage.act(scene.view, null, scene.context), answers)
  return { scene, result, asks, shown: scene.shown(scene.after(result.edits[0]?.changes ?? [])) }
}

describe('a compaction that a person asks for', () => {
  it('ROLL-1 includes everything without a guard, at any pressure, also within an exchange', () => {
    const { shown, asks, result } = asked(['said'])
    expect(shown).toBe('message0 message1 summary3 call2 result3')
    expect(asks[0]).toMatchObject({ kind: 'compact', stage: 'manual_summary', update: 'anchored' })
    expect(asks[0]?.sources.map(({ block }) => block)).toEqual([1, 3, 4])
    expect(result.edits[0]?.trigger).toBeUndefined()
  })

  it('EVI-3 the task is repeated word for word if its guard is off; an unread request stays', () => {
    const { shown, scene } = asked(['said'], { gates: NAIVE })
    expect(shown).toBe('message1 summary3 call2 result3')
    expect(scene.contents[0]).toContain('The task, word for word:\nbuild the parser\nsaid')
  })

  it('EVI-3 pinned blocks stay', () => {
    expect(asked(['said'], { context: { pinned: new Set([1]) } }).shown).toBe(
      'message0 response0 message1 summary3 call2 result3',
    )
  })

  it('does nothing until asked, or if a reset comes first', () => {
    for (const manual of [[], ['reset'], ['reset', 'compact']] as const) {
      expect(asked([], { manual }).result.note?.code).toBe('below_trigger')
    }
    expect(asked(['said'], { manual: ['compact', 'reset'] }).result.outcome).toBe('done')
  })

  it('without new content, it says so', () => {
    const messages = conversation('user: build the parser')
    expect(asked([], { messages }).result.note?.code).toBe('nothing_to_compress')
  })

  it('COMP-3 asks once more if the breaker is open, and keeps the originals if that fails, too', () => {
    const breaker = { failures: 3, open: true }
    expect(asked(['said'], { context: { breaker } }).result).toMatchObject({
      outcome: 'done',
      verdicts: ['used'],
    })
    const failed = asked([new ModelFailure('timeout', 'none')], { context: { breaker } })
    expect(failed.result).toMatchObject({
      edits: [],
      verdicts: ['failed'],
      note: { code: 'summary_discarded' },
    })
  })

  it('the summary is at most half of the new content, and at most as long as the settings say', () => {
    expect(asked(['said'], { summaryTokens: 50 }).asks[0]?.maxTokens).toBe(50 - 14)
    expect(asked(['said'], { summaryTokens: 5000 }).asks[0]?.maxTokens).toBe(
      Math.floor((104 + 4 + 5 + 104) / 2) - 14,
    )
  })
})

describe('the same as a rolling summary does it', () => {
  it('ROLL-1 keeps the current exchange whole, and no other', () => {
    const { shown, asks } = asked(['said'], { make: rollUpStage, gates: NAIVE })
    expect(shown).toBe('summary3 message1 call1 result2 call2 result3')
    expect(asks[0]?.stage).toBe('roll_up')
    expect(asked(['said'], { make: rollUpStage }).shown).toBe(
      'message0 summary3 message1 call1 result2 call2 result3',
    )
  })

  it('ROLL-1 in the first exchange there is nothing to cut', () => {
    const messages = conversation(`
      user: build the parser
      assistant: call a read_file
      result a: 400 chars`)
    expect(asked([], { messages, make: rollUpStage }).result.note?.code).toBe('nothing_to_compress')
  })
})
