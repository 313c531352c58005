import { LIVE_TEXT } from '../words/live.ts'
import { askAgain, compactAndGoOn, goOn, send, setAuto, stop, undoMessage } from './flow.ts'
import { KeepSwitch } from './Kept.tsx'
import { isBusy, liveState, useLive } from './state.ts'
import type { LiveState } from './state.ts'

/** Where the user writes, and what can be done with what is there. */
export function Composer() {
  const step = useLive((state) => state.step)
  const auto = useLive((state) => state.auto)
  const text = useLive((state) => state.draft)
  const said = useLive((state) => (state.live?.trace.turns.length ?? 0) > 0)
  const canAskAgain = useLive((state) => !isBusy(state) && said && state.live?.next !== 'model')
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
      <div className="live-buttons">
        <Move step={step} empty={text.trim() === ''} />
        {said && (
          <>
            <button
              type="button"
              className="plain"
              disabled={!canAskAgain}
              title={LIVE_TEXT.askAgainTitle}
              onClick={() => {
                void askAgain()
              }}
            >
              {LIVE_TEXT.askAgain}
            </button>
            <button
              type="button"
              className="plain"
              title={LIVE_TEXT.takeBackTitle}
              onClick={() => {
                void undoMessage()
              }}
            >
              {LIVE_TEXT.takeBack}
            </button>
          </>
        )}
        <div className="live-switches">
          <label className="live-auto">
            <input
              type="checkbox"
              checked={auto}
              onChange={(event) => {
                void setAuto(event.currentTarget.checked)
              }}
            />
            {LIVE_TEXT.auto}
          </label>
          <KeepSwitch />
        </div>
      </div>
    </form>
  )
}

/** The next move that a person can make. */
function Move({ step, empty }: { readonly step: LiveState['step']; readonly empty: boolean }) {
  const code = useLive((state) => state.problem?.code ?? null)
  switch (step) {
    case 'managing':
    case 'calling':
      return (
        <button type="button" className="plain strong" onClick={stop}>
          {LIVE_TEXT.stop}
        </button>
      )
    case 'stopped': {
      const full = code === 'context-overflow' || code === 'window-over'
      return (
        <>
          {full && (
            <button
              type="button"
              className="plain strong"
              title={LIVE_TEXT.compactAndGoOnTitle}
              onClick={() => {
                void compactAndGoOn()
              }}
            >
              {LIVE_TEXT.compactAndGoOn}
            </button>
          )}
          <button
            type="button"
            className={full ? 'plain' : 'plain strong'}
            onClick={() => {
              void goOn()
            }}
          >
            {code === 'elsewhere' ? LIVE_TEXT.showAndGoOn : LIVE_TEXT.goOn}
          </button>
        </>
      )
    }
    default:
      return (
        <button type="submit" className="plain strong" disabled={step !== 'user' || empty}>
          {LIVE_TEXT.send} <kbd>{LIVE_TEXT.sendKey}</kbd>
        </button>
      )
  }
}
