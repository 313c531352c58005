import { useEffect, useState } from 'react'
import { useChoices, runChoices } from '../../store/choice/choices.ts'
import { useSession } from '../../store/run/session.ts'
import { APPROVAL_TEXT } from '../../store/model/words.ts'
import { stopCall, untoldOf, useCalls } from '../../store/model/call-list.ts'
import type { CallRecord } from '../../store/model/call-list.ts'
import { decide, isOfTest, letAllGo } from '../../store/model/calls.ts'
import { useConnection } from '../../store/model/connection.ts'
import { asksForSummary, SUMMARY } from '../../store/model/estimate.ts'
import { openModel } from '../../store/model/open.ts'
import { runPrice } from '../../store/model/run-price.ts'
import type { RunPrice } from '../../store/model/run-price.ts'
import { Button } from '../../ui/Button.tsx'
import { Row } from '../../ui/Box.tsx'
import { useSeconds } from '../../ui/seconds.ts'

/** Remaining whole seconds of a wait. Another wait needs another key. */
function useCountdown(seconds: number): number {
  return Math.max(0, Math.ceil(seconds) - useSeconds())
}

/**
 * A call with all available actions.
 *
 * @param stops whether it can be stopped here; not needed if its conversation has a stop button
 */
export function CurrentCall({
  record,
  stops = true,
}: {
  readonly record: CallRecord
  readonly stops?: boolean
}) {
  // A call in progress has other buttons.
  return record.state === 'waiting' ? (
    <Approval key={`${record.id} waits`} record={record} />
  ) : (
    <Sending key={record.id} record={record} stops={stops} />
  )
}

function BarButton({
  label,
  strong = false,
  goes = false,
  act,
}: {
  readonly label: string
  readonly strong?: boolean
  /** Whether the button disappears when pressed. */
  readonly goes?: boolean
  readonly act: () => void
}) {
  return (
    <Button
      kind={strong ? 'strong' : 'plain'}

      onClick={({ currentTarget }) => {
        // For keyboard users, the focus moves to the next call at once.
        if (goes) currentTarget.closest<HTMLElement>('.call-bar-place')?.focus({ preventScroll: true })
        act()
      }}
    >
      {label}
    </Button>
  )
}

/** The purpose of a call and its maximum cost, before it is made. */
function Approval({ record: { id, about, call, baseUrl, estimate } }: { readonly record: CallRecord }) {
  const all = isOfTest(call.purpose) ? 'test' : call.purpose === 'agent' ? 'always' : 'run'
  const more = useCalls(({ list }) => list.filter(({ state }) => state === 'waiting').length - 1)
  return (
    <Row gap={12} wrap apart className="over call-bar" data-call={id}>
      <p>
        <strong>{APPROVAL_TEXT.asks}</strong> {about}
        <span className="note">
          {APPROVAL_TEXT.size(estimate.input, call.maxTokens)},{' '}
          {APPROVAL_TEXT.cost(estimate.likely, estimate.atMost)}
          {asksForSummary(call.request) && APPROVAL_TEXT.summary(SUMMARY)}.{' '}
          {APPROVAL_TEXT.to(call.model, baseUrl)}
          {more > 0 && `. ${APPROVAL_TEXT.more(more)}`}
        </span>
        {all === 'run' && <PriceOfRun />}
      </p>
      <Row gap={4} wrap>
        <BarButton
          label={APPROVAL_TEXT.look}
          act={() => {
            openModel(id)
          }}
        />
        <BarButton
          label={APPROVAL_TEXT.send}
          strong
          goes
          act={() => {
            decide(id, true)
          }}
        />
        <BarButton
          label={APPROVAL_TEXT.all[all]}
          goes
          act={() => {
            letAllGo(all)
          }}
        />
        <BarButton
          label={APPROVAL_TEXT.decline}
          goes
          act={() => {
            decide(id, false)
          }}
        />
      </Row>
    </Row>
  )
}

/** The maximum cost of all calls of the run, for sending them all at once. */
function PriceOfRun() {
  const price = useRunPrice()
  const left = useLeft()
  if (price === undefined) return null
  return (
    <span className="note">{price === null ? APPROVAL_TEXT.runUnknown(left) : APPROVAL_TEXT.run(price)}</span>
  )
}

/** Null if unknown, undefined until loaded. */
function useRunPrice(): RunPrice | null | undefined {
  const shown = useSession((state) => state.shown)
  const comparison = useSession((state) => state.comparison)
  const own = useConnection((state) => state.own)
  const left = useLeft()
  const [price, setPrice] = useState<RunPrice | null>()
  useEffect(() => {
    let over = false
    const find = async (): Promise<void> => {
      const { roomOf } = await import('../../../provider/index.ts')
      const wanted = runChoices(useChoices.getState())
      if (!over) setPrice(runPrice(wanted, { shown, comparison }, left, roomOf))
    }
    find().catch(() => undefined)
    return () => {
      over = true
    }
  }, [shown, comparison, own, left])
  return price
}

/** The remaining money. */
function useLeft(): number {
  const cap = useConnection((state) => state.cap)
  const gone = useCalls((state) => state.spent + untoldOf(state))
  return Math.max(0, cap - gone)
}

/** A call in progress, and what it is waiting for. */
function Sending({
  record: { id, about, call, text, retry, tries },
  stops,
}: {
  readonly record: CallRecord
  readonly stops: boolean
}) {
  return (
    <Row gap={12} wrap apart className="over call-bar" data-call={id}>
      <p>
        {about}
        <span className="note">
          {call.model}.{' '}
          {retry !== null ? (
            <Retry key={`${retry.seconds} ${retry.message}`} {...retry} />
          ) : text !== '' ? (
            // Announced once per hundred letters; otherwise a screen reader would say nothing else.
            APPROVAL_TEXT.answering(Math.floor(text.length / 100) * 100)
          ) : tries === 0 ? (
            APPROVAL_TEXT.ready
          ) : (
            APPROVAL_TEXT.sending
          )}
          {/* Each new piece restarts the count. */}
          {retry === null && tries > 0 && <Silence key={`${tries} ${text.length}`} />}
        </span>
      </p>
      <Row gap={4} wrap>
        <BarButton
          label={APPROVAL_TEXT.look}
          act={() => {
            openModel(id)
          }}
        />
        {stops && (
          <BarButton
            label={APPROVAL_TEXT.stop}
            goes
            act={() => {
              stopCall(id)
            }}
          />
        )}
      </Row>
    </Row>
  )
}

/** Seconds without a sign before a note appears. */
const WONDERS = 3

/** How long nothing has arrived, once that is worth a note. */
function Silence() {
  const seconds = useSeconds()
  if (seconds < WONDERS) return null
  return <span aria-live="off"> {APPROVAL_TEXT.silent(seconds, navigator.onLine)}</span>
}

/** Remaining seconds until the next try. */
export function Retry({ message, seconds }: { readonly message: string; readonly seconds: number }) {
  return <span aria-live="off">{APPROVAL_TEXT.retry(useCountdown(seconds), message)}</span>
}
