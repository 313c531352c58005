import type { Intervention } from '../../../sim/index.ts'
import type { Config, PartialConfig } from '../../../config/index.ts'
import { guards } from '../../../engine/index.ts'
import { modelFacts } from '../../../llm/index.ts'
import type { Comparison, LaneRequest } from '../../../worker/protocol.ts'
import { LANE_GROUPS, laneLabel, LINEUP_TEXT } from './lineup-words.ts'
import { useChoices } from './choices.ts'
import type { Choices, LaneChoice, ModelFailing } from './choices.ts'
import { forkName, laneOf, partsOfName } from './derived.ts'
import { alter } from './history.ts'
import { ASKS_NOBODY } from './strategy-facts.ts'

const RECORDED = 'recorded'
export const MOST_LANES = 6

/** Everything that a lane can run. */
export const LANE_POLICIES: readonly string[] = Object.freeze(Object.values(LANE_GROUPS).flat())

/** Whether a lane asks a model, so that the model can fail. */
export function asksModel(policy: string): boolean {
  if (LANE_GROUPS.evict.includes(policy)) return policy === 'semantic_merge'
  // By default, these lanes do not summarize what they drop, and the provider's summary is off.
  if (policy.startsWith('atomic_window') || policy === 'context_editing') return false
  return ![...ASKS_NOBODY].some((strategy) => policy === strategy || policy.startsWith(`${strategy}_`))
}

/** Whether a lane has guards that a person can switch off. */
export function hasGuards(policy: string): boolean {
  return LANE_GROUPS.managed.includes(policy) || LANE_GROUPS.evict.includes(policy)
}

/** The name of each lane: what it runs, with a number if two run the same. */
export function laneNames(lanes: readonly LaneChoice[]): readonly string[] {
  const seen = new Map<string, number>()
  return lanes.map((lane) => {
    const plan = lane.policy === 'default' ? 'managed' : lane.policy
    const name = isNaive(lane) ? `naive_${plan}` : plan
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return count === 1 ? name : `${name}_${count}`
  })
}

const UNNAMED = 'Which rule is this?'

/** The label of each lane, on every part of the page and in all that leaves it: a model's summaries are named. */
export function laneLabels(lanes: readonly LaneChoice[]): readonly string[] {
  const labels = labelsByMock(lanes)
  return lanes.map((lane, index) => {
    const writer = writerOf(lane)
    const label = labels[index] ?? ''
    return writer === null || lane.unnamed ? label : LINEUP_TEXT.written(label, writer)
  })
}

/** The labels of lanes where the mock writes all summaries, as in a study. */
export function labelsByMock(lanes: readonly LaneChoice[]): readonly string[] {
  const names = laneNames(lanes)
  return lanes.map((lane, index) => {
    if (lane.unnamed) return UNNAMED
    const number = /_(\d+)$/.exec(names[index] ?? '')?.[1] ?? null
    if (isNaive(lane)) return laneLabel(lane.policy, 'off', number)
    const hasTwin = lanes.some((other) => other.policy === lane.policy && isNaive(other))
    return laneLabel(lane.policy, hasTwin ? 'beside its twin' : 'on', number)
  })
}

/** The name of the model that writes a lane's summaries; null for the mock, and where there are none to write. */
export function writerOf(lane: LaneChoice | undefined): string | null {
  if (lane === undefined) return null
  const { policy, byHand, answeredBy } = lane
  if (answeredBy === undefined || (byHand === undefined && !asksModel(policy))) return null
  return modelFacts(answeredBy)?.label ?? answeredBy
}

/** Whether a lane runs without the protection that it could have. */
function isNaive({ policy, gates: held }: LaneChoice): boolean {
  return held === 'naive' && hasGuards(policy)
}

/** Sets what a lane runs; changes by hand belonged to the previous choice and are dropped. */
export function setPolicy(index: number, policy: string): void {
  const { lanes } = useChoices.getState()
  const lane = lanes[index]
  if (lane === undefined) return
  const { byHand: _, text: __, mistake: ___, offered: ____, ...kept } = lane
  // Without guards, a plan of the manager would compact the task away: to get that, press the lock.
  const next = LANE_GROUPS.managed.includes(policy)
    ? { ...kept, policy, gates: 'on' as const }
    : { ...kept, policy }
  alter({ lanes: lanes.with(index, next) })
}

