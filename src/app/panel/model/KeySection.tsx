import { useRef, useState } from 'react'
import { KEY_TEXT } from '../../store/model/words.ts'
import { giveKey, keepInTab, originOf, takeKeyAway, useConnection } from '../../store/model/connection.ts'

const KEY_BOX = 'model-key-box'

export function focusKeyBox(): void {
  document.getElementById(KEY_BOX)?.focus()
}

/** Where a person gives their key. What is typed is taken out of the box as soon as it is used. */
export function KeySection() {
  const hasKey = useConnection((state) => state.hasKey)
  const inTab = useConnection((state) => state.inTab)
  const origin = useConnection(({ baseUrl }) => originOf(baseUrl))
  const [wanted, setWanted] = useState(false)
  const [remark, setRemark] = useState('')
  const box = useRef<HTMLInputElement>(null)
  const kept = hasKey ? inTab : wanted
  const give = (): void => {
    const input = box.current
    if (input === null) return
    if (input.value.trim() === '') {
      setRemark(KEY_TEXT.empty)
      return
    }
    giveKey(input.value, kept)
    input.value = ''
    setRemark('')
  }
  return (
    <section className="model-part" aria-labelledby="model-key">
      <h3 id="model-key">{KEY_TEXT.title}</h3>
      <p>{hasKey ? KEY_TEXT.has(origin) : KEY_TEXT.hasNone(origin)}</p>
      <form
        className="model-row"
        onSubmit={(event) => {
          event.preventDefault()
          give()
        }}
      >
        {/* Without a name it is in no form that a browser could send. */}
        <input
          ref={box}
          id={KEY_BOX}
          type="password"
          className="number-box wide"
          aria-label={KEY_TEXT.label}
          aria-invalid={remark !== ''}
          aria-describedby="model-key-remark"
          placeholder={KEY_TEXT.placeholder}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
        <button type="submit" className={hasKey ? 'plain' : 'plain strong'}>
          {hasKey ? KEY_TEXT.replace : KEY_TEXT.give}
        </button>
        {hasKey && (
          <button
            type="button"
            className="plain"
            onClick={() => {
              box.current?.focus()
              takeKeyAway()
            }}
          >
            {KEY_TEXT.forget}
          </button>
        )}
      </form>
      <output id="model-key-remark" className="loss">
        {remark}
      </output>
      <label className="model-switch" title={KEY_TEXT.inTabTitle}>
        <input
          type="checkbox"
          checked={kept}
          onChange={(event) => {
            const { checked } = event.currentTarget
            setWanted(checked)
            if (!hasKey) return
            keepInTab(checked)
          }}
        />
        {KEY_TEXT.inTab}
      </label>
      {hasKey && wanted && !inTab && <p className="loss">{KEY_TEXT.inTabRefused}</p>}
      <p className="note">{KEY_TEXT.where(hasKey && inTab)}</p>
    </section>
  )
}
