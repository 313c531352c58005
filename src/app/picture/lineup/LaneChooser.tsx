import { ArrowDown, ArrowUp, Lock, LockOpen, SlidersHorizontal, X } from 'lucide-react'
import { tune } from '../../store/look/open.ts'
import { MODEL_FAILING, useChoices } from '../../store/choice/choices.ts'
import type { LaneChoice, ModelFailing } from '../../store/choice/choices.ts'
import {
  answerBy,
  asksModel,
  hasGuards,
  labelsByMock,
  moveLane,
  removeLane,
  setPolicy,
} from '../../store/choice/lanes.ts'
import {
  LANE_GROUPS,
  GROUP_LABELS,
  GROUPS_SHOWN,
  laneLabel,
  LINEUP_TEXT,
} from '../../store/choice/lineup-words.ts'
import type { LaneGroup } from '../../store/choice/lineup-words.ts'
import { switchLane } from '../../store/choice/lane-text.ts'
import { Button } from '../../ui/Button.tsx'
import './lineup.css'
import { CONNECTION_TEXT } from '../../store/model/connection-words.ts'
import { connection, useConnection } from '../../store/model/connection.ts'
import { openModel } from '../../store/model/open.ts'

/** What a lane runs, and its position among the others. */
export function LaneChooser({
  choice,
  index,
  count,
  label,
  name,
}: {
  readonly choice: LaneChoice
  readonly index: number
  readonly count: number
  readonly label: string
  readonly name: string
}) {
  const naive = choice.gates === 'naive'
  // Who writes its summaries is in a box of its own.
  const own = useChoices(({ lanes }) => labelsByMock(lanes)[index] ?? label)
  // The meaning of these two is in the text.
  const { mistake } = choice
  const why = mistake === undefined ? null : LINEUP_TEXT.mistake(mistake.line, mistake.message)
  return (
    <>
      <select
        className="lane-policy"
        aria-label={LINEUP_TEXT.policy(label)}
        value={choice.policy}
        onChange={(event) => {
          setPolicy(index, event.currentTarget.value)
        }}
      >
        {GROUPS_SHOWN.map((group) => (
          <optgroup key={group} label={GROUP_LABELS[group]}>
            {LANE_GROUPS[group].map((policy) => (
              <option key={policy} value={policy}>
                {/* Under the name that the lane has everywhere, or would have. */}
                {policy === choice.policy ? own : laneLabel(policy, stays(naive, group) ? 'off' : 'on')}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      {(asksModel(choice.policy) || choice.answeredBy !== undefined) && (
        <LaneWriter choice={choice} index={index} label={label} />
      )}
      {asksModel(choice.policy) && choice.answeredBy === undefined && (
        <select
          className="lane-model"
          aria-label={LINEUP_TEXT.model(label)}
          title={why ?? LINEUP_TEXT.modelTitle}
          aria-disabled={why !== null}
          value={choice.failing ?? 'never'}
          onChange={(event) => {
            switchLane(index, { failing: event.currentTarget.value as ModelFailing })
          }}
        >
          {MODEL_FAILING.map((failing) => (
            <option key={failing} value={failing}>
              {LINEUP_TEXT.failing[failing]}
            </option>
          ))}
        </select>
      )}
      {hasGuards(choice.policy) && (
        <Button
          kind="icon"
          small
          aria-pressed={!naive}
          label={LINEUP_TEXT.gates(label)}
          aria-disabled={why !== null}
          title={why ?? (naive ? LINEUP_TEXT.guardsOff : LINEUP_TEXT.guardsOn)}
          onClick={() => {
            switchLane(index, { gates: naive ? 'on' : 'naive' })
          }}
        >
          {naive ? <LockOpen size={13} aria-hidden="true" /> : <Lock size={13} aria-hidden="true" />}
          <span>{naive ? LINEUP_TEXT.naive : LINEUP_TEXT.gated}</span>
        </Button>
      )}
      <Button
        kind="icon"
        small
        label={LINEUP_TEXT.tune(label)}
        onClick={() => {
          tune(name)
        }}
      >
        <SlidersHorizontal size={13} aria-hidden="true" />
      </Button>
      {count > 1 && (
        <span className="lane-place">
          <Place
            label={LINEUP_TEXT.earlier(label)}
            disabled={index === 0}
            to={() => moveLane(index, index - 1)}
          >
            <ArrowUp size={13} aria-hidden="true" />
          </Place>
          <Place
            label={LINEUP_TEXT.later(label)}
            disabled={index === count - 1}
            to={() => moveLane(index, index + 1)}
          >
            <ArrowDown size={13} aria-hidden="true" />
          </Place>
          <Place
            label={LINEUP_TEXT.remove(label)}
            to={(event) => {
              leaveLane(event, index, count)
              removeLane(index)
            }}
          >
            <X size={13} aria-hidden="true" />
          </Place>
        </span>
      )}
    </>
  )
}

/** Whether an unprotected lane stays so with something of a group: plans of the manager protect. */
function stays(naive: boolean, group: LaneGroup): boolean {
  return naive && group === 'evict'
}

function Place({
  label,
  to,
  disabled = false,
  children,
}: {
  readonly label: string
  readonly to: (event: React.MouseEvent<HTMLButtonElement>) => void
  readonly disabled?: boolean
  readonly children: React.ReactNode
}) {
  return (
    <Button
      kind="icon"
      small
      label={label}
      // Not `disabled`: a moved lane's button would lose the focus.
      aria-disabled={disabled}
      onClick={disabled ? undefined : to}
    >
      {children}
    </Button>
  )
}

/** A lane removed by keyboard hands the focus to the chooser of the lane in its place, or of the one before it. */
function leaveLane(
  { detail, currentTarget }: React.MouseEvent<HTMLButtonElement>,
  index: number,
  count: number,
): void {
  if (detail > 0) return
  const choosers = currentTarget.closest('.lanes')?.querySelectorAll<HTMLElement>('.lane-policy')
  choosers?.[index === count - 1 ? index - 1 : index]?.focus({ preventScroll: true })
}

/** The option for the mock; no model has this name. */
const MOCK = ''

/** What writes a lane's summaries: the mock, or the connected model. */
function LaneWriter({
  choice: { answeredBy },
  index,
  label: lane,
}: {
  readonly choice: LaneChoice
  readonly index: number
  readonly label: string
}) {
  const model = useConnection((state) => state.model)
  const label = useConnection((state) => state.label)
  return (
    <select
      className={answeredBy === undefined ? 'lane-model' : 'lane-model is-real'}
      aria-label={CONNECTION_TEXT.writer(lane)}
      title={CONNECTION_TEXT.writerTitle}
      value={answeredBy ?? MOCK}
      onChange={(event) => {
        const { value } = event.currentTarget
        answerBy(index, value === MOCK ? null : value)
        if (value !== MOCK && !connection.getState().hasKey) openModel()
      }}
    >
      <option value={MOCK}>{CONNECTION_TEXT.byMock}</option>
      {answeredBy !== undefined && answeredBy !== model && (
        <option value={answeredBy}>{CONNECTION_TEXT.by(answeredBy)}</option>
      )}
      <option value={model}>{CONNECTION_TEXT.by(label)}</option>
    </select>
  )
}
