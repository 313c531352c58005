import { Check, CircleAlert, Minus, TriangleAlert } from 'lucide-react'
import { memo, useCallback, useMemo, useState } from 'react'
import type { CSSProperties } from 'react'
import type { HealthStatus } from '../../../engine/index.ts'
import { alertRows, healthRows, healthSeries, healthSheet, turnName } from '../../../view/index.ts'
import type { AlertRow, HealthRow, HealthStrip } from '../../../view/index.ts'
import type { PanelProperties } from '../panel.ts'
import { readingsOf } from '../../store/run/readings.ts'
import { Sparkline } from '../../ui/Sparkline.tsx'
import { TurnsBehind } from '../../picture/sheet/TurnsBehind.tsx'
import { FidelitySection } from './fidelity/FidelitySection.tsx'
import { LinkedTurns } from '../../picture/link/LinkedTurns.tsx'
import { TurnLink } from '../../picture/link/TurnLink.tsx'
import { HEALTH_TEXT } from './words.ts'
import './health.css'

/** The six metrics at the playhead, each against its healthy range, and every alert of the run. */
export const HealthPanel = memo(function HealthPanel({ comparison, lane, turn }: PanelProperties) {
  const { data, label, name } = lane
  const { healths } = readingsOf(data)
  const rows = useMemo(() => healthRows(data, healths, turn), [data, healths, turn])
  const alerts = useMemo(() => alertRows(data), [data])
  const sheetOf = useCallback(() => healthSheet(data, healths), [data, healths])
  return (
    <section className="panel health" aria-labelledby="health">
      <h2 id="health">{HEALTH_TEXT.title(label, turnName(turn))}</h2>
      {rows === null ? (
        <p className="note">{HEALTH_TEXT.notReached(label, turnName(turn))}</p>
      ) : (
        <>
          <Metrics rows={rows} lane={lane} turn={turn} />
          <p className="note about">{HEALTH_TEXT.fidelity}</p>
        </>
      )}
      <FidelitySection comparison={comparison} lane={lane} turn={turn} />
      <Alerts alerts={alerts} standing={healths[turn]?.standing ?? []} turn={turn} />
      <TurnsBehind
        source={comparison.trace.source}
        lane={name}
        content="health"
        sheetOf={sheetOf}
        text={HEALTH_TEXT.table}
        caption={HEALTH_TEXT.tableCaption(label)}
        file={HEALTH_TEXT.file}
        fileAbout={HEALTH_TEXT.fileName(label)}
      />
    </section>
  )
})

function Metrics({
  rows,
  lane,
  turn,
}: {
  readonly rows: readonly HealthRow[]
  readonly lane: PanelProperties['lane']
  readonly turn: number
}) {
  return (
    <table className="instrument health-rows">
      <caption className="unseen">{HEALTH_TEXT.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{HEALTH_TEXT.metric}</th>
          <th scope="col" className="number">
            {HEALTH_TEXT.value}
          </th>
          <th scope="col" className="strip-cell">
            {HEALTH_TEXT.strip}
          </th>
          <th scope="col">{HEALTH_TEXT.status}</th>
          <th scope="col" className="spark-cell" title={HEALTH_TEXT.overTitle}>
            {HEALTH_TEXT.over}
          </th>
          <th scope="col" title={HEALTH_TEXT.trendTitle}>
            {HEALTH_TEXT.trend}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Metric key={row.metric} row={row} lane={lane} turn={turn} />
        ))}
      </tbody>
    </table>
  )
}

