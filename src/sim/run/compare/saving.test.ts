import { describe, expect, it } from 'vitest'
import { ProblemError } from '../../../engine/index.ts'
import type { BlockId, Turn } from '../../../engine/index.ts'
import type { PartialConfig } from '../../../config/index.ts'
import { completeConfig } from '../../../config/index.ts'
import { expectEqual, expectSame } from '../../../testing/expect-equal.ts'
import { conversation } from '../../../testing/conversation.ts'
import { traceOf } from '../../../testing/trace.ts'
import { chars4 } from '../../../engine/index.ts'
import { answersOf, run, savings, takeIn } from '../../index.ts'
import type { Intervention, Saving, Savings, Timeline } from '../../index.ts'
import { knobsOf } from './saving-knob.ts'
import type { ConfigKnob } from './saving-knob.ts'
import { stepsTowards, valueAfter } from './saving-search.ts'

/** An agent that reads files of different sizes, with user messages in between. */
const lines = ['system: be careful', 'user: tidy up the parser and keep the tests green']
for (let turn = 0; turn < 9; turn++) {
  const name = turn % 3 === 0 ? 'run_tests' : 'read_file'
  lines.push(`assistant: 80 chars + call c${turn} ${name} {"path":"src/part-${turn % 5}.ts"}`)
  lines.push(`result c${turn}: ${400 + ((turn * 7) % 5) * 500} chars`)
  if (turn % 4 === 3) lines.push('', 'assistant: done with that', 'user: 300 chars')
}
lines.push('', 'assistant: all done')
const trace = traceOf(conversation(lines.join('\n')))
const intake = takeIn(trace, chars4)
const limit = 3200

function runWith(config: PartialConfig, interventions: readonly Intervention[] = []): Timeline {
  return run(trace, { max_context_tokens: limit, ...config }, { intake, interventions })
}

function found(timeline: Timeline, block: BlockId, turn?: Turn): Savings {
  const steps = savings(timeline, block, turn)
  let step = steps.next()
  while (step.done !== true) {
    expect(step.value.done).toBeLessThanOrEqual(step.value.total)
    step = steps.next()
  }
  return step.value
}

interface Found {
  readonly base: Timeline
  readonly block: BlockId
  readonly turn: Turn
  readonly result: Savings
}

const known = new Map<string, Found>()

/** What would have saved the first block that a lane evicts. Searched once for all tests of that lane. */
function foundIn(name: string): Found {
  const made = known.get(name) ?? search(runWith(lanes[name] ?? {}))
  known.set(name, made)
  return made
}

function search(base: Timeline): Found {
  const [first] = takenBlocks(base)
  if (first === undefined) throw new Error('the run takes no block')
  return { base, ...first, result: found(base, first.block, first.turn) }
}

/** The blocks that the edits of a turn change, from the record alone. */
function editedIn({ data }: Timeline, turn: Turn): ReadonlySet<BlockId> {
  const edits = data.edits.filter((edit) => edit.turn === turn)
  return new Set(edits.flatMap(({ blocks }) => blocks.map(({ block }) => block)))
}

/**
 * Whether a block is in the window after the edits of a turn, in a run that was changed from that turn on. A run from
 * the start.
 */
function stands(
  base: Timeline,
  block: BlockId,
  turn: Turn,
  config: PartialConfig,
  until: Turn | null,
): boolean {
  const { config: own } = base.data.spec
  try {
    const again = run(trace, own, { intake, interventions: [{ turn, kind: 'set', config }] })
    const overflows = again.turns[turn]?.events.some(({ kind }) => kind === 'overflow')
    if (editedIn(again, turn).has(block) || overflows !== false) return false
    return until !== null || goesIn(base, again, block, turn) === null
  } catch (failure) {
    if (failure instanceof ProblemError) return false
    throw failure
  }
}

/**
 * The first later turn in which a block is evicted or changed, or in which the request becomes too long. Two runs from
 * the start.
 */
function goesIn(base: Timeline, again: Timeline, block: BlockId, after: Turn): Turn | null {
  const isOver = (timeline: Timeline, turn: Turn) =>
    timeline.turns[turn]?.events.some(({ kind }) => kind === 'overflow') === true
  const found = again.turns.find(
    ({ turn }) =>
      turn > after && (editedIn(again, turn).has(block) || (isOver(again, turn) && !isOver(base, turn))),
  )
  return found?.turn ?? null
}

function knobAt(timeline: Timeline, { path }: Pick<Saving, 'path'>): ConfigKnob | undefined {
  return knobsOf(timeline.data.spec.config).find((knob) => knob.path.join('.') === path.join('.'))
}

/** Blocks that were evicted or changed, one for each turn. */
function takenBlocks({ data }: Timeline): { readonly block: BlockId; readonly turn: Turn }[] {
  const turns = [...new Set(data.edits.map(({ turn }) => turn))]
  return turns.flatMap((turn) => {
    const parts = data.edits.filter((edit) => edit.turn === turn).flatMap(({ blocks }) => blocks)
    const part = parts.filter(({ verb }) => verb !== 'insert').at(-1)
    return part === undefined ? [] : [{ block: part.block, turn }]
  })
}

