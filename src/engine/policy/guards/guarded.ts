import { columnsOf } from '../window/columns.ts'
import type { Columns } from '../window/columns.ts'
import { NO_LOOP, runningLoop } from '../window/running-loop.ts'
import type { LoopState } from '../window/running-loop.ts'
import { toolGroups } from '../window/tool-groups.ts'
import type { ToolGroups } from '../window/tool-groups.ts'
import type { WindowView } from '../window/view.ts'
import type { Guard, GuardInput, Vetoed } from './guard.ts'
import { guards } from './list.ts'

/** Guard settings, which every stage that removes content must obey. */
export interface GuardSettings {
  /** Guards by name; a missing one is on. */
  readonly gates: Readonly<Record<string, boolean>>
  readonly protectedTypes: readonly string[]
  /** The running tool loop ends with this edit, so no request needs its first thinking; missing: it goes on. */
  readonly endsLoop?: boolean
}

/** A window as columns, with its tool groups and its protected entries. */
export interface GuardedWindow {
  readonly columns: Columns
  readonly groups: ToolGroups
  readonly gates: GuardTable
  readonly running: LoopState
}

/** Runs the guards on a window once for everything that a stage does to it. O(entries × guards). */
export function guardedWindow(
  view: WindowView,
  { gates: on, protectedTypes, endsLoop = false }: GuardSettings,
  { pinned }: Pick<GuardInput, 'pinned'>,
): GuardedWindow {
  const columns = columnsOf(view)
  const running = endsLoop ? NO_LOOP : runningLoop(view, columns)
  const groups = toolGroups(columns, view.turn, running.loop)
  const input = { columns, groups, loop: running.loop, pinned, protectedTypes }
  return { columns, groups, gates: guardTable(view, on, input), running }
}

/** Which guards protect which entries at one decision. */
export interface GuardTable {
  /** Whether no guard forbids `verb` for the entry at a position. */
  free(position: number, verb: Vetoed): boolean
  /** Positions that at least one guard protects. */
  readonly marked: readonly number[]
  /** Names of the guards that protect an entry, whatever they forbid. */
  names(position: number): readonly string[]
}

const list: readonly Guard[] = Object.values(guards)
/** Bits of the guards that forbid a verb; a guard's bit is its index in the list. */
const forbidding: Readonly<Record<Vetoed, number>> = {
  drop: bitsOf((guard) => guard.forbids.includes('drop')),
  replace: bitsOf((guard) => guard.forbids.includes('replace')),
  clip: bitsOf((guard) => guard.forbids.includes('clip')),
  summarize: bitsOf((guard) => guard.forbids.includes('summarize')),
}

function bitsOf(matches: (gate: Guard) => boolean): number {
  return list.reduce((bits, guard, place) => (matches(guard) ? bits | (1 << place) : bits), 0)
}

/** Runs every active guard (those with `always` are always active). O(entries × guards). */
export function guardTable(
  view: WindowView,
  on: Readonly<Record<string, boolean>>,
  input: GuardInput,
): GuardTable {
  /** Usually few entries are protected, so a map is used instead of a column. */
  const bits = new Map<number, number>()
  const bitsAt = (position: number): number => bits.get(position) ?? 0
  for (const [place, guard] of list.entries()) {
    if (!guard.always && on[guard.name] === false) continue
    guard.protect(view, input, (position) => {
      bits.set(position, bitsAt(position) | (1 << place))
    })
  }
  return {
    marked: [...bits.keys()],
    free: (position, verb) => (bitsAt(position) & forbidding[verb]) === 0,
    names: (position) =>
      list.filter((_, place) => (bitsAt(position) & (1 << place)) !== 0).map((guard) => guard.name),
  }
}
