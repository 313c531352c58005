import { APPROVAL_TEXT } from '../../store/model/words.ts'
import { useCurrent } from '../../store/model/call-list.ts'
import { CurrentCall } from './CurrentCall.tsx'
import './call-bar.css'

/** An agent's call that waits for approval, or is in progress, in its conversation. */
export function AgentCall() {
  const current = useCurrent((purpose) => purpose === 'agent')
  return (
    <section
      className="call-bar-place is-inline"
      aria-label={APPROVAL_TEXT.label}
      aria-live="polite"
      tabIndex={-1}
    >
      {current !== null && <CurrentCall record={current} stops={false} />}
    </section>
  )
}
