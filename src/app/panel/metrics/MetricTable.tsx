import { useMemo } from 'react'
import { metricMeaning } from '../../../sim/index.ts'
import { inferredNote, metricWords } from '../../../sim/internal.ts'
import {
  csv,
  dash,
  fileName,
  metricSheet,
  metricTable,
  needKindTable,
  unusableNotes,
} from '../../../view/index.ts'
import type { MetricCell, MetricTableRow } from '../../../view/index.ts'
import type { Comparison } from '../../../worker/protocol.ts'
import { landmarksOf } from '../../store/choice/derived.ts'
import { FileButton } from '../../picture/share/FileButton.tsx'
import { TurnLink } from '../../picture/link/TurnLink.tsx'
import { Scrolled } from '../../ui/Scrolled.tsx'
import { Table } from '../../ui/Table.tsx'
import type { Column } from '../../ui/Table.tsx'
import { METRIC_TEXT } from './words.ts'
import { Row } from '../../ui/Box.tsx'
import { Trade } from './Trade.tsx'
import './metrics.css'

/** A metric, or the turn in which a lane first differs from the first one, which is neither better nor worse. */
type Row = MetricTableRow | FirstDifference

interface FirstDifference {
  readonly id: string
  readonly label: string
  readonly unit: string
  readonly direction: null
  readonly cells: readonly { readonly lane: string; readonly value: number | null }[]
}

/** Maximum number of lanes for showing the table in two halves side by side. */
const FEW = 3

/** Every metric of every lane, with its difference to the first one. */
export function MetricTable({ comparison }: { readonly comparison: Comparison }) {
  const { lanes } = comparison
  const { parts } = landmarksOf(comparison)
  const inferred = lanes[0]?.data.askedAgain !== undefined
  const rows = useMemo(() => metricTable(lanes), [lanes])
  const kinds = useMemo(() => needKindTable(lanes), [lanes])
  const firstDifference: Row = {
    id: 'first-difference',
    label: METRIC_TEXT.parts,
    unit: METRIC_TEXT.partsUnit,
    direction: null,
    cells: lanes.map(({ name }) => ({ lane: name, value: parts.get(name) ?? null })),
  }
  // The figures that differ are shown; the others are folded away.
  const folds = lanes.length > 1
  const folded = folds ? rows.filter(isSame) : []
  const shown = folds ? rows.filter((row) => !isSame(row)) : rows
  const middle = lanes.length <= FEW ? Math.ceil((shown.length - 1) / 2) : shown.length
  const halves = [
    [...(folds ? [firstDifference] : []), ...shown.slice(0, middle)],
    shown.slice(middle),
  ].filter((half) => half.length > 0)
  const columns: readonly Column<Row>[] = [
    {
      key: '',
      head: METRIC_TEXT.metric,
      names: true,
      about: (row) => ({ title: 'metric' in row ? metricMeaning(row.metric, inferred) : undefined }),
      cell: ({ label, unit, direction, ...row }) => (
        <>
          {/* Times carry their own: 45 min 32 s. */}
          {label}
          {!('kind' in row && row.kind === 'time') && <small> {unit}</small>}
          {direction !== null && '\u00A0'}
          {direction !== null && <Direction direction={direction} />}
        </>
      ),
    },
    ...lanes.map(({ name, label }, at): Column<Row> => ({
      key: name,
      head: label,
      ...(at > 0 && { look: 'compared' }),
      number: true,
      about: ({ cells }) => ({ 'data-lane': name, 'data-value': cells[at]?.value ?? '' }),
      cell: (row) => {
        if ('metric' in row) {
          const cell = row.cells[at]
          return cell !== undefined && <Figure cell={cell} row={row} compared={at > 0} />
        }
        const turn = row.cells[at]?.value ?? null
        return (
          <>
            {turn === null ? dash : <TurnLink turn={turn} />}
            {at > 0 && <small className="difference" />}
          </>
        )
      },
    })),
  ]
  return (
    <section className="panel" aria-labelledby="metrics">
      <Row gap={12}>
        <h2 id="metrics">{METRIC_TEXT.title}</h2>
        <FileButton
          text={METRIC_TEXT.file}
          name={METRIC_TEXT.fileName}
          file={() => {
            const { source } = comparison.trace
            const named = kinds.map((row) => ({
              ...row,
              label: `${metricWords[row.metric].label}: ${row.label}`,
            }))
            const sheet = metricSheet(lanes, [firstDifference, ...rows, ...named])
            return { name: fileName({ source, content: 'figures', extension: 'csv' }), text: csv(sheet) }
          }}
        />
      </Row>
      <Trade comparison={comparison} />
      {unusableNotes(lanes).map((note) => (
        <p key={note} className="callout is-bad">
          {note}
        </p>
      ))}
      <p className="note">
        {METRIC_TEXT.note(lanes)}
        {inferred && ` ${inferredNote()}`}
      </p>
      <div
        className={comparison.lanes.length <= FEW ? 'beside metric-halves' : 'metric-halves'}
        data-lanes={comparison.lanes.length}
      >
        {halves.map((half, index) => (
          <Scrolled key={half[0]?.id ?? index} label={index > 0 ? METRIC_TEXT.more : METRIC_TEXT.title}>
            <Table
              className="metrics"
              {...(index > 0 && { label: METRIC_TEXT.more })}
              columns={columns}
              rows={half}
              keyOf={({ id }) => id}
              rowAbout={({ id }) => ({ 'data-metric': id })}
            />
          </Scrolled>
        ))}
      </div>
      {[
        { about: METRIC_TEXT.sameInAll(folded.length), more: folded },
        { about: METRIC_TEXT.kinds, more: kinds },
      ].map(
        ({ about, more }) =>
          more.length > 0 && (
            <details key={about}>
              <summary>{about}</summary>
              <Scrolled label={about}>
                <Table
                  className="metrics"
                  columns={columns}
                  rows={more}
                  keyOf={({ id }) => id}
                  rowAbout={({ id }) => ({ 'data-metric': id })}
                />
              </Scrolled>
            </details>
          ),
      )}
    </section>
  )
}

