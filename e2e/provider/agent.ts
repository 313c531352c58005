import { partsOf, pathsOf } from '../../src/engine/internal.ts'
import type { Json, Message, ToolResultPart } from '../../src/engine/index.ts'
import { proseOf } from './answer.ts'
import type { AnswerPart } from './answer.ts'
import type { DeclaredTool, Prompt } from './body.ts'

/** Calls that the script makes per user message. */
const MOST_CALLS = 6

/** Words of a task that allow the script to change something. */
const CHANGES = /\b(?:write|create|add|change|fix|edit|rename|delete|save|note)\b/i
const CHANGING = /write|edit|create|delete|save|note|append|replace/i

/**
 * The next step of an agent, from the request alone: it lists, reads listed files (two at once), searches, writes if
 * the task asks for it, and then reports its findings. Every tool is used as declared.
 */
export function agentStep(
  { tools = [], messages, tool_choice }: Prompt,
  asked: string,
): readonly AnswerPart[] {
  const start = messages.findLastIndex(isTask)
  const task = messages[start] === undefined ? '' : proseOf(messages[start])
  const since = messages.slice(start + 1)
  const calls = since.flatMap((message) => partsOf(message)).filter((part) => part.type === 'tool_use')
  const results = since.flatMap((message) => partsOf(message)).filter((part) => part.type === 'tool_result')
  const seen: Seen = {
    task,
    paths: pathsOf([task, ...results.map(saidBy)].join('\n')),
    done: new Set(calls.map(({ name, input }) => `${name} ${JSON.stringify(input)}`)),
  }
  const forced = tool_choice?.type === 'tool' ? tools.filter(({ name }) => name === tool_choice.name) : null
  const mustCall = forced !== null || tool_choice?.type === 'any'
  if (calls.length < MOST_CALLS || mustCall) {
    const steps = stepsOf(forced ?? inOrder(tools, task), seen, mustCall)
    if (steps.length > 0) {
      return [
        ...(mustCall ? [] : [{ type: 'text' as const, text: `I use ${steps[0]?.name} next.` }]),
        ...steps.map(({ name, input }, at) => ({
          type: 'tool_use' as const,
          id: `toolu_${asked}${at}`,
          name,
          input,
        })),
      ]
    }
  }
  return [{ type: 'text', text: reportOf(results) }]
}

interface Seen {
  readonly task: string
  readonly paths: readonly string[]
  /** Calls already made, so that none is repeated. */
  readonly done: ReadonlySet<string>
}

interface Step {
  readonly name: string
  readonly input: Record<string, Json>
}

/** Whether a message is a prompt of the user. */
function isTask(message: Message): boolean {
  return message.role === 'user' && !partsOf(message).some(({ type }) => type === 'tool_result')
}

/** Tools in the order of the script. */
function inOrder(tools: readonly DeclaredTool[], task: string): readonly DeclaredTool[] {
  const rank = ({ name }: DeclaredTool): number => {
    if (CHANGING.test(name)) return 3
    if (/list|ls|glob|tree/i.test(name)) return 0
    return /read|cat|open|view/i.test(name) ? 1 : 2
  }
  return tools
    .filter((tool) => rank(tool) < 3 || CHANGES.test(task))
    .map((tool, at) => ({ tool, at }))
    .toSorted((left, right) => rank(left.tool) - rank(right.tool) || left.at - right.at)
    .map(({ tool }) => tool)
}

/** The first tool with something left to do, and its calls: two at once if paths are left. */
function stepsOf(tools: readonly DeclaredTool[], seen: Seen, again: boolean): readonly Step[] {
  for (const { name, input_schema } of tools) {
    const schema = input_schema as Schema
    const fields = Object.entries(schema.properties ?? {})
    const required = new Set(schema.required ?? [])
    const takesPath = fields.some(([field]) => required.has(field) && isPath(field))
    const changes = CHANGING.test(name)
    if (takesPath && seen.paths.length === 0 && !changes && !again) continue
    const paths = takesPath && seen.paths.length > 0 && !changes ? seen.paths : ['notes.md']
    const steps = paths.map((path): Step => ({
      name,
      input: Object.fromEntries(
        fields.flatMap(([field, about]) =>
          required.has(field) ? [[field, valueOf(field, about, path, seen.task)]] : [],
        ),
      ),
    }))
    const open = steps.filter(({ input }) => again || !seen.done.has(`${name} ${JSON.stringify(input)}`))
    // A tool without a path is used once per task.
    if (open.length > 0) return open.slice(0, again || !takesPath || changes ? 1 : 2)
  }
  return []
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly type?: string
  readonly enum?: readonly Json[]
}

function isPath(field: string): boolean {
  return /path|file/i.test(field)
}

function valueOf(
  field: string,
  { type = 'string', enum: choices }: Schema,
  path: string,
  task: string,
): Json {
  if (choices?.[0] !== undefined) return choices[0]
  if (type === 'integer' || type === 'number') return 1
  if (type === 'boolean') return false
  if (type === 'array') return []
  if (type === 'object') return {}
  if (isPath(field)) return path
  if (/content|text|body/i.test(field)) return `# Notes\n\n- ${task.split('\n')[0] ?? ''}\n`
  return longestWord(task)
}

/** The text to search for. */
function longestWord(text: string): string {
  const words = text.match(/\p{L}{3,}/gu) ?? ['a']
  return words.reduce((best, word) => (word.length > best.length ? word : best), '')
}

function reportOf(results: readonly ToolResultPart[]): string {
  if (results.length === 0) return 'There is nothing for a tool to do here.'
  const firsts = results.map(
    (result) => (result.is_error === true ? 'It failed: ' : '') + firstLine(saidBy(result)),
  )
  return `I looked at ${results.length} results. What they begin with:\n${firsts.map((it) => `- ${it}`).join('\n')}`
}

function firstLine(text: string): string {
  return (text.split('\n').find((line) => line.trim() !== '') ?? '(nothing)').slice(0, 120)
}

function saidBy({ content = '' }: Partial<Pick<ToolResultPart, 'content'>>): string {
  if (typeof content === 'string') return content
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
}
