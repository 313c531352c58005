import { blockName, turnName } from '../../../view/index.ts'
import type { Compressed } from '../../../view/index.ts'
import type { LaneResult } from '../../../worker/protocol.ts'
import { COMPRESSED_TEXT } from './compressed.ts'
import { BlockLink } from '../../picture/block/BlockLink.tsx'
import { Figures, Row } from './Figures.tsx'

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
      <dl className="figures-of-edit">
        <Row name={COMPRESSED_TEXT.own}>
          {after === 0 ? COMPRESSED_TEXT.gone(before, exact) : COMPRESSED_TEXT.sizes(before, after, exact)}
        </Row>
        {holder !== undefined && (
          <Row name={COMPRESSED_TEXT.into}>
            <BlockLink lane={lane.name} block={holder.id}>
              {COMPRESSED_TEXT.goTo(blockName(holder), turnName(holder.turn))}
            </BlockLink>
          </Row>
        )}
        {others.length > 0 && (
          <Row name={COMPRESSED_TEXT.others}>{COMPRESSED_TEXT.othersCount(others.length)}</Row>
        )}
        {level !== null && (
          <Row name={COMPRESSED_TEXT.level} title={COMPRESSED_TEXT.levelFrom(level)}>
            {COMPRESSED_TEXT.levelText(level, exact)}
          </Row>
        )}
        {figures !== null && record !== undefined && (
          <Figures figures={figures} edit={record} exact={exact} />
        )}
      </dl>
      {story.rule !== '' && (
        <p className="note">
          <b>{COMPRESSED_TEXT.rule}</b> {story.rule}
        </p>
      )}
    </section>
  )
}
