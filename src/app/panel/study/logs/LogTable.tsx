import { useState } from 'react'
import { share, whole, pricesSentence } from '../../../../view/index.ts'
import { Row, Stack } from '../../../ui/Box.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Scrolled } from '../../../ui/Scrolled.tsx'
import { Select } from '../../../ui/Select.tsx'
import { pageOf, Pages, Table } from '../../../ui/Table.tsx'
import type { Column } from '../../../ui/Table.tsx'
import type { StudiedLog, StudyOfLogs } from './study-of-logs.ts'
import { LOGS_TEXT } from './words.ts'

const SORTS = ['name', 'lost', 'expensive'] as const
export type Sort = (typeof SORTS)[number]

/** Logs on a page of the table. */
const PAGE = 20

/** Every log with what was sent and one strategy; each opens at the turn that misses most. */
export function LogTable({
  study,
  lane,
  label,
  sort,
  onSort,
  onOpen,
}: {
  readonly study: StudyOfLogs
  readonly lane: number
  readonly label: string
  readonly sort: Sort
  readonly onSort: (sort: Sort) => void
  readonly onOpen: (log: StudiedLog, turn: number | null) => void
}) {
  const [wanted, setWanted] = useState(0)
  const rankOf = (log: StudiedLog): number => {
    const [base, own] = [log.lanes[0], log.lanes[lane]]
    if (base === undefined || own === undefined) return 0
    if (sort === 'expensive') return own.study.cost.top - base.study.cost.top
    // A lost constraint counts more than any number of other needs.
    const missed = ({ study: { needed } }: typeof own): number => needed.bottom - needed.top
    return (own.missing.constraint - base.missing.constraint) * 1e6 + missed(own) - missed(base)
  }
  const rows = sort === 'name' ? study.logs : study.logs.toSorted((a, b) => rankOf(b) - rankOf(a))
  const { page, last, shown } = pageOf(rows, PAGE, wanted)
  return (
    <Stack gap={4}>
      <Row wrap gap={12}>
        <Select
          name={LOGS_TEXT.sort}
          value={sort}
          options={SORTS.map((one) => [one, LOGS_TEXT.sorts[one]] as const)}
          onSelect={(one) => {
            onSort(one as Sort)
          }}
        />
        <Pages page={page} last={last} go={setWanted}>
          {LOGS_TEXT.page(page * PAGE + 1, page * PAGE + shown.length, rows.length)}
        </Pages>
      </Row>
      <Scrolled label={LOGS_TEXT.detail}>
        <Table
          caption={LOGS_TEXT.detail}
          className="unbroken"
          columns={columnsOf(lane, label, onOpen)}
          rows={shown}
          keyOf={({ file, conversation }) => `${file.id} ${conversation ?? ''}`}
          rowAbout={({ file }) => ({ 'data-log': file.path })}
        />
      </Scrolled>
    </Stack>
  )
}

/** A column of costs, whose cells name the prices of their log. */
function priced(column: Column<StudiedLog>): Column<StudiedLog> {
  return {
    ...column,
    about: ({ log: { prices } }) => ({ title: prices === null ? undefined : pricesSentence(prices) }),
  }
}

function columnsOf(
  lane: number,
  label: string,
  onOpen: (log: StudiedLog, turn: number | null) => void,
): readonly Column<StudiedLog>[] {
  const number = (key: string, head: string, cell: Column<StudiedLog>['cell'], title?: string) => ({
    key,
    head,
    title,
    number: true,
    cell,
  })
  return [
    { key: 'log', head: LOGS_TEXT.log, names: true, cell: (log) => <Name log={log} /> },
    number('turns', LOGS_TEXT.turns, ({ log }) => whole(log.turns)),
    number('peak', LOGS_TEXT.peak, ({ log }) => whole(log.peak)),
    number('window', LOGS_TEXT.logWindow, ({ lanes }) => whole(lanes[lane]?.window ?? null)),
    priced(
      number('sent', LOGS_TEXT.recordedCost, ({ lanes }) => LOGS_TEXT.usd(lanes[0]?.metrics.cost ?? null)),
    ),
    priced(
      number('own', LOGS_TEXT.ownCost(label), ({ lanes }) =>
        LOGS_TEXT.usd(lanes[lane]?.metrics.cost ?? null),
      ),
    ),
    number('needed', LOGS_TEXT.present, ({ lanes }) => share(lanes[lane]?.metrics['need-hit-rate'] ?? null)),
    number(
      'lost',
      LOGS_TEXT.lost,
      ({ lanes }) => lanes[lane]?.missing.constraint ?? '–',
      LOGS_TEXT.lostTitle,
    ),
    number('edits', LOGS_TEXT.evictions, ({ lanes }) => whole(lanes[lane]?.metrics.edits ?? null)),
    {
      key: 'open',
      head: <span className="unseen">{LOGS_TEXT.at(null)}</span>,
      cell: (log) => {
        const turn = log.lanes[lane]?.worst ?? null
        return (
          <Button
            kind="link"
            label={LOGS_TEXT.openName(LOGS_TEXT.nth(log.file.path, log.conversation), turn)}
            onClick={() => {
              onOpen(log, turn)
            }}
          >
            {LOGS_TEXT.at(turn)}
          </Button>
        )
      },
    },
  ]
}

export function Name({ log: { file, conversation } }: { readonly log: StudiedLog }) {
  return <bdi title={file.path}>{LOGS_TEXT.nth(file.path, conversation)}</bdi>
}
