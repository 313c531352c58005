import { openedByUser, survivorsOf } from '../trimming/ends.ts'
import type { LoopStep, RowGroup, Rows } from '../trimming/row.ts'
import type { Tokens } from '../../core/units.ts'
import type { TokenTrimSettings, TrimDirection } from './declaration.ts'
import type { TrimRoom } from './room.ts'

/**
 * Why a list cannot fit (TRIM-1): `system_exceeds_budget`, the system prompt and system messages alone are too large;
 * `reserve_exceeds_limit`, the reserve leaves no room; `message_too_large`, the messages that must stay are too large.
 * Timelines, notes and events use the same codes.
 */
export interface TrimRefusal {
  readonly code: 'system_exceeds_budget' | 'reserve_exceeds_limit' | 'message_too_large'
  /** Size of what is too large: the system messages, the reserve, or the row. */
  readonly tokens: Tokens
  /** The available room. */
  readonly allowed: Tokens
  /** The row that must stay and is too large, or the largest of several that are too large together. */
  readonly row: number | null
}

/** The rows that leave, ascending; empty if everything fits. */
interface TrimPlan {
  readonly leaving: readonly number[]
}

/**
 * The trim of “agentfit-rs” (TRIM-1): whole groups leave in the order of the direction until the rest fits. Then groups
 * that fit into the remaining space come back, the last to leave first, so that no removed group would fit. With
 * `rollback` the list goes back in time instead: it keeps the longest beginning that fits and ends with the user, but
 * not inside an earlier tool loop that began without thinking, which a model with thinking could not continue. If
 * protected rows leave no such end, what the user asked last stays, too. Linear.
 */
export function planTrim(
  given: Rows,
  { limit, reserve, room }: TrimRoom,
  { direction, rollback }: Pick<TokenTrimSettings, 'direction' | 'rollback'>,
): TrimPlan | TrimRefusal {
  if (given.tokens <= room) return { leaving: [] }
  if (reserve >= limit) return { code: 'reserve_exceeds_limit', tokens: reserve, allowed: limit, row: null }
  const system = given.list.reduce(
    (sum, row) => (row.role === 'system' && row.held ? sum + row.tokens : sum),
    given.beside,
  )
  if (system > room) return { code: 'system_exceeds_budget', tokens: system, allowed: room, row: null }
  const rows = openedByUser(given)
  const refusal = tooLarge(rows, room)
  if (refusal !== null) return refusal
  if (direction === 'end' && rollback) return rolledBack(rows, room)
  return filled(rows, room, direction)
}

function filled(rows: Rows, room: Tokens, direction: TokenTrimSettings['direction']): TrimPlan {
  const { groups } = rows
  const free: number[] = []
  for (let at = 0; at < groups.length; at++) if (groups[at]?.held === false) free.push(at)
  const survivors = survivorsOf(rows)
  const gone: number[] = []
  let { tokens } = rows
  const note = (group: number): void => {
    gone.push(group)
    tokens -= groups[group]?.tokens ?? 0
  }
  for (const place of leavingOrder(free.length, direction)) {
    if (tokens <= room) break
    const group = free[place] as number
    survivors.drop(group)
    note(group)
  }
  survivors.dropUnopened().forEach(note)
  survivors.dropUnanswered().forEach(note)
  // A group that could not open or end the list may be allowed after another came back; none of them makes room.
  let waiting = gone.toReversed()
  for (let pass = 0; pass < 2 && waiting.length > 0; pass++) {
    waiting = waiting.filter((group) => {
      const size = groups[group]?.tokens ?? 0
      if (tokens + size > room || !survivors.opensWith(group) || !survivors.endsWith(group)) return true
      survivors.restore(group)
      tokens += size
      return false
    })
  }
  return { leaving: leavingRows(rows, (group) => survivors.stays[group] !== true) }
}

/** The longest beginning that fits and that the model can continue; protected rows after it stay. */
function rolledBack(rows: Rows, room: Tokens): TrimPlan | TrimRefusal {
  const { list, groups, groupOf } = rows
  const heldBehind = lastHeld(rows)
  let tokens = rows.beside
  for (const group of groups) if (group.held) tokens += group.tokens
  let end = 0
  let reach = 0
  let best = -1
  let longest = -1
  const isSound = soundEnds(rows)
  let talk: string | null = null
  for (let at = 0; at < list.length; at++) {
    const row = list[at]
    const own = groups[groupOf[at] as number] as RowGroup
    if (!own.held && own.first === at) tokens += own.tokens
    if (tokens > room) break
    reach = Math.max(reach, own.held ? 0 : own.last)
    end = at + 1
    if (row?.role !== 'system') talk = row?.role ?? null
    // Protected rows after the cut end the list, whatever is before it.
    const last = end <= heldBehind ? list[heldBehind]?.role : talk
    if (reach >= end || last !== 'user') continue
    longest = end
    if (isSound(end)) best = end
  }
  if (best < 0 && longest >= 0) {
    // A protected reply opens each loop that is left. After what the user asked last, the model can continue.
    const asking = holdingNewestAsk(rows)
    if (asking !== null && tooLarge(asking, room) === null) return rolledBack(asking, room)
    best = longest
  }
  if (best < 0) {
    // The shortest beginning: what the user says first, with what stays anyway.
    const first = list.findIndex(({ role }) => role === 'user')
    const own = largest(rows, room, (at) => at <= first || groups[groupOf[at] as number]?.held === true)
    return own.tokens > own.allowed ? own : largest(rows, room, () => true)
  }
  return {
    leaving: leavingRows(rows, (group) => groups[group]?.held === false && groups[group].first >= best),
  }
}

