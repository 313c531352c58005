import { runFailed, useSession } from '../../store/run/session.ts'
import { adviceOn, isCallFailure, PANEL_TEXT, withAdvice } from '../../store/model/words.ts'
import { openModel } from '../../store/model/open.ts'
import { Button } from '../../ui/Button.tsx'

/** What to do about a run that ended because of a call; nothing if it ended for another reason, or did not end. */
export function CallHelp({ inPanel = false }: { readonly inPanel?: boolean }) {
  const problems = useSession((state) => state.failure?.problems)
  const found = problems?.find(({ code }) => isCallFailure(code))
  if (found === undefined || !isCallFailure(found.code)) return null
  // A run's calls are only for compressions.
  const advice = adviceOn(found.code, 'ask', inPanel ? 'panel' : 'page')
  return (
    <div className={inPanel ? 'row wraps callout is-bad call-help' : 'row wraps call-help'}>
      <p>
        {inPanel ? (
          <>
            <strong>{PANEL_TEXT.failed}</strong> {withAdvice(found.message, advice)}
          </>
        ) : (
          advice
        )}
      </p>
      {!inPanel && (
        <Button
          onClick={() => {
            openModel()
          }}
        >
          {PANEL_TEXT.openModel}
        </Button>
      )}
      <Button onClick={runFailed}>{PANEL_TEXT.tryAgain}</Button>
    </div>
  )
}
