import type { TimelineData } from '../../../sim/index.ts'
import { counted } from '../../../view/index.ts'
import { blocksOf } from '../strata/emphasis.ts'
import { LANE_TEXT } from '../words.ts'
import type { Looked } from './use-controlled.ts'

/** What the setting that somebody looks at comes to in this run, in the corner of its picture. */
export function ControlledNote({
  looked: { path, controlled },
  data,
}: {
  readonly looked: Looked
  readonly data: Pick<TimelineData, 'blocks'>
}) {
  const comes = comesTo(controlled, data)
  return (
    <p className="controlled-note">
      <code>{path}</code>
      {comes !== null && ` · ${comes}`}
    </p>
  )
}

/** Null where the run does not tell. */
function comesTo(controlled: Looked['controlled'], { blocks }: Pick<TimelineData, 'blocks'>): string | null {
  const { read, edits, lines, told, recorded } = controlled
  if (!read) return LANE_TEXT.unread
  const about = blocksOf(controlled, blocks)
  const done = [
    ...(edits.length > 0 ? [counted(edits.length, 'edit')] : []),
    ...told.map(({ what, count }) => counted(count, LANE_TEXT.told[what])),
  ]
  if (done.length > 0) return LANE_TEXT.inThisRun(done.join(', '))
  if (about > 0) return LANE_TEXT.inThisRun(counted(about, 'block'))
  if (lines.length > 0) return LANE_TEXT.linesOnly(lines.length)
  return recorded ? LANE_TEXT.inThisRun(LANE_TEXT.nothing) : null
}
