import { useState } from 'react'
import type { Json } from '../../engine/index.ts'
import type { ToolCall } from '../../live/index.ts'
import { LIVE_TEXT } from '../words/live.ts'
import { decideCall } from './flow.ts'
import { useLive } from './state.ts'

/** What the agent wants to do, before it happens. */
export function Deciding({ calls }: { readonly calls: readonly ToolCall[] }) {
  const decisions = useLive((state) => state.decisions)
  return (
    <section className="deciding" aria-label={LIVE_TEXT.deciding}>
      <h3>{LIVE_TEXT.deciding}</h3>
      {calls.map((call) =>
        decisions.has(call.id) ? (
          <p key={call.id} className="note">
            <code>{call.name}</code> {LIVE_TEXT.decided}
          </p>
        ) : (
          <Asked key={call.id} call={call} />
        ),
      )}
    </section>
  )
}

function Asked({ call }: { readonly call: ToolCall }) {
  const written = JSON.stringify(call.input, null, 2)
  const [mode, setMode] = useState<'asked' | 'editing' | 'refusing'>('asked')
  const [text, setText] = useState(written)
  const [why, setWhy] = useState('')
  const mistake = mode === 'editing' ? mistakeIn(text) : null
  return (
    <form
      className="asked"
      onSubmit={(event) => {
        event.preventDefault()
        if (mode === 'refusing') void decideCall(call.id, { kind: 'refused', why })
        else if (mode === 'editing' && text !== written) {
          if (mistake === null) void decideCall(call.id, { kind: 'edited', input: JSON.parse(text) as Json })
        } else void decideCall(call.id, { kind: 'run' })
      }}
    >
      <p>
        <code>{call.name}</code>
      </p>
      {mode === 'editing' ? (
        <textarea
          aria-label={LIVE_TEXT.argumentsOf(call.name)}
          aria-invalid={mistake !== null}
          rows={Math.min(10, text.split('\n').length + 1)}
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
          }}
        />
      ) : (
        <pre>{written}</pre>
      )}
      {mistake !== null && (
        <p className="loss" role="alert">
          {mistake}
        </p>
      )}
      {mode === 'refusing' && (
        <input
          type="text"
          aria-label={LIVE_TEXT.why}
          placeholder={LIVE_TEXT.why}
          value={why}
          onChange={(event) => {
            setWhy(event.currentTarget.value)
          }}
        />
      )}
      <div className="live-buttons">
        <button type="submit" className="plain strong" disabled={mistake !== null}>
          {mode === 'refusing'
            ? LIVE_TEXT.refuseNow
            : mode === 'editing'
              ? LIVE_TEXT.runEdited
              : LIVE_TEXT.run}
        </button>
        {mode === 'asked' ? (
          <>
            <button
              type="button"
              className="plain"
              onClick={() => {
                setMode('editing')
              }}
            >
              {LIVE_TEXT.edit}
            </button>
            <button
              type="button"
              className="plain"
              onClick={() => {
                setMode('refusing')
              }}
            >
              {LIVE_TEXT.refuse}
            </button>
          </>
        ) : (
          <button
            type="button"
            className="plain"
            onClick={() => {
              setText(written)
              setMode('asked')
            }}
          >
            {LIVE_TEXT.back}
          </button>
        )}
      </div>
    </form>
  )
}

function mistakeIn(text: string): string | null {
  try {
    JSON.parse(text)
    return null
  } catch (failure) {
    return LIVE_TEXT.noJson(failure instanceof Error ? failure.message : String(failure))
  }
}
