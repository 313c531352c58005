import { beforeAll, describe, expect, it } from 'vitest'
import { chars4 } from '../../../../engine/index.ts'
import { BLOCK_STATES } from '../../../../engine/internal.ts'
import { cacheColumns } from '../../../../sim/internal.ts'
import { overlaid, presetConfig } from '../../../../config/index.ts'
import { metrics, run, takeIn, unmanagedPeak } from '../../../../sim/index.ts'
import { scenario } from '../../../../testing/shared-traces.ts'
import { nextChoices, sentenceText, taskOf } from '../../../../view/index.ts'
import type { HeadlineLane } from '../../../../view/index.ts'
import { laneLabels, laneNames } from '../../../store/choice/lanes.ts'
import type { Lesson } from '../../../store/lesson/lesson.ts'
import { doneWay, isDone, stepsIn } from '../../../store/lesson/steps.ts'
import type { ShownStep } from '../../../store/lesson/steps.ts'
import { leavesFirst } from './leaves-first.ts'
import { lessonAt, LESSONS } from './list.ts'
import { nameRule } from './name-rule.ts'
import { opening } from './opening.ts'

const ran = new Map<string, HeadlineLane[]>()

/** The lanes of a lesson's opening state, as the page runs them, with a quicker counter: several begin with the same. */
function lanesOf(lesson: Lesson): HeadlineLane[] {
  const key = JSON.stringify(lesson.opening)
  const known = ran.get(key) ?? lanesIn(lesson)
  ran.set(key, known)
  return known
}

function lanesIn({ opening: { source, seed, budget, lanes } }: Lesson): HeadlineLane[] {
  if (source.kind !== 'scenario' || budget.kind !== 'share')
    throw new Error('an opening state that this test does not know')
  const trace = scenario(source.name, seed)
  const intake = takeIn(trace, chars4)
  const max_context_tokens = Math.floor(unmanagedPeak(intake) * budget.share)
  const [names, labels] = [laneNames(lanes), laneLabels(lanes)]
  return lanes.map(({ policy, byHand }, index) => {
    const name = names[index] ?? ''
    const preset = presetConfig(name === 'managed' ? policy : name.replace(/_\d+$/, ''))
    const one = run(trace, { ...overlaid(preset, byHand ?? {}), max_context_tokens }, { intake })
    return {
      name,
      label: labels[index] ?? name,
      data: one.data,
      rows: metrics(one),
      cache: cacheColumns(one.data),
    }
  })
}

describe.each(LESSONS)('the lesson $name', (lesson) => {
  let steps: readonly ShownStep[] = []
  beforeAll(() => {
    steps = stepsIn(lesson, lanesOf(lesson))
  })

  it('has all of its steps in the run of its opening state, with every slot filled', () => {
    expect(steps.map(({ step }) => step.title)).toEqual(lesson.steps.map(({ title }) => title))
    for (const { says } of steps) expect(sentenceText(says)).not.toMatch(/[{}]|undefined|–/)
  })

  it('asks for something that is not done at first, and done after the change that it describes', () => {
    const asked = steps.find(({ step }) => step.task !== undefined)
    const task = asked?.step.task
    // The story of the first visit only shows.
    expect(task === undefined).toBe(lesson === opening)
    if (asked === undefined || task === undefined) return
    const done = ({ opening: { lanes } }: Lesson, ran: HeadlineLane[]): boolean =>
      isDone(task.done, asked, ran, { lanes, selection: null }, 0)
    expect(done(lesson, lanesOf(lesson))).toBe(false)
    const { lane, to } = task.change
    const lanes = lesson.opening.lanes.map((one, index) => (index === lane ? { ...one, ...to } : one))
    // What is to be chosen has its name in the menu.
    const [label = ''] = laneLabels(lanes.slice(lane, lane + 1))
    expect(/choose (?<name>[A-Z][^.,:]+)/.exec(task.asks)?.groups?.['name'] ?? label).toBe(label)
    const changed = { ...lesson, opening: { ...lesson.opening, lanes } }
    const ran = lanesOf(changed)
    expect(done(changed, ran)).toBe(true)
    expect(stepsIn(lesson, ran).map(({ step }) => step.task)).toContain(task)
  })

  it('writes no figure itself: its run may change', () => {
    for (const { says, title } of lesson.steps)
      expect(`${title} ${says.replaceAll(/\{[^}]*\}/g, '')}`).not.toMatch(/\d/)
  })
})

