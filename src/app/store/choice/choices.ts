import { create } from 'zustand'
import type { PartialConfig } from '../../../config/index.ts'
import type { BlockId, CounterName, Tokens, Turn, WindowId } from '../../../engine/index.ts'
import type { CacheTerm, Intervention } from '../../../sim/index.ts'
import { SCENARIO_SEED, SCENARIO_SHARE } from '../../../sim/internal.ts'
import type { BudgetRequest } from '../../../worker/protocol.ts'

/** What a person adds to a log that lacks it, as pasted text. */
export interface SetupChoice {
  readonly system?: string
  readonly tools?: string
  readonly model?: string
}

/** A log from a person. `log-texts.ts` keeps its text; this holds only what the page shows of it. */
export interface LogChoice {
  readonly kind: 'log'
  readonly id: number
  readonly name: string
  /** Bytes of a file, characters of a pasted text. */
  readonly size: number
  /** Name of its reader; missing: detected from the content. */
  readonly format?: string
  /** What happens to compactions by the log's own client; missing: they are undone. */
  readonly recordedEdits?: 'keep'
  /** Index of the conversation in the file, from 0; missing: the one with the most content. */
  readonly conversation?: number
  /** All turns of a very long log, however long that takes; missing: its first ones. */
  readonly whole?: true
  readonly setup?: SetupChoice
}

export interface ScenarioChoice {
  readonly kind: 'scenario'
  readonly name: string
  /** Parameters of the scenario that differ from its defaults; missing: none. */
  readonly overrides?: Readonly<Record<string, number>>
}

/** A live conversation; `live/state.ts` keeps it. */
export interface LiveChoice {
  readonly kind: 'live'
  readonly id: number
  readonly name: string
}

export const MODEL_FAILING = Object.freeze(['never', 'half', 'always'] as const)
export type ModelFailing = (typeof MODEL_FAILING)[number]

/** An alternative from a turn on: run beside its lane, and drawn over it as a ghost. */
export interface ForkChoice {
  /** Unique on the page. */
  readonly id: string
  /** Name given by a person; null: described by what it does. */
  readonly name: string | null
  readonly turn: Turn
  /** What is done at that turn. */
  readonly acts: readonly Intervention[]
}

/** Why the text of a lane cannot be run. */
export interface TextMistake {
  /** Counted from 1. */
  readonly line: number
  readonly message: string
  /** The window of the text when it last had no error: only a different one counts as a change. */
  readonly window: Tokens
}

/** A lane as a person chooses it. */
export interface LaneChoice {
  /** The name of what it runs: a policy (eviction only), a plan of the manager, or `unmanaged`. */
  readonly policy: string
  /** `naive`: only the system prompt is protected, so that a policy can lose the task. */
  readonly gates: 'on' | 'naive'
  /**
   * Its config as text, once a person changed anything in it: the source of truth (CONF-2). If it has an error,
   * `byHand` is its last valid content. Missing: what `laneText` writes.
   */
  readonly text?: string
  /** The error of its text; missing: it has none. */
  readonly mistake?: TextMistake
  /** What the text changes in the original preset, nested like the YAML; missing: nothing. */
  readonly byHand?: PartialConfig
  /** What a person does to its window, by turn; missing: nothing. */
  readonly actions?: readonly Intervention[]
  /** Forks of it; missing: none. */
  readonly forks?: readonly ForkChoice[]
  /** How often the mock that writes its summaries fails; missing: never. */
  readonly failing?: ModelFailing
  /** The real model that writes its summaries; missing: the mock does. */
  readonly answeredBy?: string
  /** Its name is not shown: somebody is to guess it. */
  readonly unnamed?: true
  /** The page added it because the log shows what its own client did; it leaves with that log. */
  readonly offered?: true
}

/** The largest seed of a scenario. */
export const LARGEST_SEED = 999_999

/** What all costs are priced with, where a person chose something else than the conversation's own model. */
export interface PricesChoice {
  /** Id of a model in the list of prices, or `own ` and the id of one whose prices a person entered; missing: its own. */
  readonly model?: string
  /** How long the cache is kept; missing: as it was asked for. */
  readonly term?: CacheTerm
}

