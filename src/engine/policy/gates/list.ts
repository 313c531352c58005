import type { WindowView } from '../window/view.ts'
import type { Gate, GateInput } from './gate.ts'
import { carriedState } from './carried-state.ts'
import { currentUserMessage } from './current-user-message.ts'
import { openCalls } from './open-calls.ts'
import { pinned } from './pinned.ts'
import { protectedTypes } from './protected-types.ts'
import { runningResults } from './running-results.ts'
import { runningThinking } from './running-thinking.ts'
import { task } from './task.ts'
import { toolDefinitions } from './tool-definitions.ts'

/** Every gate, by its name in the YAML. */
export const gates: Readonly<Record<string, Gate>> = Object.freeze({
  protected_types: protectedTypes,
  tool_definitions: toolDefinitions,
  task,
  current_user_message: currentUserMessage,
  running_results: runningResults,
  pinned,
  carried_state: carriedState,
  open_calls: openCalls,
  running_thinking: runningThinking,
})

/** What a gate can forbid. */
type Vetoed = 'drop' | 'replace' | 'clip' | 'summarize'

/** Which gates hold which entries at one decision. */
export interface GateTable {
  /** Whether no gate forbids `verb` for the entry at a position. */
  free(position: number, verb: Vetoed): boolean
  /** Positions that at least one gate holds. */
  readonly marked: readonly number[]
  /** Names of the gates that hold an entry, whatever they forbid. */
  names(position: number): readonly string[]
}

const list = Object.values(gates)
/** Bits of the gates that forbid a verb; a gate's bit is its place in the list. */
const forbidding: Readonly<Record<Vetoed, number>> = {
  drop: bitsOf((gate) => gate.forbids.includes('drop')),
  replace: bitsOf((gate) => gate.forbids.includes('replace')),
  clip: bitsOf((gate) => gate.forbids.includes('clip')),
  summarize: bitsOf((gate) => gate.forbids.includes('summarize')),
}

function bitsOf(matches: (gate: Gate) => boolean): number {
  return list.reduce((bits, gate, place) => (matches(gate) ? bits | (1 << place) : bits), 0)
}

/** Asks every gate that is on (those with `always` are) which entries it guards. O(entries × gates). */
export function gateTable(
  view: WindowView,
  on: Readonly<Record<string, boolean>>,
  input: GateInput,
): GateTable {
  /** Few entries are held, mostly: a map of them, and no column. */
  const bits = new Map<number, number>()
  const bitsAt = (position: number): number => bits.get(position) ?? 0
  for (const [place, gate] of list.entries()) {
    if (!gate.always && on[gate.name] === false) continue
    gate.guard(view, input, (position) => {
      bits.set(position, bitsAt(position) | (1 << place))
    })
  }
  return {
    marked: [...bits.keys()],
    free: (position, verb) => (bitsAt(position) & forbidding[verb]) === 0,
    names: (position) =>
      list.filter((_, place) => (bitsAt(position) & (1 << place)) !== 0).map((gate) => gate.name),
  }
}
