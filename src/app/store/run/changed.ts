import { laneRun } from '../choice/choices.ts'
import type { RunChoices } from '../choice/choices.ts'
import { laneNames } from '../choice/lanes.ts'

/**
 * Names of the lanes whose run would differ from the shown one. Changed lanes run first; unchanged lanes need no
 * preview.
 */
export function changedLanes(
  { lanes, budget, counter }: RunChoices,
  shown: RunChoices | null,
): readonly string[] {
  const names = laneNames(lanes)
  if (shown === null) return names
  const before = new Set(shown.lanes.map(laneRun))
  const changed = names.filter((_, index) => {
    const lane = lanes[index]
    return lane !== undefined && !before.has(laneRun(lane))
  })
  const all = JSON.stringify([budget, counter]) !== JSON.stringify([shown.budget, shown.counter])
  return all ? [...changed, ...names.filter((name) => !changed.includes(name))] : changed
}

/** Whether a log, or this way of reading it, was not shown before. */
export function isNewLog({ source }: RunChoices, shown: RunChoices | null): boolean {
  const way = (one: RunChoices['source'] | undefined): string =>
    one?.kind === 'log'
      ? JSON.stringify([one.id, one.format, one.conversation, one.recordedEdits, one.whole])
      : ''
  return source.kind === 'log' && way(source) !== way(shown?.source)
}
