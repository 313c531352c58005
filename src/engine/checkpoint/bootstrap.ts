import { cutAt } from '../core/extract/statement.ts'
import { fitted } from '../notes/fit.ts'
import type { Room } from '../notes/fit.ts'
import { oneLine } from '../notes/notes.ts'
import { CUT_GOAL } from './changes.ts'
import type { Checkpoint } from './checkpoint.ts'
import type { FieldName } from './fields.ts'

/** The number of items of a field that did not fit. */
export interface LeftOut {
  readonly field: FieldName
  readonly count: number
}

/** The text that opens a new window, and the parts of the checkpoint that are missing in it. */
export interface Bootstrap {
  readonly text: string
  readonly left: readonly LeftOut[]
}

/**
 * The text that opens a new window (CROSS-3), in five parts: orient, load, verify, inject, resume. Goal, criteria,
 * constraints and progress come first, then decisions, open issues and environment, then learnings and the last summary
 * while there is room. Planned work is worded as an intention. The text never exceeds `maxTokens`; its last line and
 * `left` count what did not fit, so nothing is dropped silently (CROSS-4). A goal that alone is too long is cut, says
 * so, and counts as left out.
 */
export function bootstrapText(checkpoint: Checkpoint, room: Room): Bootstrap {
  const items = itemsOf(checkpoint)
  return (
    fit(checkpoint, items, room) ??
    cutGoal(checkpoint, items, room) ?? { text: '', left: leftOf(items, new Set()) }
  )
}

/** One item needed to resume: the smallest unit that is kept or left out. */
interface Item {
  readonly field: FieldName
  /** Its heading: items with the same heading are written together. */
  readonly heading: string
  readonly lines: string
  /** Position in the text; the position in the list is its priority. */
  readonly order: number
}

function itemsOf(checkpoint: Checkpoint): Item[] {
  const items: Item[] = []
  const add = (field: FieldName, heading: string, lines: string, order = items.length): void => {
    items.push({ field, heading, lines, order })
  }
  const { goal, criteria, constraints, subtasks, decisions, open, environment, learnings, summary } =
    checkpoint
  if (goal !== '') add('goal', 'Goal', goal)
  for (const each of constraints) add('constraints', 'Constraints', bullet(each))
  // In the text, subtasks keep the order of the plan; for space, those in progress come first, then the newest done.
  const plan = subtasks.map((subtask, at) => ({ ...subtask, order: items.length + at }))
  const of = (status: string) => plan.filter((subtask) => subtask.status === status)
  for (const { title, order } of of('in_progress')) add('subtasks', 'In progress', bullet(title), order)
  for (const { title, order } of of('planned')) add('subtasks', PLANNED, bullet(title), order)
  for (const { title, order } of of('done').toReversed()) add('subtasks', 'Done', bullet(title), order)
  for (const each of criteria) add('criteria', 'Success criteria', bullet(each))
  for (const { what, why, alternatives } of decisions)
    add(
      'decisions',
      'Decisions (settled, not to be taken again)',
      bullet(what) +
        (why === '' ? '' : `\n  Why: ${oneLine(why)}`) +
        (alternatives.length === 0 ? '' : `\n  Instead of: ${alternatives.map(oneLine).join('; ')}`),
    )
  for (const { what, reproduce } of open)
    add(
      'open',
      'Open issues',
      bullet(what) + (reproduce === '' ? '' : `\n  To reproduce: ${oneLine(reproduce)}`),
    )
  const { directory, branch, services } = environment
  if (directory !== '') add('environment', 'Environment', bullet(`Directory: ${directory}`))
  if (branch !== '') add('environment', 'Environment', bullet(`Branch: ${branch}`))
  for (const service of services) add('environment', 'Environment', bullet(`Service: ${service}`))
  for (const each of learnings) add('learnings', 'Learnings', bullet(each))
  for (const each of summary.split('\n'))
    if (each.trim() !== '') add('summary', 'Summary of the window before', each)
  return items
}

const PLANNED = 'Planned (intentions: none of this has been done)'

const LOAD = Object.freeze(['Goal', 'Constraints', 'Success criteria', 'Done', 'In progress', PLANNED])

