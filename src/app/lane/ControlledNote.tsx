import type { TimelineData } from '../../sim/index.ts'
import { counted } from '../../view/index.ts'
import { blocksOf } from '../strata/emphasis.ts'
import { LANE_TEXT } from '../words/lane.ts'
import type { Looked } from './use-controlled.ts'

/** What the setting that somebody looks at comes to in this run, in the corner of its picture. */
export function ControlledNote({
  looked: { path, controlled },
  data,
}: {
  readonly looked: Looked
  readonly data: Pick<TimelineData, 'blocks'>
}) {
  return (
    <p className="controlled-note">
      <code>{path}</code> · {comesTo(controlled, data)}
    </p>
  )
}

function comesTo(controlled: Looked['controlled'], { blocks }: Pick<TimelineData, 'blocks'>): string {
  const { read, edits, lines } = controlled
  if (!read) return LANE_TEXT.unread
  const about = blocksOf(controlled, blocks)
  if (edits.length > 0) return LANE_TEXT.inThisRun(counted(edits.length, 'edit'))
  if (about > 0) return LANE_TEXT.inThisRun(counted(about, 'block'))
  return lines.length > 0 ? LANE_TEXT.linesOnly(lines.length) : LANE_TEXT.inThisRun(LANE_TEXT.nothing)
}
