import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { isFit, metricText, metricWords } from '../../../sim/internal.ts'
import type { Comparison, LaneResult } from '../../../worker/protocol.ts'
import {
  backToGround,
  isOnGround,
  LONGEST_TITLE,
  MOST_CONDITIONS,
  setChallenge,
  useChallenge,
  verdicts,
} from '../../store/challenge/challenge.ts'
import type { Challenge, Condition, Verdict } from '../../store/challenge/challenge.ts'
import { sameRun, useChoices } from '../../store/choice/choices.ts'
import { useSession } from '../../store/run/session.ts'
import { addressToCopy } from '../../store/page-state/address.ts'
import { Row, Stack } from '../../ui/Box.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { FigureBox } from '../../ui/FigureBox.tsx'
import { Table } from '../../ui/Table.tsx'
import { CHALLENGES } from './list.ts'
import { CHALLENGE_TEXT } from './words.ts'

/** The challenge on the page: its conditions in every lane, and the lane that solves it. */
export function ChallengeCard({ comparison }: { readonly comparison: Comparison }) {
  const { challenge, ground } = useChallenge()
  const choices = useChoices()
  const [editing, setEditing] = useState(challenge?.title === CHALLENGE_TEXT.own)
  // Until the run of new choices ends, or if it fails, the lanes are those of the choices before.
  const isShown = useSession(({ shown }) => shown !== null && sameRun(shown, choices))
  if (challenge === null || ground === null) return null
  const lanes = comparison.lanes.map((lane) => ({ lane, found: verdicts(challenge, lane) }))
  const solved = isShown ? lanes.find(({ found }) => found.every(({ met }) => met)) : undefined
  const unfit = comparison.lanes.filter(({ rows }) => !isFit(rows)).map(({ label }) => label)
  const onGround = isOnGround(choices, ground)
  const about = CHALLENGES.find((one) => one.challenge.title === challenge.title)?.about
  return (
    <section className="challenge stack ahead" aria-label={CHALLENGE_TEXT.region}>
      <Row apart>
        <h2>{challenge.title}</h2>
        <Row gap={4}>
          <CopyButton
            text={async () => new Blob([(await addressToCopy()) ?? location.href], { type: 'text/plain' })}
            label={CHALLENGE_TEXT.copy}
            done={CHALLENGE_TEXT.copied}
          />
          <Button
            small
            onClick={() => {
              setEditing(!editing)
            }}
          >
            {editing ? CHALLENGE_TEXT.finished : CHALLENGE_TEXT.edit}
          </Button>
          <Button
            kind="icon"
            label={CHALLENGE_TEXT.end}
            onClick={() => {
              setChallenge(null)
            }}
          >
            <X size={16} aria-hidden="true" />
          </Button>
        </Row>
      </Row>
      {about !== undefined && !editing && <p className="note">{about}</p>}
      {editing && <Editor challenge={challenge} rows={comparison.lanes[0]?.rows ?? []} />}
      {onGround ? (
        <>
          <div className="scroll-x">
            <Conditions challenge={challenge} lanes={lanes} />
          </div>
          {unfit.length > 0 && <p className="note">{CHALLENGE_TEXT.unfit(unfit)}</p>}
          <p className={solved === undefined ? 'strong' : 'strong gain'} aria-live="polite">
            {solved === undefined
              ? CHALLENGE_TEXT.open
              : CHALLENGE_TEXT.solved(solved.lane.label, challenge.conditions.length)}
          </p>
        </>
      ) : (
        <Row as="p" wrap>
          {CHALLENGE_TEXT.elsewhere} <Button onClick={backToGround}>{CHALLENGE_TEXT.back}</Button>
        </Row>
      )}
    </section>
  )
}

function Conditions({
  challenge,
  lanes,
}: {
  readonly challenge: Challenge
  readonly lanes: readonly { readonly lane: LaneResult; readonly found: readonly Verdict[] }[]
}) {
  return (
    <Table
      className="wraps"
      rows={challenge.conditions.map((condition, index) => ({ condition, index }))}
      keyOf={({ index }) => index}
      columns={[
        {
          key: 'condition',
          head: CHALLENGE_TEXT.condition,
          names: true,
          cell: ({ condition }) => inWords(condition),
        },
        ...lanes.map(({ lane, found }) => ({
          key: lane.name,
          head: lane.label,
          number: true,
          cell: ({ index }: { readonly index: number }) => {
            const { met = false, text = null } = found[index] ?? {}
            return (
              <span className={met ? 'gain' : 'loss'}>
                <span aria-hidden="true">{met ? '✓' : '✗'}</span>{' '}
                <span className="unseen">{met ? CHALLENGE_TEXT.met : CHALLENGE_TEXT.notMet}</span>{' '}
                {text ?? CHALLENGE_TEXT.none}
              </span>
            )
          },
        })),
      ]}
    />
  )
}