function fit(checkpoint: Checkpoint, items: readonly Item[], room: Room, cut = false): Bootstrap | null {
  const write = (kept: ReadonlySet<number>): string => written(checkpoint, items, kept, cut)
  const made = fitted(
    items.map(({ lines }) => lines),
    write,
    room,
  )
  // A window cannot be resumed without its goal, so even a part of the goal is better than other items.
  if (made === null || (!cut && items[0]?.field === 'goal' && !made.kept.has(0))) return null
  return { text: made.text, left: leftOf(items, made.kept, cut) }
}

/** The longest beginning of the goal that takes at most half the space: constraints matter as much as the goal. */
function cutGoal(checkpoint: Checkpoint, items: readonly Item[], room: Room): Bootstrap | null {
  const goal = items[0]
  if (goal?.field !== 'goal') return null
  let best: Bootstrap | null = null
  let low = 1
  let high = goal.lines.length
  while (low <= high) {
    const length = Math.floor((low + high) / 2)
    const text = `${cutAt(goal.lines, length)}${CUT_GOAL}`
    const shorter = [{ ...goal, lines: text }, ...items.slice(1)]
    const fits = room.count(written(checkpoint, shorter, new Set([0]), true)) <= room.maxTokens
    if (fits && room.count(text) <= room.maxTokens / 2) {
      best = fit(checkpoint, shorter, room, true)
      low = length + 1
    } else high = length - 1
  }
  return best
}

function written(
  checkpoint: Checkpoint,
  items: readonly Item[],
  kept: ReadonlySet<number>,
  cut: boolean,
): string {
  const shown = items.filter((_, at) => kept.has(at)).toSorted((a, b) => a.order - b.order)
  const left = leftOf(items, kept, cut)
  const { window, version, turn } = checkpoint
  const current = checkpoint.subtasks.find(({ status }) => status === 'in_progress')
  const parts = [
    `# Orient\nThis window goes on with a task that window ${window} could not finish. What follows is checkpoint version ${version}, saved in turn ${turn}.`,
    section(
      '# Load',
      grouped(shown, (heading) => LOAD.includes(heading)),
    ),
    '# Verify\nBefore relying on it: check that the directory, the branch, the services and the named files are as stated here.',
    section(
      '# Inject',
      grouped(shown, (heading) => !LOAD.includes(heading)),
    ),
    `# Resume\n${
      current === undefined
        ? 'Nothing was in progress: begin with the first planned item, or ask.'
        : 'Go on with what is in progress.'
    } Do nothing again that is done, and do not look up again what stands here.`,
  ]
  if (left.length > 0)
    parts.push(`Left out for room, whole in the checkpoint: ${left.map(counted).join(', ')}.`)
  return parts.filter((part) => part !== '').join('\n\n')
}

/** What a bootstrap says of the task, without what it tells the next window to do. */
export function withoutAdvice(text: string): string {
  return text
    .split('\n\n')
    .filter((part) => !/^# (Orient|Verify|Resume)\n/.test(part))
    .join('\n\n')
}

function section(title: string, groups: string): string {
  return groups === '' ? '' : `${title}\n${groups}`
}

function grouped(items: readonly Item[], belongs: (heading: string) => boolean): string {
  const groups = new Map<string, string[]>()
  for (const heading of LOAD) groups.set(heading, [])
  for (const { heading, lines } of items) {
    if (!belongs(heading)) continue
    const group = groups.get(heading)
    if (group === undefined) groups.set(heading, [lines])
    else group.push(lines)
  }
  return [...groups]
    .filter(([, lines]) => lines.length > 0)
    .map(([heading, lines]) => `## ${heading}\n${lines.join('\n')}`)
    .join('\n')
}

function leftOf(items: readonly Item[], kept: ReadonlySet<number>, cut = false): LeftOut[] {
  const counts = new Map<FieldName, number>(cut ? [['goal', 1]] : [])
  items.forEach(({ field }, at) => {
    if (!kept.has(at) && !(cut && field === 'goal')) counts.set(field, (counts.get(field) ?? 0) + 1)
  })
  return [...counts].map(([field, count]) => ({ field, count }))
}

function counted({ field, count }: LeftOut): string {
  return `${field} ${count}`
}

function bullet(text: string): string {
  return `- ${oneLine(text)}`
}
