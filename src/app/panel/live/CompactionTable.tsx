import { turnName, whole } from '../../../view/index.ts'
import { ScrolledText } from '../../ui/ScrolledText.tsx'
import { TurnLink } from '../../picture/link/TurnLink.tsx'
import { Table } from '../../ui/Table.tsx'
import type { Column } from '../../ui/Table.tsx'
import { COMPACTION_TEXT } from './thinking.ts'
import type { Compaction, Sent } from '../../store/live/state.ts'
import { Text } from '../../ui/Box.tsx'

/**
 * Compactions requested from the provider: which of them the run simulated, and which the provider made, in its own
 * words (EDITAPI-1).
 */
export function CompactionTable({ sent }: { readonly sent: readonly Sent[] }) {
  const rows = sent.flatMap(({ turn, compaction = null, applied }) =>
    compaction === null || (compaction.expected === null && compaction.made === null)
      ? []
      : [{ turn, compaction, answered: applied !== null }],
  )
  if (rows.length === 0) return null
  return (
    <>
      <h3>{COMPACTION_TEXT.title}</h3>
      <div className="scroll-x">
        <Table className="compactions" columns={COLUMNS} rows={rows} keyOf={({ turn }) => turn} />
      </div>
      {rows.map(({ turn, compaction: { made } }) =>
        made === null ? null : (
          <details key={turn} className="folded">
            <summary>
              <Text clip>{COMPACTION_TEXT.summary(turnName(turn))}</Text>
            </summary>
            <ScrolledText label={COMPACTION_TEXT.summary(turnName(turn))}>{made.summary}</ScrolledText>
          </details>
        ),
      )}
      <p className="note">
        {rows.some(({ answered }) => answered) ? COMPACTION_TEXT.note : COMPACTION_TEXT.mock}
      </p>
    </>
  )
}

interface Row {
  readonly turn: number
  readonly compaction: Compaction
  /** Whether a provider answered, and not a mock. */
  readonly answered: boolean
}

const COLUMNS: readonly Column<Row>[] = [
  { key: 'turn', head: COMPACTION_TEXT.turn, names: true, cell: ({ turn }) => <TurnLink turn={turn} /> },
  {
    key: 'expected',
    head: COMPACTION_TEXT.expected,
    cell: ({ compaction: { expected } }) =>
      expected === null
        ? COMPACTION_TEXT.none
        : COMPACTION_TEXT.fromTo(whole(expected.before), whole(expected.after)),
  },
  {
    key: 'made',
    head: COMPACTION_TEXT.made,
    cell: ({ compaction, answered }) => (answered ? doneOf(compaction.made) : '–'),
  },
  { key: 'billed', head: COMPACTION_TEXT.billed, cell: ({ compaction }) => billedOf(compaction.made) },
]

function doneOf(made: Compaction['made']): string {
  if (made === null) return COMPACTION_TEXT.none
  return made.after === null ? '–' : COMPACTION_TEXT.to(whole(made.after))
}

function billedOf(made: Compaction['made']): string {
  const billed = made?.billed ?? null
  return billed === null ? '–' : COMPACTION_TEXT.billedOf(whole(billed.input), whole(billed.output))
}
