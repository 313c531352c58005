import { useState } from 'react'
import { mockAgents, taskPresets } from '../../live/index.ts'
import { useConnection } from '../model/connection.ts'
import { openModel } from '../model/open.ts'
import { LIVE_TEXT } from '../words/live.ts'
import { begin } from './flow.ts'
import { MODEL } from './state.ts'

/** What the conversation is about, and who plays the agent. */
export function Start() {
  const [first] = taskPresets
  const [chosen, choose] = useState(first?.id ?? '')
  const [real, setReal] = useState(false)
  const model = useConnection((state) => state.model)
  const hasKey = useConnection((state) => state.hasKey)
  const mock = taskPresets.find(({ id }) => id === chosen)?.agent ?? ''
  return (
    <form
      className="live-start"
      onSubmit={(event) => {
        event.preventDefault()
        begin(chosen, real ? MODEL : mock)
      }}
    >
      <p className="note">{LIVE_TEXT.what}</p>
      <fieldset>
        <legend>{LIVE_TEXT.task}</legend>
        {taskPresets.map(({ id, title, task }) => (
          <Option
            key={id}
            name="opening"
            checked={id === chosen}
            title={title}
            text={task}
            onChoose={() => {
              choose(id)
            }}
          />
        ))}
      </fieldset>
      <fieldset>
        <legend>{LIVE_TEXT.agent}</legend>
        <Option
          name="agent"
          checked={!real}
          title={LIVE_TEXT.mock}
          text={mockAgents[mock]?.meaning ?? ''}
          onChoose={() => {
            setReal(false)
          }}
        />
        <Option
          name="agent"
          checked={real}
          title={model}
          text={hasKey ? LIVE_TEXT.withModel : LIVE_TEXT.needsKey}
          onChoose={() => {
            setReal(true)
            if (!hasKey) openModel()
          }}
        />
      </fieldset>
      <button type="submit" className="plain strong">
        {LIVE_TEXT.begin}
      </button>
    </form>
  )
}

function Option({
  name,
  checked,
  title,
  text,
  onChoose,
}: {
  readonly name: string
  readonly checked: boolean
  readonly title: string
  readonly text: string
  readonly onChoose: () => void
}) {
  return (
    <label className="live-option">
      <input type="radio" name={name} checked={checked} onChange={onChoose} />
      <strong>{title}</strong>
      <span>{text}</span>
    </label>
  )
}
