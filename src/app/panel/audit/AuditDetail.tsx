import type { BlockId } from '../../../engine/index.ts'
import { askDetail, blockName, tokens, turnName, whole } from '../../../view/index.ts'
import type { AskDetail, AuditRow } from '../../../view/index.ts'
import type { LaneResult } from '../../../worker/protocol.ts'
import { Swatch } from '../../picture/block/Legend.tsx'
import { choose } from '../../store/choice/choices.ts'
import { seek } from '../../store/look/playhead.ts'
import { ScrolledText } from '../../ui/ScrolledText.tsx'
import { AUDIT_TEXT } from './words.ts'
import { Button } from '../../ui/Button.tsx'
import { Row, Stack } from '../../ui/Box.tsx'

/** Blocks of an entry that are named; more are counted. */
const MOST_BLOCKS = 24
/** Characters of an answer that are shown: a real model may write more than a page can hold. */
const MOST_TEXT = 20_000

/** What an entry of the log is made of: its blocks, and of a request what was asked and answered. */
export function AuditDetail({ row, lane }: { readonly row: AuditRow; readonly lane: LaneResult }) {
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
      {row.blocks.length === 0 && ask === null && <p className="note">{row.what}</p>}
    </Stack>
  )
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
