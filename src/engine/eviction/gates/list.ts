import type { WindowView } from '../../stage/stage.ts'
import type { Gate, GateInput } from '../gate.ts'
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
  open_calls: openCalls,
  running_thinking: runningThinking,
})

/** Which gates hold which entries at one decision. */
export interface GateTable {
  /** Whether no gate forbids `verb` for the entry at a position. */
  free(position: number, verb: 'drop' | 'replace'): boolean
  /** Positions that at least one gate holds. */
  readonly marked: readonly number[]
  /** Names of the gates that hold an entry, whatever they forbid. */
  names(position: number): readonly string[]
}

const list = Object.values(gates)
/** Bits of the gates that forbid a verb; a gate's bit is its place in the list. */
const forbidding = {
  drop: bitsOf((gate) => gate.forbids.includes('drop')),
  replace: bitsOf((gate) => gate.forbids.includes('replace')),
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
  const bits = new Uint32Array(view.blocks.length)
  const marked: number[] = []
  const { drop, replace } = forbidding
  for (const [place, gate] of list.entries()) {
    if (!gate.always && on[gate.name] === false) continue
    gate.guard(view, input, (position) => {
      const before = bits[position] ?? 0
      if (before === 0) marked.push(position)
      bits[position] = before | (1 << place)
    })
  }
  return {
    marked,
    free: (position, verb) => ((bits[position] as number) & (verb === 'drop' ? drop : replace)) === 0,
    names: (position) =>
      list.filter((_, place) => ((bits[position] ?? 0) & (1 << place)) !== 0).map((gate) => gate.name),
  }
}
