import { describe, expect, it } from 'vitest'
import { conversation } from '../testing/conversation.ts'
import { answered, evictionSettings, stageScene } from '../testing/stage-view.ts'
import {
  CASCADE_STEPS,
  progressiveAim as aimOf,
  progressiveLevel as levelAt,
  compactStage,
  progressiveStage,
  summarizeResultsStage,
} from '../engine/internal.ts'
import type { CompressionSettings, Stage, StageContext } from '../engine/index.ts'
import { cascadeAsWritten, shareAsWritten, stepsAsWritten } from './cascade-stage.ts'
import defects from './defects.json' with { type: 'json' }

const compression: CompressionSettings = {
  toolResults: 'at_pressure',
  summarizationThresholdTokens: 500,
  resultShare: 0.2,
  cascade: [],
  overflowThreshold: 0.93,
  keepMessages: 2,
  summaryTokens: 2000,
  update: 'anchored',
  progressive: {
    fullUntil: 1,
    keyPointsUntil: 5,
    oneLineUntil: 20,
    keyPointsShare: 0.3,
    oneLineShare: 0.05,
    titleShare: 0.01,
    floorTokens: 10,
    from: 'original',
  },
  delegation: { minCalls: 10, maxTokens: 2000, ahead: false },
  leastNew: 0.05,
  askInterval: 10,
  quotedCharacters: 2000,
  requests: 'alone',
  breakerAfter: 3,
  notes: false,
  notesTokens: 2000,
}
const settings = evictionSettings()
const rung = { at: 0.75, target: 0.6 }

/** A question and ten answers of 200 tokens each, ages 10 to 1, and the next question. */
const TALK = conversation(
  ['user: explain it', ...Array.from({ length: 10 }, () => 'assistant: 800 chars\nuser: go on')].join('\n'),
)

/** Runs a stage `times` times over the same window; each request gets the same two words. */
function passes(stage: Stage, times: number, limit: number, messages = TALK) {
  const scene = stageScene(messages, { limit })
  let made = 0
  const context: StageContext = {
    ...scene.context,
    makeBlock: (block) => ({ ...block, id: scene.view.blocks.length + made++ }),
  }
  let state: unknown = stage.initial
  const asked: number[] = []
  let edits = 0
  let verdicts: readonly string[] = []
  for (let pass = 0; pass < times; pass++) {
    const { result, asks } = answered(stage.act(scene.view, state, context), Array(100).fill('in short'))
    state = result.state
    asked.push(asks.length)
    edits += result.edits.length
    verdicts = result.verdicts ?? []
  }
  return { asked, edits, verdicts, used: scene.view.window.used }
}

describe('the compression of “Agent Context Window Management” compared with this one', () => {
  it('COMP-2 cascade_lacks_steps: there is no step for a result of 4,000 tokens in a short conversation; here there is one', () => {
    expect(CASCADE_STEPS).toHaveLength(4)
    expect(stepsAsWritten(0.99, 100)).toEqual(['progressive', 'compaction'])
    expect(stepsAsWritten(0.8, 2)).toEqual([])
    const messages = conversation(`
      user: what does it print?
      assistant: call a run {"command":"make"}
      result a: 16000 chars
      assistant: it fails
      user: why?`)
    // 4,040 tokens of 5,000 are .81.
    expect(passes(cascadeAsWritten(2000), 1, 5000, messages)).toMatchObject({ asked: [0], edits: 0 })
    const here = passes(summarizeResultsStage(compression, settings, rung), 1, 5000, messages)
    expect(here).toMatchObject({ asked: [1], edits: 1 })
  })

  it('MAN-2 cascade_result_discarded: ten requests do not shrink the window; here one does', () => {
    // 2,107 tokens of 2,300 are .92: nine turns older than one, and then all of it again.
    const article = passes(cascadeAsWritten(2000), 1, 2300)
    expect(article).toMatchObject({ asked: [10], edits: 0, used: 2107 })
    expect(new Set(article.verdicts)).toEqual(new Set(['ignored']))

    const scene = stageScene(TALK, { limit: 2300 })
    const stage = compactStage(compression, settings, rung)
    const context = {
      ...scene.context,
      makeBlock: (block: object) => ({ ...block, id: 99 }),
    } as StageContext
    const { result, asks } = answered(stage.act(scene.view, null, context), ['what was said, in short'])
    expect(asks).toHaveLength(1)
    expect(result.edits[0]?.compression?.before).toBeGreaterThan(1500)
    expect(result.edits[0]?.compression?.after).toBeLessThan(50)
  })

  it('COMP-1 every_turn_again: three passes over the same window make three times the requests; here they are made once', () => {
    const article = passes(cascadeAsWritten(2000), 3, 2700)
    // 2,107 of 2,700 are .78, below compaction: turns 0 to 8 at turn 10.
    expect(article.asked).toEqual([9, 9, 9])
    const whole = { ...rung, target: 0 }
    const here = passes(progressiveStage(compression, settings, whole), 3, 2700)
    expect(here.asked[0]).toBeGreaterThan(0)
    expect(here.asked.slice(1)).toEqual([0, 0])
  })

  it('COMP-1 every_turn_again: the requests of n passes grow quadratically; here each turn is shortened once per level', () => {
    const total = (turns: number): number => {
      let asks = 0
      for (let now = 0; now < turns; now++)
        for (let turn = 0; turn <= now; turn++) if (shareAsWritten(now - turn) < 1) asks += 1
      return asks
    }
    expect([total(20), total(40), total(80)]).toEqual([171, 741, 3081])
    // Here each turn is shortened once per level: at the ages 2, 6 and 21. Of 20 turns, 18 reach the first age, 14 the
    // second and none the third; of 40 they are 38, 34 and 19.
    const here = (turns: number): number => {
      let asks = 0
      for (let turn = 0; turn < turns; turn++) {
        const aims = Array.from({ length: turns - turn }, (_, age) =>
          aimOf(1000, levelAt(age, compression), compression),
        )
        asks += new Set(aims.filter((aim) => aim < 1000)).size
      }
      return asks
    }
    expect([here(20), here(40), here(80)]).toEqual([18 + 14, 38 + 34 + 19, 78 + 74 + 59])
  })

  it('COMP-1 old_in_full: 1,000 tokens become 10 at an age of 999, and 1,000 again a turn later; here they stay 10', () => {
    expect([21, 999, 1000, 5000].map((age) => 1000 * shareAsWritten(age))).toEqual([10, 10, 1000, 1000])
    const here = (age: number) => aimOf(1000, levelAt(age, compression), compression)
    expect([21, 999, 1000, 5000].map(here)).toEqual([10, 10, 10, 10])
    // Up to that age both agree.
    for (const age of [0, 1, 2, 5, 6, 20]) expect(1000 * shareAsWritten(age)).toBe(here(age))
  })

  it('COMP-3 a failing model is survived, and failures are distinguished from ignored results', () => {
    const scene = stageScene(TALK, { limit: 2700 })
    const answers = ['', ...Array<string>(8).fill('in short')]
    const { result } = answered(cascadeAsWritten(2000).act(scene.view, 0, scene.context), answers)
    expect(result.verdicts).toEqual(['empty', ...Array<string>(8).fill('ignored')])
    expect(result.edits).toEqual([])
  })

  it('each names the article and the rule', () => {
    expect(defects.compression.map((entry) => [entry.name, entry.rule])).toEqual([
      ['cascade_lacks_steps', 'COMP-2'],
      ['cascade_result_discarded', 'MAN-2'],
      ['every_turn_again', 'COMP-1'],
      ['old_in_full', 'COMP-1'],
    ])
  })
})
