import type { WindowView } from '../../stage/stage.ts'
import type { BlockId } from '../../units.ts'
import type { Verb } from '../../window/change.ts'
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

/** Which gates hold which blocks at one decision. */
export interface GateTable {
  /** Names of the gates that forbid `verb` for the block; empty when it is free. */
  holding(block: BlockId, verb: Verb): readonly string[]
  readonly guarded: ReadonlyMap<BlockId, readonly Gate[]>
}

/** Asks every gate that is on (those with `always` are) which blocks it guards. O(entries × gates). */
export function gateTable(view: WindowView, on: Readonly<Record<string, boolean>>, input: GateInput): GateTable {
  const guarded = new Map<BlockId, Gate[]>()
  for (const gate of Object.values(gates)) {
    if (!gate.always && on[gate.name] === false) continue
    for (const block of gate.guards(view, input)) {
      const list = guarded.get(block)
      if (list === undefined) guarded.set(block, [gate])
      else list.push(gate)
    }
  }
  return {
    guarded,
    holding: (block, verb) =>
      (guarded.get(block) ?? []).filter((gate) => gate.forbids.includes(verb)).map((gate) => gate.name),
  }
}
