import { BLOCK_STATES } from '../../../engine/internal.ts'
import type { Block, BlockId, ContextEdit, Turn, Window } from '../../../engine/index.ts'
import type { TimelineData } from './timeline.ts'

type EditType = ContextEdit['type']

const THINKING = 'clear_thinking_20251015'
const TOOL_USES = 'clear_tool_uses_20250919'

/** The provider's edits that have cleared anything that a run's client still sends. */
export function clearedIn(windows: Iterable<Window>, block: (id: BlockId) => Block): readonly EditType[] {
  const cleared: EditType[] = []
  for (const { entries, behind } of windows) {
    const lists = [entries]
    for (let batch = behind; batch?.sent === true; batch = batch.earlier) lists.push(batch.moved)
    for (const { state, block: id } of lists.flat())
      if (state === 'server_cleared') cleared.push(editOf(block(id)))
  }
  return cleared
}

/** The same for a finished run at the start of a turn; for a turn that it did not reach, at its end. */
export function clearedBefore(
  { turns, spans, blocks }: Pick<TimelineData, 'turns' | 'spans' | 'blocks'>,
  turn: Turn,
): readonly EditType[] {
  const last = turns[Math.min(turn, turns.length) - 1]
  if (last === undefined) return []
  const tick = last.responded?.tick ?? last.points.sent.tick
  const cleared = new Set<EditType>()
  for (let row = 0; row < spans.length; row++) {
    const stands = (spans.fromTick[row] ?? Infinity) <= tick && tick < (spans.toTick[row] ?? 0)
    const block = blocks[spans.block[row] ?? -1]
    if (stands && spans.state[row] === CLEARED && block !== undefined) cleared.add(editOf(block))
  }
  return [...cleared]
}

const CLEARED = BLOCK_STATES.indexOf('server_cleared')

function editOf({ type }: Block): EditType {
  return type === 'thinking' ? THINKING : TOOL_USES
}

/**
 * The parameter by which an edit asks for less than the previous one, so that cleared content would come back; null if
 * it does not. A provider edits every request again, from everything that the client sends.
 */
export function looserIn(before: ContextEdit, after: ContextEdit): string | null {
  if (before.type === THINKING && after.type === before.type)
    return keptBy(after.keep) > keptBy(before.keep) ? 'keep' : null
  if (before.type !== TOOL_USES || after.type !== before.type) return null
  const [from, to] = [before.trigger, after.trigger]
  // Wherever anything can be cleared, there are more uses than are kept.
  const always = to.type === 'tool_uses' && to.value <= after.keep.value
  if (!always && (from.type !== to.type || to.value > from.value)) return 'trigger'
  if (after.keep.value > before.keep.value) return 'keep'
  if ((after.clear_at_least?.value ?? 0) > (before.clear_at_least?.value ?? 0)) return 'clear_at_least'
  const { exclude_tools: excluded = [] } = before
  if (after.exclude_tools?.some((tool) => !excluded.includes(tool)) === true) return 'exclude_tools'
  return isWithin(before.clear_tool_inputs, after.clear_tool_inputs) ? null : 'clear_tool_inputs'
}

function keptBy(keep: 'all' | { readonly value: number }): number {
  return keep === 'all' ? Infinity : keep.value
}

type Inputs = true | readonly string[] | undefined

/** Whether the arguments that one clears are among those of the other. */
function isWithin(one: Inputs, other: Inputs): boolean {
  if (one === undefined || other === true) return true
  return one !== true && one.every((tool) => other?.includes(tool) === true)
}
