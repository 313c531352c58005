import { useMemo, useState } from 'react'
import { ancestors, heirs, tokens, turnName } from '../../../../view/index.ts'
import type { Ancestor } from '../../../../view/index.ts'
import type { BlockId } from '../../../../engine/index.ts'
import type { Comparison, LaneResult } from '../../../../worker/protocol.ts'
import { Swatch } from '../../../picture/block/Legend.tsx'
import { TurnLink } from '../../../picture/link/TurnLink.tsx'
import { BlockLink } from '../../../picture/block/BlockLink.tsx'
import { LINEAGE_TEXT } from './words.ts'
import { onDemand } from '../../../ui/on-demand.tsx'
import { Part } from '../../../ui/Part.tsx'
import { Button } from '../../../ui/Button.tsx'

const TextDiff = onDemand(async () => (await import('./TextDiff.tsx')).TextDiff)

/** Ancestors listed at first. */
const FIRST = 8

/** The ancestors and heirs of a block: what absorbed its content, and what it was made from, back to arrived blocks. */
export function Lineage({
  comparison,
  lane,
  block,
}: {
  readonly comparison: Comparison
  readonly lane: LaneResult
  readonly block: BlockId
}) {
  const { data } = lane
  const family = useMemo(() => ({ up: ancestors(data, block), down: heirs(data, block) }), [data, block])
  const [opened, setOpened] = useState<typeof family | null>(null)
  const [compared, setCompared] = useState<BlockId | null>(null)
  const { up, down } = family
  const older = up.slice(1)
  if (older.length === 0 && down.length === 0) return null
  const shown = opened === family ? older : older.slice(0, FIRST)
  return (
    <section className="lineage">
      <h3>{LINEAGE_TEXT.title}</h3>
      {down.length > 0 && (
        <>
          <h4>{LINEAGE_TEXT.heirs}</h4>
          <ol className="heirs">
            {down.map((heir) => (
              <li key={heir.block}>
                <BlockLink lane={lane.name} block={heir.block}>
                  {heir.name}
                </BlockLink>{' '}
                <span className="soft">
                  {LINEAGE_TEXT.step(heir.stage)}, <TurnLink turn={heir.turn} />
                </span>
              </li>
            ))}
          </ol>
        </>
      )}
      {older.length > 0 && (
        <>
          <h4>{LINEAGE_TEXT.ancestors(older.length + hidden(up), hidden(up) > 0)}</h4>
          <ul className="ancestors">
            {shown.map((one) => (
              <li key={one.block} style={{ paddingInlineStart: 12 * (one.depth - 1) }}>
                <Swatch type={one.type} />{' '}
                <BlockLink lane={lane.name} block={one.block}>
                  {one.name}
                </BlockLink>{' '}
                <span className="soft">
                  {turnName(one.turn)}, {tokens(one.tokens, data)}
                  {one.more > 0 && ` ${LINEAGE_TEXT.more(one.more)}`}
                </span>{' '}
                <Button
                  kind="link"
                  aria-expanded={compared === one.block}
                  onClick={() => {
                    setCompared(compared === one.block ? null : one.block)
                  }}
                >
                  {compared === one.block ? LINEAGE_TEXT.hide : LINEAGE_TEXT.compare}
                </Button>
                {compared === one.block && (
                  <Part
                    name="The difference of the texts"
                    fallback={<p className="note">{LINEAGE_TEXT.loading}</p>}
                  >
                    <TextDiff comparison={comparison} lane={lane} ancestor={one} />
                  </Part>
                )}
              </li>
            ))}
          </ul>
          {older.length > shown.length && (
            <Button
              small
              onClick={() => {
                setOpened(family)
              }}
            >
              {LINEAGE_TEXT.showMore(older.length - shown.length)}
            </Button>
          )}
        </>
      )}
    </section>
  )
}

function hidden(list: readonly Ancestor[]): number {
  return list.reduce((sum, { more }) => sum + more, 0)
}
