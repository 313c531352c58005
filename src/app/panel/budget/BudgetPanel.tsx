import { Check, CircleAlert, TriangleAlert } from 'lucide-react'
import { Fragment, memo, useCallback, useMemo } from 'react'
import type { CSSProperties } from 'react'
import type { TimelineData } from '../../../sim/index.ts'
import {
  ADJUSTMENT_LABEL,
  BUDGET_LABELS,
  budgetSeries,
  budgetSheet,
  budgetTable,
  countedBy,
  delta,
  mediaKinds,
  modalitiesAt,
  MODALITY_LABELS,
  share,
  tokens,
  turnName,
  whole,
} from '../../../view/index.ts'
import type { BudgetPoint, BudgetRow, BudgetTable } from '../../../view/index.ts'
import type { PanelProperties } from '../panel.ts'
import { readingsOf } from '../../store/run/readings.ts'
import { Sparkline } from '../../ui/Sparkline.tsx'
import { TurnsBehind } from '../../picture/sheet/TurnsBehind.tsx'
import { Row, Text } from '../../ui/Box.tsx'
import { SavePicture } from '../../picture/still/SavePicture.tsx'
import './budget.css'
import { namedBySection } from '../../ui/Table.tsx'
import texts from './words.json' with { type: 'json' }

export const BUDGET_TEXT = Object.freeze({
  ...texts.BUDGET_TEXT,
  title: (lane: string, turn: string) => `Budget of ${lane} at ${turn}`,
  notReached: (lane: string, turn: string) => `${lane} ended before ${turn}.`,
  base: (limit: number, kept: number) =>
    `Each limit is a share of the window's ${whole(limit)} tokens (budget.allocations); the limit of the whole window is what remains after the ${whole(kept)} reserved for the reply.`,
  soft: (at: number) => `soft ${share(at).replace('.0', '')}`,
  of: (limit: string) => `of ${limit}`,
  burnOver: (turns: number) =>
    `Burn rate: the mean number of tokens that arrived per turn over the last ${turns} turns. Velocity is the same over fewer turns.`,
  more: (percent: string) => `beyond the scale: ${percent}`,
  planned: (planned: string) => `planned ${planned}`,
  fileName: (lane: string) => `The budget of ${lane}, turn by turn, as CSV`,
  tableCaption: (lane: string) => `The budget of ${lane}, turn by turn`,
})

/** The bars end at this share of a limit; longer ones are cut and marked. */
const SCALE = 1.5

/** The window's plan compared with its content: a row for each component, one for the whole, one for the reserve. */
export const BudgetPanel = memo(function BudgetPanel({ comparison, lane, turn }: PanelProperties) {
  const { data, label, name } = lane
  const { budgets } = readingsOf(data)
  const table = useMemo(() => budgetTable(data, budgets, turn), [data, budgets, turn])
  const window = table?.window ?? 0
  const points = useMemo(() => budgetSeries(data, budgets, window), [data, budgets, window])
  const sheetOf = useCallback(() => budgetSheet(data, budgets), [data, budgets])
  return (
    <section className="panel budget" aria-labelledby="budget">
      <Row gap={12}>
        <h2 id="budget">{BUDGET_TEXT.title(label, turnName(turn))}</h2>
        <SavePicture
          name={BUDGET_TEXT.picture}
          lane={name}
          make={async (subject) => (await import('./stills.ts')).budgetStill(subject)}
        />
      </Row>
      {table === null ? (
        <p className="note">{BUDGET_TEXT.notReached(label, turnName(turn))}</p>
      ) : (
        <>
          <p className="note">
            {BUDGET_TEXT.base(data.limit, table.reserve.tokens)} {table.enforce}
          </p>
          <Rows table={table} points={points} turns={data.turns.length} exact={data.exact} />
          <ByKind data={data} turn={turn} />
          {table.hints.length > 0 && (
            <p className="note hints">
              <strong>{BUDGET_TEXT.hints}.</strong> {table.hints.join(' ')}
            </p>
          )}
        </>
      )}
      <TurnsBehind
        source={comparison.trace.source}
        lane={name}
        content="budget"
        sheetOf={sheetOf}
        text={BUDGET_TEXT.table}
        caption={BUDGET_TEXT.tableCaption(label)}
        file={BUDGET_TEXT.file}
        fileAbout={BUDGET_TEXT.fileName(label)}
      />
    </section>
  )
})

