import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../json/guard.ts'
import { isOtherBlock } from '../read/other-blocks.ts'
import type { Log } from '../read/reader.ts'
import { envelopesOf } from './envelope.ts'
import type { Envelope } from './envelope.ts'
import { withResultsApart } from './inline-results.ts'

export type Dialect = 'anthropic' | 'openai'

const OPENAI_ROLES: ReadonlySet<unknown> = new Set(
  'tool function developer exit tool_call function_call tool_response function_response observation'.split(
    ' ',
  ),
)
const OPENAI_BLOCKS: ReadonlySet<unknown> = new Set(['image_url', 'input_audio', 'refusal'])
const ANTHROPIC_BLOCKS: ReadonlySet<unknown> = new Set([
  'tool_use',
  'tool_result',
  'thinking',
  'redacted_thinking',
  'image',
  'document',
  'compaction',
  'server_tool_use',
  'mcp_tool_use',
  'mcp_tool_result',
  'container_upload',
  'search_result',
])
/** What follows the name of a tool that Anthropic runs itself: `web_search_tool_result`. */
const ANTHROPIC_RESULT = '_tool_result'
/** Items of the Responses API have roles too, but are not chat messages. */
const FOREIGN_TYPES: ReadonlySet<unknown> = new Set([
  'function_call',
  'function_call_output',
  'reasoning',
  'web_search_call',
])
const FOREIGN_BLOCKS: ReadonlySet<unknown> = new Set(['input_text', 'output_text', 'input_image'])

/**
 * Which provider's chat messages a text contains; null if neither. The messages of two providers look the same until
 * one calls a tool, so signs are looked for in all of them. Without any sign they count as OpenAI's: both readers read
 * such a conversation in the same way.
 */
export function chatsOf(
  log: Log,
): { readonly dialect: Dialect; readonly envelopes: readonly Envelope[] } | null {
  const envelopes = envelopesOf(log).filter(isConversation).map(withResultsApart)
  if (envelopes.length === 0) return null
  const found = new Set<Dialect>()
  for (const envelope of envelopes) {
    const dialect = dialectOf(envelope)
    if (dialect === 'foreign') return null
    if (dialect) found.add(dialect)
  }
  const anthropic = found.has('anthropic') && !found.has('openai')
  return { dialect: anthropic ? 'anthropic' : 'openai', envelopes }
}

/** A list of people has roles as well. What nobody answers is a talk only if its texts have the name of a message's. */
function isConversation({ messages, holder, reply }: Envelope): boolean {
  return (
    holder !== null ||
    isRecord(reply) ||
    messages.some((message) => at(message, 'role') !== 'user' && ROLES_OF_CHATS.has(at(message, 'role'))) ||
    messages.some((message) => CONTENT_KEYS.some((key) => at(message, key) !== undefined))
  )
}

const ROLES_OF_CHATS: ReadonlySet<unknown> = new Set([
  'assistant',
  'ai',
  'bot',
  'model',
  'agent',
  'system',
  ...OPENAI_ROLES,
])
const CONTENT_KEYS = ['content', 'parts', 'tool_calls', 'kwargs', 'blocks', 'contentParts']

function dialectOf({ messages, holder, reply }: Envelope): Dialect | 'foreign' | null {
  let sure: Dialect | null = null
  let systemRole = false
  /** A response object, or a message of the old client, which writes `ts` beside the content. */
  let anthropicKey = false
  for (const message of messages) {
    if (FOREIGN_TYPES.has(at(message, 'type'))) return 'foreign'
    const role = at(message, 'role')
    if (
      OPENAI_ROLES.has(role) ||
      isList(at(message, 'tool_calls')) ||
      textOf(at(message, 'reasoning_content'))
    )
      sure = 'openai'
    if (role === 'system') systemRole = true
    if (at(message, 'type') === 'message' || at(message, 'ts') !== undefined) anthropicKey = true
    const block = blockSign(at(message, 'content'))
    if (block === 'foreign') return block
    sure ??= block
  }
  if (sure) return sure
  if (isList(at(reply, 'choices')) || systemRole) return 'openai'
  if (anthropicKey || isList(at(reply, 'content'))) return 'anthropic'
  const tools = at(holder ?? undefined, 'tools')
  const tool = isList(tools) ? tools[0] : undefined
  if (at(tool, 'function') !== undefined || at(tool, 'parameters') !== undefined) return 'openai'
  const named = textOf(at(holder ?? undefined, 'model'))?.startsWith('claude')
  const anthropic =
    named || at(holder ?? undefined, 'system') !== undefined || at(tool, 'input_schema') !== undefined
  return anthropic ? 'anthropic' : null
}

function blockSign(content: Json | undefined): Dialect | 'foreign' | null {
  if (!isList(content)) return null
  for (const block of content) {
    const type = at(block, 'type')
    if (FOREIGN_BLOCKS.has(type)) return 'foreign'
    if (OPENAI_BLOCKS.has(type)) return 'openai'
    // Converse and Goose have calls and results in the content, as Anthropic has them
    if (
      isOtherBlock(block) ||
      ANTHROPIC_BLOCKS.has(type) ||
      (typeof type === 'string' && type.endsWith(ANTHROPIC_RESULT))
    )
      return 'anthropic'
  }
  return null
}
