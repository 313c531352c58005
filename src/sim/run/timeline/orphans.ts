import { plansReadAsDone } from '../../../engine/internal.ts'
import type { Turn } from '../../../engine/index.ts'
import { entriesAt } from './recorder.ts'
import type { TimelineData } from './timeline.ts'

/** A plan that the text of a new window has among what is done: the window takes it for done, and skips it. */
export interface OrphanedPlan {
  /** The turn in which the window opened. */
  readonly turn: Turn
  readonly title: string
}

/** The orphaned plans of each new window of a run (CROSS-3), in order; null if none opened with a checkpoint. */
export function orphanedPlans(data: TimelineData): readonly OrphanedPlan[] | null {
  const opened = data.edits.flatMap(({ opened: id, turn, tick, window, blocks }) => {
    const saved = data.checkpoints.findLast((one) => one.window === window && one.turn <= turn)
    if (id === null || saved === undefined) return []
    const made = new Set(blocks.flatMap(({ block, verb }) => (verb === 'insert' ? [block] : [])))
    const texts = entriesAt(data.spans, tick, window).flatMap(({ block, content }) =>
      made.has(block) ? (data.contents[content] ?? []) : [],
    )
    return [{ turn, orphans: plansReadAsDone(saved.checkpoint, texts.join('\n')) }]
  })
  if (opened.length === 0) return null
  return opened.flatMap(({ turn, orphans }) => orphans.map((title) => ({ turn, title })))
}
