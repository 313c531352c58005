import { useMemo } from 'react'
import { csv, dash, fileName, metricSheet, metricTable } from '../../../view/index.ts'
import type { MetricCell, MetricTableRow } from '../../../view/index.ts'
import type { Comparison } from '../../../worker/protocol.ts'
import { landmarksOf } from '../../store/choice/derived.ts'
import { download } from '../../ui/download.ts'
import { FileButton } from '../../ui/FileButton.tsx'
import { TurnLink } from '../../picture/link/TurnLink.tsx'
import { METRIC_TEXT } from './words.ts'
import './table.css'

/** Lanes with which two halves of the table fit beside each other. */
const FEW = 3

/** Every metric of every lane, with its difference to the first one. */
export function MetricTable({ comparison }: { readonly comparison: Comparison }) {
  const { parts } = landmarksOf(comparison)
  const rows = useMemo(() => metricTable(comparison.lanes), [comparison])
  const middle = comparison.lanes.length <= FEW ? Math.ceil((rows.length - 1) / 2) : rows.length
  const halves = [rows.slice(0, middle), rows.slice(middle)].filter((half) => half.length > 0)
  const firstDifference = {
    label: METRIC_TEXT.parts,
    unit: METRIC_TEXT.partsUnit,
    direction: null,
    cells: comparison.lanes.map(({ name }) => ({ lane: name, value: parts.get(name) ?? null })),
  }
  return (
    <section className="panel" aria-labelledby="metrics">
      <div className="panel-head">
        <h2 id="metrics">{METRIC_TEXT.title}</h2>
        <FileButton
          text={METRIC_TEXT.file}
          name={METRIC_TEXT.fileName}
          onClick={() => {
            const { source } = comparison.trace
            const sheet = metricSheet(comparison.lanes, [firstDifference, ...rows])
            download(fileName({ source, content: 'figures', extension: 'csv' }), csv(sheet))
          }}
        />
      </div>
      <p className="note">{METRIC_TEXT.note(comparison.lanes[0]?.label ?? '')}</p>
      <div
        className="metric-halves"
        data-split={comparison.lanes.length <= FEW}
        data-lanes={comparison.lanes.length}
      >
        {halves.map((half, index) => (
          <div key={half[0]?.id ?? index} className="scroll-x">
            <table className="metrics">
              <thead>
                <tr>
                  <th scope="col">{METRIC_TEXT.metric}</th>
                  {comparison.lanes.map((lane) => (
                    <th key={lane.name} scope="col" className="number">
                      {lane.label}
                      {lane.name !== comparison.lanes[0]?.name && <small className="difference" />}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {index === 0 && <FirstDifference comparison={comparison} />}
                {half.map((row) => (
                  <tr key={row.id} data-metric={row.id}>
                    <th scope="row" title={row.meaning}>
                      {row.label} <small>{row.unit}</small>
                      {row.direction !== null && <Direction direction={row.direction} />}
                    </th>
                    {row.cells.map((cell) => (
                      <Cell
                        key={cell.lane}
                        cell={cell}
                        row={row}
                        compared={cell.lane !== comparison.lanes[0]?.name}
                      />
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        ))}
      </div>
    </section>
  )
}

function FirstDifference({ comparison }: { readonly comparison: Comparison }) {
  const { parts } = landmarksOf(comparison)
  return (
    <tr data-metric="first-difference">
      <th scope="row">
        {METRIC_TEXT.parts} <small>{METRIC_TEXT.partsUnit}</small>
      </th>
      {comparison.lanes.map(({ name }) => {
        const turn = parts.get(name) ?? null
        return (
          <td key={name} className="number" data-lane={name} data-value={turn ?? ''}>
            {turn === null ? dash : <TurnLink turn={turn} />}
            {name !== comparison.lanes[0]?.name && <small className="difference" />}
          </td>
        )
      })}
    </tr>
  )
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

function Cell({
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
    <td className="number" data-lane={cell.lane} data-value={cell.value ?? ''}>
      <span className={loss ? 'loss' : undefined}>{cell.text}</span>
      {compared && cell.difference === null && <small className="difference" />}
      {cell.difference !== null && (
        <small className={`difference ${verdict ?? ''}`}>
          {cell.differenceText.startsWith(METRIC_TEXT.same) ? METRIC_TEXT.same : cell.differenceText}
          {verdict !== null && verdict !== 'same' && <span className="unseen"> {METRIC_TEXT[verdict]}</span>}
        </small>
      )}
    </td>
  )
}
