import { afterEdit, refusal, tools } from '../../live/index.ts'
import type { ToolCall, ToolOutcome, World } from '../../live/index.ts'
import { LIVE_TEXT } from '../words/live.ts'
import type { Decision } from './state.ts'

/** What came of calls, and the files as they are then. */
export interface Acted {
  readonly outcomes: readonly ToolOutcome[]
  readonly world: World
}

/**
 * Runs calls in their order, as a person decided of each.
 *
 * @param decisions by the id of the call
 * @param auto whether a call that nobody decided of is run
 * @returns null while one is undecided: then none is run
 */
export function acted(
  calls: readonly ToolCall[],
  decisions: ReadonlyMap<string, Decision>,
  auto: boolean,
  world: World,
): Acted | null {
  const decided: { readonly call: ToolCall; readonly decision: Decision }[] = []
  for (const call of calls) {
    const decision = decisions.get(call.id) ?? (auto ? ({ kind: 'run' } as const) : null)
    if (decision === null) return null
    decided.push({ call, decision })
  }
  const outcomes: ToolOutcome[] = []
  let now = world
  for (const { call, decision } of decided) {
    const { outcome, world: next } = done(call, decision, now)
    outcomes.push(outcome)
    now = next
  }
  return { outcomes, world: now }
}

function done(
  call: ToolCall,
  decision: Decision,
  world: World,
): { readonly outcome: ToolOutcome; readonly world: World } {
  const { id, name } = call
  if (decision.kind === 'refused') return { outcome: refusal(call, decision.why), world }
  const tool = Object.hasOwn(tools, name) ? tools[name] : undefined
  if (tool === undefined) return { outcome: { id, text: LIVE_TEXT.noTool(name), failed: true }, world }
  const input = decision.kind === 'edited' ? decision.input : call.input
  const { text, failed, world: next } = tool.run(input, world)
  const outcome = { id, text, failed }
  return { outcome: decision.kind === 'edited' ? afterEdit(input, outcome) : outcome, world: next }
}