describe('the opening story', () => {
  let lanes: HeadlineLane[] = []
  const turnOf = (title: string): number =>
    stepsIn(opening, lanes).find(({ step }) => step.title === title)?.turn ?? -1
  beforeAll(() => {
    lanes = lanesOf(opening)
  })

  // Found in the records by other means than the steps': spans, edits and needs.
  it('says that the task is lost in the turn whose edit takes it, and that it is missed after that', () => {
    const data = lanes[0]?.data
    const task = data?.blocks.find(({ type }) => type === 'user_message')?.id
    const edit = data?.edits.find(({ blocks }) => blocks.some(({ block }) => block === task))
    expect(edit?.turn).toBeGreaterThan(0)
    expect(turnOf('The task is lost')).toBe(edit?.turn)
    const missed = turnOf('It is missed')
    expect(missed).toBeGreaterThanOrEqual(edit?.turn ?? Infinity)
    expect(
      data?.needs
        .filter(({ turn, source }) => turn === missed && source === task)
        .map((need) => need.resolution),
    ).toContain('lost')
  })

  it('protection keeps the task to the end', () => {
    const { blocks = [], spans, edits = [] } = lanes[1]?.data ?? {}
    const task = blocks.find(({ type }) => type === 'user_message')?.id ?? -1
    expect(edits.some((edit) => edit.blocks.some(({ block }) => block === task))).toBe(false)
    expect(spans?.state[spans.block.indexOf(task)]).toBe(BLOCK_STATES.indexOf('live'))
  })

  it('names a block that the score removes and age keeps', () => {
    const step = stepsIn(opening, lanes).find(({ step: { title } }) => title === 'A score instead of age')
    const removes = (index: number): boolean =>
      lanes[index]?.data.edits.some(
        (edit) => edit.turn === step?.turn && edit.blocks.some(({ block }) => block === step.shows?.block),
      ) ?? false
    expect([removes(2), removes(1)]).toEqual([true, false])
  })

  it('COST-1 names what a lane paid again apart from what each run cost, in the figures of the table', () => {
    const { says = [] } =
      stepsIn(opening, lanes).find(({ step: { title } }) => title === 'What it cost') ?? {}
    const cell = (lane: number, wanted: string) => lanes[lane]?.rows.find(({ id }) => id === wanted)?.text
    expect(sentenceText(says).match(/\$\d+\.\d+/g)).toEqual([
      cell(2, 'edit-cost'),
      ...[2, 0, 1].map((lane) => cell(lane, 'cost')),
    ])
  })

  it('leaves out a step that is not true of a run', () => {
    const [, kept] = lanes
    if (kept === undefined) throw new Error('no lane')
    const titles = stepsIn(opening, [kept, kept, kept]).map(({ step }) => step.title)
    expect(titles).not.toContain('The task is lost')
    expect(titles).not.toContain('It is missed')
    expect(titles).toContain('The oldest goes first')
  })
})

describe('the lesson on how full a window is', () => {
  it('divides the same tokens by the limit, by what the reserve leaves, and by what eviction waits for', () => {
    const lesson = LESSONS.find(({ name }) => name === 'how-full') ?? opening
    const lanes = lanesOf(lesson)
    const { limit, reserve, thresholds, turns } = lanes[0]!.data
    const [first, ...rest] = stepsIn(lesson, lanes)
    const used = turns[first?.turn ?? -1]?.used ?? NaN
    const percent = (whole: number): string => `${((used / whole) * 100).toFixed(1)} %`
    const told = [first, ...rest].map((step) => sentenceText(step?.says ?? []))
    expect(told[0]).toContain(percent(limit))
    expect(told[1]).toContain(percent(limit - reserve))
    expect(told[2]).toContain(percent(thresholds.orange * limit))
  })
})

