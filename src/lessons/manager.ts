import type { Tokens } from '../engine/index.ts'

/** The methods of a subsystem. */
type SubsystemAsWritten = Readonly<Record<string, () => number>>

/** Subsystems of the article, by the methods that they have. */
const SUBSYSTEMS: Readonly<Record<'pressure' | 'compression', SubsystemAsWritten>> = Object.freeze({
  pressure: Object.freeze({ measure: () => 0, reset: () => 0 }),
  compression: Object.freeze({ execute_cascade: () => 0, compact_conversation: () => 0 }),
})

/** The methods that each hook of the manager calls on them. */
const CALLED: Readonly<Record<HookAsWritten, readonly (readonly [keyof typeof SUBSYSTEMS, string])[]>> =
  Object.freeze({
    turn_start: [['pressure', 'utilization']],
    turn_end: [['pressure', 'update']],
    tool_result: [['pressure', 'update']],
    orange: [['compression', 'select_strategy']],
  })
type HookAsWritten = 'turn_start' | 'turn_end' | 'tool_result' | 'orange'

/**
 * Calls a hook of the article's manager with the article's own subsystems.
 *
 * @throws TypeError for the first missing method
 */
export function hookAsWritten(hook: HookAsWritten): void {
  for (const [subsystem, method] of CALLED[hook]) {
    const offered: SubsystemAsWritten = SUBSYSTEMS[subsystem]
    const call = Object.hasOwn(offered, method) ? offered[method] : undefined
    if (call === undefined) throw new TypeError(`${subsystem} has no method ${method}`)
    call()
  }
}

/** Components as spelled in the code. */
const SPELLED: readonly string[] = ['system_prompt', 'tool_definitions', 'message_history', 'tool_results']

/** Records tokens for a component as the manager does: it looks for the name in capitals. */
export function trackAsWritten(
  used: Readonly<Record<string, Tokens>>,
  component: string,
  tokens: Tokens,
): Readonly<Record<string, Tokens>> {
  const found = SPELLED.find((name) => name === component.toUpperCase())
  return found === undefined ? used : { ...used, [found]: (used[found] ?? 0) + tokens }
}
