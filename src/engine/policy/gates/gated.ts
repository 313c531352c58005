import type { WindowView } from '../window/view.ts'
import type { GateInput } from './gate.ts'
import { columnsOf } from '../window/columns.ts'
import type { Columns } from '../window/columns.ts'
import { gateTable } from './list.ts'
import type { GateTable } from './list.ts'
import { runningLoop } from '../window/running-loop.ts'
import type { LoopState } from '../window/running-loop.ts'
import { toolGroups } from '../window/tool-groups.ts'
import type { ToolGroups } from '../window/tool-groups.ts'

/** What every stage that takes from a window has to obey. */
export interface GateSettings {
  /** Gates by name; one that is not named is on. */
  readonly gates: Readonly<Record<string, boolean>>
  readonly protectedTypes: readonly string[]
}

/** A window as columns, with its tool groups and what its gates hold. */
export interface GatedWindow {
  readonly columns: Columns
  readonly groups: ToolGroups
  readonly gates: GateTable
  readonly running: LoopState
}

/** Asks the gates about a window, once for everything that a stage then does to it. O(entries × gates). */
export function gatedWindow(
  view: WindowView,
  { gates: on, protectedTypes }: GateSettings,
  { pinned }: Pick<GateInput, 'pinned'>,
): GatedWindow {
  const columns = columnsOf(view)
  const running = runningLoop(view, columns)
  const groups = toolGroups(columns, view.turn, running.loop)
  const input = { columns, groups, loop: running.loop, pinned, protectedTypes }
  return { columns, groups, gates: gateTable(view, on, input), running }
}
