import { Check, Columns2, Eye, EyeOff, Trash2 } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { forkFigures } from '../../../view/index.ts'
import type { ForkFigure } from '../../../view/index.ts'
import type { ForkResult, LaneResult } from '../../../worker/protocol.ts'
import type { LanePlace } from '../../store/choice/lane-place.ts'
import { useChoices } from '../../store/choice/choices.ts'
import type { ForkChoice } from '../../store/choice/choices.ts'
import {
  adoptFork,
  ghostAmong,
  keepFork,
  removeFork,
  renameFork,
  toggleGhost,
  useForkRefusal,
  useHiddenForks,
} from '../../store/choice/forks.ts'
import { HATCHES } from '../plot/shape.ts'
import { useLater } from '../../ui/later.ts'
import { TurnLink } from '../link/TurnLink.tsx'
import { FUTURES_TEXT } from '../../store/choice/fork-words.ts'
import { differsFrom, pairOf } from './apart.ts'
import { nameOfFork, whyTheSame } from '../../store/choice/derived.ts'
import { TrySetting } from './TrySetting.tsx'
import './fork-bar.css'
import './ghost.css'

/** A row for each fork of a lane: which is drawn, what it comes to against the lane, and what may become of it. */
export function ForkBar({
  lane,
  place,
  forks,
}: {
  readonly lane: LaneResult
  readonly place: LanePlace
  readonly forks: readonly ForkChoice[]
}) {
  const refused = useForkRefusal()
  const shown = ghostAmong(forks, useHiddenForks())
  const list = useRef<HTMLUListElement>(null)
  return (
    <div className="fork-bar">
      <ul ref={list} aria-label={FUTURES_TEXT.forks(lane.label)}>
        {forks.map((choice) => (
          <ForkRow
            key={choice.id}
            choice={choice}
            lane={lane}
            index={place.index}
            drawn={choice.id === shown}
            onDraw={() => {
              toggleGhost(forks, choice.id)
            }}
            onRemove={() => {
              // The row goes with its button: the focus goes to what is left of the list.
              focusAnother(list.current, choice.id)
              removeFork(place.index, choice.id)
            }}
          />
        ))}
      </ul>
      <div className="fork-foot">
        {lane.forks.some(({ id, kind }) => id === shown && kind === 'run') && <GhostKey />}
        <TrySetting lane={lane} index={place.index} />
      </div>
      {refused !== null && (
        <p className="fork-refused" role="alert">
          {refused}
        </p>
      )}
    </div>
  )
}

/** What the marks of the fork that is drawn mean. */
function GhostKey() {
  const strata = useChoices((state) => state.picture === 'strata')
  return (
    <span className="ghost-key">
      {(['fork', 'base'] as const).map((side) => (
        <span key={side}>
          <svg width="14" height="10" aria-hidden="true">
            <rect className={`key-${side}`} x="0.5" y="0.5" width="13" height="9" />
            <rect width="14" height="10" style={{ fill: `url('#${HATCHES[side].id}')` }} />
          </svg>{' '}
          {FUTURES_TEXT.key[side]}
        </span>
      ))}
      {strata && (
        <span>
          <svg width="18" height="10" aria-hidden="true">
            <path className="ghost-total" d="M0 5H18" />
          </svg>{' '}
          {FUTURES_TEXT.forkTotal}
        </span>
      )}
    </span>
  )
}

function focusAnother(list: HTMLElement | null, id: string): void {
  const rows = [...(list?.querySelectorAll<HTMLElement>('li[data-fork]') ?? [])]
  const next = rows.find((row) => row.dataset['fork'] !== id)?.querySelector('button')
  const head = list?.closest('.lane')?.querySelector<HTMLElement>('.lane-policy')
  ;(next ?? head)?.focus({ preventScroll: true })
}

interface RowProperties {
  readonly choice: ForkChoice
  readonly lane: LaneResult
  readonly index: number
  readonly drawn: boolean
  readonly onDraw: () => void
  readonly onRemove: () => void
}

