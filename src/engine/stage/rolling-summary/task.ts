import { coveredBy } from '../compression/heading.ts'
import { standingText } from '../compression/source.ts'
import type { StageContext } from '../contract/stage.ts'
import type { WindowView } from '../../policy/window/view.ts'
import type { BlockId, MessageIndex } from '../../core/units.ts'
import type { Window } from '../../core/window/window.ts'

const HEAD = 'The task, word for word:\n'

/** The user's first request in a window, and its blocks. */
export interface Task {
  readonly text: string
  readonly blocks: readonly BlockId[]
}

const known = new WeakMap<Window, Task>()

/**
 * The first user message that a window still contains: either it is there, or a summary in the window or behind it
 * repeats it. A message that a reset removed is not the task any more. '' if there is none. O(blocks) for a window with
 * a summary, once.
 */
export function firstRequest(view: WindowView, context: StageContext): Task {
  let task = known.get(view.window)
  if (task === undefined) known.set(view.window, (task = taskIn(view, context)))
  return task
}

/** A user message, by its blocks. */
interface Said {
  readonly message: MessageIndex
  readonly blocks: readonly BlockId[]
}

function taskIn(view: WindowView, context: StageContext): Task {
  const stands: BlockId[] = []
  let first: MessageIndex = Infinity
  const summaries: string[] = []
  for (const [at, { block, message }] of view.window.entries.entries()) {
    const type = view.blocks[at]?.type
    if (type === 'summary') summaries.push(standingText(view, at, context))
    if (type !== 'user_message' || message < 0) continue
    if (stands.length > 0 && message !== first) continue
    first = message
    stands.push(block)
  }
  const said = summaries.length === 0 ? [] : saidIn(view)
  let task: Said = { message: first, blocks: stands }
  for (const summary of summaries) {
    const taken = carriedBy(summary, said, context) ?? firstOf(summary, said, view)
    if (taken !== undefined && taken.message < task.message) task = taken
  }
  return { blocks: task.blocks, text: textOf(task, context) }
}

/** All user messages so far, including those that left. */
function saidIn({ block, facts, window, turn }: WindowView): readonly Said[] {
  const said: { readonly message: MessageIndex; readonly blocks: BlockId[] }[] = []
  for (let id = 0; id < facts.size; id++) {
    const one = block(id)
    if (one.type !== 'user_message' || one.message < 0 || one.window !== window.id || one.turn > turn)
      continue
    const last = said.at(-1)
    if (last?.message === one.message) last.blocks.push(id)
    else said.push({ message: one.message, blocks: [id] })
  }
  return said
}

/** The message that a summary repeats word for word; the longest if several match. */
function carriedBy(summary: string, said: readonly Said[], context: StageContext): Said | undefined {
  const head = summary.indexOf(HEAD)
  if (head < 0) return undefined
  const at = head + HEAD.length
  let found: Said | undefined
  let length = 0
  for (const one of said) {
    if (!summary.startsWith(context.text(one.blocks[0] ?? -1), at)) continue
    const text = textOf(one, context)
    if (text.length <= length || !summary.startsWith(text + '\n', at)) continue
    found = one
    length = text.length
  }
  return found
}

/** The first user message of the turns that a summary covers, if it repeats none word for word. */
function firstOf(summary: string, said: readonly Said[], { block }: WindowView): Said | undefined {
  const turns = coveredBy(summary)
  if (turns === null) return undefined
  return said.find(({ blocks }) => {
    const { turn } = block(blocks[0] ?? -1)
    return turn >= turns.first && turn <= turns.last
  })
}

function textOf({ blocks }: Pick<Said, 'blocks'>, context: StageContext): string {
  return blocks.map((id) => context.text(id)).join('\n')
}

/**
 * What a summary has to repeat of the task word for word (EVI-3): all of it if it replaces the task's own message, or a
 * summary that repeated it; else '', because the task is in the window.
 *
 * @param previous texts of the summaries that it replaces
 */
export function taskToCarry(task: Task, taken: ReadonlySet<BlockId>, previous: readonly string[]): string {
  if (task.text === '') return ''
  const carried = HEAD + task.text + '\n'
  const told = previous.some((text) => text.includes(carried))
  if (task.blocks.some((block) => taken.has(block))) return carried
  return told ? carried : ''
}

/** A summary without the task that it repeats, for a model that gets the task anyway. */
export function withoutTask(text: string, task: Task): string {
  const carried = HEAD + task.text + '\n'
  const at = text.indexOf(carried)
  return at < 0 ? text : text.slice(0, at) + text.slice(at + carried.length)
}
