import { tune } from '../tune/open.ts'
import { changesIn, chosenLane } from '../state/by-hand.ts'
import { useChoices } from '../state/choices.ts'
import { LINEUP_TEXT } from '../words/lineup.ts'

/** How many settings of a lane a person changed; what was done at its turns is told by `LaneActs`. */
export function LaneChanges({ lane }: { readonly lane: string }) {
  const chosen = chosenLane(
    useChoices((state) => state.lanes),
    lane,
  )
  const changes = changesIn(chosen?.choice.byHand)
  if (changes === 0) return null
  return (
    <span className="lane-changes">
      <button
        type="button"
        className="link"
        title={LINEUP_TEXT.byHandTitle}
        onClick={() => {
          tune(lane)
        }}
      >
        {LINEUP_TEXT.byHand(changes)}
      </button>
    </span>
  )
}
