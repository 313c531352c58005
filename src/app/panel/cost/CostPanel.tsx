import { memo, useCallback, useMemo, useState } from 'react'
import { pricedModels, usualPace } from '../../../llm/index.ts'
import type { CacheTerm, RunCost } from '../../../sim/index.ts'
import {
  dash,
  billOf,
  tokensOfCalls,
  costSheet,
  countsSentence,
  editTermsSentence,
  estimatesSentence,
  lanePrices,
  money,
  recordedSentences,
  timeSentence,
  worstMisses,
} from '../../../view/index.ts'
import type { BillRow, LanePrice, MissRow } from '../../../view/index.ts'
import type { PanelProperties } from '../panel.ts'
import { TurnLink } from '../../picture/link/TurnLink.tsx'
import { TurnsBehind } from '../../picture/sheet/TurnsBehind.tsx'
import { useChoices } from '../../store/choice/choices.ts'
import type { PricesChoice } from '../../store/choice/choices.ts'
import { partsOfName } from '../../store/choice/derived.ts'
import { alter } from '../../store/choice/history.ts'
import { laneNames, writerOf } from '../../store/choice/lanes.ts'
import { useConnection } from '../../store/model/connection.ts'
import { MINE, modelChosen } from '../../store/model/prices.ts'
import { costOfLane, costOfLanes } from '../../store/run/questions.ts'
import { Row, Text } from '../../ui/Box.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { useAnswer } from '../../ui/later.ts'
import { Scrolled } from '../../ui/Scrolled.tsx'
import { Table } from '../../ui/Table.tsx'
import type { Column } from '../../ui/Table.tsx'
import { CachePlot } from './CachePlot.tsx'
import { COST_TEXT } from './words.ts'
import './cost.css'

/** The conversation's own model. */
const OWN = ''

/**
 * The cost of the lane's run at a model's prices, line by line and call by call, with the tokens that were paid twice.
 */
