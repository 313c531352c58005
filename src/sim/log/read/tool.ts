import type { Json, ToolDefinition, ToolCallPart } from '../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../json/guard.ts'
import type { Report } from './report.ts'
import { valueOf } from '../json/parse.ts'

/**
 * Tool definitions of a request: Anthropic's (`input_schema`), OpenAI's (`function.parameters`), the flat form of the
 * latter (`parameters`), MCP's (`inputSchema`) and Bedrock's (`toolSpec`). OpenAI's custom tools take any text. A tool
 * that the provider runs has no schema, and its name or its type alone.
 */
export function toolsOf(value: Json | undefined, path: string, report: Report): readonly ToolDefinition[] {
  if (value === undefined || value === null) return []
  if (!isList(value)) {
    report.mismatch(path, 'a list of tools', value)
    return []
  }
  const tools: ToolDefinition[] = []
  for (const [index, entry] of value.entries()) {
    const nested = at(entry, 'function') ?? at(entry, 'toolSpec') ?? at(entry, 'custom')
    const tool = isRecord(nested) ? nested : entry
    const type = textOf(at(tool, 'type'))
    const name = textOf(at(tool, 'name')) ?? (type === 'function' ? undefined : type)
    if (name === undefined) {
      report.mismatch(`${path}[${index}].name`, 'a name', at(tool, 'name'))
      continue
    }
    const description = textOf(at(tool, 'description'))
    tools.push({
      name,
      ...(description !== undefined && { description }),
      input_schema:
        at(tool, 'input_schema') ??
        at(tool, 'parameters') ??
        at(tool, 'inputSchema', 'json') ??
        at(tool, 'inputSchema') ??
        {},
    })
  }
  return tools
}

/**
 * Arguments are JSON in a string and need not be valid: then the string is kept unchanged, so that the model sees it as
 * it was.
 */
export function argumentsOf(value: Json | undefined, path: string, report: Report): Json {
  if (typeof value !== 'string') return value ?? {}
  const parsed = valueOf(value)
  // some tools accept other text than JSON
  if (parsed === undefined && /^\s*[[{]/.test(value)) report.brokenArguments(path, value)
  return parsed === undefined || typeof parsed === 'string' ? value : parsed
}

/** The name of a call, as OpenAI has it or as agents without a library call it. */
export function nameOfCall(call: Json | undefined): string | undefined {
  return firstOf(call, ['name', 'tool_name', 'toolName', 'tool', 'function'], (value) =>
    typeof value === 'string' ? value : undefined,
  )
}

/** The arguments of a call, likewise. */
export function inputOfCall(call: Json | undefined): Json | undefined {
  return firstOf(call, INPUTS, (value) => value ?? undefined)
}

const INPUTS = ['arguments', 'args', 'parameters', 'input', 'params', 'tool_input', 'toolInput']

function firstOf<Value>(
  record: Json | undefined,
  keys: readonly string[],
  take: (value: Json | undefined) => Value | undefined,
): Value | undefined {
  for (const key of keys) {
    const found = take(at(record, key))
    if (found !== undefined) return found
  }
  return undefined
}

/** Ids in the order of their calls; the first ones may have an answer already. */
interface Queue {
  readonly ids: string[]
  next: number
}

/** The calls of the newest reply that wait for a result. Finding one does not walk through all of them. */
export class OpenCalls {
  readonly #waiting: Set<string>
  readonly #all: Queue = { ids: [], next: 0 }
  readonly #byName = new Map<string, Queue>()

  constructor(calls: readonly ToolCallPart[]) {
    this.#waiting = new Set(calls.map(({ id }) => id))
    for (const { id, name } of calls) {
      const queue = this.#byName.get(name) ?? { ids: [], next: 0 }
      queue.ids.push(id)
      this.#byName.set(name, queue)
      this.#all.ids.push(id)
    }
  }

  answer(id: string): void {
    this.#waiting.delete(id)
  }

  /** The call that a result without an id answers: the first with that name, else the first of all. */
  first(name: unknown): string | undefined {
    const named = typeof name === 'string' ? this.#byName.get(name) : undefined
    return (named && this.#firstOf(named)) ?? this.#firstOf(this.#all)
  }

  #firstOf(queue: Queue): string | undefined {
    for (; queue.next < queue.ids.length; queue.next++) {
      const id = queue.ids[queue.next]
      if (id !== undefined && this.#waiting.has(id)) return id
    }
    return undefined
  }
}
