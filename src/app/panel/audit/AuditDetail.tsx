import { useCallback } from 'react'
import type { BlockId, Turn } from '../../../engine/index.ts'
import { askDetail, blockName, paybackSentence, tokens, turnName, whole } from '../../../view/index.ts'
import type { AskDetail, AuditRow } from '../../../view/index.ts'
import type { Comparison, LaneResult } from '../../../worker/protocol.ts'
import { Swatch } from '../../picture/block/Legend.tsx'
import { choose } from '../../store/choice/choices.ts'
import { costOfLane } from '../../store/run/questions.ts'
import { seek } from '../../store/look/playhead.ts'
import { useAnswer } from '../../ui/later.ts'
import { ScrolledText } from '../../ui/ScrolledText.tsx'
import { AUDIT_TEXT } from './words.ts'
import { Button } from '../../ui/Button.tsx'
import { Row, Stack } from '../../ui/Box.tsx'

/** Blocks of an entry that are listed; the others are counted. */
const MOST_BLOCKS = 24
/** Maximum characters of an answer that are shown, because a real model may write more than a page can hold. */
const MOST_TEXT = 20_000

/** The details of a log entry: its blocks, and for a request the prompt and the answer. */
export function AuditDetail({
  row,
  lane,
  comparison,
}: {
  readonly row: AuditRow
  readonly lane: LaneResult
  readonly comparison: Comparison
}) {
  const ask = row.ask === null ? null : askDetail(lane.data, row.ask)
  const label = ask === null ? AUDIT_TEXT.changed(row.blocks.length) : AUDIT_TEXT.sources(row.blocks.length)
  return (
    <Stack gap={4} className="callout entry-detail">
      {ask !== null && <Asked ask={ask} exact={lane.data.exact} />}
      {row.blocks.length > 0 && (
        <div>
          <h3>{label}</h3>
          <Row as="ul" gap={12} wrap>
            {row.blocks.slice(0, MOST_BLOCKS).map((block) => (
              <li key={block}>
                <BlockLink block={block} lane={lane} turn={row.turn} />
              </li>
            ))}
            {row.blocks.length > MOST_BLOCKS && (
              <li>{AUDIT_TEXT.moreBlocks(row.blocks.length - MOST_BLOCKS)}</li>
            )}
          </Row>
        </div>
      )}
      {row.kind === 'edit' && <PaidBack turn={row.turn} lane={lane.name} comparison={comparison} />}
      {row.blocks.length === 0 && ask === null && <p className="note">{row.what}</p>}
    </Stack>
  )
}

/** When the edits of a turn had saved what they cost; nothing until it is known, and for a request that did not fit. */
function PaidBack({
  turn,
  lane,
  comparison,
}: {
  readonly turn: Turn
  readonly lane: string
  readonly comparison: Comparison
}) {
  const ask = useCallback(async () => costOfLane(comparison, lane), [comparison, lane])
  const found = useAnswer(ask).answer?.paybacks.find((one) => one.turn === turn)
  return found === undefined ? null : <p className="note">{paybackSentence(found)}</p>
}

function Asked({ ask, exact }: { readonly ask: AskDetail; readonly exact: boolean }) {
  return (
    <div>
      <h3>{ask.verdictText}</h3>
      <p className="note">
        {AUDIT_TEXT.prompt(tokens(ask.input, { exact }), tokens(ask.output, { exact }), whole(ask.maxTokens))}
      </p>
      {ask.answer === '' ? (
        <p className="note">{AUDIT_TEXT.noAnswer}</p>
      ) : (
        <ScrolledText label={AUDIT_TEXT.answer}>{ask.answer.slice(0, MOST_TEXT)}</ScrolledText>
      )}
    </div>
  )
}

function BlockLink({
  block,
  lane,
  turn,
}: {
  readonly block: BlockId
  readonly lane: LaneResult
  readonly turn: number
}) {
  const found = lane.data.blocks[block]
  if (found === undefined) return null
  return (
    <Button
      kind="row"
      onClick={() => {
        seek(turn)
        choose({ selection: { lane: lane.name, block, turn } })
      }}
    >
      <Swatch type={found.type} />
      {blockName(found)} <small>{turnName(found.turn)}</small>
    </Button>
  )
}
