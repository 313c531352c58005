import { X } from 'lucide-react'
import type { Block } from '../../engine/index.ts'
import type { Intervention } from '../../sim/index.ts'
import { tune } from '../tune/open.ts'
import { changesIn, chosenLane, toggleAction } from '../state/by-hand.ts'
import { useChoices } from '../state/choices.ts'
import { TurnLink } from '../ui/TurnLink.tsx'
import { actWords } from '../words/futures.ts'
import { LINEUP_TEXT } from '../words/lineup.ts'

/** Characters of a text that a tip shows. */
const SHOWN = 400

/** What a person changed in a lane: settings, and actions at turns, each of which can be taken back. */
export function LaneChanges({
  lane,
  blocks,
}: {
  readonly lane: string
  /** Of its run, by number. */
  readonly blocks: readonly Block[]
}) {
  const chosen = chosenLane(
    useChoices((state) => state.lanes),
    lane,
  )
  if (chosen === null) return null
  const { index, choice } = chosen
  const changes = changesIn(choice.byHand)
  const { actions = [] } = choice
  if (changes === 0 && actions.length === 0) return null
  return (
    <span className="lane-changes">
      {changes > 0 && (
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
      )}
      {actions.map((action) => (
        <Act key={JSON.stringify(action)} action={action} index={index} blocks={blocks} />
      ))}
    </span>
  )
}

/** What was done at a turn, with a cross that takes it back. */
function Act({
  action,
  index,
  blocks,
}: {
  readonly action: Intervention
  readonly index: number
  readonly blocks: readonly Block[]
}) {
  const { turn, kind } = action
  const does = kind === 'compact' || kind === 'reset' ? LINEUP_TEXT.done[kind] : actWords(action, blocks)
  return (
    <span className="by-hand" title={action.kind === 'edit' ? action.text.slice(0, SHOWN) : undefined}>
      <span className="does">{does}</span> {LINEUP_TEXT.actIn} <TurnLink turn={turn} />
      <button
        type="button"
        className="icon-button small"
        aria-label={LINEUP_TEXT.takeBack(does, turn)}
        title={LINEUP_TEXT.takeBack(does, turn)}
        onClick={() => {
          toggleAction(index, action)
        }}
      >
        <X size={11} aria-hidden="true" />
      </button>
    </span>
  )
}
