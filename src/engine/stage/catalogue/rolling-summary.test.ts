import { describe, expect, it } from 'vitest'
import { conversation } from '../../../testing/conversation.ts'
import { answered, evictionSettings, stageScene } from '../../../testing/stage-view.ts'
import type { SceneOptions } from '../../../testing/stage-view.ts'
import type { EvictionSettings } from '../../policy/settings.ts'
import { ModelFailure } from '../../core/llm/ask.ts'
import type { Message } from '../../core/message/message.ts'
import type { RollingSummarySettings } from '../rolling-summary/declaration.ts'
import { rollingSummaryStage } from './rolling-summary.ts'
import type { RollingState } from './rolling-summary.ts'

/** An exchange of 6 + 104 tokens, three of 2 × 104, and a fifth that has just begun with 6: 740 tokens. */
const TALK = conversation(`
  user: build it
  assistant: 400 chars
  user: 400 chars
  assistant: 400 chars
  user: 400 chars
  assistant: 400 chars
  user: 400 chars
  assistant: 400 chars
  user: go on`)
const OPEN = { task: false, current_user_message: false, running_results: false }

interface Case {
  readonly settings?: Partial<RollingSummarySettings>
  readonly gates?: EvictionSettings['gates']
  readonly options?: Partial<SceneOptions>
  readonly messages?: readonly Message[]
}

function rolled(
  answers: readonly (string | Error)[],
  { settings = {}, gates = OPEN, options = {}, messages = TALK }: Case = {},
) {
  const scene = stageScene(messages, { limit: 2000, ...options })
  const whole = {
    maxInputTokens: 600,
    keepRecentExchanges: 5,
    summaryTokens: 100,
    update: 'regenerate' as const,
    ...settings,
  }
  const stage = rollingSummaryStage(whole, evictionSettings({ gates }), 3)
  const { result, asks } = answered(stage.act(scene.view, [], scene.context), answers)
  return { scene, stage, result, asks, window: scene.after(result.edits[0]?.changes ?? []) }
}

