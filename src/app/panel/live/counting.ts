import { countRequest } from '../../store/model/count.ts'
import { connection } from '../../store/model/connection.ts'
import { currentComparison } from '../../store/run/session.ts'
import { preparedIn } from './reply.ts'
import { isShown } from './pictures.ts'
import { liveState } from '../../store/live/state.ts'

/**
 * Has the provider count the newest request of the conversation, the one that is sent next or was sent last. That is free
 * of charge, and needs the key.
 *
 * @throws CallFailure, or a ProblemError where there is no request
 */
export async function askForCount(): Promise<void> {
  const { live, id, revision } = liveState.getState()
  const comparison = currentComparison()
  if (live === null || live.trace.turns.length === 0 || comparison === null || !isShown()) return
  const { turn, request, known } = await preparedIn(comparison, live)
  const { model } = connection.getState()
  const { input } = await countRequest({ model, request })
  const now = liveState.getState()
  if (now.id !== id || now.revision !== revision) return
  liveState.setState(({ counts }) => ({
    counts: new Map(counts).set(turn, { input, model, counted: known.counted }),
  }))
}
