import { liveToLog } from '../../../live/index.ts'
import type { Live } from '../../../live/index.ts'
import { fileName } from '../../../view/index.ts'
import { offerRescue } from '../../ui/rescue.ts'
import type { Rescued } from '../../ui/rescue.ts'
import { keepAll } from './keeping.ts'
import { liveState } from '../../store/live/state.ts'

/** If the page fails, the live conversations can still be saved, and a reload keeps them first. */
export function offerLive(): void {
  offerRescue({ list: logs, keep: keepAll })
}

function logs(): readonly Rescued[] {
  const { shelf, ...now } = liveState.getState()
  return [now, ...shelf.values()].flatMap(({ live }) =>
    (live?.trace.turns.length ?? 0) === 0 || live === null ? [] : [logOf(live)],
  )
}

/** A conversation as a log that this page and others can read. */
export function logOf(live: Live): Rescued {
  // Named by its topic; the number of turns distinguishes one save from the next.
  const { title } = live.trace.source
  const source = { ...live.trace.source, filename: title }
  const filename = fileName({ source, content: `${live.trace.turns.length} turns`, extension: 'json' })
  return { title, filename, text: liveToLog(live) }
}