/** Metrics that a condition may ask for: those of which one direction is better. */
const METRICS = Object.entries(metricWords).flatMap(([id, { label, kind, direction }]) =>
  direction === null ? [] : [{ id, label, kind }],
)

function inWords({ metric, is, value }: Condition): string {
  const found = METRICS.find(({ id }) => id === metric)
  return `${found?.label ?? metric} ${is} ${found === undefined ? value : metricText(value, found.kind)}`
}

/** The title and the conditions, to change them. */
function Editor({ challenge, rows }: { readonly challenge: Challenge; readonly rows: LaneResult['rows'] }) {
  const { title, conditions } = challenge
  const set = (change: Partial<Challenge>): void => {
    setChallenge({ ...challenge, ...change })
  }
  const put = (index: number, condition: Condition): void => {
    set({ conditions: conditions.with(index, condition) })
  }
  const free = METRICS.find(({ id }) => conditions.every(({ metric }) => metric !== id))
  return (
    <Stack gap={4}>
      <Row as="label" gap={4}>
        {CHALLENGE_TEXT.title}
        <input
          type="text"
          value={title}
          maxLength={LONGEST_TITLE}
          onChange={({ target }) => {
            set({ title: target.value })
          }}
        />
      </Row>
      {conditions.map((condition, index) => {
        const kind = METRICS.find(({ id }) => id === condition.metric)?.kind
        const scale = kind === 'share' ? 100 : 1
        return (
          // oxlint-disable-next-line react/no-array-index-key -- two may be about the same figure
          <Row key={index} gap={4} wrap>
            <select
              aria-label={CHALLENGE_TEXT.metric}
              value={condition.metric}
              onChange={({ target }) => {
                put(index, conditionOf(target.value, rows))
              }}
            >
              {METRICS.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </select>
            {condition.is} {kind === 'money' && '$'}
            <FigureBox
              className="setting"
              label={`${CHALLENGE_TEXT.value}: ${condition.metric}`}
              text={String(Number((condition.value * scale).toFixed(4)))}
              allowed={CHALLENGE_TEXT.allowed}
              read={(text) => {
                const value = Number(text.replace(',', '.'))
                return text.trim() !== '' && Number.isFinite(value) && value >= 0 ? value : null
              }}
              step={(by) => Math.max(0, Number((condition.value * scale + by * (scale / 100)).toFixed(4)))}
              onChange={(value) => {
                put(index, { ...condition, value: value / scale })
              }}
            />
            {kind === 'share' && '%'}
            {conditions.length > 1 && (
              <Button
                kind="icon"
                label={CHALLENGE_TEXT.remove}
                onClick={() => {
                  set({ conditions: conditions.toSpliced(index, 1) })
                }}
              >
                <X size={14} aria-hidden="true" />
              </Button>
            )}
          </Row>
        )
      })}
      {conditions.length < MOST_CONDITIONS && free !== undefined && (
        <Row>
          <Button
            small
            onClick={() => {
              set({ conditions: [...conditions, conditionOf(free.id, rows)] })
            }}
          >
            <Plus size={14} aria-hidden="true" /> {CHALLENGE_TEXT.add}
          </Button>
        </Row>
      )}
    </Stack>
  )
}

/** A condition that a run with these figures meets as narrowly as the figures are written. */
export function conditionOf(metric: string, rows: LaneResult['rows']): Condition {
  const row = rows.find(({ id }) => id === metric)
  const { direction, kind, value } = row ?? {}
  const steps = kind === 'share' ? 1000 : 10_000
  const exact = (value ?? 0) * steps
  return direction === 'down'
    ? { metric, is: 'at most', value: Math.ceil(exact) / steps }
    : { metric, is: 'at least', value: Math.floor(exact) / steps }
}
