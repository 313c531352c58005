import { afterEdit, readStoredFile, refusal, storedPathOf, tools } from '../../../live/index.ts'
import type { ToolCall, ToolOutcome, World } from '../../../live/index.ts'
import { LIVE_TEXT } from '../../store/live/words.ts'
import type { Decision } from '../../store/live/state.ts'

type StoredTexts = (path: string) => Promise<string | null>

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
 * @param stored the text of a result that the strategy stored, by the path that its preview gives; null where there is none
 * @returns null while one is undecided: then none is run
 */
export async function acted(
  calls: readonly ToolCall[],
  decisions: ReadonlyMap<string, Decision>,
  auto: boolean,
  world: World,
  stored: StoredTexts,
): Promise<Acted | null> {
  const decided: { readonly call: ToolCall; readonly decision: Decision }[] = []
  for (const call of calls) {
    const decision = decisions.get(call.id) ?? (auto ? ({ kind: 'run' } as const) : null)
    if (decision === null) return null
    decided.push({ call, decision })
  }
  const outcomes: ToolOutcome[] = []
  let now = world
  for (const { call, decision } of decided) {
    const { outcome, world: next } = await done(call, decision, now, stored)
    outcomes.push(outcome)
    now = next
  }
  return { outcomes, world: now }
}

async function done(
  call: ToolCall,
  decision: Decision,
  world: World,
  stored: StoredTexts,
): Promise<{ readonly outcome: ToolOutcome; readonly world: World }> {
  const { id, name } = call
  if (decision.kind === 'refused') return { outcome: refusal(call, decision.why), world }
  const tool = Object.hasOwn(tools, name) ? tools[name] : undefined
  if (tool === undefined) return { outcome: { id, text: LIVE_TEXT.noTool(name), failed: true }, world }
  const input = decision.kind === 'edited' ? decision.input : call.input
  const path = storedPathOf({ name, input })
  const kept = path === null ? null : await stored(path)
  const {
    text,
    failed,
    world: next,
  } = path === null || kept === null
    ? tool.run(input, world)
    : { ...readStoredFile(path, input, kept), world }
  const outcome = { id, text, failed }
  return { outcome: decision.kind === 'edited' ? afterEdit(input, outcome) : outcome, world: next }
}
