import type { Block } from '../core/message/block.ts'
import { contentHash } from '../core/number/hash.ts'

/** The calls of a window whose results came last, as far as a loop is looked for; plain data that passes from turn to turn. */
export interface CallMemory {
  /** Hash of name and input of each of the last calls, oldest first. */
  readonly calls: readonly string[]
  /** How many of them in a row, up to the last, had been made before with the same input. */
  readonly repeated: number
}

/** Calls that are looked back on: loops of more tools than half as many go on for long before they are one. */
const LOOK_BACK = 8

export const NO_CALLS: CallMemory = Object.freeze({ calls: Object.freeze([]), repeated: 0 })

/**
 * Takes in the calls whose results arrived in a turn. A call repeats where one of the eight calls before
 * it had the same name and input, whatever its result said: an agent in a loop asks the same again, alone
 * (A A A), in turn with others (A B A B), and of something that grows (the end of a log). Whoever changes
 * something between two runs of the tests makes a new call, and begins to count anew; so does a turn in which
 * only the user spoke.
 *
 * @param text input of a call
 */
export function followCalls(
  memory: CallMemory,
  inputs: readonly Block[],
  text: (call: Block['id']) => string,
): CallMemory {
  const made = inputs.flatMap(({ type, call }) =>
    type === 'tool_result' && call !== null && call.before !== null
      ? [contentHash([call.name, text(call.before)])]
      : [],
  )
  if (made.length === 0) return inputs.some(({ type }) => type === 'user_message') ? NO_CALLS : memory
  let { calls, repeated } = memory
  for (const one of made) {
    repeated = calls.includes(one) ? repeated + 1 : 0
    calls = [...calls, one].slice(-LOOK_BACK)
  }
  return { calls, repeated }
}
