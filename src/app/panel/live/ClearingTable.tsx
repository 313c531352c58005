import { delta, whole } from '../../../view/index.ts'
import { TurnLink } from '../../picture/link/TurnLink.tsx'
import { LIVE_TEXT } from '../../store/live/words.ts'
import type { Sent } from '../../store/live/state.ts'

/** What a run expected the provider to leave out of each request, beside what its responses say it left out (EDITAPI-1). */
export function ClearingTable({ sent }: { readonly sent: readonly Sent[] }) {
  const asked = sent.filter(({ predicted }) => predicted !== null)
  if (asked.length === 0) return null
  const { predicted, applied, difference } = LIVE_TEXT.clearingColumns
  const answered = asked.some((one) => one.applied !== null)
  return (
    <>
      <h3>{LIVE_TEXT.clearing}</h3>
      <div className="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">{LIVE_TEXT.turn}</th>
              <th scope="col">{predicted}</th>
              <th scope="col">{applied}</th>
              <th scope="col">{difference}</th>
            </tr>
          </thead>
          <tbody>
            {asked.map((one) => (
              <Cleared key={one.turn} {...one} />
            ))}
          </tbody>
        </table>
      </div>
      <p className="note">{answered ? LIVE_TEXT.clearingNote : LIVE_TEXT.clearingMock}</p>
    </>
  )
}

function Cleared({ turn, predicted, applied }: Sent) {
  const sum = applied?.reduce((all, { clearedInputTokens }) => all + clearedInputTokens, 0) ?? null
  return (
    <tr>
      <th scope="row">
        <TurnLink turn={turn} />
      </th>
      <td>{whole(predicted ?? 0)}</td>
      <td>
        {sum === null ? '–' : whole(sum)}
        {applied?.map(({ type, clearedInputTokens }) => (
          <span key={type} className="note">
            {' '}
            {LIVE_TEXT.appliedOf(type, whole(clearedInputTokens))}
          </span>
        ))}
      </td>
      <td>{sum === null ? '–' : delta(sum - (predicted ?? 0))}</td>
    </tr>
  )
}
