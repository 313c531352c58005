import type { SettingRow } from '../../../../config/index.ts'
import { estimateOf, isBest } from '../../../../sim/internal.ts'
import { valueIn } from '../../../store/choice/by-hand.ts'
import type { LaneChoice, RunChoices } from '../../../store/choice/choices.ts'
import type { Declarations } from '../../../store/choice/declarations.ts'
import { laneOfText, laneText, ownConfig, ranConfig } from '../../../store/choice/lane-text.ts'
import type { SettingEdit } from '../../../store/choice/lane-text.ts'
import type { SourceRequest } from '../../../../worker/protocol.ts'
import { studiedLanes } from './seed-trials.ts'
import { knownTrial } from './trials.ts'
import type { Trial } from './trials.ts'
import { requestPrices } from '../../../store/model/prices.ts'

/** A number of a lane that can be varied. */
export interface Knob extends Pick<SettingRow, 'path' | 'key' | 'meaning' | 'unit'> {
  /** Its values in the sweep, the lane's own among them. */
  readonly values: readonly number[]
  readonly own: number
}

/** Values of a knob in a sweep, at most. */
const STEPS = 5
/** Factors on the lane's own value, where a range is far wider than what is usual. */
const FACTORS = [0.5, 0.6, 0.7, 0.75, 0.8, 0.9, 1, 1.1, 1.2, 1.25, 1.35, 1.5]

/** Health only warns: its settings change neither what is sent nor what it costs. */
const ONLY_WARNS = 'health_monitoring'

/** The numbers that a lane's strategy reads. */
export function knobsOf(lane: LaneChoice, declarations: Declarations): readonly Knob[] {
  const { settingRows, sectionsRead } = declarations
  const config = ranConfig(lane, declarations)
  const read = new Set<string>(sectionsRead(config).filter((section) => section !== ONLY_WARNS))
  return settingRows().flatMap(({ path, key, meaning, unit, kind, range, integer }) => {
    const own = valueIn(config, path)
    if (kind !== 'number' || path.length < 2 || !read.has(path[0] ?? '') || typeof own !== 'number') return []
    const { min, max } = range ?? { min: 0, max: Infinity }
    const values = FACTORS.map((factor) => {
      const value = own * factor
      return Math.min(max, Math.max(min, integer ? Math.round(value) : Number(value.toPrecision(3))))
    })
    const distinct = [...new Set([...values, own])].sort((a, b) => a - b)
    return distinct.length < 2 ? [] : [{ path, key, meaning, unit, values: distinct, own }]
  })
}

/** The knob with at most five values, spread evenly over those with which the lane can run. */
export function narrowed(knob: Knob, mayRun: (value: number) => boolean): Knob {
  const able = knob.values.filter((value) => value === knob.own || mayRun(value))
  const most = Math.min(STEPS, able.length)
  const at = able.indexOf(knob.own)
  const values = Array.from(
    { length: most },
    (_, step) => able[most === 1 ? 0 : Math.round((step * (able.length - 1)) / (most - 1))] as number,
  )
  // The lane's own value takes the place of its nearest neighbour.
  if (!values.includes(knob.own)) values[Math.round((at * (most - 1)) / (able.length - 1))] = knob.own
  return { ...knob, values }
}

/** A pair of values, and where it is in the grid. */
export interface Cell {
  readonly across: number
  readonly down: number
}

/** One trial for each seed and row of the grid: the cells of a row are the lanes of one comparison. */
export function sweepTrials(
  { source, budget, counter, seed, prices }: RunChoices,
  lane: LaneChoice,
  sources: (seed: number) => SourceRequest,
  seeds: number,
  across: Knob,
  down: Knob,
  mayRun: (byHand: Mapping) => boolean,
): readonly Trial[] {
  const [base] = studiedLanes([lane], source.kind === 'log')
  if (base === undefined) return []
  return Array.from({ length: seeds }, (_, at) => seed + at).flatMap((one) =>
    down.values.flatMap((y, row): Trial[] => {
      const lanes = across.values.flatMap((x) => {
        const byHand = withValue(withValue(base.byHand ?? {}, across.path, x), down.path, y)
        return mayRun(byHand) ? [{ ...base, name: cellName(x), byHand }] : []
      })
      if (lanes.length === 0) return []
      const log = source.kind === 'log' ? { log: source.id } : {}
      const request = { source: sources(one), budget, counter, lanes, ...requestPrices(prices) }
      return [{ request, regret: false, pricings: false, row, ...log }]
    }),
  )
}

