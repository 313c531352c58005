import { useEffect } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { choose } from '../store/choice/choices.ts'
import type { Selection } from '../store/choice/choices.ts'
import { lookedUpIn, withoutLater } from '../store/run/later-forks.ts'
import type { Comparison } from '../../worker/protocol.ts'
import { SIDE_TEXT } from './side-words.ts'
import { WhyPanel } from '../panel/why/WhyPanel.tsx'
import { bringToFront, closeTune, toggleLive, followLanes, frontsOf, useTuning } from '../store/look/open.ts'
import { TunePanel } from '../panel/tune/TunePanel.tsx'
import { onDemand } from '../ui/on-demand.tsx'
import { Part } from '../ui/Part.tsx'
import { PART_NAMES } from './part-words.ts'

const LivePanel = onDemand(async () => (await import('../panel/live/LivePanel.tsx')).LivePanel)

/** What stands beside the lanes: the story of a block, the settings of a lane, a live conversation, or tabs of them. */
export function SidePanel({
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
  return (
    <section className={`side is-${shown}`} aria-label={SIDE_TEXT.side}>
      {fronts.length > 1 && (
        <fieldset className="choice side-fronts" aria-label={SIDE_TEXT.fronts}>
          {fronts.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === shown}
              onClick={() => {
                bringToFront(one)
              }}
            >
              {SIDE_TEXT.front[one]}
            </button>
          ))}
        </fieldset>
      )}
      {shown === 'why' && selection !== null && (
        <Part
          key="why"
          name={PART_NAMES.side}
          of={[comparison, selection]}
          onClose={() => {
            choose({ selection: null })
          }}
        >
          <WhyPanel comparison={lookedUpIn(comparison, selection.lane)} selection={selection} />
        </Part>
      )}
      {shown === 'tune' && (
        <Part key="tune" name={PART_NAMES.side} of={[comparison]} onClose={closeTune}>
          <TunePanel comparison={withoutLater(comparison)} />
        </Part>
      )}
      {shown === 'live' && (
        <Part
          key="live"
          name={PART_NAMES.side}
          of={[comparison]}
          onClose={toggleLive}
          fallback={<p className="note">{SIDE_TEXT.liveLoading}</p>}
        >
          <LivePanel comparison={withoutLater(comparison)} />
        </Part>
      )}
    </section>
  )
}
