import type { Problem } from '../../../engine/index.ts'
import type { Comparison } from '../../../worker/protocol.ts'
import { setChallenge } from '../challenge/challenge.ts'
import { choose, OPENING, runChoices, sameRun, useChoices } from '../choice/choices.ts'
import type { LaneChoice, LogChoice, RunChoices, SetupChoice } from '../choice/choices.ts'
import { loadDeclarations } from '../choice/declarations.ts'
import { laneOf, partsOfName } from '../choice/derived.ts'
import { reserveForkIds } from '../choice/forks.ts'
import { replaceChoices } from '../choice/history.ts'
import { laneOfText } from '../choice/lane-text.ts'
import { openDetailTab } from '../look/detail-tab.ts'
import { tuning } from '../look/open.ts'
import { playhead, seek } from '../look/playhead.ts'
import { currentViewport, showAll, showRange, toggleFit } from '../look/viewport.ts'
import { hashOfLog, keepLog, logWithHash } from '../run/log-texts.ts'
import { expectRun } from '../run/expected.ts'
import { currentComparison, isSettled } from '../run/session.ts'
import { checkState } from './checked.ts'
import { tell, tellMore, wantLog } from './notice.ts'
import type { Origin } from './notice.ts'
import { quoted } from './plain.ts'
import { setShow } from './show.ts'
import { DEFAULT_SHOW } from './state.ts'
import type { LaneState, LogState, PageState } from './state.ts'

/** What became of a document that was to be opened. */
export interface Opened {
  /** Null if nothing of it could be opened: the page stays as it is. */
  readonly state: PageState | null
  /** What was ignored or replaced, with its place and value. The page shows these, too. */
  readonly problems: readonly Problem[]
  /**
   * The log that the state is about, if it is neither in this page nor in the library: the page asks for it, and then
   * opens the state.
   */
  readonly wanted: LogState | null
}

export interface OpenOptions {
  /** What the document came from, for the notice. Default: a part of the page. */
  readonly from?: Origin
  /** The answers of its models are recorded, so that its lanes are played without a call; missing: the mock writes. */
  readonly plays?: true
  /** Number of the log to open it with. Default: the log of this page, or of the library, with the state's hash. */
  readonly log?: number
}

/**
 * Shows the page in a state: of a link, a file, the library, a lesson. The change is one step of undo. It never throws
 * for what is in the document; what does not fit is left out, and a notice on the page says so.
 */
export async function openPageState(document: unknown, options: OpenOptions = {}): Promise<Opened> {
  return openWith(document, options, [], ++newest)
}

/** Number of the newest document: an older one that is read later is not opened. */
let newest = 0
const OVERTAKEN: Opened = { state: null, problems: [], wanted: null }

/**
 * @param before what became of the document so far
 * @param own its number
 */
