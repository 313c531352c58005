import type { HealthReading, Tick, Tokens, Turn, WindowId } from '../../engine/index.ts'
import { budgetsOf, healthsOf } from '../../sim/index.ts'
import { Sweep } from '../../sim/internal.ts'
import type { Level, LevelData, Measure } from '../sentence/level.ts'
import { seenBy } from './hint-level.ts'
import { cell } from '../layout/piece.ts'

/** The reading of a run that came nearest to a level. */
export interface Reading {
  readonly value: number
  readonly turn: Turn
  /** The largest size before earlier stages, for a stage that never saw it so; null if it is the same, or unknown. */
  readonly offered: Tokens | null
}

type Reader = (data: LevelData, stage: string | null) => Reading | null

const READERS: Readonly<Record<Measure, Reader>> = Object.freeze({
  tokens(data, stage) {
    const seen = stage === null ? [] : seenBy(data, stage)
    const highest = most(seen.map(({ turn, used }) => ({ turn, value: used })))
    const offered = most(data.turns.map(({ turn, points }) => ({ turn, value: points.offered.used })))
    if (highest === null || offered === null || offered.value <= highest.value) return highest
    return { ...highest, offered: offered.value }
  },
  zone: ({ turns }) =>
    most(
      turns.flatMap(({ turn, reading, points: { offered, sent } }) => [
        { turn, value: Math.max(offered.used, reading.used) },
        { turn, value: sent.used },
      ]),
    ),
  messages(data, stage) {
    const count = messagesOf(data)
    return most(
      (stage === null ? [] : seenBy(data, stage)).map(({ turn, tick, window }) => ({
        turn,
        value: count(tick, window),
      })),
    )
  },
  minutes: (data) => most(pausesOf(data)),
  result: ({ blocks, turns }) =>
    most(
      blocks.flatMap(({ type, turn, tokens, message }) =>
        type === 'tool_result' && message >= 0 && turn < turns.length ? [{ turn, value: tokens }] : [],
      ),
    ),
  // The window before any stage is recorded only where a component's status changed; the rest is as sent.
  component: (data) =>
    data.turns.some(({ events }) =>
      events.some((event) => event.kind === 'budget' && event.event.status !== 'ok'),
    )
      ? { value: Infinity, turn: 0, offered: null }
      : most(
          budgetsOf(data).flatMap(({ components, total }, index) => {
            const turn = data.turns[index]?.turn ?? 0
            return [...Object.values(components), total].map(({ share }) => ({ turn, value: share }))
          }),
        ),
  utilization: (data) => healthReading(data, 'utilization', most),
  // Without any eviction there is no rate.
  eviction_rate: (data) => {
    const highest = healthReading(data, 'eviction_rate', most)
    return highest?.value === 0 ? null : highest
  },
  bloat: (data) => healthReading(data, 'tool_result_bloat', most),
  fidelity: (data) => healthReading(data, 'fidelity_score', least),
})

/** The reading of a run to compare with a level; null if the run recorded none. */
export function readingOf(data: LevelData, { measure, stage }: Level): Reading | null {
  return READERS[measure](data, stage)
}

interface Figure {
  readonly turn: Turn
  readonly value: number
}

/** The first of the highest. */
function most(figures: readonly Figure[]): Reading | null {
  let found: Figure | null = null
  for (const one of figures) if (found === null || one.value > found.value) found = one
  return found === null ? null : { ...found, offered: null }
}

function least(figures: readonly Figure[]): Reading | null {
  const found = most(figures.map(({ turn, value }) => ({ turn, value: -value })))
  return found === null ? null : { ...found, value: -found.value }
}

function healthReading(
  data: LevelData,
  metric: 'utilization' | 'eviction_rate' | 'tool_result_bloat' | 'fidelity_score',
  pick: typeof most,
): Reading | null {
  return pick(
    knownHealths(data).flatMap(({ metrics }, index) => {
      const { value } = metrics[metric]
      return value === null ? [] : [{ turn: data.turns[index]?.turn ?? 0, value }]
    }),
  )
}

const healths = new WeakMap<LevelData, readonly HealthReading[]>()

/** Read once for the four alerts. */
function knownHealths(data: LevelData): readonly HealthReading[] {
  const known = healths.get(data) ?? healthsOf(data)
  healths.set(data, known)
  return known
}

/**
 * Counts the messages of a window at a tick, without system messages; each block that a strategy made is a message by
 * itself. The ticks of a window must not fall.
 */
function messagesOf({ spans, blocks }: LevelData): (tick: Tick, window: WindowId) => number {
  const windows = new Map<WindowId, { readonly sweep: Sweep; readonly standing: Set<number> }>()
  const inOrder = (a: number, b: number): number =>
    cell(spans.order, a) - cell(spans.order, b) || cell(spans.block, a) - cell(spans.block, b)
  return (tick, window) => {
    const own = windows.get(window) ?? { sweep: new Sweep(spans, window), standing: new Set() }
    windows.set(window, own)
    const { sweep, standing } = own
    sweep.to(tick, { began: (row) => standing.add(row), ended: (row) => standing.delete(row) })
    let count = 0
    let before: number | null = null
    for (const row of [...standing].sort(inOrder)) {
      const block = blocks[cell(spans.block, row)]
      if (block === undefined) continue
      if (block.role !== 'system' && (block.message < 0 || block.message !== before)) count += 1
      before = block.message
    }
    return count
  }
}

const MINUTE = 60_000

/** Pauses between two calls of one window, by the clock of the trace. */
function pausesOf({ turns }: LevelData): Figure[] {
  const last = new Map<number, number>()
  return turns.flatMap(({ turn, window, time }): Figure[] => {
    if (time === null) return []
    const before = last.get(window)
    last.set(window, time)
    return before === undefined ? [] : [{ turn, value: Math.max(0, time - before) / MINUTE }]
  })
}
