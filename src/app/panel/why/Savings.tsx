import { ChevronRight } from 'lucide-react'
import { createStore } from 'zustand/vanilla'
import { useStore } from 'zustand'
import type { BlockId, Turn } from '../../../engine/index.ts'
import type { Comparison, LaneResult } from '../../../worker/protocol.ts'
import { FUTURES_TEXT } from '../../store/choice/fork-words.ts'
import { onDemand } from '../../ui/on-demand.tsx'
import { Part } from '../../ui/Part.tsx'
import { Button } from '../../ui/Button.tsx'

const SavingList = onDemand(async () => (await import('./SavingList.tsx')).SavingList)

/** Whoever looks for what would have saved one block, looks for the next one's, too. */
const opened = createStore(() => ({ open: false }))

/** What would have saved a block from the edits of a turn: searched once the section is open. */
export function Savings({
  comparison,
  lane,
  block,
  turn,
}: {
  readonly comparison: Comparison
  readonly lane: LaneResult
  readonly block: BlockId
  readonly turn: Turn
}) {
  const open = useStore(opened, (state) => state.open)
  return (
    <section className="savings">
      <h3>
        <Button
          kind="row"
          aria-expanded={open}
          title={FUTURES_TEXT.searchTitle}
          onClick={() => {
            opened.setState({ open: !open })
          }}
        >
          <ChevronRight size={13} aria-hidden="true" /> {FUTURES_TEXT.saved}
        </Button>
      </h3>
      {open && (
        <Part
          name="What would have kept it"
          fallback={<p className="note">{FUTURES_TEXT.searching(0, 0)}</p>}
        >
          <SavingList key={`${lane.data.hash} ${block} ${turn}`} {...{ comparison, lane, block, turn }} />
        </Part>
      )}
    </section>
  )
}
