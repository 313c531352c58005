import { memo, useEffect } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { Selection } from '../store/choice/choices.ts'
import type { Comparison } from '../../worker/protocol.ts'
import './side.css'
import { PART_NAMES, SIDE_TEXT } from './words.ts'
import { bringToFront, followLanes, frontsOf, useTuning } from '../store/look/open.ts'
import { Part } from '../ui/Part.tsx'
import { SIDE_PANELS } from './panels.ts'
import { Choice } from '../ui/Choice.tsx'

/** Contents of the side panel: the story of a block, the settings of a lane, a live conversation, or tabs of them. */
export const SidePanel = memo(function SidePanel({
  comparison,
  selection,
}: {
  readonly comparison: Comparison
  readonly selection: Selection | null
}) {
  const fronts = useTuning(useShallow((state) => frontsOf(state, selection !== null)))
  const front = useTuning((state) => state.front)
  useEffect(followLanes, [])
  const shown = fronts.includes(front) ? front : fronts[0]
  if (shown === undefined) return null
  const { Panel, close, loading } = SIDE_PANELS[shown]
  return (
    <section className={`side is-${shown}`} aria-label={SIDE_TEXT.side}>
      {fronts.length > 1 && (
        <Choice
          className="side-fronts"
          label={SIDE_TEXT.fronts}
          options={fronts}
          isOn={(one) => one === shown}
          text={(one) => SIDE_PANELS[one].title}
          onPress={bringToFront}
        />
      )}
      <Part
        key={shown}
        name={PART_NAMES.side}
        of={[comparison, selection]}
        onClose={close}
        fallback={loading !== undefined && <p className="note">{loading}</p>}
      >
        <Panel comparison={comparison} selection={selection} />
      </Part>
    </section>
  )
})
