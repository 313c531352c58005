import type { Json, ToolDefinition } from '../../../engine/index.ts'
import { at, isList, isRecord, shown, textOf } from '../json/guard.ts'
import type { JsonRecord } from '../json/guard.ts'
import { offsetOf } from '../json/locate.ts'
import { parseJson, placeOf } from '../json/parse.ts'
import type { SetupProblem } from './problem.ts'

/** The content of a text of tool definitions; null for each missing part. */
export interface ReadTools {
  readonly system: string | null
  readonly tools: readonly ToolDefinition[] | null
}

/** Maximum number of problems listed for one text: enough to see that the wrong thing was pasted. */
const MAX_PROBLEMS = 20

/** Keys that distinguish a request, which may have no tools, from another object. */
const REQUEST_KEYS = ['system', 'instructions', 'messages', 'input']

/**
 * Reads tool definitions: Anthropic's (`input_schema`), OpenAI's (`function.parameters`, or `parameters` in
 * the flat form) or MCP's (`inputSchema`), as a list, under the key `tools`, or in a whole request. Problems are
 * added to `problems`, with line and column.
 */
export function readTools(text: string, problems: SetupProblem[]): ReadTools {
  const parsed = parseJson(text)
  if (!parsed.ok) {
    const { code, message, offset, expected, found } = parsed.refusal
    const place = placeOf(text, offset)
    problems.push({ severity: 'error', code, message, ...place, expected, found, path: 'setup.tools' })
    return { system: null, tools: null }
  }
  const { value } = parsed

  /** `path` from the top of the text: `[3].name`, `tools[3].name`; people see both as the latter. */
  function mismatch(path: string, expected: string, found: Json | undefined): void {
    if (problems.length >= MAX_PROBLEMS) return
    const name = path === '' || path.startsWith('[') ? `tools${path}` : path
    problems.push({
      severity: 'error',
      code: 'wrong-type',
      message: `${name} must be ${expected}, but is ${shown(found)}`,
      ...placeOf(text, offsetOf(text, path)),
      expected,
      found: shown(found),
      path: name.startsWith('tools') ? `setup.${name}` : `setup.tools.${name}`,
    })
  }

  if (isList(value)) return { system: null, tools: toolsIn(value, '', mismatch) }
  const listed = at(value, 'tools') ?? at(value, 'functions')
  const isRequest = isRecord(value) && REQUEST_KEYS.some((key) => Object.hasOwn(value, key))
  if (!isRecord(value) || (listed === undefined && !isRequest)) {
    mismatch('', 'a list of tools, an object with the key tools, or a request', value)
    return { system: null, tools: null }
  }
  const system = systemIn(value, mismatch)
  if (listed === undefined || listed === null) return { system, tools: [] }
  if (isList(listed)) return { system, tools: toolsIn(listed, 'tools', mismatch) }
  mismatch('tools', 'a list of tools', listed)
  return { system, tools: null }
}

type Mismatch = (path: string, expected: string, found: Json | undefined) => void

function toolsIn(list: readonly Json[], base: string, mismatch: Mismatch): ToolDefinition[] {
  const first = new Map<string, number>()
  return list.flatMap((entry, index) => {
    const path = `${base}[${index}]`
    const tool = toolOf(entry, path, mismatch)
    const before = tool === null ? undefined : first.get(tool.name)
    if (tool === null) return []
    if (before !== undefined) {
      mismatch(`${path}.name`, `another name than that of tools[${before}]`, tool.name)
      return []
    }
    first.set(tool.name, index)
    return [tool]
  })
}

function toolOf(entry: Json, place: string, mismatch: Mismatch): ToolDefinition | null {
  if (!isRecord(entry)) {
    mismatch(place, 'a tool', entry)
    return null
  }
  const nested = at(entry, 'function')
  if (nested !== undefined && !isRecord(nested)) {
    mismatch(`${place}.function`, 'a function with a name', nested)
    return null
  }
  const tool = nested ?? entry
  const path = nested === undefined ? place : `${place}.function`
  const name = at(tool, 'name') ?? ownName(entry)
  const description = at(tool, 'description') ?? undefined
  const key = ['input_schema', 'parameters', 'inputSchema'].find((one) => isGiven(at(tool, one)))
  // A tool that the provider runs itself has no schema.
  const schema = key === undefined ? {} : at(tool, key)
  if (textOf(name) === undefined) mismatch(`${path}.name`, 'a name', at(tool, 'name'))
  if (description !== undefined && typeof description !== 'string')
    mismatch(`${path}.description`, 'a text', description)
  if (!isRecord(schema)) mismatch(`${path}.${key}`, 'a JSON schema', schema)
  if (typeof name !== 'string' || name === '' || !isRecord(schema)) return null
  return {
    name,
    ...(typeof description === 'string' && description !== '' && { description }),
    input_schema: schema,
  }
}

function isGiven(value: Json | undefined): boolean {
  return value !== undefined && value !== null
}

/** OpenAI's own tools (`{ "type": "web_search" }`) are named by their type. */
function ownName(entry: JsonRecord): Json | undefined {
  const type = at(entry, 'type')
  return type === 'function' || type === 'custom' || isRecord(at(entry, 'function')) ? undefined : type
}

/** The system prompt of a request: `system`, `instructions`, or the system messages at its beginning. */
function systemIn(request: JsonRecord, mismatch: Mismatch): string | null {
  for (const key of ['system', 'instructions']) {
    const value = at(request, key)
    if (isGiven(value)) return written(value, key, mismatch)
  }
  for (const key of ['messages', 'input']) {
    const list = at(request, key)
    if (!isList(list)) continue
    const texts: string[] = []
    for (const [index, message] of list.entries()) {
      const role = at(message, 'role')
      if (role !== 'system' && role !== 'developer') break
      texts.push(written(at(message, 'content'), `${key}[${index}].content`, mismatch) ?? '')
    }
    if (texts.length > 0) return texts.join('\n\n')
  }
  return null
}

/** A text, or a list of text blocks, joined by a blank line. */
function written(value: Json | undefined, path: string, mismatch: Mismatch): string | null {
  if (typeof value === 'string') return value === '' ? null : value
  if (!isList(value)) {
    mismatch(path, 'a text or a list of text blocks', value)
    return null
  }
  const texts = value.map((block, index) => {
    const text = typeof block === 'string' ? block : at(block, 'text')
    if (typeof text === 'string') return text
    mismatch(`${path}[${index}].text`, 'a text', text)
    return ''
  })
  return texts.length === 0 ? null : texts.join('\n\n')
}
