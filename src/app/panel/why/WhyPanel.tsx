import { X, ChevronRight } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import type { ReactNode } from 'react'
import { asObeyedAt } from '../../../sim/internal.ts'
import { biography, guardRows, mediaOfBlock, why, decimal, blockName, turnName } from '../../../view/index.ts'
import type { Why, Compressed } from '../../../view/index.ts'
import type { Comparison, LaneResult } from '../../../worker/protocol.ts'
import { Swatch } from '../../picture/block/Legend.tsx'
import { choose } from '../../store/choice/choices.ts'
import type { Selection } from '../../store/choice/choices.ts'
import { laneOf } from '../../store/choice/derived.ts'
import { useAskedRanking } from '../../store/lesson/shown.ts'
import { useReaches } from '../../store/look/depth.ts'
import { explainTurn } from '../../store/run/questions.ts'
import { Lineage } from './lineage/Lineage.tsx'
import { LinkedTurns } from '../../picture/link/TurnLink.tsx'
import { UI_TEXT } from '../../ui/words.ts'
import { WHY_TEXT } from './words.ts'
import { Aftermath } from './Aftermath.tsx'
import { useEmbedded } from '../../store/page-state/show.ts'
import { AnotherFuture, InFork } from './AnotherFuture.tsx'
import { BlockText } from './BlockText.tsx'
import { Contributions } from './Contributions.tsx'
import { useHeadingFocus } from '../../ui/heading-focus.ts'
import { Guards } from './Guards.tsx'
import { Life } from './Life.tsx'
import { MadeOf } from './MadeOf.tsx'
import { OtherLanes } from './OtherLanes.tsx'
import { Ranking } from './Ranking.tsx'
import { References } from './References.tsx'
import { ScoreHistory } from './ScoreHistory.tsx'
import { DueBy, DueOver, Trigger } from './Trigger.tsx'
import { useAnswer } from '../../ui/later.ts'
import { Button } from '../../ui/Button.tsx'
import { Row, Text } from '../../ui/Box.tsx'
import './why.css'
import { COMPRESSED_TEXT } from './compressed.ts'
import { BlockLink } from '../../picture/block/BlockLink.tsx'
import { Figures } from './Figures.tsx'
import { useSettledTurn } from '../../store/look/playhead.ts'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { createStore } from 'zustand/vanilla'
import { useStore } from 'zustand'
import type { BlockId, Turn } from '../../../engine/index.ts'
import { FUTURES_TEXT } from '../../store/choice/fork-words.ts'
import { onDemand } from '../../ui/on-demand.tsx'
import { Part } from '../../ui/Part.tsx'

/** What a block is, what happened to it, and why, entirely from the record of the decision. */
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

