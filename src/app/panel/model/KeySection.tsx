import { useRef, useState } from 'react'
import { KEY_TEXT } from '../../store/model/words.ts'
import type { LaneChoice } from '../../store/choice/choices.ts'
import { useChoices } from '../../store/choice/choices.ts'
import { asksModel, labelsByMock, writerOf } from '../../store/choice/lanes.ts'
import { isKey, keyIn } from '../../store/model/key.ts'
import { giveKey, keepInTab, originOf, takeKeyAway, useConnection } from '../../store/model/connection.ts'
import { Button } from '../../ui/Button.tsx'
import { Check } from '../../ui/Choice.tsx'
import { Row } from '../../ui/Box.tsx'

const KEY_BOX = 'model-key-box'

export function focusKeyBox(): void {
  document.getElementById(KEY_BOX)?.focus()
}

/** What a person can do with a key now; null once a lane uses it. */
export function nextStep(lanes: readonly LaneChoice[], model: string): string | null {
  if (lanes.some((lane) => writerOf(lane) !== null)) return null
  const at = lanes.findIndex(({ policy, unnamed }) => asksModel(policy) && unnamed !== true)
  return KEY_TEXT.next(labelsByMock(lanes)[at] ?? null, model)
}

/** The box for the key. It is emptied as soon as the key is used. */
export function KeySection() {
  const hasKey = useConnection((state) => state.hasKey)
  const inTab = useConnection((state) => state.inTab)
  const origin = useConnection(({ baseUrl }) => originOf(baseUrl))
  const model = useConnection((state) => state.label)
  const lanes = useChoices((state) => state.lanes)
  const next = hasKey ? nextStep(lanes, model) : null
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
    if (!isKey(keyIn(input.value))) {
      setRemark(KEY_TEXT.odd)
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
      {next !== null && <p>{next}</p>}
      <Row
        as="form"
        wrap
        onSubmit={(event) => {
          event.preventDefault()
          give()
        }}
      >
        {/* Without a name, a browser does not submit it in a form. */}
        <input
          ref={box}
          id={KEY_BOX}
          type="password"
          className="wide"
          aria-label={KEY_TEXT.label}
          aria-invalid={remark !== ''}
          aria-describedby="model-key-remark"
          placeholder={KEY_TEXT.placeholder}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
        <Button kind={hasKey ? 'plain' : 'strong'} type="submit">
          {hasKey ? KEY_TEXT.replace : KEY_TEXT.give}
        </Button>
        {hasKey && (
          <Button
            onClick={() => {
              box.current?.focus()
              takeKeyAway()
            }}
          >
            {KEY_TEXT.forget}
          </Button>
        )}
      </Row>
      <output id="model-key-remark" className="loss">
        {remark}
      </output>
      <Check
        title={KEY_TEXT.inTabTitle}
        checked={kept}
        onCheck={(checked) => {
          setWanted(checked)
          if (!hasKey) return
          keepInTab(checked)
        }}
      >
        {KEY_TEXT.inTab}
      </Check>
      {hasKey && wanted && !inTab && <p className="loss">{KEY_TEXT.inTabRefused}</p>}
      <p className="note">{KEY_TEXT.where(hasKey && inTab)}</p>
    </section>
  )
}
