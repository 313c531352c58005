import { isOnGround, useChallenge } from '../challenge/challenge.ts'
import type { Challenge } from '../challenge/challenge.ts'
import { useChoices } from '../choice/choices.ts'
import type { LaneChoice, LogChoice, RunChoices } from '../choice/choices.ts'
import { laneNames } from '../choice/lanes.ts'
import { detailTab } from '../look/detail-tab.ts'
import { tuning } from '../look/open.ts'
import { playhead } from '../look/playhead.ts'
import { currentViewport, isWhole } from '../look/viewport.ts'
import { knownHash } from '../run/log-texts.ts'
import { isSettled, shownChoices } from '../run/session.ts'
import { currentShow } from './show.ts'
import { STATE_VERSION } from './state.ts'
import type { LaneState, LogState, LookState, PageState } from './state.ts'

/** How much of the page a state holds. */
export interface ReadOptions {
  /** Whether it may hold what a person typed about a log, which may be text of the log. Default: it may not. */
  readonly ownText?: boolean
  /** What is run. Default: what is chosen, which a run may not have reached yet. */
  readonly choices?: RunChoices
}

/**
 * The current state of the page. Null for a live conversation, which is kept by its own panel, and for a log whose hash
 * is not known yet.
 */
export function readPageState({ ownText = false, choices }: ReadOptions = {}): PageState | null {
  const { selection, ...chosen } = useChoices.getState()
  const { source, seed, budget, counter, lanes, prices } = choices ?? chosen
  const of = source.kind === 'log' ? logState(source, lanes, ownText) : source
  if (of === null || of.kind === 'live') return null
  const isLog = of.kind === 'log'
  return {
    version: STATE_VERSION,
    source: of,
    seed,
    budget,
    counter,
    lanes: lanes.map((lane) => laneState(lane, isLog && !ownText)),
    ...(prices !== null && { prices }),
    turn: playhead.getState().turns === 0 ? null : playhead.getState().turn,
    selected: selection === null || selection.told === true ? null : selection,
    look: currentLook(),
    show: currentShow(),
    challenge: challengeOf({ source, seed, budget, counter, lanes, prices }),
  }
}

/** The choices behind the screen, with the texts as they are now unless another run is on its way. */
export function choicesOnScreen(): RunChoices {
  const chosen = useChoices.getState()
  return isSettled() ? chosen : (shownChoices() ?? chosen)
}

/**
 * The state that shows the run of a lane, and nothing else. Null where `readPageState` is null, and for a fork.
 *
 * @param name of the lane
 */
export function runState(name: string): PageState | null {
  const choices = choicesOnScreen()
  const state = readPageState({ ownText: true, choices })
  const index = laneNames(choices.lanes).indexOf(name)
  const found = state?.lanes[index]
  if (state === null || found === undefined) return null
  const { forks: _, ...lane } = found
  return {
    ...state,
    lanes: [lane],
    selected: null,
    challenge: null,
    look: { ...state.look, listed: null, side: null },
  }
}

/** The challenge, if this is about its conversation and window. */
function challengeOf(choices: RunChoices): Challenge | null {
  const { challenge, ground } = useChallenge.getState()
  return ground !== null && isOnGround(choices, ground) ? challenge : null
}

function logState(
  { name, size, id, format, recordedEdits, conversation, whole, setup }: LogChoice,
  lanes: readonly LaneChoice[],
  ownText: boolean,
): LogState | null {
  const hash = knownHash(id)
  if (hash === null) return null
  const hasEdits = lanes.some(
    ({ actions = [], forks = [] }) => actions.some(isEdit) || forks.some(({ acts }) => acts.some(isEdit)),
  )
  const { model: _, ...texts } = setup ?? {}
  const hasSetup = texts.system !== undefined || texts.tools !== undefined
  const leftOut = [
    ...(hasEdits && !ownText ? (['edits'] as const) : []),
    ...(hasSetup && !ownText ? (['setup'] as const) : []),
  ]
  return {
    kind: 'log',
    name,
    size,
    hash,
    ...(format !== undefined && { format }),
    ...(recordedEdits !== undefined && { recordedEdits }),
    ...(conversation !== undefined && { conversation }),
    ...(whole === true && { whole }),
    ...(setup?.model !== undefined && { model: setup.model }),
    ...(hasSetup && ownText && { setup: texts }),
    ...(leftOut.length > 0 && { leftOut }),
  }
}

function isEdit({ kind }: { readonly kind: string }): boolean {
  return kind === 'edit'
}

function laneState(
  { mistake: _, unnamed: __, actions, forks, ...lane }: LaneChoice,
  withoutEdits: boolean,
): LaneState {
  if (!withoutEdits) return { ...lane, ...(actions && { actions }), ...(forks && { forks }) }
  const own = actions?.filter((one) => !isEdit(one)) ?? []
  const others = (forks ?? []).flatMap((fork) => {
    const acts = fork.acts.filter((one) => !isEdit(one))
    return acts.length === 0 ? [] : [{ ...fork, acts }]
  })
  return { ...lane, ...(own.length > 0 && { actions: own }), ...(others.length > 0 && { forks: others }) }
}

function currentLook(): LookState {
  const { picture, window, listed } = useChoices.getState()
  const shown = currentViewport()
  const { index, tab, front } = tuning.getState()
  const isOpen = index !== null
  const details = detailTab.getState().tab
  return {
    picture,
    range: isWhole(shown) ? null : [rounded(shown.from), rounded(shown.to)],
    fitted: shown.fitted,
    window,
    listed,
    // A live conversation at the side belongs to this browser.
    side: isOpen ? { front: front === 'live' ? 'tune' : front, lane: index, tab } : null,
    details: details === 'window' ? null : details,
  }
}

/** Hundredths of a turn are less than a pixel. */
function rounded(turn: number): number {
  return Math.round(turn * 100) / 100
}
