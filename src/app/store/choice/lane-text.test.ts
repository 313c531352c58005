import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { guards } from '../../../engine/index.ts'
import type { LaneChoice } from './choices.ts'
import { choose, runChoices, sameRun, useChoices } from './choices.ts'
import { changesIn, valueIn } from './by-hand.ts'
import { loadDeclarations } from './declarations.ts'
import type { Declarations } from './declarations.ts'
import { alter, holdGesture, redo, undo } from './history.ts'
import {
  followLimit,
  giveAllBack,
  giveBack,
  laneText,
  moveRung,
  switchLane,
  writeSettings,
  writeText,
} from './lane-text.ts'
import { laneNames, laneRequests, setPolicy } from './lanes.ts'

const LIMIT = 34_406
let declarations: Declarations

const lane = (index: number): LaneChoice | undefined => useChoices.getState().lanes[index]
const textOf = (index: number): string => {
  const choice = lane(index)
  return choice === undefined ? '' : laneText(choice, declarations)
}
const linesChanged = (before: string, after: string): readonly string[] => {
  const [a, b] = [before.split('\n'), after.split('\n')]
  expect(b).toHaveLength(a.length)
  return b.filter((line, place) => line !== a[place])
}

beforeAll(async () => {
  declarations = await loadDeclarations()
})

beforeEach(() => {
  choose({
    budget: { kind: 'share', share: 0.5 },
    lanes: [
      { policy: 'fifo', gates: 'naive' },
      { policy: 'hybrid', gates: 'on' },
    ],
  })
  followLimit(LIMIT)
})