/** Everything that determines a comparison. */
export interface RunChoices {
  readonly source: ScenarioChoice | LogChoice | LiveChoice
  readonly seed: number
  readonly budget: BudgetRequest
  readonly counter: CounterName
  /** One to six runs over the same conversation and window. */
  readonly lanes: readonly LaneChoice[]
  readonly prices: PricesChoice | null
}

export interface Selection {
  readonly lane: string
  readonly block: BlockId
  /** Asks about the decision of this turn; missing: the last one that concerns the block. */
  readonly turn?: Turn
  /** Chosen by the page to tell a story: shown without fading the others. */
  readonly told?: true
}

export type Picture = 'strata' | 'lifelines'

/** Everything the user chose; results are in `session.ts`. */
export interface Choices extends RunChoices {
  readonly window: WindowId
  /** The picture of the blocks that every lane shows. */
  readonly picture: Picture
  readonly selection: Selection | null
  /** The lane of the charts, the table of blocks and the files; null for the first. */
  readonly listed: string | null
}

/**
 * The page opens on the plainest rule without and with protection, and the one that weighs everything: this separates
 * the effect of protection from that of the score.
 */
export const OPENING: Choices = {
  source: { kind: 'scenario', name: 'axios-migration' },
  seed: SCENARIO_SEED,
  budget: { kind: 'share', share: SCENARIO_SHARE },
  counter: 'o200k_base',
  lanes: [
    { policy: 'fifo', gates: 'naive' },
    { policy: 'fifo', gates: 'on' },
    { policy: 'hybrid', gates: 'on' },
  ],
  prices: null,
  window: 0,
  picture: 'strata',
  selection: null,
  listed: null,
}

export const useChoices = create<Choices>(() => OPENING)

/** Changes what is shown. `alter` in `history.ts` changes what is run, and can be undone. */
export function choose(change: Partial<Choices>): void {
  useChoices.setState(change)
}

/** Switches between the two pictures of the blocks, in every lane. */
export function togglePicture(): void {
  choose({ picture: useChoices.getState().picture === 'strata' ? 'lifelines' : 'strata' })
}

export function runChoices({ source, seed, budget, counter, lanes, prices }: RunChoices): RunChoices {
  return { source, seed, budget, counter, lanes, prices }
}

/** Whether two choices are exactly equal. */
export function sameChoices(a: RunChoices, b: RunChoices): boolean {
  return JSON.stringify(runChoices(a)) === JSON.stringify(runChoices(b))
}

/** Whether they give the same run: a comment in a config, or the name of a fork, changes nothing. */
export function sameRun(a: RunChoices, b: RunChoices): boolean {
  const asRun = ({ lanes, prices }: RunChoices): string => JSON.stringify([lanes.map(laneRun), prices])
  return sameWindow(a, b) && asRun(a) === asRun(b)
}

/** The parts of a lane that affect its run, as text for comparison. */
export function laneRun(lane: LaneChoice): string {
  const { text: _, mistake: __, forks = [], ...ran } = lane
  return JSON.stringify({ ...ran, forks: forks.map(({ id, turn, acts }) => ({ id, turn, acts })) })
}

/** Whether the lanes of both share a window of the same size, whatever they run. */
export function sameWindow(a: RunChoices, b: RunChoices): boolean {
  return JSON.stringify(withoutLanes(a)) === JSON.stringify(withoutLanes(b))
}

function withoutLanes({ source, seed, budget, counter }: RunChoices): Omit<RunChoices, 'lanes' | 'prices'> {
  return { source, seed, budget, counter }
}

/** Whether two comparisons are about the same conversation, so that turns and blocks keep their numbers. */
export function sameConversation(a: RunChoices, b: RunChoices): boolean {
  if (JSON.stringify(a.source) !== JSON.stringify(b.source)) return false
  return a.source.kind !== 'scenario' || a.seed === b.seed
}