/** Whether every lane shows the same figure, or none. */
function isSame({ cells }: MetricTableRow): boolean {
  return cells.every(({ text }) => text === cells[0]?.text)
}

function Direction({ direction }: { readonly direction: 'up' | 'down' }) {
  const word = direction === 'up' ? METRIC_TEXT.up : METRIC_TEXT.down
  return (
    <small className="direction" title={word}>
      <span aria-hidden="true">{direction === 'up' ? '↑' : '↓'}</span>
      <span className="unseen">{word}</span>
    </small>
  )
}

/** Metrics that count losses and violations: the only ones that are ever red. */
const LOSSES: ReadonlySet<string> = new Set(['lost-rate', 'unrecoverable-rate', 'introduced-violations'])

/** A figure with its difference from the first lane. */
function Figure({
  cell,
  row,
  compared,
}: {
  readonly cell: MetricCell
  readonly row: MetricTableRow
  /** False for the lane that the others are compared with. */
  readonly compared: boolean
}) {
  const { verdict } = cell
  const loss = LOSSES.has(row.id) && (cell.value ?? 0) > 0
  return (
    <>
      <span className={loss ? 'loss' : undefined}>{cell.text}</span>
      {compared && cell.difference === null && <small className="difference" />}
      {cell.difference !== null && (
        <small className={verdict === 'better' ? 'difference strong gain' : 'difference'}>
          {cell.differenceText.startsWith(METRIC_TEXT.same) ? METRIC_TEXT.same : cell.differenceText}
          {verdict !== null && verdict !== 'same' && <span className="unseen"> {METRIC_TEXT[verdict]}</span>}
        </small>
      )}
    </>
  )
}
