import { GitFork, PencilLine, Pin, PinOff } from 'lucide-react'
import { useState } from 'react'
import { isRewritable } from '../../../engine/internal.ts'
import { forkTurn, isPinnedBy, turnName } from '../../../view/index.ts'
import type { Biography } from '../../../view/index.ts'
import type { Comparison, LaneResult } from '../../../worker/protocol.ts'
import { nameOfFork, laneOf, partsOfName } from '../../store/choice/derived.ts'
import { editAct, heedsPins, pinActs, wish, wishPlace } from '../../store/choice/wish.ts'
import { choose, useChoices } from '../../store/choice/choices.ts'
import { useForkRefusal } from '../../store/choice/forks.ts'
import { useSettledTurn } from '../../store/look/playhead.ts'
import { TurnLink } from '../../picture/link/TurnLink.tsx'
import { FUTURES_TEXT } from '../../store/choice/fork-words.ts'
import { onDemand } from '../../ui/on-demand.tsx'
import { Part } from '../../ui/Part.tsx'
import { Button } from '../../ui/Button.tsx'
import { Row } from '../../ui/Box.tsx'

const TextEdit = onDemand(async () => (await import('./TextEdit.tsx')).TextEdit)

interface Properties {
  readonly comparison: Comparison
  readonly lane: LaneResult
  readonly life: Biography
}

/** Manual actions on a block from a turn on, each as a fork beside the lane. */
export function AnotherFuture({ comparison, lane, life }: Properties) {
  const lanes = useChoices((state) => state.lanes)
  const asked = useSettledTurn()
  const refused = useForkRefusal()
  const [editing, setEditing] = useState(false)
  const place = wishPlace(lanes, lane.name)
  if (place === null) return null
  const { block } = life
  const from = forkTurn(life, asked)
  const { turn } = from
  const pinned = isPinnedBy(lane.data.spec.interventions, block, turn)
  const made = block >= comparison.trace.blocks
  const known = lane.data.blocks[block]
  const reason = known === undefined ? null : whyNotEdited(known.type, known.inferred, isRewritable(known))
  return (
    <section className="another-future">
      <h3>{FUTURES_TEXT.another}</h3>
      <p className="note from">
        {FUTURES_TEXT.from} <TurnLink turn={turn} />, {FUTURES_TEXT.fromTurn(from)}
      </p>
      <Row as="p" wrap>
        <Button
          disabled={made}
          title={made ? FUTURES_TEXT.notPinned : FUTURES_TEXT.tryTitle(turnName(turn))}
          onClick={() => {
            wish(place, pinActs(lane, block, turn))
          }}
        >
          {pinned ? <PinOff size={13} aria-hidden="true" /> : <Pin size={13} aria-hidden="true" />}{' '}
          {pinned ? FUTURES_TEXT.unpin : FUTURES_TEXT.pin}
        </Button>
        <Button
          disabled={reason !== null}
          aria-expanded={editing}
          title={reason ?? FUTURES_TEXT.tryTitle(turnName(turn))}
          onClick={() => {
            setEditing(!editing)
          }}
        >
          <PencilLine size={13} aria-hidden="true" /> {FUTURES_TEXT.edit}
        </Button>
      </Row>
      {made && <p className="note">{FUTURES_TEXT.notPinned}</p>}
      {!made && !pinned && !heedsPins(lane, turn) && <p className="note">{FUTURES_TEXT.pinGuard}</p>}
      {reason !== null && <p className="note">{reason}</p>}
      {editing && reason === null && (
        <Part name="Editing the text" fallback={<p className="note">{FUTURES_TEXT.textComes}</p>}>
          <TextEdit
            key={`${lane.name} ${block}`}
            comparison={comparison}
            lane={lane}
            block={block}
            turn={turn}
            onText={(text) => {
              if (wish(place, [editAct(life, turn, text)]) === null) setEditing(false)
            }}
            onCancel={() => {
              setEditing(false)
            }}
          />
        </Part>
      )}
      {refused !== null && (
        <p className="note loss" role="alert">
          {refused}
        </p>
      )}
    </section>
  )
}

function whyNotEdited(type: string, inferred: boolean, can: boolean): string | null {
  if (can) return null
  const { whyNotEdited: words } = FUTURES_TEXT
  const key = inferred ? 'inferred' : Object.hasOwn(words, type) ? (type as keyof typeof words) : 'none'
  return FUTURES_TEXT.notEdited(words[key])
}

/** Says that the panel is about a fork, with a link to its lane. */
export function InFork({
  comparison,
  name,
  block,
}: {
  readonly comparison: Comparison
  readonly name: string
  readonly block: number
}) {
  const lanes = useChoices((state) => state.lanes)
  const { lane: base, fork } = partsOfName(name)
  const choice = lanes.flatMap(({ forks = [] }) => forks).find(({ id }) => id === fork)
  const lane = laneOf(comparison, base)
  if (fork === null || choice === undefined || lane === undefined) return null
  return (
    <p className="note in-fork">
      <GitFork size={12} aria-hidden="true" /> {FUTURES_TEXT.inFork(nameOfFork(choice, lane))}{' '}
      {lane.data.blocks[block] !== undefined && (
        <Button
          kind="link"
          onClick={() => {
            choose({ selection: { lane: base, block } })
          }}
        >
          {FUTURES_TEXT.lookBack}
        </Button>
      )}
    </p>
  )
}