/** A lesson with the lanes that it opens with, and its steps in their run. */
function told(name: string): {
  readonly lesson: Lesson
  readonly lanes: HeadlineLane[]
  readonly steps: readonly ShownStep[]
} {
  const lesson = LESSONS.find((one) => one.name === name)
  if (lesson === undefined) throw new Error(`no lesson ${name}`)
  const lanes = lanesOf(lesson)
  return { lesson, lanes, steps: stepsIn(lesson, lanes) }
}

describe('what steps say of the picture at their turn', () => {
  it('a run without eviction ends with room in the window, and none beside the reserve for the reply', () => {
    const { lesson } = told('how-full')
    const lanes = lanesOf({
      ...lesson,
      opening: { ...lesson.opening, lanes: [{ policy: 'unmanaged', gates: 'on' }] },
    })
    expect(lanes[0]!.data.ended).not.toBeNull()
    const [window = NaN, room = NaN] = [
      ...sentenceText(stepsIn(lesson, lanes).at(-1)?.says ?? []).matchAll(/([\d.]+) %/g),
    ].map(([, percent]) => Number(percent))
    expect(window).toBeLessThan(100)
    expect(room).toBeGreaterThan(100)
  })

  it('the request that is refused has half a pair, and there are as many such errors as it says', () => {
    const { lanes, steps } = told('tool-pairs')
    const [before, leaves, refused] = steps
    const { turns } = lanes[0]!.data
    const halves = (turn: number): string[] =>
      turns[turn]!.violations.flatMap(({ rule, message }) =>
        rule === 'unanswered-call' || rule === 'orphan-result' ? [message] : [],
      )
    expect(halves(before!.turn)).toEqual([])
    const all = turns.flatMap((_, turn) => halves(turn))
    expect(sentenceText(leaves!.says)).toContain(`${halves(leaves!.turn).length} repl`)
    expect(sentenceText(refused!.says)).toContain(`“${all[0]}”`)
    expect(sentenceText(refused!.says)).toContain(`${all.length} such errors`)
  })

  it('with the wrong sign the block that leaves first is the one used last', () => {
    const { lanes, steps } = told('last-use')
    const { data } = lanes[0]!
    const { turn, says } = steps[1]!
    const [first] = data.edits.filter((edit) => edit.turn === turn)
    const named = says.flatMap(({ block }) => (block === undefined ? [] : [block.block]))
    expect(named).toEqual([first?.decision?.victims.find(({ rank }) => rank === 0)?.block])
    expect(sentenceText(says)).toMatch(/ leaves first\.$/)
  })

  it('repeated summaries keep the rules better than most of what was said, and the goal no worse', () => {
    const { lanes, steps } = told('drift')
    const { rows } = lanes[0]!
    const value = (id: string): number => rows.find((row) => row.id === id)?.value ?? Number.NaN
    expect(value('constraint-retention')).toBeGreaterThan(value('need-hit-rate'))
    expect(value('goal-retention')).toBeGreaterThanOrEqual(value('constraint-retention'))
    expect(sentenceText(steps[2]!.says)).not.toContain('best')
  })

  it('FIFO has removed nothing when it is asked what leaves first; the task leaves then, the system prompt never', () => {
    const { lanes, steps } = told('protect-task')
    const { blocks, edits, turns } = lanes[0]!.data
    const gone = (turn: number): string[] =>
      edits
        .filter((edit) => edit.turn <= turn)
        .flatMap((edit) => edit.blocks.map(({ block }) => blocks[block]!.type))
    expect(gone(steps[0]!.turn)).toEqual([])
    expect(steps[1]!.turn).toBe(steps[0]!.turn + 1)
    expect(gone(steps[1]!.turn)).toContain('user_message')
    expect(gone(turns.length)).not.toContain('system_prompt')
  })

  it.each([
    ['importance', 1],
    ['zones', 1],
  ] as const)('in the lesson %s the prompt would be over the line in its step %s', (name, index) => {
    const { lanes, steps } = told(name)
    const { limit, thresholds, turns } = lanes[0]!.data
    const { used, points } = turns[steps[index]!.turn]!
    expect(points.offered.used).toBeGreaterThan(thresholds.orange * limit)
    expect(used).toBeLessThan(thresholds.orange * limit)
    expect(sentenceText(steps[index]!.says)).toContain(points.offered.used.toLocaleString('en-US'))
  })

  it('the last tier puts a summary in the place of blocks in the turn of its step', () => {
    const { lanes, steps } = told('tiers')
    const { turn, says } = steps.find(({ step }) => step.title === 'Last, a summary of everything')!
    const { asks, edits } = lanes[1]!.data
    expect(asks.filter((ask) => ask.turn === turn && ask.verdict === 'used')).toHaveLength(1)
    expect(edits.some((edit) => edit.turn === turn && edit.blocks.some(({ to }) => to !== 'live'))).toBe(true)
    expect(sentenceText(says)).not.toMatch(/\b1 \w+s\b/)
  })

  it('no turn has missed anything when the alert names its remedy', () => {
    const { lanes, steps } = told('alerts')
    const { needs } = lanes[0]!.data
    expect(needs.filter((need) => need.turn <= steps[1]!.turn && need.resolution === 'lost')).toEqual([])
  })
})

