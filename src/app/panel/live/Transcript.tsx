import { Fragment, memo, useEffect, useMemo, useRef, useState } from 'react'
import type { Live } from '../../../live/index.ts'
import type { Intervention, TraceTurn } from '../../../sim/index.ts'
import { whole } from '../../../view/index.ts'
import type { Comparison, LaneResult } from '../../../worker/protocol.ts'
import { useChoices } from '../../store/choice/choices.ts'
import { ShowMore } from '../../ui/ShowMore.tsx'
import { TurnLink } from '../../picture/link/TurnLink.tsx'
import { ENDINGS, LIVE_TEXT } from '../../store/live/words.ts'
import { blocksOfMessage, isPinned, togglePin } from './by-hand.ts'
import { Deciding } from './Deciding.tsx'
import { takeWhatCame } from './going-back.ts'
import { Said } from './Said.tsx'
import { nextTurn, useLive } from '../../store/live/state.ts'
import type { Sent } from '../../store/live/state.ts'
import { Button } from '../../ui/Button.tsx'
import { Row, Stack } from '../../ui/Box.tsx'

/** Turns shown, and added when earlier ones are requested. */
const SLICE = 30
/** Pixels from the end within which the transcript follows new messages. */
const NEAR = 48
const NO_ACTS: readonly Intervention[] = []

/** All messages, including those that left the window. */
export function Transcript({
  live,
  comparison,
}: {
  readonly live: Live
  /** Of this conversation; null while the pictures show another. */
  readonly comparison: Comparison | null
}) {
  const written = useLive((state) => state.written)
  const step = useLive((state) => state.step)
  const [most, setMost] = useState(SLICE)
  const body = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  const height = useRef(0)
  const { turns } = live.trace
  useEffect(() => {
    // The page itself does not scroll, nor does a transcript that was scrolled up.
    if (body.current !== null && follows.current) body.current.scrollTop = body.current.scrollHeight
  }, [live, written, step])
  useEffect(() => {
    const own = body.current
    if (own === null) return undefined
    // What opens below reduces its height, but the newest message stays visible.
    const sizes = new ResizeObserver(() => {
      height.current = own.clientHeight
      if (follows.current) own.scrollTop = own.scrollHeight
    })
    sizes.observe(own)
    return () => {
      sizes.disconnect()
    }
  }, [])
  const hidden = Math.max(0, turns.length - most)
  return (
    <div
      className="side-body live-body"
      ref={body}
      tabIndex={-1}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        // If the height has changed, it was the browser that scrolled.
        if (clientHeight === height.current) follows.current = scrollHeight - clientHeight - scrollTop < NEAR
      }}
    >
      {turns.length === 0 && <p className="note">{LIVE_TEXT.nothingSaid}</p>}
      <ShowMore
        shown={turns.length - hidden}
        all={turns.length}
        slice={SLICE}
        text={LIVE_TEXT.earlierTurns}
        onMore={setMost}
      />
      <Turns live={live} from={hidden} lane={comparison?.lanes[0] ?? null} />
      {step === 'calling' && (
        <p className="is-coming" aria-hidden="true">
          {written === '' ? LIVE_TEXT.writing : written}
        </p>
      )}
      {step === 'stopped' && written !== '' && (
        <div className="is-coming">
          <p className="note">{LIVE_TEXT.cameBefore}</p>
          <p>{written}</p>
          {live.next === 'model' && written.trim() !== '' && (
            <Button kind="link" title={LIVE_TEXT.takeWhatCameTitle} onClick={() => void takeWhatCame()}>
              {LIVE_TEXT.takeWhatCame}
            </Button>
          )}
        </div>
      )}
      {step === 'deciding' && <Deciding calls={live.open} />}
    </div>
  )
}

/** A list of turns. Not rendered again while a reply is streaming. */
const Turns = memo(function Turns({
  live,
  from,
  lane,
}: {
  readonly live: Live
  readonly from: number
  readonly lane: LaneResult | null
}) {
  const sent = useLive((state) => state.sent)
  const byTurn = useMemo(() => new Map(sent.map((one) => [one.turn, one])), [sent])
  return (
    <Stack as="ol" gap={4} className="transcript" aria-label={LIVE_TEXT.transcript} start={from}>
      {live.trace.turns.slice(from).map((turn) => (
        <TurnOf key={turn.turn} live={live} turn={turn} sent={byTurn.get(turn.turn) ?? null} lane={lane} />
      ))}
    </Stack>
  )
})

function TurnOf({
  live,
  turn: { turn, inputs, response, model, usage },
  sent,
  lane,
}: {
  readonly live: Live
  readonly turn: TraceTurn
  /** As sent; null if it was not sent yet. */
  readonly sent: Sent | null
  readonly lane: LaneResult | null
}) {
  const acts = useChoices(({ lanes }) => lanes[0]?.actions) ?? NO_ACTS
  const next = useLive(nextTurn)
  const { messages } = live.trace
  const ending = response === null ? null : (sent?.stopReason ?? null)
  return (
    <li>
      <Row as="p" apart size="tiny" className="turn-head">
        <TurnLink turn={turn} />
        {sent !== null && (
          <span className="note" title={LIVE_TEXT.sentTokensTitle}>
            {usage === null
              ? LIVE_TEXT.sentTokens(whole(sent.used))
              : LIVE_TEXT.billedTokens(whole(usage.input))}
          </span>
        )}
      </Row>
      {[...inputs, ...(response === null ? [] : [response])].map((index) => {
        const message = messages[index]
        if (message === undefined) return null
        const blocks = lane === null ? [] : blocksOfMessage(lane.data, index)
        const pin =
          lane === null || blocks.length === 0
            ? null
            : {
                pinned: isPinned(acts, blocks, next),
                toggle: () => {
                  togglePin(lane, index)
                },
              }
        return (
          <Fragment key={index}>
            {index === response && ending !== null && Object.hasOwn(ENDINGS, ending) && (
              <p className="note">{ENDINGS[ending]}</p>
            )}
            <Said message={message} turn={turn} agent={index === response ? model : null} pin={pin} />
          </Fragment>
        )
      })}
    </li>
  )
}