export function setLane(index: number, change: Partial<LaneChoice>): void {
  const { lanes } = useChoices.getState()
  alter({ lanes: lanes.map((lane, at) => (at === index ? { ...lane, ...change } : lane)) })
}

/**
 * Sets who writes the summaries of a lane.
 *
 * @param model null: the mock
 */
export function answerBy(index: number, model: string | null): void {
  const { lanes } = useChoices.getState()
  const lane = lanes[index]
  if (lane === undefined) return
  const { answeredBy: _, ...rest } = lane
  alter({ lanes: lanes.with(index, model === null ? rest : { ...rest, answeredBy: model }) })
}

/** Moves the summaries of all lanes of one model to another model. */
export function answerAllBy(former: string, model: string): void {
  const { lanes } = useChoices.getState()
  alter({
    lanes: lanes.map((lane) => (lane.answeredBy === former ? { ...lane, answeredBy: model } : lane)),
  })
}

/**
 * The selection and the listed lane, by the current names of their lanes: a moved lane is followed, one that runs
 * something else keeps its place, and a removed one is dropped.
 */
export function carriedOver(
  before: readonly LaneChoice[],
  after: readonly LaneChoice[],
  { lanes }: Pick<Comparison, 'lanes'>,
): Pick<Choices, 'selection' | 'listed'> {
  const { selection, listed } = useChoices.getState()
  const [old, now] = [laneNames(before), laneNames(after)]
  const renamed = (name: string): string | null => {
    const index = old.indexOf(name)
    const choice = before[index]
    const moved = choice === undefined ? -1 : placeOf(choice, after)
    return now[moved >= 0 || before.length !== after.length ? moved : index] ?? null
  }
  const selected = selection === null ? null : partsOfName(selection.lane)
  const base = selected === null ? null : renamed(selected.lane)
  const id = selected?.fork ?? null
  const fork = base === null || id === null ? null : forkName(base, id)
  // Its run may come later than that of its lane.
  const isComing =
    after.some(({ forks = [] }) => forks.some((one) => one.id === id)) &&
    lanes.some(({ name, forks }) => name === base && forks.every((one) => one.id !== id))
  // For a removed fork: the lane itself has the same block.
  const lane = fork !== null && (isComing || laneOf({ lanes }, fork) !== undefined) ? fork : base
  const data = lane === null ? undefined : laneOf({ lanes }, lane)?.data
  // A block made by an edit may not exist in the new run.
  const stays =
    selection !== null && lane !== null && (isComing || data?.blocks[selection.block] !== undefined)
  return {
    selection: stays ? (lane === selection.lane ? selection : { lane, block: selection.block }) : null,
    listed: listed === null ? null : renamed(listed),
  }
}

/** The current index of a lane: of the same one, or the same except for its forks. */
function placeOf(lane: LaneChoice, lanes: readonly LaneChoice[]): number {
  const same = lanes.indexOf(lane)
  if (same >= 0) return same
  const bare = ({ forks: _, ...rest }: LaneChoice): string => JSON.stringify(rest)
  const own = bare(lane)
  return lanes.findIndex((one) => bare(one) === own)
}

/** The order in which lanes are offered: the manager first, then the policies. */
const ADDED_FIRST: readonly string[] = ['default', 'compaction_first', ...LANE_POLICIES]

/** What is proposed for a new lane: the first policy that none of them runs yet. */
export function nextPolicy(lanes: readonly LaneChoice[]): string {
  return ADDED_FIRST.find((policy) => lanes.every((lane) => lane.policy !== policy)) ?? 'random'
}

/** Adds a lane, unless there are as many as fit. */
export function addLane(policy: string): void {
  const { lanes } = useChoices.getState()
  if (lanes.length < MOST_LANES) alter({ lanes: [...lanes, { policy, gates: 'on' }] })
}

export function removeLane(index: number): void {
  const { lanes } = useChoices.getState()
  if (lanes.length > 1) alter({ lanes: lanes.filter((_, at) => at !== index) })
}

