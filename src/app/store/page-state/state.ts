import type { CounterName, Turn, WindowId } from '../../../engine/index.ts'
import type { BudgetRequest } from '../../../worker/protocol.ts'
import type { Challenge } from '../challenge/challenge.ts'
import type {
  LaneChoice,
  Picture,
  PricesChoice,
  ScenarioChoice,
  Selection,
  SetupChoice,
} from '../choice/choices.ts'
import type { DetailTab } from '../look/detail-tab.ts'
import type { Front, TuneTab } from '../look/open.ts'

/** Increased when a document of the older version would be misread; `versions.ts` then gets an upgrader. */
export const STATE_VERSION = 1

/** A log by its name and content, without any of its text. */
export interface LogState {
  readonly kind: 'log'
  readonly name: string
  /** Bytes of a file, characters of a pasted text. */
  readonly size: number
  /** `contentHash` of its text. */
  readonly hash: string
  readonly format?: string
  readonly recordedEdits?: 'keep'
  readonly conversation?: number
  readonly whole?: true
  /** The model that a person entered for it. */
  readonly model?: string
  /** The system prompt and the tools that a person added to it; in a link, `leftOut` names them. */
  readonly setup?: Omit<SetupChoice, 'model'>
  /** What the state lacks because it may hold text of the log: texts of blocks edited by hand, the added setup. */
  readonly leftOut?: readonly ('edits' | 'setup')[]
}

/** A lane: what it runs, and its differences from that preset. See `LaneChoice` for the fields. */
export type LaneState = Omit<LaneChoice, 'text' | 'mistake' | 'unnamed'> & {
  /** Its config as typed, with comments. It is kept with the page, and is not part of a link. */
  readonly text?: string
}

/** What of the page is shown. */
export interface Show {
  /**
   * `hidden`: a frame in another page shows the lanes without the controls. `presented`: large text for a room, without
   * controls.
   */
  readonly controls: 'all' | 'hidden' | 'presented'
}

/** How the pictures are shown. */
export interface LookState {
  readonly picture: Picture
  /** The visible turns, from the first up to and without the second; null for all. */
  readonly range: readonly [from: number, to: number] | null
  /** Whether the token axis ends at the used tokens instead of the limit. */
  readonly fitted: boolean
  /** The context window of the conversation. */
  readonly window: WindowId
  /** The lane of the panels below the lanes; null for the first. */
  readonly listed: string | null
  /** The panels at the side: the index of the lane whose settings are open, if any, and the one in front. */
  readonly side: { readonly front: Front; readonly lane: number | null; readonly tab: TuneTab } | null
  /** The tab of the panels below the lanes; null for the first. Older documents lack it. */
  readonly details: DetailTab | null
}

/**
 * The state of the page as plain data that JSON can hold: enough to show the same runs at the same turn, and nothing of
 * a log's text and no key. `readPageState` makes it, `openPageState` shows it.
 */
export interface PageState {
  readonly version: typeof STATE_VERSION
  /** Older documents have no `overrides`. */
  readonly source: ScenarioChoice | LogState
  readonly seed: number
  readonly budget: BudgetRequest
  readonly counter: CounterName
  readonly lanes: readonly LaneState[]
  /** What all costs are priced with; missing: the conversation's own model. */
  readonly prices?: PricesChoice
  /** The turn of the playhead; null: where the page goes by itself. */
  readonly turn: Turn | null
  readonly selected: Selection | null
  readonly look: LookState
  readonly show: Show
  /** The challenge of this conversation and window; null for none. Older documents lack it. */
  readonly challenge: Challenge | null
}

export const DEFAULT_LOOK: LookState = Object.freeze({
  picture: 'strata',
  range: null,
  fitted: false,
  window: 0,
  listed: null,
  side: null,
  details: null,
})

export const DEFAULT_SHOW: Show = Object.freeze({ controls: 'all' })
