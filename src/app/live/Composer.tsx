import { useState } from 'react'
import { taskPresets } from '../../live/index.ts'
import { LIVE_TEXT } from '../words/live.ts'
import { askAgain, goOn, send, setAuto, stop, undoMessage } from './flow.ts'
import { useLive } from './state.ts'

/** Where the user writes, and what can be done with what is there. */
export function Composer() {
  const step = useLive((state) => state.step)
  const auto = useLive((state) => state.auto)
  const opening = useLive((state) => state.opening)
  const said = useLive((state) => (state.live?.trace.turns.length ?? 0) > 0)
  const canAskAgain = useLive(({ live }) => live?.next === 'user' || live?.next === 'tools')
  const [text, setText] = useState(taskPresets.find(({ id }) => id === opening)?.task ?? '')
  const free = step === 'user'
  const submit = (): void => {
    if (!free || text.trim() === '') return
    void send(text)
    setText('')
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
          setText(event.currentTarget.value)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          submit()
        }}
      />
      <div className="live-buttons">
        {step === 'managing' || step === 'calling' ? (
          <button type="button" className="plain strong" onClick={stop}>
            {LIVE_TEXT.stop}
          </button>
        ) : step === 'stopped' ? (
          <button
            type="button"
            className="plain strong"
            onClick={() => {
              void goOn()
            }}
          >
            {LIVE_TEXT.goOn}
          </button>
        ) : (
          <button type="submit" className="plain strong" disabled={!free || text.trim() === ''}>
            {LIVE_TEXT.send} <kbd>{LIVE_TEXT.sendKey}</kbd>
          </button>
        )}
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
            <button type="button" className="plain" title={LIVE_TEXT.takeBackTitle} onClick={undoMessage}>
              {LIVE_TEXT.takeBack}
            </button>
          </>
        )}
        <label className="switch">
          <input
            type="checkbox"
            checked={auto}
            onChange={(event) => {
              void setAuto(event.currentTarget.checked)
            }}
          />
          {LIVE_TEXT.auto}
        </label>
      </div>
    </form>
  )
}
