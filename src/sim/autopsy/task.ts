import type { Block, Json } from '../../engine/index.ts'
import type { Intake } from '../trace/intake.ts'
import type { Found } from './autopsy.ts'

/** Lists of tasks that agents keep with a tool: the argument with the tasks, and the keys of a task's words. */
const LISTS: ReadonlyMap<string, string> = new Map([
  ['TodoWrite', 'todos'],
  ['write_todos', 'todos'],
  ['update_plan', 'plan'],
  ['task_tracker', 'task_list'],
])
const WORDS = ['content', 'step', 'description', 'title', 'subject'] as const
const DONE = /^(?:completed|complete|done|cancelled|deleted)$/

/** The tasks that the newest list of these blocks does not call done, and those made one by one. */
export function openTasks(intake: Intake, blocks: readonly Block[]): readonly Found[] {
  let listed: Found[] = []
  const single = new Map<string, Found>()
  const made = new Map<number, Found>()
  for (const block of blocks) {
    if (block.type === 'tool_result' && block.call?.before !== null && block.call?.before !== undefined) {
      const task = made.get(block.call.before)
      const number = /#(\d+)/.exec(task === undefined ? '' : intake.text(block.id))?.[1]
      if (task !== undefined) single.set(number ?? `call ${block.id}`, task)
      continue
    }
    const part = block.type === 'tool_call' ? intake.part(block.id) : null
    if (part?.type !== 'tool_use' || !isRecord(part.input)) continue
    const { input } = part
    const task = (text: string): Found => ({
      kind: 'task',
      by: 'agent',
      text: text.replace(/\s+/g, ' ').trim().slice(0, 240),
      turn: block.turn,
      block: block.id,
    })
    const list = input[LISTS.get(part.name) ?? '']
    if (Array.isArray(list))
      listed = list.flatMap((one) => {
        const text = isRecord(one) ? WORDS.map((key) => one[key]).find((word) => typeof word === 'string') : undefined
        return typeof text === 'string' && isRecord(one) && !isDone(one['status']) ? [task(text)] : []
      })
    else if (part.name === 'TaskCreate' && typeof input['subject'] === 'string') made.set(block.id, task(input['subject']))
    else if (part.name === 'TaskUpdate' && isDone(input['status'])) single.delete(String(input['taskId']))
  }
  return [...listed, ...single.values()]
}

function isDone(status: Json | undefined): boolean {
  return typeof status === 'string' && DONE.test(status)
}

function isRecord(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
