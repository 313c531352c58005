import { X } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Decision } from '../../engine/index.ts'
import { biography, why } from '../../view/index.ts'
import type { Comparison, LaneResult } from '../../worker/protocol.ts'
import { Swatch } from '../lane/Legend.tsx'
import { choose } from '../state/choices.ts'
import type { Selection } from '../state/choices.ts'
import { explainTurn } from '../state/session.ts'
import { LinkedTurns } from '../ui/LinkedTurns.tsx'
import { WORDS } from '../words/page.ts'
import { WHY_TEXT } from '../words/why.ts'
import { Aftermath } from './Aftermath.tsx'
import { BlockText } from './BlockText.tsx'
import { Contributions } from './Contributions.tsx'
import { Gates } from './Gates.tsx'
import { Life } from './Life.tsx'
import { Ranking } from './Ranking.tsx'
import { Trigger } from './Trigger.tsx'
import './why.css'

/** What a block is, what became of it, and why: everything from the record of the decision. */
export function WhyPanel({
  comparison,
  selection,
}: {
  readonly comparison: Comparison
  readonly selection: Selection
}) {
  const lane = comparison.lanes.find((one) => one.name === selection.lane)
  return lane === undefined ? null : <Story comparison={comparison} lane={lane} selection={selection} />
}

function Story({
  comparison,
  lane,
  selection,
}: {
  readonly comparison: Comparison
  readonly lane: LaneResult
  readonly selection: Selection
}) {
  const { block, turn: asked } = selection
  const { data } = lane
  const life = useMemo(() => biography(data, block), [data, block])
  const recorded = useMemo(
    () => why(data, block, asked === undefined ? {} : { turn: asked }),
    [data, block, asked],
  )
  const turn = recorded?.turn ?? null
  const decisions = useDecisions(comparison, selection.lane, turn)
  const answer = useMemo(
    () => (turn === null || decisions === null ? recorded : why(data, block, { turn, decisions })),
    [data, block, turn, recorded, decisions],
  )
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
  }, [selection])
  if (life === null || answer === null) return null
  return (
    <aside className="why" aria-labelledby="why">
      <div className="why-head">
        <h2 id="why" ref={heading} tabIndex={-1}>
          <Swatch type={life.type} /> {life.name}
        </h2>
        <button
          type="button"
          className="icon-button"
          aria-label={WORDS.close}
          title={WHY_TEXT.close}
          onClick={() => {
            choose({ selection: null })
          }}
        >
          <X size={16} aria-hidden="true" />
        </button>
      </div>
      <p className="why-lane">{WHY_TEXT.identity(life, lane.label, lane.data.exact)}</p>
      <p className={answer.outcome === 'changed' ? 'sentence changed' : 'sentence'}>
        <LinkedTurns text={answer.sentence} />
      </p>
      {asked !== undefined && (
        <p className="note">
          <button
            type="button"
            className="link"
            onClick={() => {
              choose({ selection: { lane: lane.name, block } })
            }}
          >
            {WHY_TEXT.whatBecame}
          </button>
        </p>
      )}
      {answer.trigger !== null && <Trigger trigger={answer.trigger} exact={lane.data.exact} />}
      {answer.trigger !== null && (
        <Gates gates={answer.gates} held={answer.held} known={decisions !== null} />
      )}
      {answer.row !== null && <Contributions row={answer.row} policy={answer.policy?.label ?? ''} />}
      {answer.row !== null && <Ranking answer={answer} lane={lane} decisions={decisions} />}
      <Aftermath answer={answer} />
      <Life life={life} />
      <BlockText comparison={comparison} lane={lane} block={block} inferred={life.inferred} />
    </aside>
  )
}

/** The full tables of a turn's decisions; null until the worker has answered. */
function useDecisions(comparison: Comparison, lane: string, turn: number | null): readonly Decision[] | null {
  const [answer, setAnswer] = useState<{ key: string; decisions: readonly Decision[] } | null>(null)
  const key = `${comparison.id} ${lane} ${turn}`
  useEffect(() => {
    if (turn === null) return undefined
    let wanted = true
    explainTurn(comparison, lane, turn)
      .then(({ decisions }) => {
        if (wanted) setAnswer({ key, decisions })
      })
      // The record of the run already says most; without the full tables only gates stay unknown.
      .catch(() => undefined)
    return () => {
      wanted = false
    }
  }, [comparison, lane, turn, key])
  return answer?.key === key ? answer.decisions : null
}