async function openWith(
  document: unknown,
  { from = 'page', log, plays }: OpenOptions,
  before: readonly Problem[],
  own: number,
): Promise<Opened> {
  const checked = await checkState(document)
  if (own !== newest) return OVERTAKEN
  const { state } = checked
  const problems = [...before, ...checked.problems]
  if (state === null) {
    tell({ from, refused: true, problems })
    return { state, problems, wanted: null }
  }
  const { source } = state
  const here = source.kind === 'log' ? (log ?? logWithHash(source.hash)) : null
  const kept = source.kind === 'log' && here === null ? await libraryLog(source) : null
  if (own !== newest) return OVERTAKEN
  const id = here ?? kept?.id ?? null
  if (source.kind === 'log' && id === null) {
    tell(problems.length === 0 ? null : { from, refused: false, problems })
    wantLog({ from, log: source, state, over: runChoices(useChoices.getState()), ...(plays && { plays }) })
    return { state, problems, wanted: source }
  }
  const about = source.kind === 'log' ? withKeptSetup(source, kept?.setup) : source
  const more = [...problems, ...(plays ? [] : writersOf(state)), ...leftOutOf(about)]
  const choices = await choicesOf({ ...state, source: about }, id, plays)
  if (own !== newest) return OVERTAKEN
  tell(more.length === 0 ? null : { from, refused: false, problems: more })
  wantLog(null)
  // Before anything is on the screen, the frame shows at once how much of the page there will be.
  const isFirst = currentComparison() === null
  if (isFirst) setShow(state.show)
  reserveForkIds(choices.lanes.flatMap(({ forks = [] }) => forks.map((one) => one.id)))
  const show = (comparison: Comparison): void => {
    // A person may have changed it since.
    if (!isFirst) setShow(state.show)
    setChallenge(state.challenge, choices)
    choose({ picture: state.look.picture })
    tellMore(from, applyLook(state, comparison))
  }
  const isShown = isSettled() && sameRun(choices, useChoices.getState())
  if (!isShown)
    expectRun({
      choices,
      shown: show,
      failed: (found) => {
        const fewer = withoutWrongEdits(state, found)
        if (fewer !== null) {
          const left = [...problems, ...editsLeftOut(found)]
          void openWith(
            fewer,
            { from, ...(log !== undefined && { log }), ...(plays && { plays }) },
            left,
            own,
          )
          return
        }
        // They answer other requests than this engine makes, or there is no key for the rest.
        if (plays) {
          void openWith(document, { from, ...(log !== undefined && { log }) }, before, own)
          return
        }
        tell({ from, refused: true, problems: [...more, ...found] })
        // Nothing is on the screen yet, so there is nothing to stay at.
        if (currentComparison() !== null) return
        setShow(DEFAULT_SHOW)
        replaceChoices(runChoices(OPENING))
      },
    })
  replaceChoices(choices)
  const comparison = currentComparison()
  if (isShown && comparison !== null) show(comparison)
  return { state, problems: more, wanted: null }
}

/** Refusals of a text for a block that only the run knows of: a call, an image, a block that was inferred. */
function editsLeftOut(refusals: readonly Problem[]): readonly Problem[] {
  return refusals
    .filter(({ code }) => code === 'not-rewritable')
    .map(({ message }) => ({
      severity: 'warning' as const,
      code: 'state-edit',
      message: `a text for a block is left out: ${message}`,
    }))
}

/** The state without the texts for those blocks; null if it was not refused for them. */
function withoutWrongEdits(state: PageState, refusals: readonly Problem[]): PageState | null {
  const blocks = editsLeftOut(refusals).map(({ message }) => Number(/block (\d+)/.exec(message)?.[1]))
  const lanes = state.lanes.map((lane) =>
    lane.actions === undefined
      ? lane
      : {
          ...lane,
          actions: lane.actions.filter((one) => one.kind !== 'edit' || !blocks.includes(one.block)),
        },
  )
  return JSON.stringify(lanes) === JSON.stringify(state.lanes) ? null : { ...state, lanes }
}

async function choicesOf(state: PageState, log: number | null, plays = false): Promise<RunChoices> {
  const { source, seed, budget, counter, prices = null } = state
  const lanes = await Promise.all(state.lanes.map((lane) => laneChoice(lane, plays)))
  return {
    source: source.kind === 'scenario' ? source : logChoice(source, log ?? 0),
    seed,
    budget,
    counter,
    lanes,
    prices,
  }
}

function logChoice(
  { name, size, format, recordedEdits, conversation, whole, model, setup }: LogState,
  id: number,
): LogChoice {
  return {
    kind: 'log',
    id,
    name,
    size,
    ...(format !== undefined && { format }),
    ...(recordedEdits !== undefined && { recordedEdits }),
    ...(conversation !== undefined && { conversation }),
    ...(whole === true && { whole }),
    ...((model !== undefined || setup !== undefined) && {
      setup: { ...setup, ...(model !== undefined && { model }) },
    }),
  }
}

/** The log of a state with the setup that the library keeps with it, if the state lacks that. */
function withKeptSetup(source: LogState, setup: SetupChoice | undefined): LogState {
  const { leftOut = [] } = source
  if (setup === undefined || !leftOut.includes('setup')) return source
  const { model: _, ...texts } = setup
  return { ...source, setup: texts, leftOut: leftOut.filter((what) => what !== 'setup') }
}

