import { useDeferredValue, useMemo } from 'react'
import type { Comparison } from '../../worker/protocol.ts'
import { useChoices } from '../state/choices.ts'
import { landmarksOf } from '../state/derived.ts'
import { LANE_TEXT } from '../words.ts'
import { topOf } from './lane-view.ts'
import { Lane } from './Lane.tsx'
import { Legend } from './Legend.tsx'
import { useLaneSize } from './lane-size.ts'
import './lane.css'

/** The four runs over one axis of turns and one scale of tokens. */
export function Lanes({ comparison }: { readonly comparison: Comparison }) {
  const layout = useChoices((state) => state.layout)
  const window = useChoices((state) => state.window)
  const selection = useChoices((state) => state.selection)
  const { ref, size } = useLaneSize(layout, comparison.trace.turns)
  const { heights, frame, columns } = size
  // Lanes are laid out one by one behind the panel, which is there at once.
  const selected = useDeferredValue(selection?.block ?? null)
  const top = useMemo(() => topOf(comparison.lanes, window), [comparison, window])
  const { parts } = landmarksOf(comparison)
  const first = comparison.lanes[0]?.label ?? ''
  return (
    <div className="lanes" id="lanes" ref={ref} data-columns={columns}>
      {frame.width > 0 &&
        comparison.lanes.map((lane) => (
          <Lane
            key={lane.name}
            lane={lane}
            window={window}
            frame={frame}
            heights={heights}
            top={top}
            selected={selected}
            parts={parts.get(lane.name) ?? null}
            first={first}
          />
        ))}
      <Legend label={LANE_TEXT.legend} />
    </div>
  )
}
