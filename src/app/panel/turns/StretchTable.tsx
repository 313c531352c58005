import { X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { bornIn, stretchFigures, tokens, whole } from '../../../view/index.ts'
import type { BornBlock, Stretch, StretchFigures } from '../../../view/index.ts'
import type { Comparison, LaneResult } from '../../../worker/protocol.ts'
import { FigureBox } from '../../ui/FigureBox.tsx'
import { readWhole } from '../../ui/figures.ts'
import { Table } from '../../ui/Table.tsx'
import type { Column } from '../../ui/Table.tsx'
import { useChoices } from '../../store/choice/choices.ts'
import { markStretch, reachOf } from '../../store/look/stretch.ts'
import { showRange } from '../../store/look/viewport.ts'
import { STRETCH_TEXT } from './words.ts'
import { BornList } from './BornList.tsx'
import { Button } from '../../ui/Button.tsx'
import { Row } from '../../ui/Box.tsx'
import './turns.css'

interface Row {
  readonly lane: LaneResult
  readonly figures: StretchFigures
  readonly born: readonly BornBlock[]
}

const COLUMNS = ['before', 'came', 'adjusted', 'freed', 'added', 'after', 'sent'] as const

/** What every lane did in the selected turns: its ledger, its losses, and new blocks that are still there. */
export function StretchTable({
  comparison,
  stretch,
}: {
  readonly comparison: Comparison
  readonly stretch: Stretch
}) {
  const window = useChoices((state) => state.window)
  const [opened, setOpened] = useState<string | null>(null)
  const { lanes, trace } = comparison
  const rows = useMemo(
    () =>
      lanes.map((lane): Row => ({
        lane,
        figures: stretchFigures(lane.data, stretch, window),
        born: bornIn(lane.data, stretch, window),
      })),
    [lanes, stretch, window],
  )
  const open = rows.find(({ lane }) => lane.name === opened)
  const exact = lanes.every(({ data }) => data.exact)
  const adjusted = rows.some(({ figures }) => figures.adjusted !== 0)
  const text = STRETCH_TEXT.columns
  const columns: readonly Column<Row>[] = [
    { key: 'lane', head: text.lane, names: true, cell: ({ lane }) => lane.label },
    ...COLUMNS.filter((column) => column !== 'adjusted' || adjusted).map((column): Column<Row> => ({
      key: column,
      head: exact ? text[column] : STRETCH_TEXT.estimated(text[column]),
      number: true,
      cell: ({ figures }) => tokens(figures[column]),
    })),
    { key: 'edits', head: text.edits, number: true, cell: ({ figures }) => whole(figures.edits) },
    {
      key: 'lost',
      head: text.lost,
      number: true,
      mark: ({ figures }) => (figures.lost > 0 ? 'loss' : undefined),
      cell: ({ figures }) => STRETCH_TEXT.lost(figures.lost, figures.needs),
    },
    {
      key: 'born',
      head: text.born,
      cell: ({ lane, figures, born }) => {
        if (figures.turns === 0) return STRETCH_TEXT.noTurns
        const count = (fate: BornBlock['fate']): number => born.filter((one) => one.fate === fate).length
        return (
          <Button
            kind="link"
            aria-expanded={lane.name === opened}
            title={STRETCH_TEXT.showBorn(lane.label)}
            onClick={() => {
              setOpened(lane.name === opened ? null : lane.name)
            }}
          >
            {STRETCH_TEXT.alive(born.length, count('whole'), count('changed'), count('gone'))}
          </Button>
        )
      },
    },
  ]
  return (
    <section className="ruled stretch" aria-labelledby="stretch">
      <Row gap={12} wrap>
        <h2 id="stretch">{STRETCH_TEXT.title(stretch.from, stretch.to)}</h2>
        <Row as="span" size="small" tone="soft">
          <End label={STRETCH_TEXT.from} end="from" stretch={stretch} turns={trace.turns} />
          <End label={STRETCH_TEXT.to} end="to" stretch={stretch} turns={trace.turns} />
        </Row>
        <Button
          kind="quiet"
          onClick={() => {
            showRange(stretch.from, stretch.to + 1)
          }}
        >
          {STRETCH_TEXT.zoom}
        </Button>
        <Button
          kind="icon"
          small
          label={STRETCH_TEXT.close}
          onClick={() => {
            markStretch(null)
          }}
        >
          <X size={14} aria-hidden="true" />
        </Button>
      </Row>
      <div className="scroll-x">
        <Table columns={columns} rows={rows} keyOf={({ lane }) => lane.name} />
      </div>
      {open === undefined ? (
        <p className="note">{STRETCH_TEXT.noteOf(adjusted)}</p>
      ) : (
        <BornList source={trace.source} lane={open.lane} born={open.born} stretch={stretch} />
      )}
    </section>
  )
}

/** One end of the range, for keyboard users. */
function End({
  label,
  end,
  stretch,
  turns,
}: {
  readonly label: string
  readonly end: keyof Stretch
  readonly stretch: Stretch
  readonly turns: number
}) {
  const [least, most] = reachOf(end, stretch, turns)
  const read = (text: string): number | null => {
    const value = readWhole(text)
    return value === null || value < least || value > most ? null : value
  }
  return (
    <label>
      <span aria-hidden="true">{label}</span>
      <FigureBox
        label={label}
        text={String(stretch[end])}
        allowed={`${whole(least)} to ${whole(most)}`}
        read={read}
        step={(by) => read(String(stretch[end] + by))}
        onChange={(value) => {
          markStretch({ ...stretch, [end]: value })
        }}
      />
    </label>
  )
}
