import { BLOCK_STATES, ORIGINAL } from '../../engine/internal.ts'
import type { Block, BlockId, Turn, WindowId } from '../../engine/index.ts'
import { OPEN } from '../../sim/internal.ts'
import type { TimelineData } from '../../sim/index.ts'
import { turnOfTick } from './axis.ts'
import { endings } from './ending.ts'
import type { EndReason } from './ending.ts'
import { cell } from './piece.ts'

/** The block that states the task of a window: its first user message. */
export function taskOf(data: Pick<TimelineData, 'blocks'>, window: WindowId): Block | undefined {
  return data.blocks.find((block) => block.window === window && block.type === 'user_message')
}

/** The fate of a window's task. */
export interface TaskFate {
  readonly block: BlockId
  /** Turn from which it was no longer whole; null if it is whole at the end of the run. */
  readonly lost: Turn | null
  readonly reason: EndReason | null
}

/** Null for a window without a task, as where the log's own is blank, or one that the run never reached. O(spans). */
export function taskFate(
  data: Pick<TimelineData, 'blocks' | 'spans' | 'turns' | 'edits'>,
  window: WindowId,
): TaskFate | null {
  const task = taskOf(data, window)
  if (task === undefined) return null
  const { spans } = data
  const live = BLOCK_STATES.indexOf('live')
  let end = -1
  for (let row = 0; row < spans.length; row++) {
    const full = spans.state[row] === live && spans.content[row] === ORIGINAL
    if (full && spans.block[row] === task.id && spans.window[row] === window)
      end = Math.max(end, cell(spans.toTick, row))
  }
  if (end < 0) return null
  if (end === OPEN) return { block: task.id, lost: null, reason: null }
  const ending = endings(data)(task.id, end)
  if (ending?.edit.repairs.some(({ rule }) => rule === 'blank-text') === true) return null
  const reason = ending?.reason ?? null
  return { block: task.id, lost: turnOfTick(data.turns, end), reason }
}
