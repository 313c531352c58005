import { decimal } from '../../view/index.ts'
import type { RankedRow } from '../../view/index.ts'
import { WHY_TEXT } from '../words/why.ts'

/** Tints of the segments, from the accent to the paper: their order is the order of the terms. */
const TINTS = ['100%', '72%', '50%', '34%', '22%', '14%', '9%']

/** The score as a bar of weight × value for each signal, and the sum beneath. */
export function Contributions({ row, policy }: { readonly row: RankedRow; readonly policy: string }) {
  return (
    <div className="contributions">
      <h3>{WHY_TEXT.score(policy)}</h3>
      <div className="score-bar" aria-hidden="true">
        {row.contributions.map((one, index) => (
          <i
            key={one.signal}
            style={{
              width: `${one.share * 100}%`,
              background: tint(index),
            }}
          />
        ))}
      </div>
      <table className="terms">
        <tbody>
          {row.contributions.map((one, index) => (
            <tr key={one.signal} title={one.meaning}>
              <th scope="row">
                <i className="key" style={{ background: tint(index) }} />
                {one.label}
              </th>
              <td className="number">{decimal(one.value)}</td>
              <td className="number">× {decimal(one.weight)}</td>
              <td className="number">= {decimal(one.share, 3)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              {WHY_TEXT.sum}
            </th>
            <td className="number">{decimal(row.score, 3)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function tint(index: number): string {
  return `color-mix(in oklab, var(--accent) ${TINTS[index] ?? '6%'}, var(--sunken))`
}