/** A log that the library of this browser has, with what was added to it; null if it does not have it. */
async function libraryLog({
  hash,
  name,
}: LogState): Promise<{ readonly id: number; readonly setup: SetupChoice | undefined } | null> {
  try {
    const { findLog } = await import('../library/entries.ts')
    const found = await findLog(hash)
    if (found === null) return null
    const { id } = keepLog(found.content, name)
    return (await hashOfLog(id)) === hash ? { id, setup: found.record.setup } : null
  } catch {
    // Without a library the page asks for the log.
    return null
  }
}

/** The lane of a state; its text decides what its settings are. */
async function laneChoice({ text, answeredBy, ...rest }: LaneState, plays: boolean): Promise<LaneChoice> {
  const lane = { ...rest, ...(plays && answeredBy !== undefined && { answeredBy }) }
  if (text === undefined) return lane
  const { lane: read } = laneOfText({ ...lane, text }, 0, await loadDeclarations())
  return read
}

/** A model is called only after a person chose it in this page. */
function writersOf({ lanes }: PageState): readonly Problem[] {
  return lanes.flatMap(({ answeredBy }, index) =>
    answeredBy === undefined
      ? []
      : [
          {
            severity: 'warning' as const,
            code: 'state-writer',
            message: `lanes[${index}]: the built-in writer writes its summaries, until you choose the model again: ${answeredBy}`,
          },
        ],
  )
}

const LEFT_OUT = {
  edits: 'texts of blocks that were edited by hand',
  setup: 'the system prompt and tools that were added by hand',
} as const

function leftOutOf(source: PageState['source']): readonly Problem[] {
  if (source.kind === 'scenario') return []
  return (source.leftOut ?? []).map((what) => ({
    severity: 'warning',
    code: 'state-left-out',
    message: `a state holds no text of a log, so it lacks ${LEFT_OUT[what]}`,
  }))
}

/** Where the page looks, once the runs are on the screen. Returns what does not fit them. */
function applyLook({ turn, selected, look, lanes }: PageState, comparison: Comparison): readonly Problem[] {
  const problems: Problem[] = []
  const wrong = (message: string, value: unknown): void => {
    const found = quoted(value)
    problems.push({ severity: 'warning', code: 'state-place', message: `${message}: ${found}`, found })
  }
  const { turns } = playhead.getState()
  if (turn !== null) {
    if (turn >= turns) wrong(`turn should be below ${turns}; the last turn is shown`, turn)
    seek(turn)
  }
  const lane = selected === null ? undefined : laneOf(comparison, partsOfName(selected.lane).lane)
  const isBlock =
    selected !== null &&
    lane !== undefined &&
    (partsOfName(selected.lane).fork !== null || lane.data.blocks[selected.block] !== undefined)
  if (selected !== null && !isBlock)
    wrong('selected names no block of these runs; nothing is selected', selected)
  const windows = comparison.lanes[0]?.data.windows.length ?? 1
  if (look.window >= windows) wrong(`look.window should be below ${windows}; the first is shown`, look.window)
  for (const [index, { forks = [] }] of lanes.entries())
    for (const fork of forks)
      if (fork.turn >= turns)
        wrong(
          `lanes[${index}] has a fork whose turn should be below ${turns}; it shows the lane itself`,
          fork.turn,
        )
  if (look.listed !== null && laneOf(comparison, look.listed) === undefined)
    wrong('look.listed should be the name of a lane; the first is listed', look.listed)
  if (look.range !== null && (look.range[0] < 0 || look.range[1] > turns))
    wrong(`look.range should be turns from 0 to ${turns}; those there are, are shown`, look.range)
  choose({
    selection: isBlock
      ? selected
      : turn === null && selected === null
        ? useChoices.getState().selection
        : null,
    window: look.window < windows ? look.window : 0,
    listed: look.listed !== null && laneOf(comparison, look.listed) !== undefined ? look.listed : null,
  })
  if (look.range === null) showAll()
  else showRange(...look.range)
  if (currentViewport().fitted !== look.fitted) toggleFit()
  openDetailTab(look.details ?? 'window')
  const { side } = look
  if (side !== null && side.lane !== null) {
    loadDeclarations().catch(() => undefined)
    tuning.setState({ index: side.lane, tab: side.tab, front: side.front })
  } else tuning.setState({ index: null })
  return problems
}
