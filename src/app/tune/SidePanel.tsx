import { useEffect } from 'react'
import type { Selection } from '../state/choices.ts'
import { lookedUpIn, withoutLater } from '../state/later-forks.ts'
import type { Comparison } from '../../worker/protocol.ts'
import { TUNE_TEXT } from '../words/tune.ts'
import { WhyPanel } from '../why/WhyPanel.tsx'
import { bringToFront, followLanes, useTuning } from './open.ts'
import { TunePanel } from './TunePanel.tsx'

const FRONTS = ['why', 'tune'] as const

/** What stands beside the lanes: the story of a block, the settings of a lane, or tabs where both are open. */
export function SidePanel({
  comparison,
  selection,
}: {
  readonly comparison: Comparison
  readonly selection: Selection | null
}) {
  const tuned = useTuning((state) => state.index !== null)
  const front = useTuning((state) => state.front)
  useEffect(followLanes, [])
  if (selection === null && !tuned) return null
  const shown = selection === null ? 'tune' : tuned ? front : 'why'
  return (
    <section className={`side is-${shown}`} aria-label={TUNE_TEXT.side}>
      {selection !== null && tuned && (
        <fieldset className="choice side-fronts" aria-label={TUNE_TEXT.fronts}>
          {FRONTS.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === shown}
              onClick={() => {
                bringToFront(one)
              }}
            >
              {TUNE_TEXT.front[one]}
            </button>
          ))}
        </fieldset>
      )}
      {shown === 'why' && selection !== null && (
        <WhyPanel comparison={lookedUpIn(comparison, selection.lane)} selection={selection} />
      )}
      {shown === 'tune' && <TunePanel comparison={withoutLater(comparison)} />}
    </section>
  )
}
