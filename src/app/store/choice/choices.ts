import { create } from 'zustand'
import type { PartialConfig } from '../../../config/index.ts'
import type { BlockId, CounterName, Tokens, Turn, WindowId } from '../../../engine/index.ts'
import type { Intervention } from '../../../sim/index.ts'
import type { BudgetRequest } from '../../../worker/protocol.ts'

/** What a person adds to a log that lacks it, as it was pasted. */
export interface SetupChoice {
  readonly system?: string
  readonly tools?: string
  readonly model?: string
}

/** A log that a person gave. Its text is kept by `log-texts.ts`; here is only what the page shows of it. */
export interface LogChoice {
  readonly kind: 'log'
  readonly id: number
  readonly name: string
  /** Bytes of a file, characters of a pasted text. */
  readonly size: number
  /** Name of the reader that reads it; missing: found by content. */
  readonly format?: string
  /** What becomes of compactions by the log's own client; missing: they are undone. */
  readonly recordedEdits?: 'keep'
  /** Which conversation of the file, by its place there from 0; missing: the one with the most content. */
  readonly conversation?: number
  readonly setup?: SetupChoice
}

export interface ScenarioChoice {
  readonly kind: 'scenario'
  readonly name: string
}

/** A conversation that goes on; it is kept by `live/state.ts`. */
export interface LiveChoice {
  readonly kind: 'live'
  readonly id: number
  readonly name: string
}

export const MODEL_FAILING = Object.freeze(['never', 'half', 'always'] as const)
export type ModelFailing = (typeof MODEL_FAILING)[number]

/** What would be if from a turn on something were different: run beside its lane, and drawn over it as a ghost. */
export interface ForkChoice {
  /** One of its own on the page. */
  readonly id: string
  /** What a person calls it; null: what it does says enough. */
  readonly name: string | null
  readonly turn: Turn
  /** What is done at that turn. */
  readonly acts: readonly Intervention[]
}

/** Why the text of a lane cannot be run as it stands. */
export interface TextMistake {
  /** Counted from 1. */
  readonly line: number
  readonly message: string
  /** The window that the text asked for when it had no error: only another one is a wish. */
  readonly window: Tokens
}

/** A lane as a person chooses it. */
export interface LaneChoice {
  /** What it runs, by name: a policy (eviction by it alone), a plan of the manager, or `unmanaged`. */
  readonly policy: string
  /** `naive`: only the system prompt is protected, so that a policy can lose the task. */
  readonly gates: 'on' | 'naive'
  /**
   * Its config as text, once a person changed anything in it: the source of truth (CONF-2). It may have an error;
   * then `byHand` is what it said before. Missing: what `laneText` writes.
   */
  readonly text?: string
  /** The error of its text; missing: it has none. */
  readonly mistake?: TextMistake
  /** What the text changes in the original preset, as the YAML nests it; missing: nothing. */
  readonly byHand?: PartialConfig
  /** What a person does to its window, by turn; missing: nothing. */
  readonly actions?: readonly Intervention[]
  /** Other futures of it; missing: none. */
  readonly forks?: readonly ForkChoice[]
  /** How often the mock fails that writes its summaries; missing: never. */
  readonly failing?: ModelFailing
  /** The real model that writes its summaries; missing: the mock does. */
  readonly answeredBy?: string
  /** The page put it there, because the log tells what its own client did; it leaves with that log. */
  readonly offered?: true
}

/** What a comparison is a function of. */
export interface RunChoices {
  readonly source: ScenarioChoice | LogChoice | LiveChoice
  readonly seed: number
  readonly budget: BudgetRequest
  readonly counter: CounterName
  /** One to six runs over the same conversation and window. */
  readonly lanes: readonly LaneChoice[]
}

export interface Selection {
  readonly lane: string
  readonly block: BlockId
  /** Asks about the decision of this turn; without it about the last one that concerns the block. */
  readonly turn?: Turn
  /** Chosen by the page to tell a story: it is shown without fading the others. */
  readonly told?: true
}

export type Picture = 'strata' | 'lifelines'

/** Everything the user chose; results are in `session.ts`. */
export interface Choices extends RunChoices {
  readonly window: WindowId
  /** Which picture of the blocks every lane shows. */
  readonly picture: Picture
  readonly selection: Selection | null
  /** Lane that charts, the table of blocks and the files are about; null for the first. */
  readonly listed: string | null
}

/**
 * The page opens on the plainest rule without and with protection, and beside them the one that weighs everything: what
 * protection does is then not taken for what the score does.
 */
const FIRST: Choices = {
  source: { kind: 'scenario', name: 'axios-migration' },
  seed: 7,
  budget: { kind: 'share', share: 0.5 },
  counter: 'o200k_base',
  lanes: [
    { policy: 'fifo', gates: 'naive' },
    { policy: 'fifo', gates: 'on' },
    { policy: 'hybrid', gates: 'on' },
  ],
  window: 0,
  picture: 'strata',
  selection: null,
  listed: null,
}

export const useChoices = create<Choices>(() => FIRST)

/** Changes what is shown. `alter` of `history.ts` changes what is run, and can be undone. */
export function choose(change: Partial<Choices>): void {
  useChoices.setState(change)
}

/** From the one picture of the blocks to the other, in every lane. */
export function togglePicture(): void {
  choose({ picture: useChoices.getState().picture === 'strata' ? 'lifelines' : 'strata' })
}

export function runChoices({ source, seed, budget, counter, lanes }: RunChoices): RunChoices {
  return { source, seed, budget, counter, lanes }
}

/** Whether two choices are the same to the last letter. */
export function sameChoices(a: RunChoices, b: RunChoices): boolean {
  return JSON.stringify(runChoices(a)) === JSON.stringify(runChoices(b))
}

/** Whether they run to the same: a comment in a config, or the name of a fork, runs nothing. */
export function sameRun(a: RunChoices, b: RunChoices): boolean {
  return sameWindow(a, b) && JSON.stringify(a.lanes.map(laneRun)) === JSON.stringify(b.lanes.map(laneRun))
}

/** What of a lane is run, as text to be compared. */
export function laneRun(lane: LaneChoice): string {
  const { text: _, mistake: __, forks = [], ...ran } = lane
  return JSON.stringify({ ...ran, forks: forks.map(({ id, turn, acts }) => ({ id, turn, acts })) })
}

/** Whether lanes of both share a window of the same size: what they run has no part in it. */
export function sameWindow(a: RunChoices, b: RunChoices): boolean {
  return JSON.stringify(withoutLanes(a)) === JSON.stringify(withoutLanes(b))
}

function withoutLanes({ source, seed, budget, counter }: RunChoices): Omit<RunChoices, 'lanes'> {
  return { source, seed, budget, counter }
}

/** Whether two comparisons are about the same conversation, so that turns and blocks keep their numbers. */
export function sameConversation(a: RunChoices, b: RunChoices): boolean {
  if (a.source.kind !== 'scenario') return JSON.stringify(a.source) === JSON.stringify(b.source)
  return b.source.kind === 'scenario' && a.source.name === b.source.name && a.seed === b.seed
}
