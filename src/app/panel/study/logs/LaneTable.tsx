import { money, share } from '../../../../view/index.ts'
import { Stack, Text } from '../../../ui/Box.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Scrolled } from '../../../ui/Scrolled.tsx'
import { Table } from '../../../ui/Table.tsx'
import type { Column } from '../../../ui/Table.tsx'
import { STUDY_TEXT } from '../seeds/words.ts'
import { Compared } from '../seeds/Compared.tsx'
import type { StudiedLane, StudyOfLogs } from './study-of-logs.ts'
import { LOGS_TEXT } from './words.ts'

/** Every strategy over the logs, beside what was sent. The one in detail is chosen by its name. */
export function LaneTable({
  study: { lanes, logs, best },
  detail,
  regret,
  onDetail,
}: {
  readonly study: StudyOfLogs
  /** Index of the lane in detail. */
  readonly detail: number
  /** Whether the misses of the best plan were searched. */
  readonly regret: boolean
  readonly onDetail: (key: string) => void
}) {
  const most = Math.max(...lanes.slice(1).map(({ fit, offered }) => (offered === 0 ? 0 : fit)))
  const bestKey = lanes[best.lane]?.candidate.key
  const columns: readonly Column<StudiedLane>[] = [
    {
      key: 'lane',
      head: LOGS_TEXT.strategy,
      names: true,
      cell: ({ candidate: { key, label }, offered, lackedBy }) => (
        <>
          {key === lanes[0]?.candidate.key ? (
            label
          ) : (
            <Button
              kind="link"
              aria-pressed={key === lanes[detail]?.candidate.key}
              onClick={() => {
                onDetail(key)
              }}
            >
              {label}
            </Button>
          )}{' '}
          {key === bestKey && <span className="badge">{LOGS_TEXT.isBest}</span>}
          {lackedBy.length > 0 && (
            <Text as="p" size="small" tone="soft">
              {LOGS_TEXT.lacking(lackedBy, offered, logs.length)}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'cost',
      head: LOGS_TEXT.total,
      title: LOGS_TEXT.totalTitle,
      number: true,
      cell: ({ total, cost, fit }) => (
        <Figure value={money(total)} difference={cost.difference} fit={fit >= most} />
      ),
    },
    {
      key: 'needed',
      head: LOGS_TEXT.needed,
      title: LOGS_TEXT.neededTitle,
      number: true,
      cell: ({ needed: { estimate, difference }, fit }) => (
        <Figure value={share(estimate?.value ?? null)} difference={difference} fit={fit >= most} />
      ),
    },
    {
      key: 'lost',
      head: LOGS_TEXT.lost,
      title: LOGS_TEXT.lostTitle,
      number: true,
      // A run that ended early has no last request to judge.
      cell: (lane) => (lane.fit === 0 && lane !== lanes[0] ? '–' : lane.lost),
    },
    {
      key: 'acts',
      head: LOGS_TEXT.acts,
      title: LOGS_TEXT.actsTitle,
      number: true,
      cell: ({ acts }) => LOGS_TEXT.of(acts, logs.length),
    },
    {
      key: 'again',
      head: LOGS_TEXT.again,
      title: LOGS_TEXT.againTitle,
      number: true,
      cell: ({ again, againIn }) => LOGS_TEXT.inLogs(again, againIn),
    },
    ...(regret
      ? [
          {
            key: 'regret',
            head: LOGS_TEXT.regretHead,
            title: STUDY_TEXT.regretTitle,
            cell: ({ regret: { atLeast, atMost } }: StudiedLane) =>
              atLeast === null || atMost === null
                ? '–'
                : STUDY_TEXT.range(share(atLeast.value), share(atMost.value)),
          },
        ]
      : []),
    {
      key: 'fit',
      head: LOGS_TEXT.finished,
      title: LOGS_TEXT.finishedTitle,
      number: true,
      // What was sent was answered, whatever window is studied.
      cell: (lane) => (lane === lanes[0] ? '–' : LOGS_TEXT.of(lane.fit, logs.length)),
    },
  ]
  return (
    <Scrolled id="study-of-logs" label={LOGS_TEXT.table}>
      <Table
        caption={LOGS_TEXT.table}
        className="study-lanes"
        columns={columns}
        rows={lanes}
        keyOf={({ candidate: { key } }) => key}
        rowAbout={({ candidate: { key, label } }) => ({
          'data-lane': label,
          className: key === lanes[detail]?.candidate.key ? 'is-selected' : undefined,
        })}
      />
    </Scrolled>
  )
}

function Figure({
  value,
  difference,
  fit,
}: {
  readonly value: string
  readonly difference: StudiedLane['cost']['difference']
  readonly fit: boolean
}) {
  return (
    <Stack gap={0}>
      <Text strong figures>
        {value}
      </Text>
      <Compared difference={difference} what="log" fit={fit} />
    </Stack>
  )
}
