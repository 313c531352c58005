import { Calculator } from 'lucide-react'
import { useState } from 'react'
import { ProblemError } from '../../../engine/index.ts'
import { OpenModelLink } from '../../picture/call/OpenModelLink.tsx'
import { LIVE_TEXT } from '../../store/live/words.ts'
import { useLive, liveState } from '../../store/live/state.ts'
import { Button } from '../../ui/Button.tsx'
import { countRequest } from '../../store/model/count.ts'
import { connection } from '../../store/model/connection.ts'
import { currentComparison } from '../../store/run/session.ts'
import { preparedIn } from './reply.ts'
import { isShown } from './pictures.ts'

/**
 * Lets the provider count the newest request of the conversation, the next one or the last one sent. This is free of
 * charge, and needs the key.
 *
 * @throws CallFailure, or a ProblemError if there is no request
 */
async function askForCount(): Promise<void> {
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

/** Lets the provider count the newest request. */
export function CountButton() {
  const isOver = useLive(({ problem }) => problem?.code === 'window-over')
  const [state, setState] = useState<
    'idle' | 'counting' | { readonly failed: string; readonly byCall: boolean }
  >('idle')
  return (
    <>
      <Button
        title={LIVE_TEXT.askCountTitle}
        disabled={state === 'counting' || isOver}
        onClick={() => {
          setState('counting')
          askForCount().then(
            () => {
              setState('idle')
            },
            (failure: unknown) => {
              setState({
                failed: failure instanceof Error ? failure.message : String(failure),
                // A refusal by the page itself has nothing to do with the key or the model.
                byCall: !(failure instanceof ProblemError),
              })
            },
          )
        }}
      >
        <Calculator size={14} aria-hidden="true" />{' '}
        {state === 'counting' ? LIVE_TEXT.counting : LIVE_TEXT.askCount}
      </Button>
      {typeof state === 'object' && (
        <p className="loss" role="alert">
          {state.failed} {state.byCall && <OpenModelLink />}
        </p>
      )}
    </>
  )
}
