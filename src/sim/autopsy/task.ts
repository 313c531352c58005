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
/** Tools that keep tasks one by one. */
const SINGLE: ReadonlySet<string> = new Set(['TaskCreate', 'TaskUpdate'])
const WORDS = ['content', 'step', 'description', 'title', 'subject'] as const
const DONE = /^(?:completed|complete|done|cancelled|deleted)$/

/** Whether a tool keeps the agent's tasks. */
export function isTaskTool(name: string): boolean {
  return LISTS.has(name) || SINGLE.has(name)
}

/** The tasks that the newest list of these blocks does not call done, and those made one by one. */
export function openTasks(intake: Intake, blocks: readonly Block[]): readonly Found[] {
  let listed: Found[] = []
  /** By the number that the tool gave, or by their call until it answers. */
  const single = new Map<string, Found>()
  for (const block of blocks) {
    const before = block.type === 'tool_result' ? (block.call?.before ?? null) : null
    const waiting = before === null ? undefined : single.get(`call ${before}`)
    const number = waiting === undefined ? undefined : /#(\d+)/.exec(intake.text(block.id))?.[1]
    if (waiting !== undefined && number !== undefined) {
      single.delete(`call ${before}`)
      single.set(number, waiting)
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
      listed = list.flatMap((one: Json) => {
        const text = isRecord(one)
          ? WORDS.map((key) => one[key]).find((word) => typeof word === 'string')
          : undefined
        return typeof text === 'string' && isRecord(one) && !isDone(one['status']) ? [task(text)] : []
      })
    else if (part.name === 'TaskCreate' && typeof input['subject'] === 'string')
      single.set(`call ${block.id}`, task(input['subject']))
    else if (part.name === 'TaskUpdate' && isDone(input['status'])) single.delete(wordOf(input['taskId']))
  }
  return [...listed, ...single.values()]
}

function wordOf(id: Json | undefined): string {
  return typeof id === 'string' || typeof id === 'number' ? String(id) : ''
}

function isDone(status: Json | undefined): boolean {
  return typeof status === 'string' && DONE.test(status)
}

function isRecord(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
