import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { alter } from '../state/history.ts'
import { keepLog } from '../state/log-texts.ts'
import { LOG_TEXT } from '../words/log.ts'
import { Samples } from './Samples.tsx'
import './log.css'

/** A log starts with a window of half its unmanaged peak, so that something happens. */
export function runLog(content: string | File, name: string): void {
  alter({ source: keepLog(content, name), budget: { kind: 'share', share: 0.5 } })
}

/** Characters that may stay in the box; more are taken out of the page at once. */
const MOST_TYPED = 20_000

/** Where a person's own log comes in. What is pasted never stays in the page. */
export function LogPanel({ onDone }: { readonly onDone: () => void }) {
  const box = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(0)
  const take = (text: string): void => {
    if (text.trim() === '') return
    if (box.current !== null) box.current.value = ''
    setTyped(0)
    runLog(text, LOG_TEXT.pasted)
    onDone()
  }
  const takeFile = (file: File): void => {
    runLog(file, file.name)
    onDone()
  }
  return (
    <section className="log-panel" aria-labelledby="log-title">
      <h2 id="log-title">{LOG_TEXT.title}</h2>
      <p className="note">{LOG_TEXT.note}</p>
      <div className="log-ways">
        <textarea
          ref={box}
          aria-label={LOG_TEXT.paste}
          placeholder={LOG_TEXT.paste}
          rows={3}
          spellCheck={false}
          onPaste={(event) => {
            event.preventDefault()
            take(event.clipboardData.getData('text'))
          }}
          onInput={(event) => {
            const text = event.currentTarget.value
            if (text.length > MOST_TYPED) take(text)
            else setTyped(text.trim().length)
          }}
        />
        <div className="log-buttons">
          <button
            type="button"
            className="plain"
            disabled={typed === 0}
            onClick={() => {
              take(box.current?.value ?? '')
            }}
          >
            {LOG_TEXT.run}
          </button>
          <button
            type="button"
            className="plain"
            onClick={() => {
              picker.current?.click()
            }}
          >
            <FileUp size={15} aria-hidden="true" /> {LOG_TEXT.choose}
          </button>
          <input
            ref={picker}
            type="file"
            className="unseen"
            tabIndex={-1}
            aria-label={LOG_TEXT.choose}
            accept=".json,.jsonl,.ndjson,.traj,.txt,.log"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0]
              event.currentTarget.value = ''
              if (file !== undefined) takeFile(file)
            }}
          />
        </div>
      </div>
      <Samples onFile={takeFile} />
    </section>
  )
}