const lanes: Readonly<Record<string, PartialConfig>> = {
  evict: { strategy: 'evict' },
  'evict by priority': { strategy: 'evict', eviction: { policy: 'priority', placeholders: false } },
  managed: { strategy: 'managed', compression: { summarization_threshold_tokens: 100 } },
  atomic_window: { strategy: 'atomic_window', atomic_window: { max_messages: 12 } },
  token_trim: { strategy: 'token_trim', token_trim: { reserve: 0.4 } },
  tiered: { strategy: 'tiered', tiered: { persist_above_bytes: 1000, reserve_tokens: 1000 } },
  context_editing: { strategy: 'context_editing' },
  pipeline: { strategy: 'pipeline', pipeline: [{ stage: 'evict', at: 0.6 }, 'clip'] },
}

describe('what would have saved a block', () => {
  it.each(Object.entries(lanes))(
    'EDIT-3 a run with each option keeps the block, and one step nearer does not: %s',
    (name, config) => {
      const { base, block, turn, result } = foundIn(name)
      expect(result).toMatchObject({ block, turn })
      let options = 0
      const ranks = result.options.map(({ until, share }) => [until ?? Infinity, share] as const)
      expect(ranks).toEqual(ranks.toSorted(([a, near], [b, far]) => (a === b ? near - far : b > a ? 1 : -1)))
      expect(result.cut).toBeUndefined()
      for (const option of result.options) {
        options += 1
        const again = runWith(config, [{ turn, kind: 'set', config: option.config }])
        const [before, after] = [editedIn(base, turn), editedIn(again, turn)]
        expectSame(after.has(block), false)
        expectSame(option.until, goesIn(base, again, block, turn))
        expectEqual(
          option.instead,
          [...after].filter((one) => !before.has(one) && one < base.blocks.length).toSorted((a, b) => a - b),
        )
        expectSame(option.freed, freedIn(again, turn) - freedIn(base, turn))
        const knob = knobAt(base, option)
        if (typeof option.to !== 'number' || knob?.range === undefined || knob.range === null) continue
        const own = Number(knob.value)
        const direction = option.to > own ? 1 : -1
        const step = stepsBetween(own, option.to, knob, direction) - 1
        if (step > 0)
          expectSame(
            stands(base, block, turn, knob.set(valueAfter(own, knob.range, direction, step)), option.until),
            false,
          )
      }
      expect(options).toBeGreaterThan(0)
    },
  )

  it.each([
    ['evict', ['eviction.weights.recency']],
    ['atomic_window', ['atomic_window.max_messages', 'atomic_window.min_recent_keep']],
  ])('EVI-4 no nearer value saves the block, if saving is monotonic: %s', (name, paths) => {
    const { base, block, turn, result } = foundIn(name)
    let compared = 0
    const { options } = result
    for (const path of paths) {
      const knob = knobsOf(base.data.spec.config).find((one) => one.path.join('.') === path)
      if (knob?.range === undefined || knob.range === null) throw new Error(`no knob ${path}`)
      const own = Number(knob.value)
      const option = options.find((one) => one.path.join('.') === path)
      const until = option?.until ?? null
      const { range } = knob
      const saves = (value: number) => stands(base, block, turn, knob.set(value), until)
      const isNearer = (one: number, other: number) =>
        (Math.abs(one - own) - Math.abs(other - own) || one - other) < 0
      const sides = ([-1, 1] as const).map((direction) =>
        Array.from({ length: stepsTowards(own, range, direction) }, (_, step) =>
          valueAfter(own, range, direction, step + 1),
        ),
      )
      const nearer = sides
        .flat()
        .filter((value) => option === undefined || isNearer(value, Number(option.to)))
      const missed = nearer.find(saves)
      if (option !== undefined) expectSame(saves(Number(option.to)), true)
      if (missed === undefined) {
        compared += 1
        continue
      }
      // The found value saves the block, but a nearer interval was skipped: then farther values do not save it.
      const side = sides.find((values) => values.includes(missed)) ?? []
      expectSame(side.slice(side.indexOf(missed)).every(saves), false, `${path} ${missed}`)
    }
    expect(compared).toBeGreaterThan(0)
  })

  it('LED-3 a change that makes the request too long is no option', () => {
    const wide = traceOf(
      conversation(`
        system: be careful
        user: read it
        assistant: first + call a read_file {"path":"src/a.ts"}
        result a: 8800 chars
        assistant: done
        user: 6000 chars
        assistant: done`),
    )
    const config: PartialConfig = { max_context_tokens: limit, strategy: 'evict' }
    const base = run(wide, config)
    const block = base.blocks.find(({ type }) => type === 'tool_result')?.id ?? -1
    const turn = base.data.edits.find(({ blocks }) => blocks.some((one) => one.block === block))?.turn ?? -1
    const pinned = run(wide, config, { interventions: [{ turn, kind: 'pin', block }] })
    // Pinned, the block stays, and the request is too long.
    expect(editedIn(pinned, turn).has(block)).toBe(false)
    expect(pinned.turns[turn]?.events).toContainEqual(expect.objectContaining({ kind: 'overflow' }))
    const { pin, options } = found(base, block, turn)
    expect(pin).toBe(false)
    expect(options.map(({ path }) => path.join('.'))).not.toContain('eviction.protected_types')
    for (const { config: change } of options) {
      const again = run(wide, config, { interventions: [{ turn, kind: 'set', config: change }] })
      expectEqual(
        again.turns[turn]?.events.filter(({ kind }) => kind === 'overflow'),
        [],
      )
    }
  })

  it('EVI-3 says whether a pin would have saved it, as the run with the pin does', () => {
    for (const name of ['evict', 'token_trim', 'context_editing']) {
      const { base, block, turn, result } = foundIn(name)
      const pinned = run(trace, base.data.spec.config, {
        intake,
        interventions: [{ turn, kind: 'pin', block }],
      })
      expectEqual([name, result.pin], [name, !editedIn(pinned, turn).has(block)])
    }
  })

  it('is about the last edit if no turn is given, and starts from settings changed earlier', () => {
    const strategy = 'token_trim'
    const set = { turn: 3, kind: 'set', config: { token_trim: { reserve: 0.5 } } } as const
    const base = runWith({ strategy }, [set])
    const { block, turn } = takenBlocks(base).at(-1) ?? { block: -1, turn: -1 }
    const last = base.data.edits.findLast(({ blocks }) => blocks.some((one) => one.block === block))
    const result = found(base, block)
    expect(result.turn).toBe(last?.turn)
    expect(turn).toBeGreaterThan(3)
    const option = result.options.find(({ path }) => path.join('.') === 'token_trim.reserve')
    expect(option?.from).toBe(0.5)
    const again = runWith({ strategy }, [
      set,
      { turn: result.turn, kind: 'set', config: option?.config ?? {} },
    ])
    expect(editedIn(again, result.turn).has(block)).toBe(false)
  })

  it('LLM-1 says that recorded answers were used if a model answered the run', () => {
    const {
      base: byMock,
      block,
      turn,
      result,
    } = search(
      runWith({
        strategy: 'pipeline',
        pipeline: ['summarize_arrivals', 'evict'],
        compression: { summarization_threshold_tokens: 100 },
      }),
    )
    const spec = { ...byMock.data.spec, answers: answersOf(byMock.data) }
    const byModel: Timeline = { ...byMock, data: { ...byMock.data, spec } }
    expect(spec.answers.length).toBeGreaterThan(0)
    expect(result).not.toHaveProperty('recorded')
    expect(result.options.length).toBeGreaterThan(0)
    // With the same answers the search makes the same tries.
    expect(found(byModel, block, turn)).toEqual({ ...result, recorded: true })
  })

  it('refuses an unknown block, and a block or turn without an edit', () => {
    const base = runWith({ strategy: 'evict' })
    expect(() => found(base, 100_000)).toThrow(/the run has blocks 0 to \d+, not 100000$/u)
    expect(() => found(base, 0)).toThrow('no edit of the run takes or changes block 0')
    const { block, turn } = takenBlocks(base)[0] ?? { block: -1, turn: -1 }
    expect(() => found(base, block, turn - 1)).toThrow(
      `no edit of turn ${turn - 1} takes or changes block ${block}`,
    )
  })

  it('PIPE-1 also changes a pipeline step’s own settings', () => {
    const knobs = knobsOf(
      completeConfig({
        strategy: 'pipeline',
        pipeline: [{ stage: 'evict', at: 0.6, with: { eviction: { target: 0.4 } } }, 'clip'],
      }),
    )
    const own = knobs.filter(({ path }) => path[0] === 'pipeline')
    expect(own.map(({ path, value }) => [path.join('.'), value])).toEqual([
      ['pipeline.0.at', 0.6],
      ['pipeline.0.with.eviction.target', 0.4],
    ])
    expect(own[1]?.set(0.3)).toEqual({
      pipeline: [
        { stage: 'evict', at: 0.6, when: 'always', with: { eviction: { target: 0.3 } } },
        expect.objectContaining({ stage: 'clip' }),
      ],
    })
  })
})

function freedIn({ data }: Timeline, turn: Turn): number {
  const edits = data.edits.filter((edit) => edit.turn === turn)
  return edits.reduce((sum, { freed, added }) => sum + freed - added, 0)
}

function stepsBetween(own: number, value: number, { range }: ConfigKnob, direction: -1 | 1): number {
  if (range === null) return 0
  for (let step = 1; step <= stepsTowards(own, range, direction); step++)
    if (valueAfter(own, range, direction, step) === value) return step
  throw new Error(`${value} is no step from ${own}`)
}
