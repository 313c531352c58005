import { useEffect, useRef } from 'react'
import { partsOf } from '../../engine/index.ts'
import type { Message, Part } from '../../engine/index.ts'
import type { Live } from '../../live/index.ts'
import { TurnLink } from '../ui/TurnLink.tsx'
import { LIVE_TEXT } from '../words/live.ts'
import { Deciding } from './Deciding.tsx'
import { useLive } from './state.ts'

/** Characters of a result that are shown before it is opened. */
const SHOWN = 160

/** Everything that was said, whatever the window still holds of it. */
export function Transcript({ live }: { readonly live: Live }) {
  const written = useLive((state) => state.written)
  const step = useLive((state) => state.step)
  const body = useRef<HTMLDivElement>(null)
  const { turns, messages } = live.trace
  useEffect(() => {
    // The page itself stays where it is.
    if (body.current !== null) body.current.scrollTop = body.current.scrollHeight
  }, [live, written, step])
  return (
    <div className="live-body" ref={body}>
      {turns.length === 0 && <p className="note">{LIVE_TEXT.nothingSaid}</p>}
      <ol className="transcript" aria-label={LIVE_TEXT.transcript}>
        {turns.map(({ turn, inputs, response }) => (
          <li key={turn}>
            <TurnLink turn={turn} />
            {inputs.map((index) => (
              <Said key={index} message={messages[index]} />
            ))}
            {response !== null && <Said message={messages[response]} />}
          </li>
        ))}
      </ol>
      {step === 'calling' && (
        <p className="said by-assistant is-coming" aria-live="off">
          {written === '' ? LIVE_TEXT.writing : written}
        </p>
      )}
      {step === 'deciding' && <Deciding calls={live.open} />}
    </div>
  )
}

function Said({ message }: { readonly message: Message | undefined }) {
  if (message === undefined) return null
  return partsOf(message).map((part, index) => <SaidPart key={index} part={part} role={message.role} />)
}

function SaidPart({ part, role }: { readonly part: Part; readonly role: Message['role'] }) {
  switch (part.type) {
    case 'text':
      return <p className={`said by-${role}`}>{part.text}</p>
    case 'thinking':
      return (
        <details className="said thought">
          <summary>{LIVE_TEXT.thought}</summary>
          {part.thinking}
        </details>
      )
    case 'tool_use':
      return (
        <p className="said call">
          <code>{part.name}</code> <code className="arguments">{JSON.stringify(part.input)}</code>
        </p>
      )
    case 'tool_result':
      return <Result text={textOf(part.content)} failed={part.is_error === true} />
    default:
      return <p className="said note">{LIVE_TEXT.other(part.type)}</p>
  }
}

function Result({ text, failed }: { readonly text: string; readonly failed: boolean }) {
  const mark = failed ? <span className="loss">{LIVE_TEXT.failed} </span> : null
  if (text.length <= SHOWN) {
    return (
      <p className="said result">
        {mark}
        {text === '' ? LIVE_TEXT.empty : text}
      </p>
    )
  }
  return (
    <details className="said result">
      <summary>
        {mark}
        {text.slice(0, SHOWN)}…
      </summary>
      <pre>{text}</pre>
    </details>
  )
}

function textOf(content: Extract<Part, { type: 'tool_result' }>['content']): string {
  if (typeof content === 'string') return content
  return content.map((part) => (part.type === 'text' ? part.text : LIVE_TEXT.other(part.type))).join('\n')
}