export const CostPanel = memo(function CostPanel({ comparison, lane }: PanelProperties) {
  const { data, label, name } = lane
  const prices = useChoices((state) => state.prices)
  const [prefill, setPrefill] = useState<string>(RATES[1])
  const own = useConnection((state) => state.own)
  const writer = useChoices(({ lanes }) => writerOf(lanes[laneNames(lanes).indexOf(partsOfName(name).lane)]))
  const mine = [...own.values()]
  const by = useMemo(() => ({ pace: { ...usualPace, prefill: Number(prefill) } }), [prefill])
  const ask = useCallback(async () => costOfLane(comparison, name, by), [comparison, name, by])
  const { answer, failed } = useAnswer(ask)
  // Until the figures for another price arrive, the previous ones stay, so that the page does not jump.
  const run = `${name} ${data.hash}`
  const [last, setLast] = useState({ run, answer })
  if (answer !== null && answer !== last.answer) setLast({ run, answer })
  const told = answer ?? (last.run === run ? last.answer : null)
  const cost = told?.cost ?? null
  const recorded = told?.recorded ?? null
  const askAll = useCallback(async () => costOfLanes(comparison, by), [comparison, by])
  const all = useAnswer(comparison.lanes.length > 1 ? askAll : null).answer
  const { price } = cost?.model ?? {}
  const sheetOf = useCallback(() => (cost === null ? [] : costSheet(cost, recorded)), [cost, recorded])
  const worst = useMemo(() => {
    const rows = told === null ? [] : worstMisses(told, data)
    // Single tokens, of a provider that counts otherwise, cost nothing that is shown.
    const shown = rows.filter(({ usd }) => usd !== money(0))
    return shown.length === 0 ? rows : shown
  }, [told, data])
  const chosen = modelChosen(prices?.model, { own })
  // own prices that are gone are those of the list
  const isMine = mine.some(({ id }) => `${MINE}${id}` === prices?.model)
  const chosenValue = (isMine ? prices?.model : chosen?.id) ?? OWN
  return (
    <section className="panel stack gap-12 cost" aria-labelledby="cost">
      <Row gap={12} wrap>
        <h2 id="cost">{COST_TEXT.title(label)}</h2>
        <label className="row unbroken">
          <Text size="small" tone="soft">
            {COST_TEXT.model}
          </Text>
          <select
            value={chosenValue}
            onChange={(event) => {
              const { value } = event.currentTarget
              choosePrices({ ...(value !== OWN && { model: value }), ...termOf(prices) })
            }}
          >
            <option value={OWN}>{COST_TEXT.own(data.model?.name ?? null)}</option>
            {mine.map(({ id, label: of }) => (
              <option key={id} value={`${MINE}${id}`}>
                {COST_TEXT.mine(of)}
              </option>
            ))}
            {pricedModels.map((one) => (
              <option key={one.id} value={one.id}>
                {one.label === one.id ? one.id : `${one.label} (${one.id})`}
              </option>
            ))}
          </select>
        </label>
        {price !== undefined && price.cacheWrite1h !== price.cacheWrite5m && (
          <Choice
            legend={COST_TEXT.term}
            options={TERMS}
            isOn={(one) => one === cost?.term}
            text={(one) => COST_TEXT.terms[one]}
            title={(one) => COST_TEXT.termTitles[one]}
            onPress={(one) => {
              choosePrices({ ...prices, term: one })
            }}
          />
        )}
      </Row>
      {failed && <p className="note">{COST_TEXT.failed}</p>}
      {cost !== null && (
        <>
          <p>
            <strong>{money(cost.usd)}</strong> {COST_TEXT.sum(cost, recorded !== null)}
          </p>
          <p className="note">
            {COST_TEXT.basis(cost)} {countsSentence(cost)} {editTermsSentence(data, cost)}{' '}
            {estimatesSentence([lane])}
          </p>
          {writer !== null && data.spec.answers.length > 0 && <p>{COST_TEXT.written(writer, cost)}</p>}
          <CachePlot cost={cost} lane={name} />
          <Row align="top" gap={24} wrap>
            <Bill cost={cost} />
            {all !== null && <Others rows={lanePrices(all, name)} />}
          </Row>
          {recorded !== null &&
            recordedSentences(recorded).map((sentence) => <p key={sentence}>{sentence}</p>)}
          <Worst rows={worst} />
          <Row gap={12} wrap>
            <p>{timeSentence(cost)}</p>
            <Choice
              legend={COST_TEXT.prefill}
              options={RATES}
              isOn={(one) => one === prefill}
              text={(one) => COST_TEXT.rate(Number(one))}
              title={(one) => COST_TEXT.rateTitles[RATES.indexOf(one)]}
              onPress={setPrefill}
            />
          </Row>
          <p className="note">{COST_TEXT.timeNote(cost.pace)}</p>
        </>
      )}
      <TurnsBehind
        source={comparison.trace.source}
        lane={name}
        content="cost"
        sheetOf={sheetOf}
        text={COST_TEXT.table}
        caption={COST_TEXT.caption(label)}
        file={COST_TEXT.file}
        fileAbout={COST_TEXT.fileName(label)}
      />
    </section>
  )
})

/** The prices of every cost on the page: one step of undo. */
function choosePrices(prices: PricesChoice): void {
  alter({ prices: Object.keys(prices).length === 0 ? null : prices })
}

function termOf(prices: PricesChoice | null): Pick<PricesChoice, 'term'> {
  return prices?.term === undefined ? {} : { term: prices.term }
}

const TERMS: readonly CacheTerm[] = ['5m', '1h']
/** Rates at which a prompt is read: the slowest that a source measured, the assumed one, and the fastest. */
const RATES = [
  String(usualPace.prefillRange[0]),
  String(usualPace.prefill),
  String(usualPace.prefillRange[1]),
] as const

