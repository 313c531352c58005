import { useMemo, useState } from 'react'
import { counted, turnName, whole } from '../../../view/index.ts'
import type { LaneResult } from '../../../worker/protocol.ts'
import type { PanelProperties } from '../panel.ts'
import { Swatch } from '../../picture/block/Legend.tsx'
import { choose, useChoices } from '../../store/choice/choices.ts'
import { ShowMore } from '../../ui/ShowMore.tsx'
import { Table } from '../../ui/Table.tsx'
import type { Column } from '../../ui/Table.tsx'
import { BLOCKS_TEXT } from './words.ts'
import { blockRows } from './block-rows.ts'
import type { BlockRow } from './block-rows.ts'
import { Button } from '../../ui/Button.tsx'

/** Rows shown at first, and added by each press of the button. */
const SLICE = 100

/** The blocks of a lane's prompt at the playhead: the strata as a table, with the same selection. */
export function BlockTable({ lane, turn }: PanelProperties) {
  const window = useChoices((state) => state.window)
  const selection = useChoices((state) => state.selection)
  const [most, setMost] = useState(SLICE)
  const rows = useMemo(() => blockRows(lane.data, turn, window), [lane, turn, window])
  const columns = useMemo(() => columnsOf(lane, turn), [lane, turn])
  return (
    <section className="panel" aria-labelledby="blocks">
      <h2 id="blocks">{BLOCKS_TEXT.title(lane.label, turnName(turn))}</h2>
      <p className="note">
        {rows.length === 0 ? BLOCKS_TEXT.none : BLOCKS_TEXT.note(counted(rows.length, 'block'))}
      </p>
      <div className="scroll-x blocks">
        <Table
          columns={columns}
          rows={rows.slice(0, most)}
          keyOf={({ block }) => block}
          rowAbout={({ block }) => ({
            className: selection?.block === block && selection.lane === lane.name ? 'is-selected' : undefined,
          })}
        />
      </div>
      <ShowMore shown={most} all={rows.length} slice={SLICE} text={BLOCKS_TEXT.more} onMore={setMost} />
    </section>
  )
}

function columnsOf(lane: LaneResult, turn: number): readonly Column<BlockRow>[] {
  return [
    {
      key: 'block',
      head: BLOCKS_TEXT.block,
      cell: ({ block, type, tool, name }) => (
        <Button
          kind="row"
          data-block={block}
          title={tool ?? undefined}
          onClick={() => {
            // Where this turn decided anything, that decision is what the table is about.
            const decided = (lane.data.turns[turn]?.edits.length ?? 0) > 0
            choose({ selection: { lane: lane.name, block, ...(decided && { turn }) } })
          }}
        >
          <Swatch type={type} />
          {name}
        </Button>
      ),
    },
    { key: 'came', head: BLOCKS_TEXT.came, number: true, cell: (row) => row.turn },
    { key: 'tokens', head: BLOCKS_TEXT.tokens, number: true, cell: (row) => whole(row.tokens) },
    { key: 'now', head: BLOCKS_TEXT.now, cell: ({ state }) => state },
    {
      key: 'afterwards',
      head: BLOCKS_TEXT.afterwards,
      mark: ({ lost }) => (lost ? 'loss' : undefined),
      cell: ({ change }) => change,
    },
  ]
}
