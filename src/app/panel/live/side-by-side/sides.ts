import type { LaneChoice } from '../../../store/choice/choices.ts'
import { hasGuards, labelsByMock } from '../../../store/choice/lanes.ts'
import { GROUP_LABELS, GROUPS_SHOWN, LANE_GROUPS, laneLabel } from '../../../store/choice/lineup-words.ts'
import { TWO_TEXT } from './words.ts'

/** What a side can run, by its key in the chooser. */
export interface SideGroup {
  readonly label: string
  readonly options: readonly (readonly [key: string, label: string])[]
}

/** The task that it begins with: its world is larger than its window, so the loss of the task costs the result. */
export const FIRST_TASK = 'sources'

/** The sides that it begins with: where the oldest leave first, the task as well, and the whole manager. */
export const FIRST_SIDES: readonly string[] = Object.freeze(['off fifo', 'on default'])

/**
 * Every preset of a lane, and eviction without protection first. The articles' sample code is told where its defects are
 * listed; it runs here as a lane of the page.
 */
export const SIDE_GROUPS: readonly SideGroup[] = [
  {
    label: TWO_TEXT.unprotected,
    options: LANE_GROUPS.evict
      .filter(hasGuards)
      .map((policy) => [`off ${policy}`, laneLabel(policy, 'off')] as const),
  },
  ...GROUPS_SHOWN.filter((group) => group !== 'as_written').map((group) => ({
    label: GROUP_LABELS[group],
    options: LANE_GROUPS[group].map((policy) => [`on ${policy}`, laneLabel(policy, 'on')] as const),
  })),
]

/** The lanes of the page that a mock can run, with what a person changed in them. */
export function pageSides(lanes: readonly LaneChoice[]): SideGroup['options'] {
  const labels = labelsByMock(lanes)
  return lanes.flatMap((lane, index) =>
    lane.mistake !== undefined || lane.unnamed === true
      ? []
      : [[`lane ${index}`, labels[index] ?? ''] as const],
  )
}

/** The lane that a key stands for; without acts at turns and without a real model, which belong to a conversation. */
export function laneOfSide(key: string, lanes: readonly LaneChoice[]): LaneChoice {
  const [kind = '', name = ''] = key.split(' ')
  if (kind !== 'lane') return { policy: name, gates: kind === 'off' ? 'naive' : 'on' }
  const lane = lanes[Number(name)]
  if (lane === undefined) return { policy: 'default', gates: 'on' }
  const { actions: _, forks: __, answeredBy: ___, offered: ____, ...own } = lane
  return own
}
