import { ConversationPanel } from './ConversationPanel.tsx'
import { INPUT_TEXT, COUNTER_MEANINGS, COUNTER_OPTIONS } from './words.ts'
import { Row, Text } from '../../ui/Box.tsx'
import './inputs.css'
import { COUNTER_NAMES } from '../../../engine/index.ts'
import { useReaches } from '../../store/look/depth.ts'
import { LARGEST_SEED, useChoices } from '../../store/choice/choices.ts'
import { alter } from '../../store/choice/history.ts'
import { limitSetting } from '../../../engine/internal.ts'
import { decimal, share, tokens, whole } from '../../../view/index.ts'
import { useSession } from '../../store/run/session.ts'
import { FigureBox } from '../../ui/FigureBox.tsx'
import { percentRange, readPercent, readWhole, within } from '../../ui/figures.ts'
import { ChevronDown, Dices, SlidersHorizontal, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { PANEL, useDesk } from './log/desk.ts'
import { leaveLog } from './log/take-log.ts'
import { nameOf } from './log/words.ts'
import { SCENARIO_LABELS } from './log/shown.ts'
import { Thumbnail } from './Thumbnail.tsx'

/**
 * What is compared: conversation, seed, window, counter.
 *
 * @param hidden only the panel of conversations, which other buttons open, too
 */
export function Inputs({ hidden }: { readonly hidden: boolean }) {
  const all = useReaches('expert')
  // On a short screen only; on others the form is always there.
  const [unfolded, setUnfolded] = useState(false)
  return (
    <>
      {!hidden && (
        <Button
          kind="icon"
          className="inputs-switch"
          label={INPUT_TEXT.unfold}
          aria-expanded={unfolded}
          onClick={() => {
            setUnfolded(!unfolded)
          }}
        >
          <SlidersHorizontal size={17} aria-hidden="true" />
        </Button>
      )}
      {!hidden && (
        <Row
          as="form"
          wrap
          className="fills inputs"
          aria-label={INPUT_TEXT.form}
          onSubmit={(event) => {
            event.preventDefault()
          }}
        >
          <Conversation />
          {all && <Seed />}
          <Budget />
          {all && <Counter />}
        </Row>
      )}
      <ConversationPanel />
    </>
  )
}

/** The token counter. The open list says what each counter is good for. */
function Counter() {
  const counter = useChoices((state) => state.counter)
  return (
    <Row as="label" gap={4} className="field counter" title={COUNTER_MEANINGS[counter]}>
      <Text size="small" tone="soft" figures className="name">
        {INPUT_TEXT.counter}
      </Text>
      <select
        value={counter}
        onChange={(event) => {
          const name = COUNTER_NAMES.find((one) => one === event.currentTarget.value)
          if (name !== undefined) alter({ counter: name })
        }}
      >
        {COUNTER_NAMES.map((name) => (
          <optgroup key={name} label={COUNTER_OPTIONS[name].about}>
            <option value={name}>{COUNTER_OPTIONS[name].name}</option>
          </optgroup>
        ))}
      </select>
    </Row>
  )
}

/** The allowed sizes of a window. */
const { min: LEAST_TOKENS, max: MOST_TOKENS } = limitSetting
/**
 * The slider's range, in percent of the peak context without eviction: below it nothing fits; above it nothing is
 * evicted.
 */
const [LEAST, MOST] = [10, 120]
/** Tokens that an arrow key adds. */
const STEP = 1000

/** The window that all lanes share: as a slider, in tokens, and as a share of the peak context without eviction. */
function Budget() {
  const budget = useChoices((state) => state.budget)
  const peak = useSession((state) => state.comparison?.peak ?? null)
  const exact = useSession((state) => state.comparison?.lanes.every(({ data }) => data.exact) ?? true)
  // The actual window may differ from the requested one, because the settings have a minimum.
  const ran = useSession((state) => (state.shown?.budget === budget ? state.comparison : null))
  // For a log that is still being read, the suggestion is unknown.
  const asked =
    budget.kind === 'tokens'
      ? budget.tokens
      : budget.kind === 'start' || peak === null
        ? null
        : Math.round(budget.share * peak)
  const limit = ran?.limit ?? asked
  const part = limit !== null && peak !== null ? limit / peak : budget.kind === 'share' ? budget.share : null
  const range = percentRange(peak, LEAST_TOKENS, MOST_TOKENS)
  /** @param input separates steps of undo: typing and dragging the slider are two, however close in time */
  const setShare = (percent: number, input: string | null = null): void => {
    alter({ budget: { kind: 'share', share: percent / 100 } }, input)
  }
  const percent = Math.round((part ?? 0.5) * 100)
  return (
    <Row gap={4} className="field budget">
      <Text size="small" tone="soft" figures className="name" aria-hidden="true">
        {INPUT_TEXT.window}
      </Text>
      <input
        type="range"
        aria-label={INPUT_TEXT.windowShare}
        aria-valuetext={`${share(part)} ${INPUT_TEXT.ofPeak}`}
        min={LEAST}
        max={MOST}
        step={1}
        value={Math.max(LEAST, Math.min(MOST, percent))}
        onChange={(event) => {
          setShare(Number(event.currentTarget.value), 'window slider')
        }}
      />
      <FigureBox
        label={INPUT_TEXT.windowTokens}
        className="tokens"
        text={limit === null ? '' : whole(limit)}
        allowed={INPUT_TEXT.windowRange(whole(LEAST_TOKENS), whole(MOST_TOKENS))}
        read={(text) => within(readWhole(text), LEAST_TOKENS, MOST_TOKENS)}
        step={(by) => (limit === null ? null : within(limit + by * STEP, LEAST_TOKENS, MOST_TOKENS))}
        onChange={(value) => {
          alter({ budget: { kind: 'tokens', tokens: value } })
        }}
      />
      <Text size="small" tone="soft" figures className="unit">
        {INPUT_TEXT.tokens}
      </Text>
      <FigureBox
        label={INPUT_TEXT.windowPercent}
        className="percent"
        text={range === null ? INPUT_TEXT.noShare : share(part)}
        allowed={
          range === null
            ? INPUT_TEXT.noShareTitle(whole(LEAST_TOKENS))
            : INPUT_TEXT.percentRange(shortest(range.least), shortest(range.most))
        }
        disabled={range === null}
        read={(text) => range && within(readPercent(text), range.least, range.most)}
        step={(by) => range && within(percent + by, range.least, range.most)}
        onChange={(percent) => {
          setShare(percent)
        }}
      />
      <Text size="small" tone="soft" figures className="peak" title={INPUT_TEXT.peakTitle}>
        {peak === null ? INPUT_TEXT.peakUnknown : INPUT_TEXT.peak(tokens(peak, { exact }))}
      </Text>
    </Row>
  )
}

/** A percentage without an unnecessary decimal: 1, 2.9, 1,000. */
function shortest(percent: number): string {
  return Number.isInteger(percent) ? whole(percent) : decimal(percent, 1)
}

/** Random seeds are short, so that they are easy to tell apart. */
const DICE = 999

/** The seed of a scenario; logs have none. */
function Seed() {
  const seed = useChoices((state) => state.seed)
  const made = useChoices((state) => state.source.kind === 'scenario')
  if (!made) return null
  return (
    <Row gap={4} className="field">
      <Text size="small" tone="soft" figures className="name" aria-hidden="true">
        {INPUT_TEXT.seed}
      </Text>
      <FigureBox
        label={INPUT_TEXT.seed}
        className="seed"
        text={String(seed)}
        allowed={INPUT_TEXT.seedRange(whole(0), whole(LARGEST_SEED))}
        read={(text) => within(readWhole(text), 0, LARGEST_SEED)}
        step={(by) => within(seed + by, 0, LARGEST_SEED)}
        onChange={(value) => {
          alter({ seed: value })
        }}
      />
      <Button
        kind="icon"
        label={INPUT_TEXT.dice}
        onClick={() => {
          alter({ seed: 1 + Math.floor(Math.random() * DICE) })
        }}
      >
        <Dices size={16} aria-hidden="true" />
      </Button>
    </Row>
  )
}

/** The current conversation, as the button that opens the choice. */
function Conversation() {
  const source = useChoices((state) => state.source)
  const name = nameOf(source)
  return (
    <Row gap={4} className="field conversation">
      <Button
        popoverTarget={PANEL}
        label={INPUT_TEXT.conversationOf(name)}
        title={source.kind === 'scenario' ? name : source.name}
      >
        {source.kind === 'scenario' && <Thumbnail scenario={source.name} />}
        <Text as="bdi" clip>
          {name}
        </Text>
        {source.kind === 'log' && <Format id={source.id} />}
        <ChevronDown size={14} aria-hidden="true" />
      </Button>
      {source.kind !== 'scenario' && <Leave />}
    </Row>
  )
}

/** The format in which the current log was read. */
function Format({ id }: { readonly id: number }) {
  const format = useSession(({ shown, comparison }) =>
    shown?.source.kind === 'log' && shown.source.id === id ? comparison?.trace.source.name : undefined,
  )
  return format === undefined ? null : (
    <Text size="tiny" tone="soft">
      {format}
    </Text>
  )
}

function Leave() {
  const home = useDesk((state) => state.home)
  const label = INPUT_TEXT.backTo(SCENARIO_LABELS[home] ?? home)
  return (
    <Button kind="icon" label={label} onClick={leaveLog}>
      <X size={15} aria-hidden="true" />
    </Button>
  )
}