/** The prompt's tokens by modality; nothing for a conversation that is all text. */
function ByKind({ data, turn }: { readonly data: TimelineData; readonly turn: number }) {
  const kinds = useMemo(() => mediaKinds(data), [data])
  const sum = useMemo(() => (kinds.length === 0 ? null : modalitiesAt(data, turn)), [data, kinds, turn])
  if (sum === null) return null
  const adjustment = data.turns[turn]?.adjustment ?? 0
  return (
    <Text as="p" size="small" className="by-kind">
      {BUDGET_TEXT.byKind}{' '}
      {(['text', ...kinds] as const).map((kind) => (
        <span key={kind} data-kind={kind} data-value={sum[kind]}>
          {MODALITY_LABELS[kind]} <b>{tokens(sum[kind], data)}</b>
        </span>
      ))}{' '}
      {adjustment !== 0 && (
        <span>
          {ADJUSTMENT_LABEL.toLowerCase()} <b>{delta(adjustment)}</b>{' '}
        </span>
      )}
      {BUDGET_TEXT.usedUnit}. <span className="note">{countedBy(kinds)}</span>
    </Text>
  )
}

function Rows({
  table,
  points,
  turns,
  exact,
}: {
  readonly table: BudgetTable
  readonly points: readonly BudgetPoint[]
  readonly turns: number
  readonly exact: boolean
}) {
  return (
    <table
      ref={namedBySection}
      className="stacks budget-rows"
      style={{ '--soft': at(table.softShare), '--hard': at(1) } as CSSProperties}
    >
      <caption className="unseen">{BUDGET_TEXT.caption}</caption>
      <thead>
        <tr>
          <th scope="col">
            {BUDGET_TEXT.part} <small>{BUDGET_TEXT.partShare}</small>
          </th>
          <th scope="col" style={{ width: '30%', minWidth: 116 }}>
            <span className="unseen">{BUDGET_TEXT.bar}</span>
            <span className="gauge" aria-hidden="true">
              <span>0</span>
              <span className="at-soft">{BUDGET_TEXT.soft(table.softShare)}</span>
              <span className="at-hard">{BUDGET_TEXT.hard}</span>
            </span>
          </th>
          <th scope="col" className="number">
            {BUDGET_TEXT.used} <small>{BUDGET_TEXT.usedUnit}</small>
          </th>
          <th scope="col" className="number">
            {BUDGET_TEXT.share}
          </th>
          <th scope="col" className="number" title={BUDGET_TEXT.burnOver(table.burnTurns)}>
            {BUDGET_TEXT.burn} <small>{BUDGET_TEXT.burnUnit}</small>
          </th>
          <th scope="col" title={BUDGET_TEXT.leftTitle}>
            {BUDGET_TEXT.left}
          </th>
          <th scope="col" className="spark-cell" title={BUDGET_TEXT.overTitle}>
            {BUDGET_TEXT.over}
          </th>
          <th scope="col" style={{ minWidth: 112 }}>
            {BUDGET_TEXT.status}
          </th>
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row) => (
          <Fragment key={row.part}>
            {row.part === 'total' && table.adjustment !== 0 && <Adjustment by={table.adjustment} />}
            <BudgetRow row={row} points={points} turn={table.turn} turns={turns} exact={exact} />
          </Fragment>
        ))}
        <Reserve table={table} />
      </tbody>
    </table>
  )
}

