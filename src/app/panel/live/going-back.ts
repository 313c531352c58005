import type { Turn } from '../../../engine/index.ts'
import { dropReply, hear, takeBack } from '../../../live/index.ts'
import type { Live } from '../../../live/index.ts'
import { connection } from '../../store/model/connection.ts'
import { sameChoices } from '../../store/choice/choices.ts'
import type { RunChoices } from '../../store/choice/choices.ts'
import { currentSteps, restoreSteps } from '../../store/choice/history.ts'
import { currentComparison, runAgain } from '../../store/run/session.ts'
import { goOn, grow, leave, noteSent } from './flow.ts'
import { isShown, reworkLanes, shownNow } from './pictures.ts'
import { asOnShelf, isBusy, liveState, MODEL } from '../../store/live/state.ts'
import type { TakenBack } from '../../store/live/state.ts'
import { HALTED } from './stops.ts'
import { knownOf, withActsOf, withoutGone } from './taking-back.ts'

/** Takes back the last message of the user and all that came of it. Its words are there to be written anew. */
export async function undoMessage(): Promise<void> {
  const { live, draft } = liveState.getState()
  if (live === null || live.trace.turns.length === 0) return
  leave()
  const before = { shown: shownNow(), steps: currentSteps() }
  const conversation = { ...asOnShelf(liveState.getState()), takenBack: null }
  const last = live.trace.messages.findLast(
    ({ role, content }) => role === 'user' && typeof content === 'string',
  )
  const words = typeof last?.content === 'string' ? last.content : ''
  const next = takeBack(live)
  cutTo(next, next.trace.turns.length)
  liveState.setState({
    step: 'user',
    draft: draft.trim() === '' ? words : draft,
    written: '',
    problem: null,
    decisions: new Map(),
    drafts: new Map(),
    takenBack: { conversation, before: before.shown, after: shownNow(), steps: before.steps },
  })
  if (isShown()) await runAgain()
}

/**
 * Takes back that the last message was taken back: all is as it was, and what was under way then came to nothing. What was
 * changed in the lanes since stays, and gets back what had been done at the turns that were gone.
 */
export async function bringBack(): Promise<void> {
  const { takenBack, revision } = liveState.getState()
  if (takenBack === null) return
  leave()
  const { conversation } = takenBack
  const cut = isBusy(conversation) ? ({ step: 'stopped', problem: HALTED } as const) : {}
  liveState.setState({ ...conversation, ...cut, revision: revision + 1 })
  bringLanesBack(takenBack, shownNow())
  if (isShown()) await runAgain()
}

function bringLanesBack({ before, after, steps }: TakenBack, now: RunChoices | null): void {
  if (before === null || now === null) return
  const isSame = after !== null && sameChoices(now, after)
  reworkLanes((lanes) => (isSame ? before.lanes : withActsOf(lanes, before.lanes)), 'now')
  if (isSame) restoreSteps(steps)
}

/** Takes what had come of a reply before it broke off as the whole of it. */
export async function takeWhatCame(): Promise<void> {
  const { live, written, out, step, agent, model } = liveState.getState()
  if (live?.next !== 'model' || step !== 'stopped' || written.trim() === '') return
  // A page that broke down may have kept the words and not what they answered.
  const by = out?.model ?? (agent === MODEL ? (model?.name ?? connection.getState().model) : agent)
  grow(hear(live, { content: [{ type: 'text', text: written }], model: by, usage: null, counted: {} }))
  if (out === null) liveState.setState({ written: '' })
  else noteSent(out.sent)
  await goOn()
}

/** Forgets the last reply and asks for another. */
export async function askAgain(): Promise<void> {
  const state = liveState.getState()
  if (state.live === null || isBusy(state) || state.live.next === 'model') return
  // No turn is gone: what is to be done before the one after it stays.
  cutTo(dropReply(state.live), Infinity)
  liveState.setState({ decisions: new Map(), drafts: new Map() })
  await goOn()
}

/** Goes back to a beginning of the conversation, with all that is known of it and was done to it by hand. */
function cutTo(next: Live, turns: Turn): void {
  liveState.setState((state) => knownOf(state, next))
  grow(next)
  const shown = currentComparison()
  const isRun = isShown() && shown?.trace.source.kind === 'live'
  // Blocks of a conversation have the same numbers in every lane.
  const blocks = isRun ? (shown.lanes[0]?.data.blocks ?? null) : null
  reworkLanes((lanes) => withoutGone(lanes, { turns, messages: next.trace.messages.length }, blocks))
}
