import { useMemo, useState } from 'react'
import {
  blockName,
  bornByType,
  csv,
  END_WORDS,
  fileName,
  STATE_LABELS,
  tokens,
  TYPE_LABELS,
  whole,
} from '../../../view/index.ts'
import type { BornBlock, FileSubject, Stretch } from '../../../view/index.ts'
import type { LaneResult } from '../../../worker/protocol.ts'
import { Swatch } from '../../picture/block/Legend.tsx'
import { FileButton } from '../../picture/share/FileButton.tsx'
import { ShowMore } from '../../ui/ShowMore.tsx'
import { Scrolled } from '../../ui/Scrolled.tsx'
import { Table } from '../../ui/Table.tsx'
import type { Column } from '../../ui/Table.tsx'
import { TurnLink } from '../../picture/link/TurnLink.tsx'
import { BlockLink } from '../../picture/block/BlockLink.tsx'
import { STRETCH_TEXT } from './words.ts'
import { Check } from '../../ui/Choice.tsx'
import { Row, Stack } from '../../ui/Box.tsx'

type BornType = ReturnType<typeof bornByType>[number]

/** Rows shown at first, and added by each press. */
const SLICE = 50

/** The blocks that appeared in a range of turns, by type and one by one, with their end. */
export function BornList({
  source,
  lane,
  born,
  stretch,
}: {
  readonly source: FileSubject['source']
  readonly lane: LaneResult
  readonly born: readonly BornBlock[]
  readonly stretch: Stretch
}) {
  const { data } = lane
  const [ended, setEnded] = useState(false)
  const [most, setMost] = useState(SLICE)
  const types = useMemo(() => bornByType(born), [born])
  const listed = ended ? born.filter(({ fate }) => fate !== 'whole') : born
  const fateOf = (one: BornBlock): string =>
    STRETCH_TEXT.fate(
      one,
      one.state === null ? '' : STATE_LABELS[one.state],
      one.left === null || one.left.reason === null ? STRETCH_TEXT.gone : END_WORDS[one.left.reason].label,
      data,
    )
  const name = (one: BornBlock): string => {
    const block = data.blocks[one.block]
    return block === undefined ? '' : blockName(block)
  }
  const { columnsOfType, columnsOfBlock } = STRETCH_TEXT
  const byType: readonly Column<BornType>[] = [
    {
      key: 'type',
      head: columnsOfType.type,
      names: true,
      cell: ({ type }) => (
        <>
          <Swatch type={type} /> {TYPE_LABELS[type]}
        </>
      ),
    },
    { key: 'blocks', head: columnsOfType.blocks, number: true, cell: (one) => whole(one.blocks) },
    { key: 'tokens', head: columnsOfType.tokens, number: true, cell: (one) => tokens(one.tokens, data) },
    { key: 'whole', head: columnsOfType.whole, number: true, cell: (one) => whole(one.whole) },
    { key: 'changed', head: columnsOfType.changed, number: true, cell: (one) => whole(one.changed) },
    { key: 'gone', head: columnsOfType.gone, number: true, cell: (one) => whole(one.gone) },
    { key: 'now', head: columnsOfType.now, number: true, cell: (one) => tokens(one.now, data) },
  ]
  const byBlock: readonly Column<BornBlock>[] = [
    {
      key: 'block',
      head: columnsOfBlock.block,
      cell: (one) => (
        <>
          <Swatch type={one.type} />{' '}
          <BlockLink lane={lane.name} block={one.block}>
            {name(one)}
          </BlockLink>
        </>
      ),
    },
    {
      key: 'turn',
      head: columnsOfBlock.turn,
      number: true,
      cell: ({ turn }) => <TurnLink turn={turn} text={whole(turn)} />,
    },
    { key: 'tokens', head: columnsOfBlock.tokens, number: true, cell: (one) => tokens(one.tokens, data) },
    {
      key: 'fate',
      head: columnsOfBlock.fate,
      mark: ({ fate }) => (fate === 'gone' ? 'soft' : undefined),
      cell: fateOf,
    },
  ]
  return (
    <Stack gap={4} className="born">
      <h3>{STRETCH_TEXT.showBorn(lane.label)}</h3>
      <Scrolled label={STRETCH_TEXT.byType}>
        <Table label={STRETCH_TEXT.byType} columns={byType} rows={types} keyOf={({ type }) => type} />
      </Scrolled>
      <Row gap={12} wrap>
        <Check checked={ended} onCheck={setEnded}>
          {STRETCH_TEXT.only}
        </Check>
        <FileButton
          text={STRETCH_TEXT.csv}
          name={STRETCH_TEXT.csvName(lane.label)}
          file={() => {
            const content = `born-${stretch.from}-to-${stretch.to}`
            const { block, turn, tokens: size, fate } = columnsOfBlock
            return {
              name: fileName({ source, lane: lane.name, content, extension: 'csv' }),
              text: csv([
                [block, turn, size, fate],
                ...listed.map((one) => [name(one), one.turn, one.tokens, fateOf(one)]),
              ]),
            }
          }}
        />
      </Row>
      <div className="scroll-x">
        <Table
          className="born-blocks"
          columns={byBlock}
          rows={listed.slice(0, most)}
          keyOf={({ block }) => block}
        />
      </div>
      <ShowMore shown={most} all={listed.length} slice={SLICE} text={STRETCH_TEXT.more} onMore={setMost} />
    </Stack>
  )
}