describe('a lane’s text', () => {
  test('CONF-2 it is the source of truth: a setting is one scalar of it, comments and order kept', () => {
    const before = textOf(1)
    expect(writeSettings(1, [{ path: ['eviction', 'target'], value: 0.4 }])).toBeNull()
    expect(linesChanged(before, textOf(1))).toEqual([expect.stringMatching(/^ {2}target: 0\.40?$/u)])
    writeSettings(1, [{ path: ['eviction', 'type_ttl', 'tool_result'], value: 3 }])
    expect(lane(1)?.byHand).toEqual({ eviction: { target: 0.4, type_ttl: { tool_result: 3 } } })
    expect(changesIn(lane(1)?.byHand)).toBe(2)
    expect(valueIn(lane(1)?.byHand, ['eviction', 'policy'])).toBeUndefined()
    expect(laneRequests(useChoices.getState().lanes)[1]?.byHand).toEqual(lane(1)?.byHand)
  })

  test('CONF-4 the other lanes stay as they are', () => {
    const other = lane(0)
    writeSettings(1, [{ path: ['eviction', 'target'], value: 0.4 }])
    writeText(1, textOf(1).replace('target: 0.4', 'target: 0.3'))
    expect(lane(0)).toBe(other)
    expect(lane(1)?.byHand).toEqual({ eviction: { target: 0.3 } })
  })

  test('CONF-2 what a person wrote around a setting stays when it is moved', () => {
    const mine = 'strategy: evict # mine\neviction: {policy: "hybrid", target: .60}\n'
    writeText(1, `${mine}max_context_tokens: ${LIMIT}\n`)
    writeSettings(1, [{ path: ['eviction', 'target'], value: 0.45 }])
    expect(textOf(1)).toBe(
      `${mine.replace(/\.60/u, /0?\.45/u.exec(textOf(1))?.[0] ?? '')}max_context_tokens: ${LIMIT}\n`,
    )
  })

  test('CONF-1 a text with an error is kept, and the last valid one runs', () => {
    writeSettings(1, [{ path: ['eviction', 'target'], value: 0.4 }])
    const ran = useChoices.getState()
    const broken = textOf(1).replace('yellow: 0.50', 'yellow: 5')
    writeText(1, broken)
    expect(textOf(1)).toBe(broken)
    expect(lane(1)?.byHand).toEqual({ eviction: { target: 0.4 } })
    expect(sameRun(ran, useChoices.getState())).toBe(true)
    writeText(1, broken.replace('yellow: 5', 'yellow: 0.4'))
    expect(lane(1)?.byHand).toEqual({ eviction: { target: 0.4 }, pressure: { thresholds: { yellow: 0.4 } } })
  })

  test('CONF-1 a value that cannot be written is reported and changes nothing', () => {
    const before = lane(1)
    expect(writeSettings(1, [{ path: ['eviction', 'tarrget'], value: 0.4 }])).toMatch(/tarrget/u)
    expect(lane(1)).toBe(before)
  })

  test('CONF-1 a control leaves no text with an error, and writes nothing into one that has an error', () => {
    const before = textOf(1)
    expect(writeSettings(1, [{ path: ['pressure', 'thresholds', 'yellow'], value: 0.8 }])).toMatch(/0\.8/u)
    expect(lane(1)?.text).toBeUndefined()
    writeText(1, `${before}\nfoo: 1\n`)
    const line = before.split('\n').length + 1
    expect(lane(1)?.mistake).toMatchObject({ line, window: LIMIT })
    const broken = lane(1)
    const words = new RegExp(`error on line ${line}.*foo`, 'u')
    expect(writeSettings(1, [{ path: ['eviction', 'target'], value: 0.4 }])).toMatch(words)
    expect(giveBack(1, ['eviction', 'target'])).toMatch(words)
    expect(moveRung(1, 0, 0.7)).toMatch(words)
    expect(lane(1)).toBe(broken)
    // A choice that replaces the text, or a valid text, clears its error.
    writeText(1, before)
    expect(lane(1)).toEqual({ policy: 'hybrid', gates: 'on', text: before })
    for (const mend of [() => setPolicy(1, 'lru'), () => giveAllBack(1)]) {
      choose({ lanes: broken === undefined ? [] : [broken, broken] })
      mend()
      expect(lane(1)).not.toHaveProperty('mistake')
      expect(lane(1)).not.toHaveProperty('text')
    }
  })

  test('a step of the cascade is a key that gets another name, in a ladder of its own or that of the defaults', () => {
    setPolicy(1, 'default')
    const own =
      'compression:\n  cascade:\n    # mine\n    0.750: tool_result_summarization\n    "0.90": sub_agent\n'
    writeText(1, `${own}max_context_tokens: ${LIMIT}\n`)
    expect(moveRung(1, 0, 0.8)).toBeNull()
    expect(textOf(1)).toBe(`${own.replace('0.750', '0.800')}max_context_tokens: ${LIMIT}\n`)
    expect(moveRung(1, 0, 0.9)).toMatch(/0\.9/u)
    writeText(1, `max_context_tokens: ${LIMIT}\n`)
    expect(moveRung(1, 1, 0.86)).toBeNull()
    const ladder = declarations.parseConfig(textOf(1)).config?.compression.cascade ?? {}
    expect(Object.keys(ladder).map(Number)).toEqual([0.75, 0.86, 0.92, 0.95])
    expect(moveRung(1, 1, 0.86)).toBeNull()
    expect(moveRung(1, 1, 0.92)).toMatch(/0\.92/u)
  })

  test('a comment changes no run', () => {
    const before = useChoices.getState()
    writeText(1, `# mine\n${textOf(1)}`)
    expect(lane(1)?.byHand).toBeUndefined()
    expect(sameRun(before, useChoices.getState())).toBe(true)
  })

  test('resetting one setting keeps the text and its comments; resetting all removes both', () => {
    writeText(1, `# mine\n${textOf(1)}`)
    writeSettings(1, [{ path: ['eviction', 'target'], value: 0.4 }])
    giveBack(1, ['eviction', 'target'])
    expect(lane(1)?.byHand).toBeUndefined()
    expect(textOf(1)).toMatch(/^# mine\n/u)
    giveAllBack(1)
    expect(lane(1)).toEqual({ policy: 'hybrid', gates: 'on' })
  })
})

describe('undo of a text', () => {
  test('one gesture is one step, however many settings and frames it moves', () => {
    const before = useChoices.getState().lanes
    const { end } = holdGesture()
    for (const target of [0.59, 0.5, 0.4]) writeSettings(1, [{ path: ['eviction', 'target'], value: target }])
    writeSettings(1, [{ path: ['eviction', 'min_free_tokens'], value: 100 }])
    end()
    writeSettings(1, [{ path: ['eviction', 'target'], value: 0.3 }])
    const last = useChoices.getState().lanes
    undo()
    expect(lane(1)?.byHand).toEqual({ eviction: { target: 0.4, min_free_tokens: 100 } })
    undo()
    expect(useChoices.getState().lanes).toEqual(before)
    redo()
    redo()
    expect(useChoices.getState().lanes).toEqual(last)
  })

  test('moves of one control within a second are one step, those of another are not', () => {
    for (const target of [0.59, 0.58]) writeSettings(1, [{ path: ['eviction', 'target'], value: target }])
    writeSettings(1, [{ path: ['eviction', 'min_free_tokens'], value: 100 }])
    undo()
    expect(lane(1)?.byHand).toEqual({ eviction: { target: 0.58 } })
    undo()
    expect(lane(1)?.byHand).toBeUndefined()
  })
})

describe('the window and the head of a lane', () => {
  test('CONF-4 a text without a window uses that of all lanes, and gets one only when a person writes it', () => {
    const { budget } = useChoices.getState()
    writeText(1, 'strategy: evict\n')
    expect(useChoices.getState().budget).toEqual(budget)
    followLimit(30_000)
    expect(textOf(1)).toBe('strategy: evict\n')
    writeText(1, 'strategy: evict\nmax_context_tokens: 25000\n')
    expect(useChoices.getState().budget).toEqual({ kind: 'tokens', tokens: 25_000 })
  })

  test('CONF-4 max_context_tokens in one text is the window of all lanes', () => {
    writeSettings(0, [{ path: ['eviction', 'target'], value: 0.5 }])
    writeText(1, textOf(1).replace(`max_context_tokens: ${LIMIT}`, 'max_context_tokens: 20000'))
    expect(useChoices.getState().budget).toEqual({ kind: 'tokens', tokens: 20_000 })
    expect(lane(1)?.byHand).toBeUndefined()
    // After the run, the other texts have the new limit, too, without an undo step.
    followLimit(20_000)
    expect(textOf(0)).toContain('max_context_tokens: 20000')
    expect(lane(0)?.byHand).toEqual({ eviction: { target: 0.5 } })
    undo()
    expect(useChoices.getState().budget).toEqual({ kind: 'share', share: 0.5 })
  })

  test('EVI-3 a switch in the head is written into a text that is there, and its changes stay', () => {
    switchLane(1, { gates: 'naive' })
    expect(lane(1)).toEqual({ policy: 'hybrid', gates: 'naive' })
    switchLane(1, { gates: 'on' })
    writeText(1, `# mine\n${textOf(1)}`)
    writeSettings(1, [{ path: ['eviction', 'target'], value: 0.4 }])
    switchLane(1, { gates: 'naive' })
    expect(textOf(1)).toMatch(/^# mine\n/u)
    expect(textOf(1)).toMatch(/ {4}task: false/u)
    expect(lane(1)?.gates).toBe('naive')
    expect(lane(1)?.byHand).toEqual({ eviction: { target: 0.4 } })
  })

  test('only a text with another window asks for one', () => {
    const budget = { kind: 'share', share: 0.3 } as const
    writeText(1, textOf(1))
    const good = textOf(1)
    writeText(1, `${good}\nfoo: [\n`)
    alter({ budget })
    followLimit(20_000)
    // The broken text could not take the new limit; once fixed, it does.
    expect(lane(1)?.text).toContain(`max_context_tokens: ${LIMIT}`)
    writeText(1, `${good}\n# mine\n`)
    expect(useChoices.getState().budget).toEqual(budget)
    expect(textOf(1)).toContain('max_context_tokens: 20000')
    expect(textOf(1)).toContain('# mine')
    // A number being typed has errors on the way.
    for (const typed of ['', '2', '12000'])
      writeText(1, textOf(1).replace(/max_context_tokens:.*/u, `max_context_tokens: ${typed}`))
    expect(useChoices.getState().budget).toEqual({ kind: 'tokens', tokens: 12_000 })
  })

  test('a requested window stays in the text until it has been run, whichever run ends first', () => {
    const shown = runChoices(useChoices.getState())
    writeText(1, textOf(1).replace(`max_context_tokens: ${LIMIT}`, 'max_context_tokens: 20000'))
    followLimit(LIMIT, shown)
    expect(textOf(1)).toContain('max_context_tokens: 20000')
    writeSettings(1, [{ path: ['eviction', 'target'], value: 0.4 }])
    expect(useChoices.getState().budget).toEqual({ kind: 'tokens', tokens: 20_000 })
    writeText(1, textOf(1).replace('max_context_tokens: 20000', `max_context_tokens: ${LIMIT}`))
    expect(useChoices.getState().budget).toEqual({ kind: 'tokens', tokens: LIMIT })
  })

  test('a step of undo has the window of the screen, and the next knob leaves it unchanged', () => {
    const budget = { kind: 'share', share: 0.3 } as const
    writeSettings(1, [{ path: ['eviction', 'target'], value: 0.4 }])
    alter({ budget })
    writeText(1, `${textOf(1)}\n# typed before the run ended\n`)
    followLimit(20_000)
    undo()
    expect(textOf(1)).not.toContain('# typed')
    expect(textOf(1)).toContain('max_context_tokens: 20000')
    writeSettings(1, [{ path: ['eviction', 'target'], value: 0.5 }])
    expect(useChoices.getState().budget).toEqual(budget)
  })

  test('EVI-3 nothing in the head is switched while the text has an error, with the reason', () => {
    writeText(1, textOf(1))
    writeText(1, `${textOf(1)}\nfoo: [\n`)
    const before = lane(1)
    expect(switchLane(1, { gates: 'naive' })).toMatch(/error on line \d+/u)
    expect(lane(1)).toBe(before)
  })

  test('EVI-3 the lock, and with it the name of the lane, follows the text', () => {
    const names = (): readonly string[] => laneNames(useChoices.getState().lanes)
    writeText(0, '')
    expect([lane(0), names()[0]]).toEqual([{ policy: 'default', gates: 'on', text: '' }, 'managed'])
    writeText(1, 'strategy: evict\neviction: {gates: {task: false}}\n')
    expect([lane(1)?.gates, names()[1]]).toEqual(['on', 'hybrid'])
    const off = Object.values(guards).flatMap(({ always, name }) => (always ? [] : [`${name}: false`]))
    writeText(1, `strategy: evict\neviction: {gates: {${off.join(', ')}}}\n`)
    expect([lane(1)?.gates, names()[1]]).toEqual(['naive', 'naive_hybrid'])
  })

  test.each([
    ['tiered_full', 'tiered', 'tiered'],
    ['tiered_full_margin', 'tiered_full', 'tiered_full_margin'],
    ['tiered', 'tiered_full', 'tiered_full'],
    ['context_editing_compact', 'context_editing', 'context_editing_compact'],
    ['token_trim_middle', 'token_trim', 'token_trim_middle'],
    ['compaction_first', 'managed', 'compaction_first'],
    ['fifo', 'managed', 'default'],
    ['tiered', 'evict', 'hybrid'],
  ])('a lane of %s whose text says %s is called %s', (before, strategy, after) => {
    setPolicy(1, before)
    writeText(1, `max_context_tokens: ${LIMIT}\nstrategy: ${strategy}\n`)
    expect(lane(1)?.policy).toBe(after)
  })

  test('another strategy in the lane starts from its own settings', () => {
    writeSettings(1, [{ path: ['eviction', 'target'], value: 0.4 }])
    setPolicy(1, 'lru')
    expect(lane(1)).toEqual({ policy: 'lru', gates: 'on' })
  })

  test('a text with another policy makes it a lane of that policy', () => {
    writeText(1, `max_context_tokens: ${LIMIT}\nstrategy: evict\neviction: { policy: lru }\n`)
    expect(lane(1)?.policy).toBe('lru')
    writeText(
      1,
      declarations.expandedYaml(declarations.completeConfig(declarations.presetConfig('default'))) ?? '',
    )
    expect(lane(1)?.policy).toBe('pipeline')
  })
})
