import { X } from 'lucide-react'
import type { Block } from '../../../engine/index.ts'
import type { Intervention } from '../../../sim/index.ts'
import { toggleAction } from '../../store/choice/by-hand.ts'
import { TurnLink } from '../link/TurnLink.tsx'
import { actWords } from '../../store/choice/fork-words.ts'
import { LINEUP_TEXT } from '../../store/choice/lineup-words.ts'
import { Button } from '../../ui/Button.tsx'
import { Row } from '../../ui/Box.tsx'

/** Characters of a text that a tip shows. */
const SHOWN = 400

/** Manual actions on a lane at its turns, on a line of their own: the words name blocks and settings. */
export function LaneActs({
  acts,
  index,
  blocks,
}: {
  readonly acts: readonly Intervention[]
  readonly index: number
  /** Of the lane's run, by id. */
  readonly blocks: readonly Block[]
}) {
  if (acts.length === 0) return null
  return (
    <Row as="p" gap={12} wrap size="tiny" tone="soft" className="lane-acts">
      {acts.map((act) => (
        <Act key={JSON.stringify(act)} action={act} index={index} blocks={blocks} />
      ))}
    </Row>
  )
}

/** An action at a turn, with a button that removes it. */
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
    <Row as="span" gap={4} title={action.kind === 'edit' ? action.text.slice(0, SHOWN) : undefined}>
      <span className="accent does">{does}</span> {LINEUP_TEXT.actIn} <TurnLink turn={turn} />
      <Button
        kind="icon"
        small
        label={LINEUP_TEXT.takeBack(does, turn)}
        onClick={() => {
          toggleAction(index, action)
        }}
      >
        <X size={11} aria-hidden="true" />
      </Button>
    </Row>
  )
}