const BILL: readonly Column<BillRow>[] = [
  {
    key: 'what',
    head: COST_TEXT.what,
    names: true,
    about: ({ meaning }) => ({ title: meaning }),
    cell: ({ label }) => label,
  },
  { key: 'tokens', head: COST_TEXT.tokens, number: true, cell: ({ tokens }) => COST_TEXT.amount(tokens) },
  { key: 'part', head: COST_TEXT.part, number: true, cell: ({ part }) => part ?? '' },
  { key: 'usd', head: COST_TEXT.usd, number: true, cell: ({ usd }) => money(usd) },
  {
    key: 'wasted',
    head: COST_TEXT.wasted,
    title: COST_TEXT.wastedTitle,
    number: true,
    cell: ({ wasted }) => wasted ?? '',
  },
]

function Bill({ cost }: { readonly cost: RunCost }) {
  const rows = useMemo(() => billOf(cost), [cost])
  return (
    <Scrolled label={COST_TEXT.bill}>
      <Table
        className="bill"
        caption={COST_TEXT.bill}
        columns={BILL}
        rows={rows}
        keyOf={({ id }) => id}
        rowAbout={({ id }) => ({ 'data-bill': id })}
        foot={
          <tr>
            <th scope="row">{COST_TEXT.all}</th>
            <td className="number">{COST_TEXT.amount(tokensOfCalls(cost))}</td>
            <td className="number">{dash}</td>
            <td className="number">{money(cost.usd)}</td>
            <td className="number">{money(Object.values(cost.wasted).reduce((sum, one) => sum + one, 0))}</td>
          </tr>
        }
      />
    </Scrolled>
  )
}

const WORST: readonly Column<MissRow>[] = [
  { key: 'turn', head: COST_TEXT.turn, names: true, cell: ({ turn }) => <TurnLink turn={turn} /> },
  { key: 'because', head: COST_TEXT.because, cell: ({ because }) => because },
  { key: 'tokens', head: COST_TEXT.again, number: true, cell: ({ tokens }) => COST_TEXT.amount(tokens) },
  { key: 'usd', head: COST_TEXT.wasted, title: COST_TEXT.wastedTitle, number: true, cell: ({ usd }) => usd },
  {
    key: 'freed',
    head: COST_TEXT.freed,
    title: COST_TEXT.freedTitle,
    number: true,
    cell: ({ freed }) => COST_TEXT.amount(freed),
  },
  // The count of calls, and whether they came, on two lines.
  { key: 'even', head: COST_TEXT.even, title: COST_TEXT.evenTitle, width: 96, cell: ({ even }) => even },
]

const OTHERS: readonly Column<LanePrice>[] = [
  { key: 'lane', head: COST_TEXT.lane, names: true, cell: ({ label }) => label },
  { key: 'usd', head: COST_TEXT.usd, number: true, cell: ({ usd }) => usd },
  { key: 'difference', head: COST_TEXT.difference, number: true, cell: ({ difference }) => difference },
  { key: 'time', head: COST_TEXT.time, title: COST_TEXT.timeTitle, number: true, cell: ({ time }) => time },
  { key: 'hit', head: COST_TEXT.hit, number: true, cell: ({ hit }) => hit },
  {
    key: 'wasted',
    head: COST_TEXT.wasted,
    title: COST_TEXT.wastedTitle,
    number: true,
    cell: ({ wasted }) => wasted,
  },
]

/** The cost of the same conversation in each lane. */
function Others({ rows }: { readonly rows: readonly LanePrice[] }) {
  return (
    <Scrolled label={COST_TEXT.everyLane}>
      <Table
        className="lane-prices"
        caption={COST_TEXT.everyLane}
        columns={OTHERS}
        rows={rows}
        keyOf={({ lane }) => lane}
      />
    </Scrolled>
  )
}

/** The calls that paid most for previously sent tokens. */
function Worst({ rows }: { readonly rows: readonly MissRow[] }) {
  if (rows.length === 0) return <p className="note">{COST_TEXT.nothingAgain}</p>
  return (
    <Scrolled label={COST_TEXT.worst}>
      <Table
        className="worst"
        caption={COST_TEXT.worst}
        columns={WORST}
        rows={rows}
        keyOf={({ turn }) => turn}
      />
    </Scrolled>
  )
}
