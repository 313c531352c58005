import { isRecord, problem } from './fields.ts'
import type { Fields } from './fields.ts'

/** The clients whose messages the adapters read, and one whose they do not. */
export type ClientName =
  | 'Anthropic'
  | 'OpenAI’s chat completions'
  | 'OpenAI’s Responses API'
  | 'the AI SDK'
  | 'LangChain'
  | 'the OpenAI Agents SDK'

/** Something that only some clients have. What is in no such list may be new, and is anybody's. */
interface Mark {
  readonly of: readonly ClientName[]
  readonly is: (value: Fields) => boolean
}

const [ANTHROPIC, CHAT, RESPONSES, AI_SDK, LANG_CHAIN, AGENTS] = [
  'Anthropic',
  'OpenAI’s chat completions',
  'OpenAI’s Responses API',
  'the AI SDK',
  'LangChain',
  'the OpenAI Agents SDK',
] as const satisfies readonly ClientName[]

const KINDS: ReadonlySet<unknown> = new Set(['human', 'ai', 'system', 'tool', 'function', 'generic', 'chat'])

const OF_AGENTS: ReadonlySet<unknown> = new Set(['function_call_result', 'hosted_tool_call'])

const MESSAGES: readonly Mark[] = [
  {
    of: [LANG_CHAIN],
    is: (message) =>
      (message['type'] === 'constructor' && isRecord(message['kwargs'])) ||
      (KINDS.has(message['type']) && isRecord(message['data'])) ||
      message['type'] === 'human' ||
      message['type'] === 'ai' ||
      typeof message['getType'] === 'function' ||
      typeof message['_getType'] === 'function' ||
      callsIn(message).some((call) => isRecord(call) && 'args' in call && !isRecord(call['function'])),
  },
  {
    of: [CHAT, LANG_CHAIN],
    is: (message) => callsIn(message).length > 0 || typeof message['tool_call_id'] === 'string',
  },
  { of: [CHAT], is: ({ function_call: call }) => isRecord(call) },
  { of: [RESPONSES], is: ({ call_id: id }) => typeof id === 'string' },
  // It has its own names for the items of the Responses API.
  {
    of: [AGENTS],
    is: (item) =>
      typeof item['callId'] === 'string' || isRecord(item['providerData']) || OF_AGENTS.has(item['type']),
  },
  // A message of a page, which its adapter refuses with what helps.
  {
    of: [AI_SDK],
    is: ({ role, content, parts }) =>
      typeof role === 'string' && content === undefined && Array.isArray(parts),
  },
]

const BLOCKS: readonly Mark[] = [
  typed([ANTHROPIC, LANG_CHAIN], ['tool_use', 'tool_result', 'redacted_thinking', 'server_tool_use']),
  typed([ANTHROPIC, LANG_CHAIN], ['image', 'document'], ({ source }) => isRecord(source)),
  typed([CHAT, LANG_CHAIN], ['image_url']),
  typed([CHAT, LANG_CHAIN], ['file'], ({ file }) => isRecord(file)),
  typed([CHAT, RESPONSES, LANG_CHAIN], ['input_audio', 'refusal']),
  typed([RESPONSES, LANG_CHAIN], ['input_text', 'output_text', 'input_image', 'input_file']),
  typed([AI_SDK], ['tool-call', 'tool-result', 'tool-approval-request', 'tool-approval-response']),
  // Bedrock’s has a source in it.
  typed(
    [AI_SDK],
    ['image'],
    ({ image }) => image !== undefined && !(isRecord(image) && isRecord(image['source'])),
  ),
  typed([AI_SDK], ['file'], ({ mediaType }) => mediaType !== undefined),
  typed([AI_SDK], ['reasoning'], ({ text }) => typeof text === 'string'),
  typed([LANG_CHAIN], ['tool_call'], ({ args }) => args !== undefined),
  typed([LANG_CHAIN], ['server_tool_call', 'server_tool_call_result']),
]

/** What in a message is recognisably of other clients: where, and of which; null if nothing is. */
function foreignIn(
  client: ClientName,
  message: Fields,
): { readonly place: string; readonly value: unknown; readonly of: readonly ClientName[] } | null {
  const others = (marks: readonly Mark[], value: Fields) =>
    marks.find(({ of, is }) => !of.includes(client) && is(value))?.of
  const of = others(MESSAGES, message)
  if (of !== undefined) return { place: '', value: message, of }
  const { content } = message
  if (!Array.isArray(content)) return null
  for (const [at, block] of (content as readonly unknown[]).entries()) {
    const owners = isRecord(block) ? others(BLOCKS, block) : undefined
    if (owners !== undefined) return { place: `.content[${at}]`, value: block, of: owners }
  }
  return null
}

function typed(of: readonly ClientName[], types: readonly string[], is: Mark['is'] = () => true): Mark {
  const names: ReadonlySet<unknown> = new Set(types)
  return { of, is: (block) => names.has(block['type']) && is(block) }
}

function callsIn({ tool_calls: calls }: Fields): readonly unknown[] {
  return Array.isArray(calls) ? calls : []
}

/** @throws ProblemError for a message that is recognisably of another client */
export function mustBeOf(client: ClientName, message: object, place: string): void {
  const foreign = foreignIn(client, message as Fields)
  if (foreign === null) return
  const what = foreign.place === '' ? 'a message' : 'a part'
  const expected = `${what} of ${client}, not of ${foreign.of.join(' or ')}`
  throw problem(`${place}${foreign.place}`, expected, foreign.value)
}
