import type { WindowView } from '../window/view.ts'
import type { BlockId } from '../../core/units.ts'
import type { Columns } from '../window/columns.ts'
import type { RunningLoop } from '../window/running-loop.ts'
import type { ToolGroups } from '../window/tool-groups.ts'

/** What a guard can forbid. */
export type Vetoed = 'drop' | 'replace' | 'clip' | 'summarize'

/** What guards read besides the window. */
export interface GuardInput {
  /** The window's columns, and which entries belong to one tool group. */
  readonly columns: Columns
  readonly groups: ToolGroups
  /** The running tool loop; null if none runs, or none of its replies has thinking. */
  readonly loop: RunningLoop | null
  readonly pinned: ReadonlySet<BlockId>
  readonly protectedTypes: readonly string[]
}

/**
 * A veto. It names the verbs that it forbids and is shown as a guard, never as a low weight (EVI-3). Guards with
 * `always` cannot be switched off: without them a request would be rejected.
 */
export interface Guard {
  readonly name: string
  readonly label: string
  readonly meaning: string
  readonly always: boolean
  /** Each forbids dropping, and some more. */
  readonly forbids: readonly ['drop', ...Vetoed[]]
  /** Marks the entries that it protects in this window, by position. */
  protect(view: WindowView, input: GuardInput, mark: (position: number) => void): void
}
