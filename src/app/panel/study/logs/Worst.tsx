import { share } from '../../../../view/index.ts'
import { Stack, Text } from '../../../ui/Box.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Table } from '../../../ui/Table.tsx'
import type { Column } from '../../../ui/Table.tsx'
import { Compared } from '../seeds/Compared.tsx'
import { Name } from './LogTable.tsx'
import { outliersOf, versionsOf } from './study-of-logs.ts'
import type { StudiedLog, StudyOfLogs, VersionOfLogs } from './study-of-logs.ts'
import { LOGS_TEXT } from './words.ts'

/** The logs where a strategy is worst beside what was sent, each with the way to its worst turn. */
export function Outliers({
  study,
  lane,
  label,
  onOpen,
}: {
  readonly study: StudyOfLogs
  readonly lane: number
  readonly label: string
  readonly onOpen: (log: StudiedLog, turn: number | null) => void
}) {
  const outliers = outliersOf(study, lane)
  return (
    <Stack as="section" gap={4} aria-labelledby="study-outliers">
      <h3 id="study-outliers">{LOGS_TEXT.outliers(label)}</h3>
      {outliers.length === 0 && <p>{LOGS_TEXT.noOutliers(label)}</p>}
      <ul className="bare">
        {outliers.map(({ log, cost, needed }) => {
          const turn = log.lanes[lane]?.worst ?? null
          return (
            <li key={`${log.file.id} ${log.conversation ?? ''}`} data-outlier={log.file.path}>
              <Name log={log} />: <Text figures>{LOGS_TEXT.outlier(cost, needed)}</Text>{' '}
              <Button
                kind="link"
                label={LOGS_TEXT.openName(LOGS_TEXT.nth(log.file.path, log.conversation), turn)}
                onClick={() => {
                  onOpen(log, turn)
                }}
              >
                {LOGS_TEXT.at(turn)}
              </Button>
            </li>
          )
        })}
      </ul>
    </Stack>
  )
}

/** The strategy by the client that wrote the logs; nothing if there is only one. */
export function Versions({ study, lane }: { readonly study: StudyOfLogs; readonly lane: number }) {
  const versions = versionsOf(study, lane)
  if (versions.length < 2) return null
  return (
    <details>
      <summary>{LOGS_TEXT.versions}</summary>
      <div className="scroll-x">
        <Table caption={LOGS_TEXT.versions} columns={COLUMNS} rows={versions} keyOf={({ name }) => name} />
      </div>
    </details>
  )
}

const COLUMNS: readonly Column<VersionOfLogs>[] = [
  { key: 'client', head: LOGS_TEXT.client, names: true, cell: ({ name }) => name },
  { key: 'logs', head: LOGS_TEXT.logs, number: true, cell: ({ logs }) => logs },
  {
    key: 'cost',
    head: LOGS_TEXT.total,
    cell: ({ logs, lane: { cost, fit } }) => (
      <Compared difference={cost.difference} what="log" fit={fit === logs} />
    ),
  },
  {
    key: 'needed',
    head: LOGS_TEXT.needed,
    cell: ({ logs, lane: { needed, fit } }) => (
      <>
        {share(needed.estimate?.value ?? null)}{' '}
        <Compared difference={needed.difference} what="log" fit={fit === logs} />
      </>
    ),
  },
]
