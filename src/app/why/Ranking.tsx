import { decimal, tokensShort, turnName, whole } from '../../view/index.ts'
import type { RankedRow, Why } from '../../view/index.ts'
import { choose } from '../state/choices.ts'
import { WHY_TEXT } from '../words.ts'

/** The candidates around the cut: the last to go above the line, the first to stay below it. */
export function Ranking({ answer, lane }: { readonly answer: Why; readonly lane: string }) {
  const { victims, survivors, candidates, cut, row, turn } = answer
  const shown = [...victims, ...survivors]
  const own = row !== null && shown.every((one) => one.rank !== row.rank) ? row : null
  const above = own !== null && own.rank < (victims[0]?.rank ?? Infinity) ? own : null
  const below = own !== null && above === null ? own : null
  return (
    <div className="ranking">
      <h3>{WHY_TEXT.ranking(whole(candidates))}</h3>
      <table>
        <tbody>
          {above !== null && <Row row={above} lane={lane} turn={turn} />}
          {above !== null && <Gap />}
          {victims.map((one) => (
            <Row key={one.rank} row={one} lane={lane} turn={turn} />
          ))}
          <tr className="cut">
            <td colSpan={4}>{WHY_TEXT.cut(whole(cut))}</td>
          </tr>
          {survivors.map((one) => (
            <Row key={one.rank} row={one} lane={lane} turn={turn} />
          ))}
          {below !== null && <Gap />}
          {below !== null && <Row row={below} lane={lane} turn={turn} />}
        </tbody>
      </table>
      {answer.tieBreak !== null && <p className="note">{WHY_TEXT.ties(answer.tieBreak)}</p>}
    </div>
  )
}

/** Scores below this look alike; a policy of one signal ranks by a key that keeps its digits. */
const SMALL = 0.0005

function Gap() {
  return (
    <tr className="gap" aria-hidden="true">
      <td colSpan={4}>⋯</td>
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
          {row.name}, {turnName(row.turn)}
        </button>
      </td>
      <td className="number score" title={WHY_TEXT.scoreOf}>
        <i style={{ width: `${Math.max(0, Math.min(1, row.score)) * 36}px` }} aria-hidden="true" />
        {row.contributions.length === 1 && row.score < SMALL ? decimal(row.key, 0) : decimal(row.score, 3)}
      </td>
      <td className="number" title={WHY_TEXT.frees}>
        {tokensShort(row.frees)}
      </td>
    </tr>
  )
}