describe('the lesson on the next window', () => {
  it('CROSS-3 says how often the text of a new window has a plan under the heading of what is done', () => {
    const lesson = LESSONS.find(({ name }) => name === 'next-window') ?? opening
    const lanes = lanesOf(lesson)
    const { contents, checkpoints } = lanes[1]!.data
    const planned = (version: string): readonly string[] =>
      checkpoints
        .filter(({ checkpoint }) => String(checkpoint.version) === version)
        .flatMap(({ checkpoint: { subtasks } }) => subtasks)
        .flatMap(({ title, status }) => (status === 'done' ? [] : [`- ${title}`]))
    const count = contents.reduce((sum, text) => {
      const version = /checkpoint version (\d+)/.exec(text)?.[1]
      const done = /## Done\n(?<lines>(?:- .*\n)*)/.exec(`${text}\n`)?.groups?.['lines']?.split('\n') ?? []
      return version === undefined ? sum : sum + planned(version).filter((line) => done.includes(line)).length
    }, 0)
    expect(count).toBeGreaterThan(1)
    const step = stepsIn(lesson, lanes).find((one) => one.step.title === 'A plan is not work')
    expect(sentenceText(step?.says ?? [])).toContain(`${count} times`)
  })
})

describe('guess what leaves first', () => {
  const lesson = leavesFirst({ ...opening.opening, seed: 7 })
  const lanes = lanesOf(opening)
  const data = lanes.at(-1)!.data
  const steps = stepsIn(lesson, lanes)

  it('asks at each of the first evictions of the last lane, and the answer is the block ranked first there', () => {
    expect(steps.length).toBe(6)
    for (const { turn, guess, selects } of steps) {
      const first = data.edits.find((edit) => edit.turn === turn)
      expect(first?.decision?.victims.find(({ rank }) => rank === 0)?.block).toBe(selects?.block)
      expect(guess?.answers.filter(({ right }) => right)).toHaveLength(1)
      expect(new Set(guess?.answers.map(({ text }) => text)).size).toBe(4)
    }
  })

  it('offers only blocks that were in the window a turn before, and wrong ones that stay in that turn', () => {
    for (const { turn, selects } of steps) {
      const { blocks = [] } = nextChoices(lanes.at(-1)!, turn) ?? {}
      const gone = data.edits.filter((edit) => edit.turn === turn).flatMap((edit) => edit.blocks)
      for (const { block } of blocks) {
        expect(data.blocks[block]!.turn).toBeLessThan(turn)
        const before = data.edits.some(
          (edit) => edit.turn < turn && edit.blocks.some((one) => one.block === block && one.to !== 'live'),
        )
        expect(before).toBe(false)
        expect(gone.some((one) => one.block === block)).toBe(block === selects?.block)
        // What is protected from the beginning to the end is no answer.
        expect(data.blocks[block]!.type).not.toMatch(/system_prompt|tool_definition/)
        expect(block).not.toBe(taskOf(data, 0)?.id)
      }
    }
  })
})

