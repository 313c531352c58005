import { useMemo, useState } from 'react'
import { counted, turnName, whole } from '../../../view/index.ts'
import type { PanelProperties } from '../panel.ts'
import { Swatch } from '../../picture/block/Legend.tsx'
import { choose, useChoices } from '../../store/choice/choices.ts'
import { ShowMore } from '../../ui/ShowMore.tsx'
import { BLOCKS_TEXT } from './words.ts'
import { blockRows } from './block-rows.ts'
import './blocks.css'

/** Rows shown at first, and added by each press of the button. */
const SLICE = 100

/** The blocks of a lane's prompt at the playhead: the strata as a table, with the same selection. */
export function BlockTable({ lane, turn }: PanelProperties) {
  const window = useChoices((state) => state.window)
  const selection = useChoices((state) => state.selection)
  const [most, setMost] = useState(SLICE)
  const rows = useMemo(() => blockRows(lane.data, turn, window), [lane, turn, window])
  return (
    <section className="panel" aria-labelledby="blocks">
      <h2 id="blocks">{BLOCKS_TEXT.title(lane.label, turnName(turn))}</h2>
      <p className="note">
        {rows.length === 0 ? BLOCKS_TEXT.none : BLOCKS_TEXT.note(counted(rows.length, 'block'))}
      </p>
      <div className="scroll-x blocks">
        <table>
          <thead>
            <tr>
              <th scope="col">{BLOCKS_TEXT.block}</th>
              <th scope="col" className="number">
                {BLOCKS_TEXT.came}
              </th>
              <th scope="col" className="number">
                {BLOCKS_TEXT.tokens}
              </th>
              <th scope="col">{BLOCKS_TEXT.now}</th>
              <th scope="col">{BLOCKS_TEXT.afterwards}</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, most).map((row) => (
              <tr
                key={row.block}
                className={
                  selection?.block === row.block && selection.lane === lane.name ? 'is-selected' : undefined
                }
              >
                <td>
                  <button
                    type="button"
                    className="row-button"
                    data-block={row.block}
                    title={row.tool ?? undefined}
                    onClick={() => {
                      // Where this turn decided anything, that decision is what the table is about.
                      const decided = (lane.data.turns[turn]?.edits.length ?? 0) > 0
                      choose({
                        selection: { lane: lane.name, block: row.block, ...(decided && { turn }) },
                      })
                    }}
                  >
                    <Swatch type={row.type} />
                    {row.name}
                  </button>
                </td>
                <td className="number">{row.turn}</td>
                <td className="number">{whole(row.tokens)}</td>
                <td>{row.state}</td>
                <td className={row.lost ? 'loss' : undefined}>{row.change}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ShowMore shown={most} all={rows.length} slice={SLICE} text={BLOCKS_TEXT.more} onMore={setMost} />
    </section>
  )
}