/** Says where the picture shows another turn than the one that is explained, and offers what that one decided. */
function OfShownTurn({
  lane,
  block,
  turn,
}: {
  readonly lane: LaneResult
  readonly block: BlockId
  readonly turn: Turn
}) {
  const shown = useSettledTurn()
  if (shown === turn) return null
  const { data } = lane
  const isOne =
    data.edits.some((edit) => edit.turn === shown) && why(data, block, { turn: shown })?.turn === shown
  return (
    <p className="note">
      {WHY_TEXT.ofOtherTurn(turn, shown)}{' '}
      {isOne && (
        <Button
          kind="link"
          onClick={() => {
            choose({ selection: { lane: lane.name, block, turn: shown } })
          }}
        >
          {WHY_TEXT.decidedAt(shown)}
        </Button>
      )}
    </p>
  )
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
  // The record of the run has most of it; without the full tables, guards and raw figures stay unknown.
  const full = useAnswer(turn === null ? null : ask).answer
  const answer = useMemo(
    () => (turn === null || full === null ? recorded : why(data, block, { turn, decisions: full.decisions })),
    [data, block, turn, recorded, full],
  )
  const obeyed = useMemo(() => (turn === null ? data : asObeyedAt(data, turn)), [data, turn])
  const gates = useMemo(() => guardRows(obeyed, answer?.decision ?? null, block), [obeyed, answer, block])
  const heading = useHeadingFocus(`${block} ${asked}`)
  const embedded = useEmbedded()
  if (life === null || answer === null) return null
  const { row, trigger, outcome, decision } = answer
  const digits = digitsOf(answer)
  // As in every table of blocks: the first block of a message carries the message's overhead.
  const media = mediaOfBlock(data, block)
  const cameIn = { ...life, tokens: life.spans[0]?.tokens ?? life.tokens }
  return (
    <aside className="side-body why" aria-labelledby="why">
      <Row apart align="top" className="stays why-head">
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
      {turn !== null && asked === undefined && <OfShownTurn lane={lane} block={block} turn={turn} />}
      <InDepth>
        {trigger !== null && <Trigger trigger={trigger} exact={data.exact} />}
        {answer.due === null
          ? answer.rung !== null &&
            (outcome === 'changed' || trigger !== null) && <DueBy rung={answer.rung} />
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
        {decision !== null && answer.candidates > 0 && (
          <Ranking answer={answer} lane={lane} digits={digits} />
        )}
        {outcome === 'changed' && turn !== null && !embedded && (
          <Savings comparison={comparison} lane={lane} block={block} turn={turn} />
        )}
        {!embedded && (
          <AnotherFuture key={`${lane.name} ${block}`} comparison={comparison} lane={lane} life={life} />
        )}
        {data.edits.length > 0 && (
          <ScoreHistory comparison={comparison} lane={lane} life={life} asked={turn} />
        )}
        <Aftermath comparison={comparison} answer={answer} lane={lane} />
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
      </InDepth>
    </aside>
  )
}

/** How the decision was made and what followed: in the fewest words it is folded, unless a lesson asks about it. */
function InDepth({ children }: { readonly children: ReactNode }) {
  const plain = !useReaches('compare')
  const asked = useAskedRanking()
  const open = useStore(opened, (state) => state.all)
  if (!plain || asked) return children
  return (
    <details
      className="in-depth"
      open={open}
      onToggle={(event) => {
        opened.setState({ all: event.currentTarget.open })
      }}
    >
      <summary className="accent">{WHY_TEXT.inDepth}</summary>
      {open && children}
    </details>
  )
}

/** Digits of a score in the panel, and the maximum for distinguishing two of them. */
const USUAL = 3
const MOST = 6

/** As many digits as needed to distinguish the block, the last evicted and the first survivor, if they differ. */
export function digitsOf({ row, victims, survivors }: Why): number {
  const scores = [row?.score, victims.at(-1)?.score, survivors[0]?.score].filter((one) => one !== undefined)
  const different = new Set(scores).size
  let digits = USUAL
  while (digits < MOST && new Set(scores.map((score) => decimal(score, digits))).size < different) digits++
  return digits
}

/** What a block became by an edit without a policy: where it is now, how much shorter, and what was kept. */
export function Became({ compressed, lane }: { readonly compressed: Compressed; readonly lane: LaneResult }) {
  const { before, after, into, others, level, figures, edit, story } = compressed
  const { data } = lane
  const { exact } = data
  const holder = data.blocks[into ?? -1]
  const record = data.edits[edit]
  return (
    <section className="became">
      <h3>{COMPRESSED_TEXT.became}</h3>
      <Facts className="small">
        <Fact name={COMPRESSED_TEXT.own}>
          {after === 0 ? COMPRESSED_TEXT.gone(before, exact) : COMPRESSED_TEXT.sizes(before, after, exact)}
        </Fact>
        {holder !== undefined && (
          <Fact name={COMPRESSED_TEXT.into}>
            <BlockLink lane={lane.name} block={holder.id}>
              {COMPRESSED_TEXT.goTo(blockName(holder), turnName(holder.turn))}
            </BlockLink>
          </Fact>
        )}
        {others.length > 0 && (
          <Fact name={COMPRESSED_TEXT.others}>{COMPRESSED_TEXT.othersCount(others.length)}</Fact>
        )}
        {level !== null && (
          <Fact name={COMPRESSED_TEXT.level} title={COMPRESSED_TEXT.levelFrom(level)}>
            {COMPRESSED_TEXT.levelText(level, exact)}
          </Fact>
        )}
        {figures !== null && record !== undefined && (
          <Figures figures={figures} edit={record} exact={exact} />
        )}
      </Facts>
      {story.rule !== '' && (
        <p className="note">
          <b>{COMPRESSED_TEXT.rule}</b> {story.rule}
        </p>
      )}
    </section>
  )
}

const SavingList = onDemand(async () => (await import('./SavingList.tsx')).SavingList)

/** What stays open for the next block too: the search for what would have kept it, and all of the panel. */
const opened = createStore(() => ({ search: false, all: false }))

/** What would have saved a block from the edits of a turn: searched once the section is open. */
export function Savings({
  comparison,
  lane,
  block,
  turn,
}: {
  readonly comparison: Comparison
  readonly lane: LaneResult
  readonly block: BlockId
  readonly turn: Turn
}) {
  const open = useStore(opened, (state) => state.search)
  return (
    <section className="savings">
      <h3>
        <Button
          kind="row"
          aria-expanded={open}
          title={FUTURES_TEXT.searchTitle}
          onClick={() => {
            opened.setState({ search: !open })
          }}
        >
          <ChevronRight size={13} aria-hidden="true" /> {FUTURES_TEXT.saved}
        </Button>
      </h3>
      {open && (
        <Part
          name="What would have kept it"
          fallback={<p className="note">{FUTURES_TEXT.searching(0, 0)}</p>}
        >
          <SavingList key={`${lane.data.hash} ${block} ${turn}`} {...{ comparison, lane, block, turn }} />
        </Part>
      )}
    </section>
  )
}