type Mapping = Readonly<Record<string, unknown>>

function cellName(across: number): string {
  return `cell ${across}`
}

/** Whether a lane can run with these values: thresholds that change their order cannot. */
export function isAllowed(lane: LaneChoice, declarations: Declarations, byHand: Mapping): boolean {
  const { completeConfig, overlaid } = declarations
  try {
    completeConfig(overlaid(ownConfig(lane, declarations), byHand))
    return true
  } catch {
    return false
  }
}

/** A lane with settings written into its text; null if they cannot be. */
export function withSettings(
  lane: LaneChoice,
  edits: readonly SettingEdit[],
  declarations: Declarations,
): LaneChoice | null {
  const written = declarations.writeSettings(laneText(lane, declarations), edits)
  return 'refused' in written ? null : laneOfText({ ...lane, text: written.text }, 0, declarations).lane
}

/** A config with one more value. */
export function withValue(config: Mapping, [key, ...rest]: readonly string[], value: unknown): Mapping {
  if (key === undefined) return config
  if (rest.length === 0) return { ...config, [key]: value }
  const below = config[key]
  const inner = typeof below === 'object' && below !== null ? (below as Mapping) : {}
  return { ...config, [key]: withValue(inner, rest, value) }
}

/** What a cell came to. */
export interface CellResult extends Cell {
  readonly cost: number
  readonly needed: number
  /** No other cell is as cheap and keeps as much, unless it is equal. */
  readonly pareto: boolean
  /** So in every seed that was run; false with a single seed. */
  readonly robust: boolean
  /** Whether every run reached its end and sent nothing over the limit. */
  readonly fit: boolean
}

/** The grid as far as it was run: cells without a result are missing. */
export function gridOf(trials: readonly Trial[], across: Knob, down: Knob): readonly CellResult[] {
  const cells = down.values.flatMap((y, row) =>
    across.values.flatMap((x) => {
      const runs = trials.flatMap((trial) => {
        const at = trial.row === row ? trial.request.lanes.findIndex(({ name }) => name === cellName(x)) : -1
        return knownTrial(trial)?.[at]?.figures ?? []
      })
      const cost = estimateOf(runs.map((run) => run.cost))?.value
      if (cost === undefined) return []
      const needed = estimateOf(runs.map((run) => run.needed))?.value ?? 0
      return [{ across: x, down: y, cost, needed, runs, fit: runs.every(({ fit }) => fit) }]
    }),
  )
  // While a sweep goes on, some cells have a seed more: they are compared over the seeds that all of them have.
  const seeds = Math.min(...cells.map(({ runs }) => runs.length))
  const fits = cells
    .filter(({ fit }) => fit)
    .map((cell) => {
      const runs = cell.runs.slice(0, seeds)
      const mean = (part: 'cost' | 'needed'): number => estimateOf(runs.map((run) => run[part]))?.value ?? 0
      return { ...cell, cost: mean('cost'), needed: mean('needed') }
    })
  const inSeed = (seed: number) =>
    fits.map(({ runs }) => {
      const run = runs[seed]
      const { top = 0, bottom = 0 } = run?.needed ?? {}
      return { cost: run?.cost.top ?? 0, needed: bottom === 0 ? 0 : top / bottom }
    })
  const bySeed =
    seeds > 1 && Number.isFinite(seeds) ? Array.from({ length: seeds }, (_, at) => inSeed(at)) : []
  return cells.map(({ runs: _, ...cell }) => {
    const place = fits.findIndex(({ across: x, down: y }) => x === cell.across && y === cell.down)
    const own = fits[place]
    const pareto = own !== undefined && isBest(own, fits)
    const robust =
      pareto &&
      bySeed.length > 0 &&
      bySeed.every((seed) => isBest(seed[place] ?? { cost: 0, needed: 0 }, seed))
    return { ...cell, pareto, robust }
  })
}
