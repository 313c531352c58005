import { ProblemError } from '../../../engine/index.ts'
import type { Problem } from '../../../engine/index.ts'
import { decodeTimeline, encodeTimeline, ENGINE_VERSION } from '../../../sim/index.ts'
import { namedRows } from '../../../sim/internal.ts'
import type { TimelineData } from '../../../sim/index.ts'
import type { Comparison, LaneResult } from '../../../worker/protocol.ts'
import { loadDeclarations } from '../choice/declarations.ts'
import { useChoices } from '../choice/choices.ts'
import { partsOfName } from '../choice/derived.ts'
import { laneNames } from '../choice/lanes.ts'
import { lookFirst } from '../model/call-list.ts'
import { noteKept } from '../model/leaving.ts'
import { playRecorded } from '../model/recorded.ts'
import { tell, tellMore } from '../page-state/notice.ts'
import type { Origin } from '../page-state/notice.ts'
import { choicesOnScreen, readPageState, runState } from '../page-state/now.ts'
import { openPageState } from '../page-state/open.ts'
import { isPlain } from '../page-state/plain.ts'
import { hashOfLog } from '../run/log-texts.ts'
import { retentionOfLane } from '../run/questions.ts'
import { currentComparison, isSettled, onSession } from '../run/session.ts'
import { OWN_TEXT } from './words.ts'

/**
 * The run of a lane as JSON, with its metrics, whose prices their costs have, its retention, the model that answered in it,
 * and the state that shows it again: a run says nothing of its conversation but a hash.
 */
export async function runText(comparison: Comparison, lane: LaneResult): Promise<string> {
  const { source, lanes } = choicesOnScreen()
  const { answeredBy } = lanes[laneNames(lanes).indexOf(partsOfName(lane.name).lane)] ?? {}
  if (source.kind === 'log') await hashOfLog(source.id)
  const state = runState(lane.name)
  // The run is worth more than what is not known of it, for example because another question came between.
  const retention = await retentionOfLane(comparison, lane.name).catch(() => null)
  noteKept(lane.data.spec.answers)
  return encodeTimeline(lane.data, {
    metrics: namedRows(lane.rows),
    prices: lane.cache.prices,
    retention,
    ...(lane.data.spec.answers.length > 0 && { answeredBy }),
    ...(state !== null && { state }),
  })
}

/** Shows the conversation and the lane of a run, and says whether the run is the same here. */
export async function openRun(text: string, from: Origin): Promise<void> {
  let data: TimelineData
  try {
    data = decodeTimeline(text)
  } catch (failure) {
    if (!(failure instanceof ProblemError)) throw failure
    tell({ from, refused: true, problems: failure.problems })
    return
  }
  const document = stateIn(text) ?? (await stateOf(data))
  if (document === null) {
    tell({ from, refused: true, problems: [withoutConversation(data)] })
    return
  }
  const model = modelOf(document)
  const plays = model !== null && data.spec.answers.length > 0 && data.spec.engine === ENGINE_VERSION
  if (plays) {
    const { spec, asks } = data
    playRecorded(model, { spec, turns: asks.map(({ turn }) => turn) })
    // A file must not let calls go that nobody looks at.
    lookFirst(true)
  }
  const { state, wanted } = await openPageState(document, { from, ...(plays && { plays }) })
  if (state !== null && wanted === null)
    whenSettled((comparison) => {
      tellMore(from, differencesOf(data, comparison))
    })
}

/** The state that the page wrote into a file; null if an older page or another program wrote it. */
function stateIn(text: string): unknown {
  const value: unknown = JSON.parse(text)
  const measured = isPlain(value) ? value['measured'] : undefined
  return isPlain(measured) ? (measured['state'] ?? null) : null
}

/** The model that wrote the summaries of a state's lane; null if the mock did. */
function modelOf(document: unknown): string | null {
  const lanes = isPlain(document) ? document['lanes'] : null
  const [lane] = Array.isArray(lanes) ? (lanes as readonly unknown[]) : []
  const model = isPlain(lane) ? lane['answeredBy'] : null
  return typeof model === 'string' ? model : null
}

/** The state of a run of the conversation that is on the screen; null if it is about another one. */
async function stateOf({ spec }: TimelineData): Promise<unknown> {
  const state = readPageState()
  if (state === null || currentComparison()?.lanes[0]?.data.spec.trace !== spec.trace) return null
  const { configYaml, presetMeaning } = await loadDeclarations()
  return {
    ...state,
    counter: spec.counter,
    budget: { kind: 'tokens', tokens: spec.config.max_context_tokens },
    lanes: [
      {
        policy: 'default',
        gates: 'on',
        text: configYaml(spec.config, presetMeaning('default')),
        actions: spec.interventions,
      },
    ],
    selected: null,
    look: { ...state.look, listed: null, side: null },
  }
}

function withoutConversation({ title, spec, turns }: TimelineData): Problem {
  return {
    severity: 'error',
    code: 'run-without-conversation',
    message: OWN_TEXT.withoutConversation(title, turns.length, spec.trace),
    found: spec.trace,
  }
}

/** Calls `act` once the choices are on the screen; never, if their run fails. */
function whenSettled(act: (comparison: Comparison) => void): void {
  const wanted = useChoices.getState().lanes
  const look = (): boolean => {
    const comparison = currentComparison()
    const isOver = useChoices.getState().lanes !== wanted || isSettled()
    if (isOver && isSettled() && comparison !== null) act(comparison)
    return isOver
  }
  if (look()) return
  const stop = onSession(() => {
    if (look()) stop()
  })
}

/** Says why the run of the file is not the one on the screen; nothing if it is. */
function differencesOf({ hash, spec }: TimelineData, { lanes }: Comparison): readonly Problem[] {
  const [lane] = lanes
  if (lane === undefined || lane.data.hash === hash) return []
  const here = lane.data.spec
  const why =
    here.trace !== spec.trace
      ? OWN_TEXT.otherConversation
      : here.engine !== spec.engine
        ? OWN_TEXT.otherEngine(spec.engine, here.engine)
        : spec.answers.length > 0
          ? OWN_TEXT.answers(spec.answers.length)
          : OWN_TEXT.otherSettings
  return [{ severity: 'warning', code: 'run-differs', message: OWN_TEXT.differs(hash, lane.data.hash, why) }]
}