describe('rolling summary', () => {
  it('ROLL-1 the new user message counts: a request at its budget is left alone, one with a token more is not', () => {
    expect(stageScene(TALK, { limit: 2000 }).view.window.used).toBe(740)
    expect(rolled([], { settings: { maxInputTokens: 740 } }).result.note?.code).toBe('below_trigger')
    const { result } = rolled(['said'], { settings: { maxInputTokens: 739 } })
    expect(result.edits[0]?.trigger).toEqual({
      cause: 'level',
      measure: 'tokens',
      value: 740,
      allowed: 739,
      by: { key: 'rolling_summary.max_input_tokens', written: '739', of: null },
      target: 739,
      toFree: 1,
    })
  })

  it('ROLL-1 as many exchanges stay as fit beside a summary of full length', () => {
    // Without the first exchange 630 tokens are left, too many; without the second 422, with room for 100 and the task.
    const { scene, result, asks, window } = rolled(['what was said'])
    expect(asks).toHaveLength(1)
    expect(asks[0]).toMatchObject({ kind: 'compact', previous: null, update: 'regenerate' })
    expect(asks[0]?.sources.map(({ block }) => block)).toEqual([0, 1, 2, 3])
    expect(scene.shown(window)).toBe('summary4 message2 response2 message3 response3 message4')
    expect(result.edits[0]?.kept).toEqual({ gated: [], tailFrom: 4 })
    expect(result.edits[0]?.compression).toMatchObject({ step: 'own_summary', before: 318, asks: 1 })
    // Beside 630 tokens and the 9 of the task, half of the first exchange must fit: 50 of 101.
    const short = rolled(['what was said'], { settings: { maxInputTokens: 689 } })
    expect(short.scene.shown(short.window)).toBe(
      'summary4 message1 response1 message2 response2 message3 response3 message4',
    )
    const tight = rolled(['what was said'], { settings: { maxInputTokens: 688 } })
    expect(tight.scene.shown(tight.window)).toBe('summary4 message2 response2 message3 response3 message4')
  })

  it('ROLL-1 a summary is not rewritten alone while something new can go into it', () => {
    const settings = { keepRecentExchanges: 2, summaryTokens: 120 }
    const first = rolled(['point '.repeat(60)], { settings })
    const view = first.scene.viewAfter(first.result.edits[0]?.changes ?? [])
    expect(first.scene.shown(first.window)).toMatch(/^summary4 message2/)
    // The summary and two exchanges are 112 + 422 tokens. Half a summary beside both would fit.
    const stage = rollingSummaryStage(
      { ...settings, maxInputTokens: 500, update: 'regenerate' },
      evictionSettings({ gates: OPEN }),
      3,
    )
    const { asks } = answered(stage.act(view, [], first.scene.context), ['newer'])
    expect(asks[0]?.previous).toContain('point')
    expect(asks[0]?.sources.map(({ block }) => block)).toEqual([4, 5])
  })

  it('ROLL-1 a summary has at most half of the budget, so that exchanges have room beside it', () => {
    const { asks, scene, window } = rolled(['said'], {
      settings: { maxInputTokens: 400, summaryTokens: 2048 },
    })
    // Beside an exchange 400 − 214 are left, less the 9 of the task. The heading takes 14.
    expect(scene.shown(window)).toBe('summary4 message4')
    expect(asks[0]?.maxTokens).toBe(200 - 14)
  })

  it('ROLL-1 never more exchanges stay than configured, and 0 keeps only the current one', () => {
    const one = rolled(['said'], { settings: { keepRecentExchanges: 1 } })
    expect(one.scene.shown(one.window)).toBe('summary4 message3 response3 message4')
    const none = rolled(['said'], { settings: { keepRecentExchanges: 0 } })
    expect(none.scene.shown(none.window)).toBe('summary4 message4')
  })

  it('ROLL-1 0 means the limit minus the reserve, and no budget allows more', () => {
    const at = (limit: number, maxInputTokens: number) =>
      rolled(['said'], { settings: { maxInputTokens }, options: { limit, reserve: 100 } }).result.edits[0]
        ?.trigger
    expect(at(840, 0)).toBeUndefined()
    expect(at(839, 0)?.allowed).toBe(739)
    expect(at(839, 5000)?.allowed).toBe(739)
  })

  it('ROLL-1 user text in a list begins an exchange, a result with text in its message does not', () => {
    const messages = conversation(`
      user: text first + text second
      assistant: call a read_file
      result a: 400 chars
      & and quickly
      assistant: 400 chars
      user: text third + text fourth
      assistant: 400 chars
      user: go on`)
    const { scene, window } = rolled(['said'], {
      messages,
      settings: { maxInputTokens: 300, summaryTokens: 40 },
    })
    expect(scene.shown(window)).toBe('summary3 message2 message2 response2 message3')
  })

  it('ROLL-1 the previous summary is included, and there is one summary at the front', () => {
    const first = rolled(['first'], { settings: { maxInputTokens: 700 } })
    const view = first.scene.viewAfter(first.result.edits[0]?.changes ?? [])
    expect(first.scene.shown(first.window)).toMatch(/^summary4 message1/)
    const stage = rollingSummaryStage(
      { maxInputTokens: 400, keepRecentExchanges: 5, summaryTokens: 60, update: 'anchored' },
      evictionSettings({ gates: OPEN }),
      3,
    )
    const { asks, result } = answered(stage.act(view, [], first.scene.context), ['second'])
    expect(asks[0]).toMatchObject({
      previous: '[Summary of turns 0 to 0, of what is no longer here.]\nfirst',
      update: 'anchored',
    })
    expect(asks[0]?.sources.map(({ block }) => block)).toEqual([2, 3, 4, 5])
    expect(result.edits[0]?.changes.map(({ verb }) => verb)).toEqual([...Array(5).fill('absorb'), 'insert'])
    expect(first.scene.contents.at(-1)).toBe(
      '[Summary of turns 0 to 2, of what is no longer here.]\nThe task, word for word:\nbuild it\nsecond',
    )
  })

  it('EVI-3 the task keeps its place; with its guard off it is repeated word for word, and again in the next summary', () => {
    const talk = conversation(`
      user: build the parser and never touch port 5432
      assistant: 400 chars
      user: 400 chars
      assistant: 400 chars
      user: go on`)
    const settings = { maxInputTokens: 200, summaryTokens: 90 }
    const gated = rolled(['said'], { messages: talk, gates: {}, settings })
    expect(gated.scene.shown(gated.window)).toBe('message0 summary2 message2')
    expect(gated.result.edits[0]?.kept?.gated).toContainEqual({ block: 0, gates: ['task'] })
    const open = rolled(['said'], { messages: talk, settings })
    const carried =
      '[Summary of turns 0 to 1, of what is no longer here.]\nThe task, word for word:\nbuild the parser and never touch port 5432\n'
    expect(open.scene.contents).toEqual([`${carried}said`])
    // However few tokens there are, the task is never cut.
    const tight = rolled(['said'], { messages: talk, settings: { maxInputTokens: 100, summaryTokens: 30 } })
    expect(tight.scene.contents).toEqual([`${carried}said`])
  })

  it('EVI-3 pinned and marked blocks keep their place, and are not part of the summary', () => {
    const { scene, window, asks } = rolled(['said'], {
      options: { context: { pinned: new Set([2]) } },
      settings: { keepRecentExchanges: 1 },
    })
    expect(scene.shown(window)).toBe('message1 summary4 message3 response3 message4')
    expect(asks[0]?.sources.map(({ block }) => block)).toEqual([0, 1, 3, 4, 5])
  })

  it('PAIR-2 if a pair spans a message of the user, the window is not cut', () => {
    // The user speaks before the second result arrives.
    const late = conversation(`
      user: 400 chars
      assistant: call a read_file
      user: are you there
      assistant: 400 chars
      result a: 400 chars
      assistant: 400 chars
      user: go on`)
    const { scene, window } = rolled(['said'], {
      messages: late,
      settings: { maxInputTokens: 330, summaryTokens: 40, keepRecentExchanges: 1 },
    })
    expect(scene.shown(window)).toBe('summary3 message3')
  })

  it('ROLL-1 an exchange that leaves no room is refused with its size, once, and again after a change', () => {
    const messages = conversation(`
      user: 400 chars
      assistant: call a read_file
      result a: 2000 chars`)
    const { scene, stage, result } = rolled([], { messages, settings: { maxInputTokens: 300 } })
    const { used } = scene.view.window
    expect(result).toMatchObject({
      edits: [],
      outcome: 'refused',
      note: { code: 'kept_exchanges_too_large', tokens: used, allowed: 300, block: 0 },
    })
    const act = (state: RollingState, view = scene.view) =>
      answered(stage.act(view, state, scene.context)).result
    // In the next call of the same exchange it is no news.
    const later = { ...scene.view, arrived: [2] }
    expect(act(result.state, later)).toEqual({
      edits: [],
      state: result.state,
      outcome: 'refused',
      note: null,
    })
    // For another window it is news.
    const other = { ...later, window: { ...later.window, id: 7 } }
    expect(act(result.state, other).note?.code).toBe('kept_exchanges_too_large')
    // Once the request fitted, it is news again.
    const fits = act(result.state, { ...later, window: { ...later.window, used: 300 } })
    expect(fits.state).toEqual([])
    expect(act(fits.state, later).note?.code).toBe('kept_exchanges_too_large')
  })

  it('ROLL-1 if only the summary can be shortened, it is rewritten to half, and then no more', () => {
    const long = 'point '.repeat(60)
    const first = rolled([long], { settings: { keepRecentExchanges: 0, summaryTokens: 120 } })
    const view = first.scene.viewAfter(first.result.edits[0]?.changes ?? [])
    expect(view.window.used).toBe(6 + 112)
    const stage = rollingSummaryStage(
      { maxInputTokens: 80, keepRecentExchanges: 0, summaryTokens: 120, update: 'regenerate' },
      evictionSettings({ gates: OPEN }),
      3,
    )
    const { asks, result } = answered(stage.act(view, [], first.scene.context), ['shorter'])
    // Half of the budget, which is less than half of 112 without the 9 of the task; less 14 for the heading.
    expect(asks[0]).toMatchObject({ previous: null, maxTokens: 40 - 14 })
    expect(asks[0]?.sources.map(({ type }) => type)).toEqual(['summary'])
    expect(result.outcome).toBe('done')
  })

  it('ROLL-1 an answer longer than requested leaves fewer exchanges, and the last is taken unchanged', () => {
    const longest = 'point '.repeat(300)
    const { asks, result, scene, window } = rolled([longest, longest, longest])
    expect(asks.map(({ sources }) => sources.length)).toEqual([4, 6, 8])
    expect(result.verdicts).toEqual(['not_smaller', 'ignored', 'used'])
    expect(scene.shown(window)).toBe('summary4 message4')
    const long = 'point '.repeat(120)
    const stubborn = rolled([long], { settings: { maxInputTokens: 150, keepRecentExchanges: 0 } })
    expect(stubborn.asks).toHaveLength(1)
    expect(stubborn.result.note).toEqual({
      code: 'kept_exchanges_too_large',
      tokens: stubborn.window.used,
      allowed: 150,
    })
    expect(stubborn.window.used).toBeGreaterThan(150)
  })

  it.each([
    ['fails', new ModelFailure('error', 'none'), ['failed']],
    ['is empty', '', ['empty']],
  ])('COMP-3 an answer that %s leaves the originals', (_, answer, verdicts) => {
    const { result } = rolled([answer])
    expect(result).toMatchObject({ edits: [], verdicts, note: { code: 'summary_discarded' } })
  })

  it('COMP-3 with an open breaker no model is asked, which is reported once', () => {
    const breaker = { failures: 3, open: true }
    const { result, asks, scene, stage } = rolled([], { options: { context: { breaker } } })
    expect({ asks, code: result.note?.code }).toEqual({ asks: [], code: 'breaker_open' })
    const again = answered(stage.act({ ...scene.view, arrived: [] }, result.state, scene.context)).result
    expect(again.note).toBeNull()
    const closed = { ...scene.context, breaker: { failures: 0, open: false } }
    const view = { ...scene.view, arrived: [] }
    expect(answered(stage.act(view, result.state, closed), ['said']).result.outcome).toBe('done')
  })
})
