import type { Tokens } from '../engine/index.ts'
import type { AsWritten } from './entry.ts'

/** What a subsystem offers, by the name of the method. */
type SubsystemAsWritten = Readonly<Record<string, () => number>>

/** Subsystems as the article's own classes are, by what they can be asked. */
const SUBSYSTEMS: Readonly<Record<'pressure' | 'compression', SubsystemAsWritten>> = Object.freeze({
  pressure: Object.freeze({ measure: () => 0, reset: () => 0 }),
  compression: Object.freeze({ execute_cascade: () => 0, compact_conversation: () => 0 }),
})

/** What each hook of the manager asks of them. */
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
 * @throws TypeError for the first method that is not there
 */
export function hookAsWritten(hook: HookAsWritten): void {
  for (const [subsystem, method] of CALLED[hook]) {
    const offered: SubsystemAsWritten = SUBSYSTEMS[subsystem]
    const call = Object.hasOwn(offered, method) ? offered[method] : undefined
    if (call === undefined) throw new TypeError(`${subsystem} has no method ${method}`)
    call()
  }
}

/** Components as the code spells them. */
const SPELLED: readonly string[] = ['system_prompt', 'tool_definitions', 'message_history', 'tool_results']

/** Books tokens for a component as the manager does: it looks for the name in capitals. */
export function trackAsWritten(
  used: Readonly<Record<string, Tokens>>,
  component: string,
  tokens: Tokens,
): Readonly<Record<string, Tokens>> {
  const found = SPELLED.find((name) => name === component.toUpperCase())
  return found === undefined ? used : { ...used, [found]: (used[found] ?? 0) + tokens }
}

/** A manager that its own subsystems do not fit. */
export const methodsMissing = Object.freeze({
  name: 'methods_missing',
  article: 'Agent Context Window Management',
  rule: 'MAN-1',
  defect: 'The manager asks its monitor and its compression for methods that neither has.',
  harm: 'The first turn fails before anything is managed.',
  fix: 'The hooks run one turn loop whose parts are checked against each other, the same in a replay and live.',
  hook: hookAsWritten,
} satisfies AsWritten & Record<string, unknown>)

/** Books in which nothing is ever entered. */
export const managerTracksNothing = Object.freeze({
  name: 'manager_tracks_nothing',
  article: 'Agent Context Window Management',
  rule: 'MAN-4',
  defect:
    'Components are looked up by their names in capitals, which none has, and a miss is ignored without a message.',
  harm: 'Each component reports 0 tokens in a full window, so that no budget ever warns or blocks.',
  fix: 'Every figure is read from the one ledger of the window.',
  track: trackAsWritten,
} satisfies AsWritten & Record<string, unknown>)

/** The manager's rules as “Agent Context Window Management” writes them. */
export const managerAsWritten: readonly AsWritten[] = Object.freeze([methodsMissing, managerTracksNothing])
