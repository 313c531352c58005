import { tune } from '../../store/look/open.ts'
import { changesIn, chosenLane } from '../../store/choice/by-hand.ts'
import { useChoices } from '../../store/choice/choices.ts'
import { LINEUP_TEXT } from '../../store/choice/lineup-words.ts'
import { Button } from '../../ui/Button.tsx'

/** How many settings of a lane a person changed; `LaneActs` shows the actions at its turns. */
export function LaneChanges({ lane }: { readonly lane: string }) {
  const chosen = chosenLane(
    useChoices((state) => state.lanes),
    lane,
  )
  const changes = changesIn(chosen?.choice.byHand)
  if (changes === 0) return null
  return (
    <span className="lane-changes">
      <Button
        kind="link"
        title={LINEUP_TEXT.byHandTitle}
        label={LINEUP_TEXT.byHand(changes)}
        onClick={() => {
          tune(lane)
        }}
      >
        <span className="in-full">{LINEUP_TEXT.byHand(changes)}</span>
        <span className="in-short">{LINEUP_TEXT.byHandShort(changes)}</span>
      </Button>
    </span>
  )
}
