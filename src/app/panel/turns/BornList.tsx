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
import { download } from '../../ui/download.ts'
import { FileButton } from '../../ui/FileButton.tsx'
import { ShowMore } from '../../ui/ShowMore.tsx'
import { TurnLink } from '../../picture/link/TurnLink.tsx'
import { BlockLink } from '../../picture/block/BlockLink.tsx'
import { STRETCH_TEXT } from './words.ts'

/** Rows shown at first, and added by each press. */
const SLICE = 50

/** The blocks that were born in a stretch, by type and one by one, with their end. */
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
  return (
    <div className="born">
      <h3>{STRETCH_TEXT.showBorn(lane.label)}</h3>
      <div className="scroll-x">
        <table>
          <thead>
            <tr>
              {Object.entries(STRETCH_TEXT.columnsOfType).map(([column, text]) => (
                <th key={column} scope="col" className={column === 'type' ? undefined : 'number'}>
                  {text}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {types.map(({ type, blocks, tokens: size, whole: kept, changed, gone, now }) => (
              <tr key={type}>
                <th scope="row">
                  <Swatch type={type} /> {TYPE_LABELS[type]}
                </th>
                <td className="number">{whole(blocks)}</td>
                <td className="number">{tokens(size, data)}</td>
                <td className="number">{whole(kept)}</td>
                <td className="number">{whole(changed)}</td>
                <td className="number">{whole(gone)}</td>
                <td className="number">{tokens(now, data)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="born-tools">
        <label>
          <input
            type="checkbox"
            checked={ended}
            onChange={(event) => {
              setEnded(event.currentTarget.checked)
            }}
          />{' '}
          {STRETCH_TEXT.only}
        </label>
        <FileButton
          text={STRETCH_TEXT.csv}
          name={STRETCH_TEXT.csvName(lane.label)}
          onClick={() => {
            const content = `born-${stretch.from}-to-${stretch.to}`
            const { block, turn, tokens: size, fate } = STRETCH_TEXT.columnsOfBlock
            download(
              fileName({ source, lane: lane.name, content, extension: 'csv' }),
              csv([
                [block, turn, size, fate],
                ...listed.map((one) => [name(one), one.turn, one.tokens, fateOf(one)]),
              ]),
            )
          }}
        />
      </div>
      <div className="scroll-x">
        <table className="born-blocks">
          <thead>
            <tr>
              {Object.entries(STRETCH_TEXT.columnsOfBlock).map(([column, text]) => (
                <th
                  key={column}
                  scope="col"
                  className={column === 'turn' || column === 'tokens' ? 'number' : undefined}
                >
                  {text}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {listed.slice(0, most).map((one) => (
              <tr key={one.block}>
                <td>
                  <Swatch type={one.type} />{' '}
                  <BlockLink lane={lane.name} block={one.block}>
                    {name(one)}
                  </BlockLink>
                </td>
                <td className="number">
                  <TurnLink turn={one.turn} text={whole(one.turn)} />
                </td>
                <td className="number">{tokens(one.tokens, data)}</td>
                <td className={one.fate === 'gone' ? 'soft' : undefined}>{fateOf(one)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ShowMore shown={most} all={listed.length} slice={SLICE} text={STRETCH_TEXT.more} onMore={setMost} />
    </div>
  )
}