function Metric({
  row,
  lane,
  turn,
}: {
  readonly row: HealthRow
  readonly lane: PanelProperties['lane']
  readonly turn: number
}) {
  const { data } = lane
  const { metric, status, strip } = row
  const window = data.turns[turn]?.window ?? 0
  const points = useMemo(
    () => healthSeries(data, readingsOf(data).healths, metric, window),
    [data, metric, window],
  )
  const most = useMemo(() => points.reduce((top, { value }) => Math.max(top, value), 0), [points])
  return (
    <tr data-metric={metric} data-status={status}>
      <th scope="row" title={row.meaning}>
        {row.label} <small>{row.unit}</small>
      </th>
      <td className="number value-cell">{row.valueText}</td>
      <td className="strip-cell">
        {strip !== null && <Strip strip={strip} />}
        <small>
          {row.healthyText}
          {row.alertText !== '' && `; ${row.alertText}`}
        </small>
      </td>
      <td className="status-cell">
        {row.value === null ? (
          <span className="action">{row.missing}</span>
        ) : (
          <span className="status" data-status={status}>
            <StatusIcon status={status} /> {row.statusText}
          </span>
        )}
      </td>
      <td className="spark-cell">
        <Sparkline
          points={points}
          turns={data.turns.length}
          turn={turn}
          most={Math.max(most, strip?.alert ?? 0) * 1.05}
          line={strip?.alert ?? null}
        />
      </td>
      <td className="trend-cell">
        {row.trend === '' && row.value !== null ? <small>{HEALTH_TEXT.noTrend}</small> : row.trend}
      </td>
    </tr>
  )
}

/** The healthy stretch of a metric, where its alert begins, and where it stands. */
function Strip({ strip }: { readonly strip: HealthStrip }) {
  const { most, from, to, alert, at, beyond } = strip
  const place = (value: number): string => `${((100 * value) / most).toFixed(2)}%`
  return (
    <span className="health-strip" aria-hidden="true">
      <span
        className="healthy-stretch"
        style={{ '--from': place(from), '--to': place(Math.min(to, most)) } as CSSProperties}
      />
      {alert !== null && alert <= most && <span className="alert-tick" style={{ left: place(alert) }} />}
      {at !== null && (
        <span className={beyond ? 'value-tick is-beyond' : 'value-tick'} style={{ left: place(at) }} />
      )}
    </span>
  )
}

function StatusIcon({ status }: { readonly status: HealthStatus }) {
  if (status === 'healthy') return <Check size={13} aria-hidden="true" />
  if (status === 'warning') return <TriangleAlert size={13} aria-hidden="true" />
  if (status === 'critical') return <CircleAlert size={13} aria-hidden="true" />
  return <Minus size={13} aria-hidden="true" />
}

/** Alerts shown at first, and added by each press. */
const SLICE = 12

function Alerts({
  alerts,
  standing,
  turn,
}: {
  readonly alerts: readonly AlertRow[]
  readonly standing: readonly string[]
  readonly turn: number
}) {
  const [most, setMost] = useState(SLICE)
  // What holds now is what the last alert of its kind before the playhead began.
  const holding = new Set(
    standing.flatMap((code) => alerts.findLast((one) => one.code === code && one.turn <= turn) ?? []),
  )
  if (alerts.length === 0) return <p className="note">{HEALTH_TEXT.noAlerts}</p>
  return (
    <>
      <h3>{HEALTH_TEXT.alerts}</h3>
      <table className="instrument alert-rows">
        <thead>
          <tr>
            <th scope="col" className="number">
              {HEALTH_TEXT.turn}
            </th>
            <th scope="col">{HEALTH_TEXT.severity}</th>
            <th scope="col">{HEALTH_TEXT.measured}</th>
            <th scope="col">{HEALTH_TEXT.action}</th>
          </tr>
        </thead>
        <tbody>
          {alerts.slice(0, most).map((alert) => (
            <tr
              key={`${alert.turn} ${alert.code}`}
              className={alert.turn > turn ? 'is-later' : holding.has(alert) ? 'is-selected' : undefined}
              data-alert={alert.code}
            >
              <th scope="row" className="number">
                <TurnLink turn={alert.turn} />
              </th>
              <td>
                <span className="status" data-status={alert.severity}>
                  <StatusIcon status={alert.severity} /> {alert.severity}
                </span>
              </td>
              <td>
                {alert.measured}
                {holding.has(alert) && <strong className="action"> {HEALTH_TEXT.holds}</strong>}
              </td>
              <td className="action">
                {alert.action} <LinkedTurns text={alert.took} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {alerts.length > most && (
        <button
          type="button"
          className="plain"
          onClick={() => {
            setMost(alerts.length)
          }}
        >
          {HEALTH_TEXT.more(alerts.length - most)}
        </button>
      )}
    </>
  )
}
