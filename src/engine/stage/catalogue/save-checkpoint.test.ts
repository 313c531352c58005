import { describe, expect, it } from 'vitest'
import { checkpoint } from '../../../testing/checkpoint.ts'
import { conversation } from '../../../testing/conversation.ts'
import { answered, compressionSettings, stageScene } from '../../../testing/stage-view.ts'
import type { SceneOptions } from '../../../testing/stage-view.ts'
import type { CrossWindowSettings } from '../../checkpoint/declaration.ts'
import { saveCheckpointStage } from './save-checkpoint.ts'
import type { PressureReading } from '../../pressure/pressure.ts'
import type { Searched } from './save-checkpoint.ts'
import type { StageContext } from '../contract/stage.ts'

/** Turn 2. */
const TALK = conversation(`
  user: fix the bug in the parser
  assistant: I decided to use a queue because the cron job overlaps.
  user: 400 chars
  assistant: 400 chars
  user: and now the tests`)
const QUIET = conversation(`
  user: 40 chars
  assistant: 40 chars
  user: 40 chars`)

function saved(
  messages: ReturnType<typeof conversation>,
  options: SceneOptions,
  {
    answers = [] as readonly string[],
    state = [] as Searched,
    milestones = true,
    milestonesWait = false,
    edited = false,
    reading = null as PressureReading | null,
  } = {},
) {
  const scene = stageScene(messages, options)
  const settings: CrossWindowSettings = {
    stateFile: 'state.json',
    progressFile: 'progress.md',
    autoSaveThreshold: 0.85,
    milestones,
    milestonesWait,
    milestoneTurns: 5,
    newWindow: true,
    bootstrapTokens: 400,
    mostKept: 0.8,
  }
  const stage = saveCheckpointStage(settings, compressionSettings())
  return {
    scene,
    ...answered(
      stage.act({ ...scene.view, edited, ...(reading !== null && { reading }) }, state, scene.context),
      answers,
    ),
  }
}

const answers = ['{"goal":"Fix the parser"}']
const since = (turn: number): Partial<StageContext> => ({
  carried: { notes: [], checkpoint: checkpoint({ turn }), serial: 1, opened: 0 },
})

describe('saving the state of the task', () => {
  it('CROSS-3 a decision is a milestone, which changes nothing in the window', () => {
    const { result, asks } = saved(TALK, { limit: 100_000 }, { answers })
    expect(asks[0]).toMatchObject({ kind: 'extract', stage: 'save_checkpoint' })
    expect(result).toMatchObject({
      edits: [],
      outcome: 'done',
      save: { checkpoint: { goal: 'Fix the parser', version: 1 }, changes: [] },
    })
  })

  it('CROSS-3 milestones are searched once, every five turns at most, and only if enabled', () => {
    const quiet = saved(QUIET, { limit: 100_000 })
    expect(quiet.result.state).toEqual([[0, 1]])
    // The statement is in turn 0, which was searched already; its reply is not.
    expect(saved(TALK, { limit: 100_000 }, { state: [[0, 1]] }).asks).toEqual([])
    expect(saved(TALK, { limit: 100_000 }, { state: [[0, 0]], answers }).asks).toHaveLength(1)
    expect(saved(TALK, { limit: 100_000 }, { milestones: false }).asks).toEqual([])
    expect(saved(TALK, { limit: 100_000, context: since(-2) }).asks).toEqual([])
    expect(saved(TALK, { limit: 100_000, context: since(-3) }, { answers }).asks).toHaveLength(1)
  })

  it('CROSS-3 COST-6 a milestone waits until something has left the window; threshold and emergency do not', () => {
    const at = (messages: typeof TALK, limit: number, edited: boolean, context: Partial<StageContext> = {}) =>
      saved(messages, { limit, context }, { answers, milestonesWait: true, edited })
    const waits = at(TALK, 100_000, false)
    // It is searched for again, with what comes until then.
    expect([waits.asks, waits.result.state]).toEqual([[], []])
    expect(at(TALK, 100_000, true).asks).toHaveLength(1)
    expect(at(QUIET, 49, false).asks).toHaveLength(1)
    expect(at(QUIET, 100_000, false, { emergency: true }).asks).toHaveLength(1)
  })

  it('CROSS-3 the threshold saves when it is crossed, and again while the window is above it', () => {
    // The quiet window has 42 tokens.
    const at = (limit: number, arrived: number, turn: number) =>
      saved(QUIET, { limit, reading: { arrived }, context: since(turn) }, { answers }).asks.length
    expect(at(49, 14, 0)).toBe(1)
    expect(at(50, 14, 0)).toBe(0)
    // It was above the threshold before; the checkpoint is 1 turn old, or 5.
    expect(at(40, 0, 0)).toBe(0)
    expect(at(40, 0, -4)).toBe(1)
  })

  it('CROSS-3 PRES-4 the threshold is read by what the model reported', () => {
    const asksAt = (reported: number): number => {
      const scene = stageScene(QUIET, { limit: 100 })
      const { used } = scene.view.window
      const reading = { ...scene.view.reading, used: reported, counted: used, arrived: 14 }
      return saved(QUIET, { limit: 100 }, { answers, reading }).asks.length
    }
    expect([asksAt(80), asksAt(90)]).toEqual([0, 1])
  })

  it('HEALTH-2 an emergency saves whatever is in the window, once per turn', () => {
    const emergency = { ...since(0), emergency: true }
    expect(saved(QUIET, { limit: 100_000, context: emergency }, { answers }).asks).toHaveLength(1)
    const twice = { ...since(1), emergency: true }
    expect(saved(QUIET, { limit: 100_000, context: twice }).asks).toEqual([])
  })

  it('CROSS-2 an unreadable answer keeps the previous checkpoint, and the milestone is still to be saved', () => {
    const { result } = saved(TALK, { limit: 100_000 }, { answers: ['no'] })
    expect(result).toMatchObject({ state: [], verdicts: ['unreadable'], note: { code: 'summary_discarded' } })
    expect(result.save?.checkpoint).toBeUndefined()
  })

  it('COMP-3 with an open breaker no model is asked', () => {
    const { asks, result } = saved(TALK, {
      limit: 100_000,
      context: { breaker: { failures: 3, open: true } },
    })
    expect([asks, result.note?.code]).toEqual([[], 'breaker_open'])
  })
})
