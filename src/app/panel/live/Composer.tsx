import type { Tokens, Turn } from '../../../engine/index.ts'
import type { Comparison } from '../../../worker/protocol.ts'
import { useChoices } from '../../store/choice/choices.ts'
import { useSession } from '../../store/run/session.ts'
import { LIVE_TEXT } from '../../store/live/words.ts'
import { compactAndGoOn, enlargeAndGoOn, goOn, send, setAuto, stop } from './flow.ts'
import { askAgain, bringBack, undoMessage } from './going-back.ts'
import { KeepSwitch } from './Kept.tsx'
import { isBusy, liveState, nextTurn, useLive } from '../../store/live/state.ts'
import type { LiveState, Stop } from '../../store/live/state.ts'
import { Button } from '../../ui/Button.tsx'
import { Check } from '../../ui/Choice.tsx'
import { Row } from '../../ui/Box.tsx'

/** The user's input, with its buttons. */
export function Composer() {
  const step = useLive((state) => state.step)
  const auto = useLive((state) => state.auto)
  const text = useLive((state) => state.draft)
  const said = useLive((state) => (state.live?.trace.turns.length ?? 0) > 0)
  const canAskAgain = useLive((state) => !isBusy(state) && said && state.live?.next !== 'model')
  const canBringBack = useLive((state) => state.takenBack !== null)
  const submit = (): void => {
    if (step === 'user' && text.trim() !== '') void send(text)
  }
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <textarea
        aria-label={LIVE_TEXT.message}
        placeholder={LIVE_TEXT.message}
        rows={3}
        value={text}
        onChange={(event) => {
          liveState.setState({ draft: event.currentTarget.value })
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          submit()
        }}
      />
      {step === 'stopped' && text.trim() !== '' && (
        <p className="note" aria-live="polite">
          {LIVE_TEXT.waits}
        </p>
      )}
      <Row wrap>
        <Move step={step} empty={text.trim() === ''} />
        {said && (
          <>
            <Button
              disabled={!canAskAgain}
              title={LIVE_TEXT.askAgainTitle}
              onClick={() => {
                void askAgain()
              }}
            >
              {LIVE_TEXT.askAgain}
            </Button>
            <Button
              title={LIVE_TEXT.takeBackTitle}
              onClick={() => {
                void undoMessage()
              }}
            >
              {LIVE_TEXT.takeBack}
            </Button>
          </>
        )}
        {canBringBack && (
          <Button
            title={LIVE_TEXT.bringBackTitle}
            onClick={() => {
              void bringBack()
            }}
          >
            {LIVE_TEXT.bringBack}
          </Button>
        )}
        <Row gap={12} wrap>
          <Check
            checked={auto}
            onCheck={(on) => {
              void setAuto(on)
            }}
          >
            {LIVE_TEXT.auto}
          </Check>
          <KeepSwitch />
        </Row>
      </Row>
    </form>
  )
}

/** The next action available to the person. */
function Move({ step, empty }: { readonly step: LiveState['step']; readonly empty: boolean }) {
  const code = useLive((state) => state.problem?.code ?? null)
  switch (step) {
    case 'managing':
    case 'calling':
      return (
        <Button kind="strong" onClick={stop}>
          {LIVE_TEXT.stop}
        </Button>
      )
    case 'stopped':
      return <MovesOn code={code} />
    default:
      return (
        <Button kind="strong" type="submit" disabled={step !== 'user' || empty}>
          {LIVE_TEXT.send} <kbd>{LIVE_TEXT.sendKey}</kbd>
        </Button>
      )
  }
}

/** Actions after it stopped. */
function MovesOn({ code }: { readonly code: Stop['code'] | null }) {
  const turn = useLive(nextTurn)
  const isCompacted = useChoices(
    ({ lanes }) => lanes[0]?.actions?.some((one) => one.turn === turn && one.kind === 'compact') === true,
  )
  const roomier = useSession(({ comparison }) => roomierThan(comparison, turn))
  const isOver = code === 'window-over'
  const isFull = isOver || code === 'context-overflow'
  const compacts = isFull && !isCompacted
  return (
    <>
      {isFull && isCompacted && <p className="note">{LIVE_TEXT.compactedInVain}</p>}
      {compacts && (
        <Button
          kind="strong"
          title={LIVE_TEXT.compactAndGoOnTitle}
          onClick={() => {
            void compactAndGoOn()
          }}
        >
          {LIVE_TEXT.compactAndGoOn}
        </Button>
      )}
      {isOver && roomier !== null && (
        <Button
          kind={isCompacted ? 'strong' : 'plain'}

          title={LIVE_TEXT.roomierTitle}
          onClick={() => {
            void enlargeAndGoOn(roomier)
          }}
        >
          {LIVE_TEXT.roomier(roomier)}
        </Button>
      )}
      {!isOver && (
        <Button
          kind={compacts ? 'plain' : 'strong'}

          onClick={() => {
            void goOn()
          }}
        >
          {code === 'elsewhere' ? LIVE_TEXT.showAndGoOn : LIVE_TEXT.goOn}
        </Button>
      )}
    </>
  )
}

/** Tokens of a window, in thousands, that has room for the first lane's next request and more; null for none. */
function roomierThan(comparison: Comparison | null, turn: Turn): Tokens | null {
  const data = comparison?.lanes[0]?.data
  const last = data?.turns[turn] ?? data?.turns.at(-1)
  if (data === undefined || last === undefined) return null
  return Math.ceil((Math.max(data.limit, last.points.sent.used) * 1.5) / 1000) * 1000
}
