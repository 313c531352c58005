import { runFailed, useSession } from '../state/session.ts'
import { ADVICE, isCallFailure, PANEL_TEXT } from '../words/model.ts'
import { openModel } from './open.ts'

/** What to do about a run that ended because of a call; nothing where it ended for another reason, or did not. */
export function CallHelp({ inPanel = false }: { readonly inPanel?: boolean }) {
  const problems = useSession((state) => state.failure?.problems)
  const found = problems?.find(({ code }) => isCallFailure(code))
  if (found === undefined || !isCallFailure(found.code)) return null
  return (
    <div className={inPanel ? 'call-help in-panel' : 'call-help'}>
      <p>
        {inPanel && (
          <>
            <strong>{PANEL_TEXT.failed}</strong> {found.message}{' '}
          </>
        )}
        {ADVICE[found.code]}
      </p>
      {!inPanel && (
        <button
          type="button"
          className="plain"
          onClick={() => {
            openModel()
          }}
        >
          {PANEL_TEXT.openModel}
        </button>
      )}
      <button type="button" className="plain" onClick={runFailed}>
        {PANEL_TEXT.tryAgain}
      </button>
    </div>
  )
}
