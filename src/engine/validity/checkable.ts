import { nameOf, partsOf } from '../core/message/message.ts'
import type { Message, Part, Role } from '../core/message/message.ts'
import { ProblemError } from '../core/problem.ts'

/**
 * Checks the outer shape of a request: lists where lists belong, strings where ids and texts belong. The rules check
 * its contents. Linear.
 *
 * @throws ProblemError `not-a-request` with the first place of a different shape, what is there, and what is allowed
 */
export function mustBeCheckable(input: unknown): void {
  if (Array.isArray(input)) {
    messagesAre(input, 'messages')
    return
  }
  const request = objectAt(input, 'the request', 'an object or a list of messages')
  if (request['messages'] !== undefined) messagesAre(listAt(request['messages'], 'messages'), 'messages')
  const { input: items } = request
  if (items !== undefined && typeof items !== 'string') {
    messagesAre(listAt(items, 'input', 'a text or a list'), 'input')
  }
  const { system } = request
  if (system !== undefined && typeof system !== 'string') {
    partsAre(listAt(system, 'system', 'a text or a list'), 'system')
  }
  for (const [nth, tool] of optionalList(request['tools'], 'tools').entries()) objectAt(tool, `tools.${nth}`)
  if (isThere(request['thinking'])) objectAt(request['thinking'], 'thinking')
  if (isThere(request['context_management'])) {
    const { edits } = objectAt(request['context_management'], 'context_management')
    for (const [nth, edit] of listAt(edits, 'context_management.edits').entries())
      objectAt(edit, `context_management.edits.${nth}`)
  }
  optionalText(request, 'previous_response_id', '')
}

/** Text fields of the engine's own parts, by type. */
const FIELDS: Readonly<Record<Part['type'], readonly string[]>> = {
  text: ['text'],
  thinking: ['thinking'],
  redacted_thinking: ['data'],
  tool_use: ['id', 'name'],
  tool_result: ['tool_use_id'],
  image: [],
  document: [],
  audio: [],
  compaction: ['content'],
}
const OWN: ReadonlyMap<unknown, readonly string[]> = new Map(Object.entries(FIELDS))
/** Types of parts that a result may have. */
export const RESULT_PARTS = new Set(['text', 'image', 'document'] as const)
/** Types of parts that the user's side may send. */
export const USER_PARTS = new Set([...RESULT_PARTS, 'audio', 'tool_result'] as const)
/** Types of parts that a reply may have: all but results. */
export const REPLY_PARTS: ReadonlySet<Part['type']> = new Set(
  (Object.keys(FIELDS) as Part['type'][]).filter((type) => type !== 'tool_result'),
)

/**
 * Checks the content of a message in the engine's own shape, which plain JavaScript may give in any.
 *
 * @throws ProblemError as above
 */
export function mustBeContent<Type extends Part['type']>(
  content: unknown,
  place: string,
  types: ReadonlySet<Type>,
): asserts content is string | readonly Extract<Part, { type: Type }>[] {
  contentMustBe(content, [place], types)
}

/** Its keys are joined only to say what is wrong: joining them for every part would take longer than the checks. */
type Path = (string | number)[]

function contentMustBe(
  content: unknown,
  path: Path,
  types: Pick<ReadonlySet<unknown>, 'has' | 'keys'>,
): void {
  if (typeof content === 'string') return
  const list = listAt(content, path, 'a text or a list of parts')
  for (let nth = 0; nth < list.length; nth++) {
    path.push(nth)
    const part = objectAt(list[nth], path)
    const { type } = part
    if (!types.has(type)) throw wrong([...path, 'type'], kindsOf(types), type)
    for (const key of OWN.get(type) ?? [])
      if (typeof part[key] !== 'string') throw wrong([...path, key], 'a text', part[key])
    // Anthropic accepts a result without content.
    if (type === 'tool_result' && isThere(part['content'])) {
      path.push('content')
      contentMustBe(part['content'], path, RESULT_PARTS)
      path.pop()
    }
    if (MEDIA.has(type)) sourceIs(part, path.join('.'))
    path.pop()
  }
}

function kindsOf(types: Pick<ReadonlySet<unknown>, 'keys'>): string {
  const kinds = `one of ${[...types.keys()].join(', ')}`
  // Such as the calls of tools that the provider runs.
  return types === REPLY_PARTS ? `${kinds} (anthropicAdapter takes all others)` : kinds
}

const ROLES: ReadonlySet<unknown> = new Set(['system', 'user', 'assistant'] satisfies Role[])

/** The same for a list of messages. @throws ProblemError as above */
export function mustBeMessages(list: unknown): void {
  const messages = listAt(list, 'messages')
  const path: Path = ['messages']
  for (let nth = 0; nth < messages.length; nth++) {
    path.push(nth)
    const message = objectAt(messages[nth], path)
    const { role } = message
    // Of OpenAI's messages neither calls nor results would be seen.
    if (!ROLES.has(role) || message['tool_calls'] !== undefined)
      throw wrong(
        path,
        'a message in Anthropic’s shape with the role system, user or assistant (fromOpenAiMessages makes them of OpenAI’s)',
        message,
      )
    path.push('content')
    contentMustBe(message['content'], path, OWN)
    path.length = 1
  }
}

