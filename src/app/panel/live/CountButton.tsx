import { Calculator } from 'lucide-react'
import { useState } from 'react'
import { ProblemError } from '../../../engine/index.ts'
import { OpenModelLink } from '../../picture/call/OpenModelLink.tsx'
import { LIVE_TEXT } from '../../store/live/words.ts'
import { askForCount } from './counting.ts'
import { useLive } from '../../store/live/state.ts'
import { Button } from '../../ui/Button.tsx'

/** Has the provider count the newest request. */
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
                // What the page itself refuses has nothing to do with the key or the model.
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
