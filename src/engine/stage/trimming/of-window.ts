import { guardedWindow } from '../../policy/guards/guarded.ts'
import type { GuardSettings } from '../../policy/guards/guarded.ts'
import type { Held } from '../../policy/decision.ts'
import { loopTies } from '../../policy/window/running-loop.ts'
import { CALL, RESULT, TALK, THINKING } from '../../core/message/block-facts.ts'
import type { Block } from '../../core/message/block.ts'
import type { StageContext } from '../contract/stage.ts'
import type { WindowView } from '../../policy/window/view.ts'
import type { BlockId, Tokens } from '../../core/units.ts'
import { rowsOf } from './row.ts'
import type { LoopStep, Row, Rows } from './row.ts'

/** A window by its messages. A block that a strategy made is a message of its own. */
export interface WindowRows {
  readonly rows: Rows
  /** Entries of each row: from `starts[row]` to before `ends[row]`. */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
  /** Protected blocks, for the record. */
  readonly gated: readonly Held[]
}

/** Which messages of a window must stay. */
export interface Holding {
  readonly gates: GuardSettings['gates']
  /** What an edit would do to the rows; a guard may forbid only one of them. */
  readonly verb: 'drop' | 'summarize'
  /** Guards to ignore, in addition to those switched off: what they protect leaves as whole messages. */
  readonly ignored: readonly string[]
  /** Whether system messages of the conversation stay; the system prompt always does. */
  readonly system: boolean
  /** Number of messages at the end that stay. */
  readonly tail: number
  /** Whether a user message at the very end stays. */
  readonly last: boolean
  /**
   * Whether the reply between the running loop and the previous one stays; missing: only behind results that a guard
   * protects, since older messages have left otherwise.
   */
  readonly apart?: boolean
  /**
   * The newest messages may leave, so that an earlier loop runs again: the beginning of each loop then stays for the
   * rest of it.
   */
  readonly goesBack?: boolean
}

