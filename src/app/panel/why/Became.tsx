import { blockName, turnName } from '../../../view/index.ts'
import type { Compressed } from '../../../view/index.ts'
import type { LaneResult } from '../../../worker/protocol.ts'
import { COMPRESSED_TEXT } from './compressed.ts'
import { BlockLink } from '../../picture/block/BlockLink.tsx'
import { Figures } from './Figures.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'

/** What a block became by an edit that no policy decided: where it is now, how much shorter, and what was kept. */
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
