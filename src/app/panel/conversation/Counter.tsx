import { COUNTER_NAMES } from '../../../engine/index.ts'
import { useChoices } from '../../store/choice/choices.ts'
import { alter } from '../../store/choice/history.ts'
import { COUNTER_MEANINGS, COUNTER_OPTIONS, INPUT_TEXT } from './words.ts'

/** What counts the tokens. The open list says what each counter is good for. */
export function Counter() {
  const counter = useChoices((state) => state.counter)
  return (
    <label className="field counter" title={COUNTER_MEANINGS[counter]}>
      <span className="name">{INPUT_TEXT.counter}</span>
      <select
        value={counter}
        onChange={(event) => {
          const name = COUNTER_NAMES.find((one) => one === event.currentTarget.value)
          if (name !== undefined) alter({ counter: name })
        }}
      >
        {COUNTER_NAMES.map((name) => (
          <option key={name} value={name}>
            {COUNTER_OPTIONS[name]}
          </option>
        ))}
      </select>
    </label>
  )
}