describe('name the rule', () => {
  it('offers four rules of which the one that runs is right, whatever the draw', () => {
    const first = Array.from({ length: 7 }, (_, draw) => nameRule(draw))
    expect(new Set(first.map(({ opening: { lanes } }) => lanes[0]?.policy)).size).toBe(7)
    for (const {
      opening: { lanes },
      steps,
    } of first) {
      const guess = steps[0]!.guess
      if (guess === undefined || guess === 'leaves-first') throw new Error('no answers')
      expect(guess.answers).toHaveLength(4)
      const right = guess.answers.filter((one) => one.right).map(({ text }) => text)
      expect(right).toEqual([expect.stringContaining(laneLabels(lanes)[0]!)])
    }
  })

  it('keeps its lane without a name until it is left', () => {
    expect(laneLabels([{ policy: 'lru', gates: 'on', unnamed: true }])).not.toEqual(['LRU'])
  })
})

it('an address names a lesson, or a draw of a game that the same number draws again', () => {
  expect(lessonAt({ lesson: 'zones', step: 2 })?.name).toBe('zones')
  for (const [lesson, draw] of [
    ['leaves-first', 12],
    ['name-rule', 9],
  ] as const) {
    const found = lessonAt({ lesson, step: 0, draw })
    expect([found?.name, found?.draw]).toEqual([lesson, draw])
    expect(lessonAt({ lesson, step: 0, draw })?.opening).toEqual(found?.opening)
    const next = found?.following?.()
    expect(next?.opening).not.toEqual(found?.opening)
    expect(lessonAt({ lesson, step: 0, draw: next!.draw! })?.opening).toEqual(next?.opening)
  }
  expect(leavesFirst({ ...opening.opening, lanes: [{ policy: 'hybrid', gates: 'on' }] }).draw).toBeUndefined()
  expect(lessonAt({ lesson: 'zones', step: 0, draw: 1 })).toBeUndefined()
  expect(lessonAt({ lesson: 'no-such', step: 0 })).toBeUndefined()
})

describe('what a step asks for', () => {
  it('is done in another way if its figure is reached under another rule than it asks for', () => {
    const lesson = LESSONS.find(({ name }) => name === 'protect-task')!
    const way = (lane: Lesson['opening']['lanes'][number]): unknown => {
      const lanes = lanesIn({ ...lesson, opening: { ...lesson.opening, lanes: [lane] } })
      const step = { step: lesson.steps.at(-1)! }
      return doneWay(lesson, step, lanes, { lanes: [lane], selection: null }, 0)
    }
    expect(way({ policy: 'fifo', gates: 'naive' })).toBe('not')
    expect(way({ policy: 'fifo', gates: 'on' })).toBe('asked')
    expect(way({ policy: 'default', gates: 'on' })).toBe('other')
    expect(doneWay(lesson, { step: lesson.steps[0]! }, [], { lanes: [], selection: null }, 0)).toBeNull()
  })

  it('is done when the run, the choices or the playhead show it', () => {
    const lanes = lanesOf(opening)
    const [shown] = stepsIn(opening, lanes)
    if (shown === undefined) throw new Error('no step')
    const choices = { lanes: opening.opening.lanes, selection: null }
    const done = (one: Parameters<typeof isDone>[0], turn = 0): boolean =>
      isDone(one, shown, lanes, choices, turn)
    const missing = lanes[0]?.rows.find(({ id }) => id === 'lost-rate')?.value ?? NaN
    expect(done({ kind: 'metric', lane: 0, metric: 'lost-rate', atMost: missing })).toBe(true)
    expect(done({ kind: 'metric', lane: 0, metric: 'lost-rate', atMost: missing / 2 })).toBe(false)
    expect(done({ kind: 'metric', lane: 0, metric: 'lost-rate', atLeast: missing * 2 })).toBe(false)
    expect([done({ kind: 'runs', policy: 'hybrid' }), done({ kind: 'runs', policy: 'lru' })]).toEqual([
      true,
      false,
    ])
    expect(done({ kind: 'selected' })).toBe(false)
    const lost = { kind: 'reached', at: { kind: 'task-lost' } } as const
    expect([done(lost, 5), done(lost, 50)]).toEqual([false, true])
  })
})