/**
 * The lanes with that of the log's own client first, if a new log shows what its client did; null if nothing is to be
 * added.
 */
export function lanesWithRecorded(
  lanes: readonly LaneChoice[],
  { trace }: Pick<Comparison, 'trace'>,
): readonly LaneChoice[] | null {
  const has = lanes.some(({ policy }) => policy === RECORDED)
  if (trace.source.kind !== 'log' || trace.recordedActs === 0 || has || lanes.length >= MOST_LANES)
    return null
  return [{ policy: RECORDED, gates: 'on', offered: true }, ...lanes]
}

/** The lanes without the one that the page added for a log. */
export function lanesOfPerson(lanes: readonly LaneChoice[]): readonly LaneChoice[] {
  const own = lanes.filter(({ offered }) => offered !== true)
  return own.length === 0 ? lanes : own
}

/** Moves a lane to another index; the others close up. */
export function moveLane(index: number, to: number): void {
  const { lanes } = useChoices.getState()
  const lane = lanes[index]
  if (lane === undefined || to < 0 || to >= lanes.length) return
  alter({ lanes: lanes.toSpliced(index, 1).toSpliced(to, 0, lane) })
}

/** Swaps the first two lanes: the differences are then read the other way round. */
export function swapLanes(): void {
  moveLane(0, 1)
}

/** What a person says about an inferred need. */
export type NeedVerdict = Extract<Intervention, { readonly kind: 'confirm' | 'reject' }>

/** Whether a person confirmed or rejected an inferred need: that holds in every lane. */
export function isVerdict(one: Intervention): one is NeedVerdict {
  return one.kind === 'confirm' || one.kind === 'reject'
}

/** The runs of a comparison, as differences from the defaults; the worker fills in the rest. */
export function laneRequests(lanes: readonly LaneChoice[]): LaneRequest[] {
  const [names, labels] = [laneNames(lanes), laneLabels(lanes)]
  // A lane that was added later heeds what was said about needs, too.
  const verdicts = new Map(
    lanes.flatMap(({ actions: all = [] }) =>
      all.flatMap((one) => (isVerdict(one) ? [[`${one.turn} ${one.block}`, one] as const] : [])),
    ),
  )
  return lanes.map((lane, index) => {
    const name = names[index] ?? ''
    const { byHand, actions: own = [], forks, answeredBy } = lane
    const actions = [...own.filter((one) => !isVerdict(one)), ...verdicts.values()]
    return {
      name,
      label: labels[index] ?? name,
      preset: lane.policy,
      config: configOf(lane),
      ...(byHand === undefined ? {} : { byHand }),
      ...(answeredBy === undefined ? {} : { model: { name: answeredBy } }),
      ...(actions.length === 0 ? {} : { interventions: actions }),
      ...(forks === undefined
        ? {}
        : {
            forks: forks.map(({ id, name: called, turn, acts }) => ({
              id,
              label: called ?? id,
              turn,
              interventions: acts,
            })),
          }),
    }
  })
}

/** All guards that can be switched off, switched off. */
const OPEN_GATES = Object.fromEntries(
  Object.values(guards).flatMap((guard) => (guard.always ? [] : [[guard.name, false]])),
)

/** The state of a lane's lock by its settings; if a person mixed them, the previous state. */
export function lockOf(
  { eviction }: Pick<Config, 'eviction'>,
  before: LaneChoice['gates'],
): LaneChoice['gates'] {
  const closed = Object.keys(OPEN_GATES).map((name) => eviction.gates[name] === true)
  if (closed.every(Boolean)) return 'on'
  return closed.some(Boolean) ? before : 'naive'
}

/** Share of the requests that fail. */
const FAILURE_RATE: Readonly<Record<ModelFailing, number>> = { never: 0, half: 0.5, always: 1 }

/** What a lane changes in its preset, without changes by hand. */
export function configOf(lane: LaneChoice): PartialConfig {
  const { policy, failing = 'never' } = lane
  return {
    ...(isNaive(lane) ? { eviction: { gates: OPEN_GATES } } : {}),
    ...(failing !== 'never' && asksModel(policy)
      ? { mock_llm: { failure_rate: FAILURE_RATE[failing] } }
      : {}),
  }
}
