import { useEffect, useRef, useState } from 'react'
import { useSession } from '../state/session.ts'
import { APPROVAL_TEXT } from '../words/model.ts'
import { askAgain, useCalls, useSending, useWaiting } from './call-list.ts'
import type { CallRecord } from './call-list.ts'
import { decide, isOfTest, letAllGo, stopCall } from './calls.ts'
import { openModel } from './open.ts'
import './call-bar.css'

/** The call that waits for a person, or else the one that is under way. */
export function CallBar() {
  const waiting = useWaiting()
  const sending = useSending()
  const place = useRef<HTMLElement>(null)
  const agreed = useCalls((state) => state.agreed)
  const running = useSession((state) => state.progress !== null)
  // What was agreed to for a run ends with it.
  useEffect(() => {
    if (!agreed || running) return
    askAgain()
  }, [agreed, running])
  // The button that was pressed goes; who pressed it with a key is at the next call at once.
  const rest = (): void => {
    place.current?.focus({ preventScroll: true })
  }
  return (
    <section
      ref={place}
      className="call-bar-place"
      aria-label={APPROVAL_TEXT.label}
      aria-live="polite"
      tabIndex={-1}
    >
      {waiting !== null ? (
        <Approval key={waiting.id} record={waiting} onPress={rest} />
      ) : (
        sending !== null && <Sending key={sending.id} record={sending} onPress={rest} />
      )}
    </section>
  )
}

interface Properties {
  readonly record: CallRecord
  /** A button was pressed that goes. */
  readonly onPress: () => void
}

function BarButton({
  label,
  strong = false,
  act,
  onPress,
}: {
  readonly label: string
  readonly strong?: boolean
  readonly act: () => void
  /** Told first, by the buttons that go with what they do. */
  readonly onPress?: () => void
}) {
  return (
    <button
      type="button"
      className={strong ? 'plain strong' : 'plain'}
      onClick={() => {
        onPress?.()
        act()
      }}
    >
      {label}
    </button>
  )
}

/** What a call is for and what it may cost, before it is made. */
function Approval({ record, onPress }: Properties) {
  const { id, about, call, baseUrl, estimate } = record
  const all = isOfTest(call.purpose) ? 'test' : call.purpose === 'agent' ? 'always' : 'run'
  const more = useCalls(({ list }) => list.filter(({ state }) => state === 'waiting').length - 1)
  return (
    <div className="call-bar" data-call={id}>
      <p>
        <strong>{APPROVAL_TEXT.asks}</strong> {about}
        <span className="note">
          {APPROVAL_TEXT.size(estimate.input, call.maxTokens)}, {APPROVAL_TEXT.atMost(estimate.atMost)}.{' '}
          {APPROVAL_TEXT.to(call.model, baseUrl)}
          {more > 0 && `. ${APPROVAL_TEXT.more(more)}`}
        </span>
      </p>
      <div className="call-bar-buttons">
        <BarButton
          label={APPROVAL_TEXT.look}
          act={() => {
            openModel(id)
          }}
        />
        <BarButton
          label={APPROVAL_TEXT.send}
          strong
          onPress={onPress}
          act={() => {
            decide(id, true)
          }}
        />
        <BarButton
          label={APPROVAL_TEXT.all[all]}
          onPress={onPress}
          act={() => {
            letAllGo(all)
          }}
        />
        <BarButton
          label={APPROVAL_TEXT.decline}
          onPress={onPress}
          act={() => {
            decide(id, false)
          }}
        />
      </div>
    </div>
  )
}

/** A call under way, and what it waits for. */
function Sending({ record: { id, about, call, text, retry }, onPress }: Properties) {
  return (
    <div className="call-bar" data-call={id}>
      <p>
        {about}
        <span className="note">
          {call.model}.{' '}
          {retry !== null ? (
            <Retry key={`${retry.seconds} ${retry.message}`} {...retry} />
          ) : text === '' ? (
            APPROVAL_TEXT.sending
          ) : (
            // Told once in hundred letters, or a reader would speak of nothing else.
            APPROVAL_TEXT.answering(Math.floor(text.length / 100) * 100)
          )}
        </span>
      </p>
      <div className="call-bar-buttons">
        <BarButton
          label={APPROVAL_TEXT.look}
          act={() => {
            openModel(id)
          }}
        />
        <BarButton
          label={APPROVAL_TEXT.stop}
          onPress={onPress}
          act={() => {
            stopCall(id)
          }}
        />
      </div>
    </div>
  )
}

/** Seconds until the next try, as they go by. */
function Retry({ message, seconds }: { readonly message: string; readonly seconds: number }) {
  const [left, setLeft] = useState(Math.ceil(seconds))
  useEffect(() => {
    const timer = window.setInterval(() => {
      setLeft((before) => Math.max(0, before - 1))
    }, 1000)
    return () => {
      window.clearInterval(timer)
    }
  }, [])
  return <span aria-live="off">{APPROVAL_TEXT.retry(left, message)}</span>
}
