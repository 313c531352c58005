import type { AskSource } from '../../core/llm/ask.ts'
import type { Block } from '../../core/message/block.ts'
import type { BlockId } from '../../core/units.ts'
import { ORIGINAL } from '../../core/window/window.ts'
import { withoutAdvice } from '../../checkpoint/bootstrap.ts'
import type { StageContext } from '../contract/stage.ts'
import type { WindowView } from '../../policy/window/view.ts'

/** Characters of arguments and of the task that a request quotes. */
const ARGUMENTS_QUOTED = 400
const TASK_QUOTED = 2000

/** Texts of blocks, original and edited. */
type TextsOf = Pick<StageContext, 'text' | 'stored'>

/** Current text of an entry in the window. */
export function standingText(view: WindowView, position: number, context: TextsOf): string {
  const entry = view.window.entries[position]
  if (entry === undefined) return ''
  return entry.content === ORIGINAL ? context.text(entry.block) : context.stored(entry.content)
}

/** Each block as a request quoted it last, so that what was read from its text is found again. */
const quoted = new WeakMap<Block, AskSource>()

/**
 * The entry at a position as a request quotes it: the same object while it says the same.
 *
 * @param from the original, or the current text
 */
export function sourceAt(
  view: WindowView,
  position: number,
  context: TextsOf,
  from: 'original' | 'current' = 'current',
): AskSource {
  const entry = view.window.entries[position]
  const block = view.block(entry?.block ?? -1)
  const original = from === 'original' && block.message >= 0
  const args = argumentsOf(block.type === 'tool_result' ? (block.call?.before ?? null) : null, context)
  const whole = original ? context.text(block.id) : standingText(view, position, context)
  const text = block.resumed === true ? withoutAdvice(whole) : whole
  const tokens = (original ? block : (entry ?? block)).tokens
  const before = quoted.get(block)
  if (before?.text === text && before.args === args && before.tokens === tokens) return before
  const { id, type, role, turn, call } = block
  const source = { block: id, type, role, turn, tool: call?.name ?? '', args, text, tokens }
  quoted.set(block, source)
  return source
}

function argumentsOf(call: BlockId | null, context: TextsOf): string {
  return call === null ? '' : context.text(call).slice(0, ARGUMENTS_QUOTED).replace(/\s+/g, ' ').trim()
}

/** Original text of the window's first user message, as a request names the task; '' if there is none. */
export function taskText(view: WindowView, context: StageContext): string {
  const first = view.blocks.find((block) => block.type === 'user_message' && block.message >= 0)
  return quotedTask(first === undefined ? '' : context.text(first.id), context)
}

/** How a request names a task: if an earlier process began it, by the goal first. */
export function quotedTask(first: string, { carried: { goal } }: Pick<StageContext, 'carried'>): string {
  return (goal === undefined ? first : `${goal}\n\n${first}`).slice(0, TASK_QUOTED)
}
