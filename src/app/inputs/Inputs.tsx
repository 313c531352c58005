import { Dices } from 'lucide-react'
import { COUNTER_NAMES, strategySpec } from '../../engine/index.ts'
import { COUNTER_LABELS, share, tokens } from '../../view/index.ts'
import { useChoices } from '../state/choices.ts'
import { alter } from '../state/history.ts'
import { useSession } from '../state/session.ts'
import { NumberBox } from '../ui/NumberBox.tsx'
import { COUNTER_OPTIONS, SCENARIO_LABELS, WORDS } from '../words/page.ts'
import './inputs.css'

const LARGEST_SEED = 999_999
/** What the settings allow as a window. */
const WINDOW = strategySpec['max_context_tokens']
const [LEAST_TOKENS, MOST_TOKENS] = WINDOW?.kind === 'number' ? [WINDOW.min, WINDOW.max] : [1, Infinity]
/** The slider's range, in percent of the unmanaged peak. */
const [LEAST, MOST] = [10, 120]

/** What is compared: conversation, seed, window, counter. */
export function Inputs() {
  return (
    <form
      className="inputs"
      onSubmit={(event) => {
        event.preventDefault()
      }}
    >
      <Source />
      <Seed />
      <Budget />
      <Counter />
    </form>
  )
}

function Source() {
  const source = useChoices((state) => state.source)
  return (
    <label className="field">
      <span>{WORDS.scenario}</span>
      <select
        value={source.kind === 'log' ? '' : source.name}
        onChange={(event) => {
          const name = event.currentTarget.value
          if (name !== '') alter({ source: { kind: 'scenario', name } })
        }}
      >
        {source.kind === 'log' && <option value="">{source.name}</option>}
        {Object.entries(SCENARIO_LABELS).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}

function Seed() {
  const seed = useChoices((state) => state.seed)
  const log = useChoices((state) => state.source.kind === 'log')
  if (log) return null
  return (
    <div className="field">
      <span aria-hidden="true">{WORDS.seed}</span>
      <div className="together">
        <NumberBox
          label={WORDS.seed}
          className="seed"
          value={seed}
          min={0}
          max={LARGEST_SEED}
          onChange={(value) => {
            alter({ seed: value })
          }}
        />
        <button
          type="button"
          className="icon-button"
          aria-label={WORDS.dice}
          title={WORDS.dice}
          onClick={() => {
            alter({ seed: 1 + Math.floor(Math.random() * 999) })
          }}
        >
          <Dices size={16} aria-hidden="true" />
        </button>
      </div>
    </div>
  )
}

function Budget() {
  const budget = useChoices((state) => state.budget)
  const peak = useSession((state) => state.comparison?.peak ?? null)
  const exact = useChoices((state) => state.counter !== 'chars4')
  // What was run may differ from what was asked: no window is smaller than the settings allow.
  const ran = useSession((state) => (state.shown?.budget === budget ? state.comparison : null))
  const asked =
    budget.kind === 'tokens' ? budget.tokens : peak === null ? null : Math.round(budget.share * peak)
  const limit = ran?.limit ?? asked
  const part = limit !== null && peak !== null ? limit / peak : budget.kind === 'share' ? budget.share : null
  return (
    <div className="field budget">
      <span aria-hidden="true">
        {WORDS.budget} <b>{share(part)}</b> {WORDS.ofPeak}
        {peak === null ? '' : ` ${tokens(peak, { exact })}`}
      </span>
      <div className="together">
        <input
          type="range"
          aria-label={WORDS.budgetShare}
          aria-valuetext={`${share(part)} ${WORDS.ofPeak}`}
          min={LEAST}
          max={MOST}
          step={1}
          value={Math.max(LEAST, Math.min(MOST, Math.round((part ?? 0.5) * 100)))}
          onChange={(event) => {
            alter({ budget: { kind: 'share', share: Number(event.currentTarget.value) / 100 } })
          }}
        />
        <NumberBox
          label={WORDS.budgetTokens}
          className="tokens"
          value={limit}
          min={LEAST_TOKENS}
          max={MOST_TOKENS}
          onChange={(value) => {
            alter({ budget: { kind: 'tokens', tokens: value } })
          }}
        />
        <span className="unit">{WORDS.tokens}</span>
      </div>
    </div>
  )
}

function Counter() {
  const counter = useChoices((state) => state.counter)
  return (
    <label className="field" title={`${COUNTER_LABELS[counter]}. ${WORDS.counterTitle}`}>
      <span>{WORDS.counter}</span>
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