function ForkRow({ choice, lane, index, drawn, onDraw, onRemove }: RowProperties) {
  const { id } = choice
  const name = nameOfFork(choice, lane)
  const result = lane.forks.find((one) => one.id === id)
  return (
    <li data-fork={id} className={drawn ? 'is-drawn' : undefined}>
      <button
        type="button"
        className="icon-button small fork-eye"
        aria-pressed={drawn}
        aria-label={FUTURES_TEXT.ghost(name)}
        title={FUTURES_TEXT.ghost(name)}
        onClick={onDraw}
      >
        {drawn ? <Eye size={13} aria-hidden="true" /> : <EyeOff size={13} aria-hidden="true" />}
      </button>
      <ForkName key={name} name={name} index={index} id={id} />
      <Outcome choice={choice} lane={lane} result={result} name={name} />
      <span className="fork-buttons">
        <button
          type="button"
          className="quiet"
          title={FUTURES_TEXT.keepTitle(name)}
          onClick={() => {
            keepFork(index, id)
          }}
        >
          <Columns2 size={13} aria-hidden="true" /> {FUTURES_TEXT.keep}
        </button>
        <button
          type="button"
          className="quiet"
          title={FUTURES_TEXT.adoptTitle(name)}
          onClick={() => {
            adoptFork(index, id)
          }}
        >
          <Check size={13} aria-hidden="true" /> {FUTURES_TEXT.adopt}
        </button>
        <button
          type="button"
          className="icon-button small"
          aria-label={FUTURES_TEXT.remove(name)}
          title={FUTURES_TEXT.remove(name)}
          onClick={onRemove}
        >
          <Trash2 size={13} aria-hidden="true" />
        </button>
      </span>
    </li>
  )
}

/** A fork's name, which a press turns into a field. */
function ForkName({
  name,
  index,
  id,
}: {
  readonly name: string
  readonly index: number
  readonly id: string
}) {
  const [typed, setTyped] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const edits = typed !== null
  useEffect(() => {
    if (edits) field.current?.select()
  }, [edits])
  if (typed === null) {
    return (
      <button
        ref={button}
        type="button"
        className="fork-name"
        title={`${name}. ${FUTURES_TEXT.rename}`}
        onClick={() => {
          setTyped(name)
        }}
      >
        {name}
      </button>
    )
  }
  const finish = (next: string): void => {
    setTyped(null)
    if (next !== name) renameFork(index, id, next)
  }
  return (
    <input
      ref={field}
      className="fork-name"
      aria-label={FUTURES_TEXT.renameField}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
      }}
      onBlur={() => {
        finish(typed)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish(typed)
        else if (event.key === 'Escape') {
          event.preventDefault()
          event.stopPropagation()
          setTyped(null)
        }
      }}
    />
  )
}

/** What a fork comes to: its figures where they differ, since when, or why there are none. */
function Outcome({
  choice,
  lane,
  result,
  name,
}: {
  readonly choice: ForkChoice
  readonly lane: LaneResult
  readonly result: ForkResult | undefined
  readonly name: string
}) {
  const figures = useMemo(
    () =>
      result?.kind === 'run' ? forkFigures(lane, { name: result.id, label: name, rows: result.rows }) : [],
    [lane, result, name],
  )
  const pair = result?.kind === 'run' ? pairOf(lane, result) : null
  const apart = useLater(differsFrom, pair)
  if (result === undefined) return <span className="fork-note">{FUTURES_TEXT.running}</span>
  if (result.kind === 'refused') {
    return <span className="fork-note loss">{result.problems.map(({ message }) => message).join(' ')}</span>
  }
  // The figures are there at once; where it begins to differ takes a while.
  const first = apart?.of === pair ? apart?.made : undefined
  const different = figures.filter(({ same }) => !same)
  if (first === null) {
    const why = whyTheSame(choice, lane)
    const words = why === null ? FUTURES_TEXT.noDifference : FUTURES_TEXT.pinNoDifference[why]
    return <span className="fork-note">{words}</span>
  }
  return (
    <span className="fork-outcome">
      {first !== undefined && (
        <span className="fork-note">
          {FUTURES_TEXT.differsFrom} <TurnLink turn={first} />
        </span>
      )}
      {different.length === 0 ? (
        <span className="fork-note">{FUTURES_TEXT.sameFigures}</span>
      ) : (
        <dl aria-label={FUTURES_TEXT.figures(name)}>
          {different.map((figure) => (
            <Figure key={figure.id} figure={figure} />
          ))}
        </dl>
      )}
    </span>
  )
}

function Figure({ figure }: { readonly figure: ForkFigure }) {
  const { id, difference, loss } = figure
  return (
    <div title={FUTURES_TEXT.figureTitle(figure)} data-metric={id}>
      <dt>{FUTURES_TEXT.figureName(id)}</dt>
      <dd className={loss ? 'loss' : undefined}>{difference}</dd>
    </div>
  )
}
