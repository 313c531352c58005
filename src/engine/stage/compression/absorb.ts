import type { BlockType, Block } from '../../core/message/block.ts'
import type { Role } from '../../core/message/message.ts'
import type { StageContext } from '../contract/stage.ts'
import type { WindowView } from '../../policy/window/view.ts'
import type { Intended } from '../contract/worth.ts'
import type { BlockId, Tokens, WindowId, Turn } from '../../core/units.ts'
import type { Change } from '../../core/window/change.ts'
import { columnsOf } from '../../policy/window/columns.ts'
import { runningLoop } from '../../policy/window/running-loop.ts'
import { inPrompt } from '../../core/window/window.ts'
import type { Entry } from '../../core/window/window.ts'

/** A block that a strategy makes: it belongs to no message. */
export function madeBlock(
  type: BlockType,
  tokens: Tokens,
  { turn, window, role = 'user' }: { readonly turn: Turn; readonly window: WindowId; readonly role?: Role },
): Omit<Block, 'id'> {
  return {
    type,
    tokens,
    turn,
    window,
    message: -1,
    part: -1,
    role,
    response: false,
    call: null,
    important: false,
    doNotEvict: false,
    inferred: false,
  }
}

/** Tokens of entries without the overhead of their messages. */
export function contentTokens(view: WindowView, positions: readonly number[]): Tokens {
  let total = 0
  for (const position of positions) {
    const entry = view.window.entries[position]
    if (entry !== undefined) total += entry.tokens - entry.overhead
  }
  return total
}

/** Current tokens of entries, including overhead. */
export function standingTokens(view: WindowView, positions: readonly number[]): Tokens {
  let total = 0
  for (const position of positions) total += view.window.entries[position]?.tokens ?? 0
  return total
}

/** Tokens that summarizing entries would free if the summary has its maximum length. */
export function promisedBy(view: WindowView, positions: readonly number[], most: Tokens): Intended {
  const taken = new Set(positions)
  return {
    frees: standingTokens(view, positions) - most,
    changes: (position) => taken.has(position),
    puts: placeBehind(view, positions) + 1,
  }
}

/**
 * The changes with which a new window begins: blocks are left behind, and a text stands before the first that goes on.
 *
 * @param first position before which the text stands
 */
export function openedWith(
  view: WindowView,
  leaving: readonly number[],
  { text, tokens, first }: { readonly text: string; readonly tokens: Tokens; readonly first: number },
  context: Pick<StageContext, 'makeBlock' | 'store' | 'turn'>,
): readonly Change[] {
  const { entries, id: window } = view.window
  const blockAt = (position: number): BlockId | undefined => entries[position]?.block
  const { id } = context.makeBlock(madeBlock('memory_injection', tokens, { turn: context.turn, window }))
  return [
    ...leaving.map((position): Change => ({ verb: 'drop', block: blockAt(position) ?? -1 })),
    { verb: 'insert', block: id, content: context.store(text), tokens, after: blockAt(first - 1) ?? null },
  ]
}

/**
 * The changes that replace blocks by one summary (COMP-8): they leave, and a user message with a `summary` block is
 * inserted at the position of the last one. Neighbouring user messages are sent as one, so roles alternate without an
 * acknowledgement. If the conversation would begin with the assistant, the summary comes first; if the running loop began
 * beside results, it comes before that loop (VALID-1).
 */
export function absorbed(
  view: WindowView,
  positions: readonly number[],
  text: string,
  tokens: Tokens,
  context: StageContext,
): readonly Change[] {
  const summary = context.makeBlock(
    madeBlock('summary', tokens, { turn: context.turn, window: view.window.id }),
  )
  const after: BlockId | null = view.window.entries[placeBehind(view, positions)]?.block ?? null
  const changes: Change[] = positions.map((position) => ({
    verb: 'absorb',
    block: view.window.entries[position]?.block ?? -1,
    into: summary.id,
  }))
  changes.push({ verb: 'insert', block: summary.id, content: context.store(text), tokens, after })
  return changes
}

/** Position of the entry after which the summary is inserted. */
function placeBehind(view: WindowView, positions: readonly number[]): number {
  const { blocks, window } = view
  const leaving = new Set(positions)
  const first = blocks.findIndex(
    (block, position) =>
      block.type !== 'system_prompt' &&
      block.type !== 'tool_definition' &&
      !leaving.has(position) &&
      inPrompt(window.entries[position] as Entry),
  )
  const { loop, opening } = runningLoop(view, columnsOf(view))
  const end = loop?.beside === true ? Math.max(...opening) : Infinity
  const last = Math.min(positions.at(-1) ?? -1, end)
  if (first < 0 || first >= last || blocks[first]?.role !== 'assistant') return last
  // Thinking that the provider has cleared is still part of its message.
  const message = window.entries[first]?.message ?? -1
  return message < 0 ? first - 1 : window.entries.findIndex((entry) => entry.message === message) - 1
}