/** The same rows, of which what the user asked last is protected, too; null if it was. */
function holdingNewestAsk(rows: Rows): Rows | null {
  const { list, groups, groupOf } = rows
  const at = groupOf[list.findLastIndex(({ step }) => step === 'asks')]
  if (at === undefined || groups[at]?.held !== false) return null
  return { ...rows, groups: groups.map((group, place) => (place === at ? { ...group, held: true } : group)) }
}

/** The last protected row that is not a system message, −1 for none. */
function lastHeld({ list, groups, groupOf }: Rows): number {
  return list.findLastIndex(
    ({ role }, at) => role !== 'system' && groups[groupOf[at] as number]?.held === true,
  )
}

/** Checks whether the rows that must stay exceed the room. */
function tooLarge(rows: Rows, room: Tokens): TrimRefusal | null {
  let kept = rows.beside
  for (const group of rows.groups) if (group.held) kept += group.tokens
  if (kept <= room) return null
  return largest(rows, room, (at) => rows.groups[rows.groupOf[at] as number]?.held === true)
}

/** The largest row of several that are too large together, and the room that the others leave for it. */
function largest({ list, beside }: Rows, room: Tokens, matters: (row: number) => boolean): TrimRefusal {
  let row = -1
  let others = beside
  for (const [at, { tokens, role }] of list.entries()) {
    if (!matters(at)) continue
    others += tokens
    if (role !== 'system' && tokens > (list[row]?.tokens ?? -1)) row = at
  }
  const tokens = list[row]?.tokens ?? 0
  return {
    code: 'message_too_large',
    tokens,
    allowed: Math.max(0, room - (others - tokens)),
    row: row < 0 ? null : row,
  }
}

function leavingRows({ list, groupOf }: Rows, leaves: (group: number) => boolean): number[] {
  const leaving: number[] = []
  for (let at = 0; at < list.length; at++) if (leaves(groupOf[at] as number)) leaving.push(at)
  return leaving
}

/**
 * The order in which the groups of a list leave, by position. From the middle, the nearest one leaves first, and of two
 * equally near ones the older, so that the newest leaves last.
 */
export function leavingOrder(count: number, direction: TrimDirection): readonly number[] {
  if (direction === 'start') return Array.from({ length: count }, (_, at) => at)
  if (direction === 'end') return Array.from({ length: count }, (_, at) => count - 1 - at)
  const order: number[] = []
  const middle = (count - 1) / 2
  let left = Math.floor(middle)
  let right = left + 1
  while (order.length < count) {
    const older = left >= 0 && (right >= count || middle - left <= right - middle)
    order.push(older ? left-- : right++)
  }
  return order
}

/** How the newest tool loop of a list began; `running`: it is the one that the whole list continues. */
type Loop = 'none' | 'thinks' | 'without' | 'running'

/** How a list ends: who spoke last, the user alone or with results, and the loop that a reply would continue. */
interface End {
  readonly last: 'asks' | 'results' | 'reply'
  readonly loop: Loop
}

const LOOPS: readonly Loop[] = ['none', 'thinks', 'without', 'running']
const ENDS: readonly End[] = (['asks', 'results', 'reply'] as const).flatMap((last) =>
  LOOPS.map((loop) => ({ last, loop })),
)
const START = 0

/**
 * For every cut of a list that goes back in time, whether the model can continue after it (VALID-1): the list must end
 * with a user message, with a tool loop that began with thinking, or with the loop that runs in the whole list.
 * Otherwise later replies would continue a finished loop that began without thinking. Protected rows stay behind the
 * cut. Linear.
 *
 * @returns a function that answers for the cut before a row
 */
function soundEnds({ list, groups, groupOf }: Rows): (cut: number) => boolean {
  const running = runningFrom(list)
  const before = [START]
  for (const [at, { step }] of list.entries())
    before.push(endAfter(before[at] as number, step, at === running))
  const isSound: boolean[] = []
  // The end that each end becomes through the protected rows after the cut, from the last cut to the first.
  let becomes = ENDS.map((_, end) => end)
  for (let cut = list.length; cut >= 0; cut--) {
    const isHeld = groups[groupOf[cut] ?? -1]?.held === true
    const { step } = list[cut] ?? {}
    if (isHeld) becomes = ENDS.map((_, end) => becomes[endAfter(end, step, cut === running)] as number)
    const { last, loop } = ENDS[becomes[before[cut] as number] as number] as End
    isSound[cut] = last === 'asks' || loop !== 'without'
  }
  return (cut) => isSound[cut] === true
}

/** The end of a list after one more row, both as indices in `ENDS`. */
function endAfter(end: number, step: LoopStep | undefined, isRunning: boolean): number {
  if (step === undefined) return end
  const { last, loop } = ENDS[end] as End
  // A text beside results belongs to the loop.
  if (step === 'asks') return last === 'results' ? end : placeOf('asks', loop)
  if (step === 'results') return placeOf('results', loop)
  if (!opens(end)) return placeOf('reply', loop)
  return placeOf('reply', isRunning ? 'running' : step === 'thinks' ? 'thinks' : 'without')
}

/** Whether a reply would begin a loop. */
function opens(end: number): boolean {
  const { last, loop } = ENDS[end] as End
  return last === 'asks' || loop === 'none'
}

function placeOf(last: End['last'], loop: Loop): number {
  return ENDS.findIndex((end) => end.last === last && end.loop === loop)
}

/** The row of the reply that began the running loop of a list, −1 if none runs. */
function runningFrom(list: Rows['list']): number {
  let end = START
  let from = -1
  for (const [at, { step }] of list.entries()) {
    if ((step === 'thinks' || step === 'replies') && opens(end)) from = at
    end = endAfter(end, step, false)
  }
  return (ENDS[end] as End).last === 'asks' ? -1 : from
}