/** The same for what a task begins with. @throws ProblemError as above */
export function mustBeTask(
  system: unknown,
  tools: unknown,
  task: unknown,
): asserts task is Message['content'] {
  textAt(system, 'system')
  const names = new Set<string>()
  for (const [nth, tool] of listAt(tools, 'tools').entries()) {
    const name = nameOf(objectAt(tool, `tools.${nth}`))
    if (name === null) textAt((tool as { readonly type?: unknown }).type, `tools.${nth}.name`)
    else if (names.has(name)) throw wrong(`tools.${nth}.name`, 'the name of no tool before it', name)
    else names.add(name)
  }
  mustBeContent(task, 'task', USER_PARTS)
  if (
    partsOf({ role: 'user', content: task }).every((part) => part.type === 'text' && part.text.trim() === '')
  )
    throw wrong('task', 'what the user wants, because the conversation begins with it', task)
}

/** The same for a model's reply, which may be missing as null. @throws ProblemError as above */
export function mustBeReply(response: unknown): asserts response is Message | string | null {
  if (response === null || typeof response === 'string') return
  const message = objectAt(response, 'response', 'a message, a text or null')
  if (optionalList(message['tool_calls'], 'response.tool_calls').length > 0)
    throw wrong('response', 'a message in Anthropic’s shape (openAiAdapter makes it of OpenAI’s)', response)
  mustBeContent(message['content'], 'response.content', REPLY_PARTS)
}

/** The same for the usage of a call, which may be missing. @throws ProblemError as above */
export function mustBeUsage(usage: unknown): void {
  if (!isThere(usage)) return
  const fields = objectAt(usage, 'usage')
  for (const key of INPUT_FIELDS) {
    const value = fields[key]
    const isCount = typeof value === 'number' && value >= 0 && value < Infinity
    if (isThere(value) && !isCount) throw wrong(`usage.${key}`, 'a number of tokens from 0 up', value)
  }
}

const INPUT_FIELDS = [
  'input_tokens',
  'cache_creation_input_tokens',
  'cache_read_input_tokens',
  'prompt_tokens',
  'inputTokens',
  'cachedInputTokens',
  'cacheReadInputTokens',
  'cacheWriteInputTokens',
] as const

function messagesAre(list: readonly unknown[], path: string): void {
  for (const [index, value] of list.entries()) {
    const place = `${path}.${index}`
    const message = objectAt(value, place)
    if (message['role'] !== undefined) textAt(message['role'], `${place}.role`)
    for (const key of ['type', 'id', 'tool_call_id', 'call_id', 'reasoning_content'])
      optionalText(message, key, `${place}.`)
    contentIs(message['content'], `${place}.content`)
    for (const [nth, one] of optionalList(message['tool_calls'], `${place}.tool_calls`).entries()) {
      const call = objectAt(one, `${place}.tool_calls.${nth}`)
      textAt(call['id'], `${place}.tool_calls.${nth}.id`)
    }
  }
}

function contentIs(content: unknown, place: string): void {
  if (!isThere(content) || typeof content === 'string') return
  partsAre(listAt(content, place, 'a text or a list'), place)
}

/** Text fields by type of the part. */
const TEXTS: Readonly<Record<string, string>> = {
  text: 'text',
  input_text: 'text',
  output_text: 'text',
  thinking: 'thinking',
  tool_use: 'id',
  tool_result: 'tool_use_id',
}
const MEDIA: ReadonlySet<unknown> = new Set(['image', 'document', 'audio'])

function partsAre(list: readonly unknown[], path: string): void {
  for (const [nth, value] of list.entries()) {
    if (typeof value === 'string') continue
    const place = `${path}.${nth}`
    const part = objectAt(value, place)
    const type = textAt(part['type'], `${place}.type`)
    const key = Object.hasOwn(TEXTS, type) ? TEXTS[type] : undefined
    if (key !== undefined) textAt(part[key], `${place}.${key}`)
    if (type === 'tool_use') optionalText(part, 'name', `${place}.`)
    if (type === 'tool_result') contentIs(part['content'], `${place}.content`)
    if (MEDIA.has(type)) sourceIs(part, place)
  }
}

function sourceIs(part: Readonly<Record<string, unknown>>, place: string): void {
  const source = objectAt(part['source'], `${place}.source`)
  for (const field of ['type', 'media_type', 'data', 'url']) optionalText(source, field, `${place}.source.`)
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null
}

function optionalText(value: Readonly<Record<string, unknown>>, key: string, path: string): void {
  if (isThere(value[key])) textAt(value[key], `${path}${key}`)
}

function optionalList(value: unknown, place: string): readonly unknown[] {
  return isThere(value) ? listAt(value, place) : []
}

function textAt(value: unknown, place: string): string {
  if (typeof value === 'string') return value
  throw wrong(place, 'a text', value)
}

function listAt(value: unknown, place: string | Path, expected = 'a list'): readonly unknown[] {
  if (Array.isArray(value)) return value as readonly unknown[]
  throw wrong(place, expected, value)
}

function objectAt(
  value: unknown,
  place: string | Path,
  expected = 'an object',
): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Readonly<Record<string, unknown>>
  throw wrong(place, expected, value)
}

function wrong(place: string | Path, expected: string, value: unknown): ProblemError {
  const found =
    value === undefined
      ? 'missing'
      : typeof value === 'number'
        ? String(value)
        : (JSON.stringify(value) ?? typeof value).slice(0, 80)
  const at = typeof place === 'string' ? place : place.join('.')
  const message = `${at} has to be ${expected}, but is ${found}`
  return new ProblemError([{ severity: 'error', code: 'not-a-request', message, expected, found }])
}
