import { Calculator } from 'lucide-react'
import { useState } from 'react'
import { openModel } from '../model/open.ts'
import { LIVE_TEXT } from '../words/live.ts'
import { askForCount } from './counting.ts'

/** Has the provider count the newest request. */
export function CountButton() {
  const [state, setState] = useState<'idle' | 'counting' | { readonly failed: string }>('idle')
  return (
    <>
      <button
        type="button"
        className="plain"
        title={LIVE_TEXT.askCountTitle}
        disabled={state === 'counting'}
        onClick={() => {
          setState('counting')
          askForCount().then(
            () => {
              setState('idle')
            },
            (failure: unknown) => {
              setState({ failed: failure instanceof Error ? failure.message : String(failure) })
            },
          )
        }}
      >
        <Calculator size={14} aria-hidden="true" />{' '}
        {state === 'counting' ? LIVE_TEXT.counting : LIVE_TEXT.askCount}
      </button>
      {typeof state === 'object' && (
        <p className="loss" role="alert">
          {state.failed}{' '}
          <button
            type="button"
            className="link"
            onClick={() => {
              openModel()
            }}
          >
            {LIVE_TEXT.openModel}
          </button>
        </p>
      )}
    </>
  )
}
