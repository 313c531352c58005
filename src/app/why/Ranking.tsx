import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Decision } from '../../engine/index.ts'
import { decimal, ranking, tokensShort, turnName, whole as count } from '../../view/index.ts'
import type { RankedRow, Why } from '../../view/index.ts'
import type { LaneResult } from '../../worker/protocol.ts'
import { choose } from '../state/choices.ts'
import { WHY_TEXT } from '../words/why.ts'

/** Rows of a whole ranking that are shown at once. */
const MOST = 400

interface Properties {
  readonly answer: Why
  readonly lane: LaneResult
  /** Full tables of the turn's decisions; null until the worker has answered. */
  readonly decisions: readonly Decision[] | null
}

/** The candidates around the cut: the last to go above the line, the first to stay below it. */
export function Ranking({ answer, lane, decisions }: Properties) {
  const { victims, survivors, candidates, cut, row, turn, block } = answer
  const [whole, setWhole] = useState<Why | null>(null)
  const decision = decisions?.find((one) =>
    one.victims.some((victim) => victim.rank === 0 || victim.block === block),
  )
  const open = whole === answer && decision !== undefined
  const all = open ? ranking(lane.data, decision, block).slice(0, MOST) : []
  const shown = [...victims, ...survivors]
  const own = row !== null && shown.every((one) => one.rank !== row.rank) ? row : null
  const above = own !== null && own.rank < (victims[0]?.rank ?? Infinity) ? own : null
  const below = own !== null && above === null ? own : null
  const draw = (one: RankedRow): ReactNode => <Row key={one.rank} row={one} lane={lane.name} turn={turn} />
  return (
    <div className="ranking">
      <h3>{WHY_TEXT.ranking(count(candidates))}</h3>
      <div className={open ? 'is-whole' : undefined}>
        <table>
          <thead>
            <tr>
              <th scope="col" className="number">
                {WHY_TEXT.rank}
              </th>
              <th scope="col">{WHY_TEXT.block}</th>
              <th scope="col" className="number">
                {WHY_TEXT.turn}
              </th>
              <th scope="col" className="number">
                {WHY_TEXT.scoreOf}
              </th>
              <th scope="col" className="number">
                {WHY_TEXT.frees}
              </th>
            </tr>
          </thead>
          <tbody>
            {above !== null && !open && draw(above)}
            {above !== null && !open && <Gap />}
            {(open ? all.filter((one) => one.taken) : victims).map(draw)}
            <tr className="cut">
              <td colSpan={5}>{WHY_TEXT.cut(count(cut))}</td>
            </tr>
            {(open ? all.filter((one) => !one.taken) : survivors).map(draw)}
            {below !== null && !open && <Gap />}
            {below !== null && !open && draw(below)}
          </tbody>
        </table>
      </div>
      {!open && decision !== undefined && candidates > shown.length && (
        <button
          type="button"
          className="link"
          onClick={() => {
            setWhole(answer)
          }}
        >
          {WHY_TEXT.allCandidates(count(Math.min(candidates, MOST)))}
        </button>
      )}
      {answer.tieBreak !== null && <p className="note">{WHY_TEXT.ties(answer.tieBreak)}</p>}
    </div>
  )
}

/** Scores below this look alike; a policy of one signal ranks by a key that keeps its digits. */
const SMALL = 0.0005

function Gap() {
  return (
    <tr className="gap" aria-hidden="true">
      <td colSpan={5}>⋯</td>
    </tr>
  )
}

function Row({
  row,
  lane,
  turn,
}: {
  readonly row: RankedRow
  readonly lane: string
  /** Turn of the decision, which a neighbour is asked about too. */
  readonly turn: number | null
}) {
  return (
    <tr className={row.asked ? 'is-asked' : undefined}>
      <td className="number">{row.rank + 1}</td>
      <td>
        <button
          type="button"
          className="row-button"
          onClick={() => {
            choose({ selection: { lane, block: row.block, ...(turn !== null && { turn }) } })
          }}
        >
          {row.name}
        </button>
      </td>
      <td className="number" title={turnName(row.turn)}>
        {count(row.turn)}
      </td>
      <td className="number score">
        <i style={{ width: `${Math.max(0, Math.min(1, row.score)) * 36}px` }} aria-hidden="true" />
        {row.contributions.length === 1 && row.score < SMALL ? decimal(row.key, 0) : decimal(row.score, 3)}
      </td>
      <td className="number">{tokensShort(row.frees)}</td>
    </tr>
  )
}
