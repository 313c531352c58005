import { X } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { asObeyedAt } from '../../../sim/internal.ts'
import { biography, guardRows, mediaOfBlock, why } from '../../../view/index.ts'
import type { Comparison, LaneResult } from '../../../worker/protocol.ts'
import { Swatch } from '../../picture/block/Legend.tsx'
import { choose } from '../../store/choice/choices.ts'
import type { Selection } from '../../store/choice/choices.ts'
import { laneOf } from '../../store/choice/derived.ts'
import { explainTurn } from '../../store/run/questions.ts'
import { Lineage } from './lineage/Lineage.tsx'
import { LinkedTurns } from '../../picture/link/LinkedTurns.tsx'
import { UI_TEXT } from '../../ui/words.ts'
import { WHY_TEXT } from './words.ts'
import { Aftermath } from './Aftermath.tsx'
import { AnotherFuture, InFork } from './AnotherFuture.tsx'
import { Became } from './Became.tsx'
import { BlockText } from './BlockText.tsx'
import { Contributions } from './Contributions.tsx'
import { digitsOf } from './digits.ts'
import { useHeadingFocus } from '../../ui/heading-focus.ts'
import { Guards } from './Guards.tsx'
import { Life } from './Life.tsx'
import { MadeOf } from './MadeOf.tsx'
import { OtherLanes } from './OtherLanes.tsx'
import { Ranking } from './Ranking.tsx'
import { References } from './References.tsx'
import { Savings } from './Savings.tsx'
import { ScoreHistory } from './ScoreHistory.tsx'
import { DueBy, DueOver, Trigger } from './Trigger.tsx'
import { useAnswer } from '../../ui/later.ts'
import { Button } from '../../ui/Button.tsx'
import { Row, Text } from '../../ui/Box.tsx'
import './why.css'

/** What a block is, what became of it, and why: everything from the record of the decision. */
export function WhyPanel({
  comparison,
  selection,
}: {
  readonly comparison: Comparison
  readonly selection: Selection
}) {
  const lane = laneOf(comparison, selection.lane)
  return lane === undefined ? null : <Story comparison={comparison} lane={lane} selection={selection} />
}

interface StoryProperties {
  readonly comparison: Comparison
  readonly lane: LaneResult
  readonly selection: Selection
}

function Story({ comparison, lane, selection }: StoryProperties) {
  const { block, turn: asked } = selection
  const { data } = lane
  const life = useMemo(() => biography(data, block), [data, block])
  const recorded = useMemo(
    () => why(data, block, asked === undefined ? {} : { turn: asked }),
    [data, block, asked],
  )
  const turn = recorded?.turn ?? null
  const ask = useCallback(
    async () => explainTurn(comparison, lane.name, turn ?? 0),
    [comparison, lane.name, turn],
  )
  // The record of the run says most; without the full tables, guards and raw figures stay unknown.
  const full = useAnswer(turn === null ? null : ask).answer
  const answer = useMemo(
    () => (turn === null || full === null ? recorded : why(data, block, { turn, decisions: full.decisions })),
    [data, block, turn, recorded, full],
  )
  const obeyed = useMemo(() => (turn === null ? data : asObeyedAt(data, turn)), [data, turn])
  const gates = useMemo(() => guardRows(obeyed, answer?.decision ?? null, block), [obeyed, answer, block])
  const heading = useHeadingFocus(`${block} ${asked}`)
  if (life === null || answer === null) return null
  const { row, trigger, outcome, decision } = answer
  const digits = digitsOf(answer)
  // As every table of blocks counts it: the first block of a message carries the message's overhead.
  const media = mediaOfBlock(data, block)
  const cameIn = { ...life, tokens: life.spans[0]?.tokens ?? life.tokens }
  return (
    <aside className="side-body why" aria-labelledby="why">
      <Row apart align="top" className="why-head">
        <Row as="h2" id="why" ref={heading} tabIndex={-1} title={life.tool ?? undefined}>
          <Swatch type={life.type} /> {life.name}
        </Row>
        <Button
          kind="icon"
          label={UI_TEXT.close}
          title={WHY_TEXT.close}
          onClick={() => {
            choose({ selection: null })
          }}
        >
          <X size={16} aria-hidden="true" />
        </Button>
      </Row>
      <Text as="p" size="small" tone="soft" className="why-lane">
        {WHY_TEXT.identity(cameIn, media, lane.label, data.exact)}
      </Text>
      <InFork comparison={comparison} name={lane.name} block={block} />
      <p className={outcome === 'changed' ? 'sentence changed' : 'sentence'}>
        <LinkedTurns text={answer.sentence} />
      </p>
      {asked !== undefined && asked === turn && (
        <p className="note asked">
          {WHY_TEXT.about(asked)}{' '}
          <Button
            kind="link"
            onClick={() => {
              choose({ selection: { lane: lane.name, block } })
            }}
          >
            {WHY_TEXT.whatBecame}
          </Button>
        </p>
      )}
      {trigger !== null && <Trigger trigger={trigger} exact={data.exact} />}
      {answer.due === null
        ? answer.rung !== null && (outcome === 'changed' || trigger !== null) && <DueBy rung={answer.rung} />
        : outcome !== 'unasked' && <DueOver due={answer.due} obeyed={obeyed} />}
      {answer.compressed !== null && <Became compressed={answer.compressed} lane={lane} />}
      {answer.made !== null && <MadeOf made={answer.made} lane={lane} told={outcome === 'unasked'} />}
      <Lineage comparison={comparison} lane={lane} block={block} />
      {decision !== null && <Guards gates={gates} held={answer.held} />}
      {row !== null && row.contributions.length > 0 && (
        <Contributions
          key={`${lane.name} ${answer.policy?.name}`}
          answer={answer}
          lane={lane}
          row={row}
          digits={digits}
          own={row.block === block}
        />
      )}
      {decision !== null && decision.terms.length === 0 && answer.compressed === null && (
        <p className="note">{WHY_TEXT.nothingRanked}</p>
      )}
      {decision !== null && answer.candidates > 0 && <Ranking answer={answer} lane={lane} digits={digits} />}
      {outcome === 'changed' && turn !== null && (
        <Savings comparison={comparison} lane={lane} block={block} turn={turn} />
      )}
      <AnotherFuture key={`${lane.name} ${block}`} comparison={comparison} lane={lane} life={life} />
      {data.edits.length > 0 && <ScoreHistory comparison={comparison} lane={lane} life={life} asked={turn} />}
      <Aftermath answer={answer} lane={lane} />
      <References comparison={comparison} lane={lane} block={block} />
      <Life life={life} />
      <OtherLanes
        comparison={comparison}
        lane={lane.name}
        block={block}
        made={block >= comparison.trace.blocks}
      />
      <BlockText
        comparison={comparison}
        lane={lane}
        block={block}
        inferred={life.inferred}
        made={answer.made !== null}
      />
    </aside>
  )
}
