import { useDeferredValue, useMemo } from 'react'
import { lifelines } from '../../view/index.ts'
import type { Comparison } from '../../worker/protocol.ts'
import { useChoices } from '../state/choices.ts'
import { landmarksOf } from '../state/derived.ts'
import { LANE_TEXT } from '../words/lane.ts'
import { topOf } from './lane-view.ts'
import { Lane } from './Lane.tsx'
import { Legend } from './Legend.tsx'
import { useLaneSize, withRows } from './lane-size.ts'
import './lane.css'

/** The four runs over one axis of turns and one scale of tokens. */
export function Lanes({ comparison }: { readonly comparison: Comparison }) {
  const window = useChoices((state) => state.window)
  const selection = useChoices((state) => state.selection)
  const { ref, size } = useLaneSize(comparison.lanes.length)
  const { frame, columns } = size
  // Deferred like the selection: the switch answers before four pictures are laid out.
  const drawn = useDeferredValue(useChoices((state) => state.picture))
  const lives = useMemo(() => {
    if (drawn === 'strata') return null
    return new Map(comparison.lanes.map(({ name, data }) => [name, lifelines(data, window)]))
  }, [comparison, window, drawn])
  const mostRows = [...(lives?.values() ?? [])].reduce((most, { rows }) => Math.max(most, rows.length), 0)
  const heights = useMemo(() => withRows(size.heights, mostRows), [size.heights, mostRows])
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
            lives={lives?.get(lane.name) ?? null}
            mostRows={mostRows}
            top={top}
            selected={selected}
            parts={parts.get(lane.name) ?? null}
            first={first}
          />
        ))}
      <Legend label={LANE_TEXT.legend} picture={drawn} />
    </div>
  )
}