function BudgetRow({
  row,
  points,
  turn,
  turns,
  exact,
}: {
  readonly row: BudgetRow
  readonly points: readonly BudgetPoint[]
  readonly turn: number
  readonly turns: number
  readonly exact: boolean
}) {
  const { part, label, used, limit, status } = row
  const line = useMemo(() => points.map(({ x, shares }) => ({ x, value: shares[part] })), [points, part])
  const most = useMemo(() => line.reduce((top, { value }) => Math.max(top, value), 1.05), [line])
  return (
    <tr data-part={part} data-status={status}>
      <th scope="row" className={part === 'total' ? 'strong' : undefined}>
        {label} {part !== 'total' && <small title={BUDGET_TEXT.plannedTitle}>{share(row.planned)}</small>}
      </th>
      <td className="bar-cell full">
        <Bar used={row.share} over={status === 'blocked'} />
      </td>
      <td className="number used-cell">
        {tokens(used, { exact })} <small>{BUDGET_TEXT.of(whole(limit))}</small>
        <small className="narrow-only"> {BUDGET_TEXT.usedUnit}</small>
      </td>
      <td className={status === 'blocked' ? 'number strong' : 'number'}>{share(row.share, { exact })}</td>
      <td className="number full">
        <span className="narrow-only">{BUDGET_TEXT.burn} </span>
        {row.burn === null ? '' : tokens(row.burn, { exact })}
        {row.burn !== null && <span className="narrow-only"> {BUDGET_TEXT.burnUnit}</span>}
      </td>
      <td
        className={row.urgency === 'normal' ? 'left-cell unbroken' : 'left-cell unbroken strong'}
        data-urgency={row.urgency}
      >
        <span className="narrow-only">
          {row.turnsLeft === null || row.turnsLeft === 0 ? '' : `${BUDGET_TEXT.left} `}
        </span>
        {row.leftText}
      </td>
      <td className="spark-cell">
        <Sparkline points={line} turns={turns} turn={turn} most={most} line={1} />
      </td>
      <td className="full">
        <span className={`row gap-4 status ${statusLook(status, part === 'total')}`} data-status={status}>
          <StatusIcon status={status} /> {row.statusText}
        </span>
        {row.action !== '' && <span className="soft"> {row.action}</span>}
        {row.acted !== '' && <strong> {row.acted}</strong>}
      </td>
    </tr>
  )
}

/** The difference between the sum of the components and recorded usage. */
function Adjustment({ by }: { readonly by: number }) {
  return (
    <tr data-part="adjustment">
      <th scope="row" colSpan={2}>
        {ADJUSTMENT_LABEL}
      </th>
      <td className="number used-cell">
        {delta(by)}
        <small className="narrow-only"> {BUDGET_TEXT.usedUnit}</small>
      </td>
      <td className="full" colSpan={5}>
        {BUDGET_TEXT.adjustment}
      </td>
    </tr>
  )
}

/** The reserve for the reply: its actual size, and the planned one. */
function Reserve({ table }: { readonly table: BudgetTable }) {
  const { tokens: kept, planned, short, text, roomText } = table.reserve
  const status = short ? 'blocked' : 'ok'
  return (
    <tr data-part="reserve" data-status={status}>
      <th scope="row">
        {BUDGET_LABELS.reserve} <small title={BUDGET_TEXT.plannedTitle}>{share(table.reserve.share)}</small>
      </th>
      <td className="bar-cell full">
        <Bar used={planned / Math.max(1, kept)} over={false} room />
      </td>
      <td className="number used-cell">
        {whole(kept)} <small>{BUDGET_TEXT.planned(whole(planned))}</small>
        <small className="narrow-only"> {BUDGET_TEXT.usedUnit}</small>
      </td>
      <td className="full" colSpan={5}>
        <span className={`row gap-4 status ${statusLook(status, true)}`} data-status={status}>
          <StatusIcon status={status} /> {roomText}
        </span>
        <span className="soft"> {text}</span>
      </td>
    </tr>
  )
}

function Bar({
  used,
  over,
  room = false,
}: {
  readonly used: number
  readonly over: boolean
  readonly room?: boolean
}) {
  const cut = used > SCALE
  return (
    <span
      className={room ? 'gauge meter is-room' : 'gauge meter'}
      aria-hidden="true"
      style={
        {
          '--used': at(Math.min(1, used)),
          '--beyond': at(Math.max(1, Math.min(SCALE, used))),
        } as CSSProperties
      }
    >
      <span className="fill" />
      {(over || used > 1) && <span className="excess" />}
      {!room && <span className="tick soft" />}
      <span className="tick hard" />
      {cut && <span className="beyond" title={BUDGET_TEXT.more(share(used))} />}
    </span>
  )
}

/** Only what is about the whole window is a loss. */
function statusLook(status: BudgetRow['status'], whole: boolean): string {
  return status === 'blocked' ? (whole ? 'strong loss' : 'strong') : ''
}

function StatusIcon({ status }: { readonly status: BudgetRow['status'] }) {
  if (status === 'ok') return <Check size={13} aria-hidden="true" />
  if (status === 'warned') return <TriangleAlert size={13} aria-hidden="true" />
  return <CircleAlert size={13} aria-hidden="true" />
}

/** Position of a share on the scale of the bars. */
function at(used: number): string {
  return `${((100 * used) / SCALE).toFixed(2)}%`
}
