import { delta, whole } from '../../../view/index.ts'
import { TurnLink } from '../../picture/link/TurnLink.tsx'
import { Table } from '../../ui/Table.tsx'
import type { Column } from '../../ui/Table.tsx'
import { LIVE_TEXT } from '../../store/live/words.ts'
import type { Sent } from '../../store/live/state.ts'

/** What a run expected the provider to clear from each request, beside what its responses report (EDITAPI-1). */
export function ClearingTable({ sent }: { readonly sent: readonly Sent[] }) {
  const asked = sent.filter(({ predicted }) => predicted !== null)
  if (asked.length === 0) return null
  const answered = asked.some((one) => one.applied !== null)
  return (
    <>
      <h3>{LIVE_TEXT.clearing}</h3>
      <div className="scroll-x">
        <Table columns={COLUMNS} rows={asked} keyOf={({ turn }) => turn} />
      </div>
      <p className="note">{answered ? LIVE_TEXT.clearingNote : LIVE_TEXT.clearingMock}</p>
    </>
  )
}

const text = LIVE_TEXT.clearingColumns

const COLUMNS: readonly Column<Sent>[] = [
  { key: 'turn', head: LIVE_TEXT.turn, names: true, cell: ({ turn }) => <TurnLink turn={turn} /> },
  { key: 'predicted', head: text.predicted, cell: ({ predicted }) => whole(predicted ?? 0) },
  {
    key: 'applied',
    head: text.applied,
    cell: (one) => (
      <>
        {whole(clearedOf(one))}
        {one.applied?.map(({ type, clearedInputTokens }) => (
          <span key={type} className="note">
            {' '}
            {LIVE_TEXT.appliedOf(type, whole(clearedInputTokens))}
          </span>
        ))}
      </>
    ),
  },
  {
    key: 'difference',
    head: text.difference,
    cell: (one) => {
      const sum = clearedOf(one)
      return sum === null ? '–' : delta(sum - (one.predicted ?? 0))
    },
  },
]

/** Tokens that the provider reported as cleared; null without a report. */
function clearedOf({ applied }: Sent): number | null {
  return applied?.reduce((all, { clearedInputTokens }) => all + clearedInputTokens, 0) ?? null
}
