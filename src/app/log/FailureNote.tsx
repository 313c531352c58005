import { X } from 'lucide-react'
import { dismissFailure, tryAgain, useSession } from '../state/session.ts'
import { LOG_TEXT } from '../words/log.ts'
import { SCENARIO_LABELS, WORDS } from '../words/page.ts'
import { Problems } from './Problems.tsx'

/** What went wrong with the last attempt; what is on the screen stays. */
export function FailureNote() {
  const failure = useSession((state) => state.failure)
  const empty = useSession((state) => state.comparison === null)
  if (failure === null) return null
  const { source } = failure.choices
  const name = source.kind === 'log' ? source.name : (SCENARIO_LABELS[source.name] ?? source.name)
  return (
    <section className="failure" role="alert">
      <div className="failure-head">
        <h2>{LOG_TEXT.failed(name)}</h2>
        <button
          type="button"
          className="icon-button"
          aria-label={WORDS.close}
          onClick={() => {
            dismissFailure()
          }}
        >
          <X size={16} aria-hidden="true" />
        </button>
      </div>
      <Problems problems={failure.problems} />
      {empty ? (
        <button type="button" className="plain" onClick={tryAgain}>
          {WORDS.tryAgain}
        </button>
      ) : (
        <p className="note">{LOG_TEXT.stays}</p>
      )}
    </section>
  )
}