/** Splits a window into rows and runs the guards on them. Linear. */
export function rowsOfWindow(view: WindowView, context: StageContext, holding: Holding): WindowRows {
  const settings = { gates: holding.gates, protectedTypes: [] }
  const { columns, groups, gates, running } = guardedWindow(view, settings, context)
  const { flags, any, tokens, facts, id, length } = columns
  const starts: number[] = []
  const ends: number[] = []
  const rowAt = new Int32Array(length).fill(-1)
  let message = -1
  let beside: Tokens = 0
  for (let at = 0; at < length; at++) {
    const own = facts.message[id[at] as number] as number
    // A system message belongs to the conversation; the system prompt and the tools do not.
    if (((flags[at] as number) & TALK) === 0 && own < 0) {
      beside += tokens[at] as number
      continue
    }
    const row = starts.length - 1
    if (row >= 0 && own >= 0 && own === message && ends[row] === at) ends[row] = at + 1
    else ends[starts.push(at) - 1] = at + 1
    rowAt[at] = starts.length - 1
    message = own
  }

  const list: Row[] = starts.map((start, row) => {
    const { role } = view.blocks[start] as Block
    const end = ends[row] as number
    let total = 0
    let speaks = false
    for (let at = start; at < end; at++) {
      total += tokens[at] as number
      speaks ||= role === 'user' && ((flags[at] as number) & RESULT) === 0
    }
    const made = { role, speaks, tokens: total, held: false }
    return holding.goesBack === true && role !== 'system' ? { ...made, step: stepOf(row, role) } : made
  })
  const gated: Held[] = []
  const held = new Set<number>()
  for (const at of gates.marked) {
    const row = rowAt[at] as number
    if (row < 0 || gates.free(at, holding.verb)) continue
    const names = gates.names(at).filter((name) => counts(name, list[row]))
    if (names.length === 0) continue
    held.add(row)
    gated.push({ block: id[at] as BlockId, gates: names })
  }
  holdTail(list, holding, held)
  // As long as no reply has thinking, a list is trimmed as `trimToBudget` trims it.
  if ((any & THINKING) !== 0 && (holding.apart === true || staysBehindResults(running.boundary[0])))
    for (const at of running.boundary) held.add(rowAt[at] as number)
  holdBeginning()
  if (holding.goesBack === true) holdBeginnings()
  return {
    rows: rowsOf(
      list.map((row, at) => (held.has(at) ? { ...row, held: true } : row)),
      pairs(),
      beside,
    ),
    starts,
    ends,
    gated,
  }

  function counts(guard: string, row: Row | undefined): boolean {
    if (guard === 'protected_types' && row?.role === 'system') return holding.system
    return !holding.ignored.includes(guard)
  }

  /** Whether results stay before a position, by a guard or with their calls: what follows would stand beside them. */
  function staysBehindResults(position: number | undefined): boolean {
    const isOfPair = (row: number): boolean =>
      flags.subarray(starts[row], ends[row]).some((bits) => (bits & (CALL | RESULT)) !== 0)
    return (
      position !== undefined && [...held].some((row) => row < (rowAt[position] as number) && isOfPair(row))
    )
  }

  /** If its guard is ignored, the beginning of a running loop stays as long as any of the loop does. */
  function holdBeginning(): void {
    const [first = [], ...others] = running.loop?.begins === true ? running.loop.replies : []
    const rowOf = (at: number | undefined): number => (at === undefined ? -1 : (rowAt[at] as number))
    if (others.some(([at]) => held.has(rowOf(at)))) held.add(rowOf(first[0]))
  }

  /**
   * The same for every loop of the window that began with thinking: the message that opened it, and the reply after
   * that.
   */
  function holdBeginnings(): void {
    let opening: number[] = []
    let beginning: number[] = []
    let isAnswered = true
    for (const [row, { role }] of list.entries()) {
      if (role === 'system') continue
      const isReply = role === 'assistant'
      if (!isReply && isAnswered) opening = []
      if (!isReply) opening.push(row)
      else if (!isAnswered && !opening.some(hasResult))
        beginning = ((flags[starts[row] as number] as number) & THINKING) === 0 ? [] : [...opening, row]
      isAnswered = isReply
      if (!held.has(row) || (!isReply && !hasResult(row))) continue
      for (const one of beginning) held.add(one)
      beginning = []
    }
  }

  function stepOf(row: number, role: Row['role']): LoopStep {
    if (role !== 'assistant') return hasResult(row) ? 'results' : 'asks'
    return ((flags[starts[row] as number] as number) & THINKING) === 0 ? 'replies' : 'thinks'
  }

  function hasResult(row: number): boolean {
    for (let at = starts[row] as number; at < (ends[row] as number); at++)
      if (((flags[at] as number) & RESULT) !== 0) return true
    return false
  }

  function* pairs(): Generator<readonly [number, number]> {
    for (let at = 0; at < length; at++) {
      const root = groups.first[at] as number
      if (root >= 0 && root !== at) yield [rowAt[root] as number, rowAt[at] as number]
    }
    for (const [one, other] of loopTies(running)) yield [rowAt[one] as number, rowAt[other] as number]
  }
}

/** Protects the last messages, and a user message at the very end, which is not answered yet. */
export function holdTail(
  list: readonly Row[],
  { tail, last }: Pick<Holding, 'tail' | 'last'>,
  held: Set<number>,
): void {
  let left = tail
  let end = true
  for (let at = list.length - 1; at >= 0 && (left > 0 || end); at--) {
    const role = list[at]?.role
    if (role === 'system') continue
    if (left > 0 || (end && last && role === 'user')) held.add(at)
    left -= 1
    end = false
  }
}

/** The first block of the tail that stays, for the record; null if there is none. */
export function tailFrom({ rows, starts }: WindowRows, tail: number, view: WindowView): BlockId | null {
  let left = tail
  for (let at = rows.list.length - 1; at >= 0 && left > 0; at--) {
    if (rows.list[at]?.role === 'system') continue
    left -= 1
    if (left === 0) return view.blocks[starts[at] ?? -1]?.id ?? null
  }
  return tail === 0 ? null : (view.blocks[starts[0] ?? -1]?.id ?? null)
}

/** The entries of rows, ascending. */
export function positionsOfRows({ starts, ends }: WindowRows, rows: readonly number[]): number[] {
  const positions: number[] = []
  for (const row of rows) {
    for (let at = starts[row] ?? 0; at < (ends[row] ?? 0); at++) positions.push(at)
  }
  return positions
}
