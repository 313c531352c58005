import type { Json } from '../../../engine/index.ts'
import { at, textOf } from '../json/guard.ts'
import { partsOfUsage } from '../read/usage-names.ts'
import type { Counts } from '../read/usage-names.ts'

/** What is beside the words of a message: as the reader of OpenAI's chats finds it. */
interface Around {
  readonly model?: Json | undefined
  /** An instant as text, or seconds or milliseconds since 1970. */
  readonly timestamp?: Json | undefined
  readonly usage?: Json | undefined
}

interface Said extends Around {
  /** A text, or a list of content blocks. */
  readonly content: Json
  readonly thoughts?: readonly string[]
  readonly calls?: readonly Json[]
}

/** A message of OpenAI's chats, with only what is there. */
export function chatMessage(role: string, { content, thoughts = [], calls = [], ...around }: Said): Json {
  return {
    role,
    content,
    ...(thoughts.length > 0 && { reasoning_content: thoughts.join('\n\n') }),
    ...(calls.length > 0 && { tool_calls: calls }),
    ...present(around),
  }
}

/** What a log has that is no message: it is counted under this name, and left out. */
export function notRead(kind: string): Json {
  return { role: '_left_out', content: kind }
}

/** In place of usage that a program prints once, at its end: calls of their own cannot be told apart in it. */
export const SUM_OF_RUN = notRead('tokens of a whole run as one sum')

/**
 * What a client put in place of what came before, with the tokens that it counted there. The last `stays` messages before
 * it stayed in the window.
 */
export function summaryOf(content: string, tokensBefore?: Json, stays = 0): Json {
  return {
    role: 'user',
    content,
    isSummary: true,
    ...(tokensBefore !== undefined && { tokensBefore }),
    ...(stays > 0 && { stays }),
  }
}

/** That a client cleared the results of these calls. */
export function clearingOf(cleared: readonly string[]): Json {
  return { role: 'user', content: '', isTruncation: true, cleared }
}

/** That a client removed messages, which it does not name, with the tokens that it counted. */
export function truncationOf(tokensBefore: Json | undefined, tokensFreed: Json | undefined): Json {
  return {
    role: 'user',
    content: '',
    isTruncation: true,
    tokensBefore: tokensBefore ?? null,
    tokensFreed: tokensFreed ?? null,
  }
}

/** What the client says in the user's place. */
export function injectedMessage(content: Json, timestamp?: Json): Json {
  return { role: 'user', content, isInjected: true, ...present({ timestamp }) }
}

/** A call of a tool; its arguments are JSON as text, or as a value. */
export function callOf(id: Json | undefined, name: Json | undefined, input: Json | undefined): Json {
  return { id: id ?? null, type: 'function', function: { name: name ?? '', arguments: input ?? {} } }
}

/** The result of a call; one without an id answers the first open call, of this name if it has one. */
export function resultOf(
  id: Json | undefined,
  content: Json | undefined,
  { name, ...around }: Around & { readonly name?: Json | undefined } = {},
): Json {
  const named = typeof name === 'string' ? { name } : {}
  return { role: 'tool', tool_call_id: id ?? null, ...named, content: content ?? '', ...present(around) }
}

/** A text among content blocks. */
export function textBlock(text: string): Json {
  return { type: 'text', text }
}

/** A picture among content blocks, by its address, with its size in pixels if that is known. */
export function pictureBlock(url: string, width: Json = null, height: Json = null): Json {
  return { type: 'image_url', image_url: { url, ...(width !== null && { width, height }) } }
}

/** Bytes in base64 as an address. */
export function addressOf(data: string, type: string | undefined): string {
  return `data:${type ?? 'image/png'};base64,${data}`
}

/** A picture, a sound or a document among content blocks, by its address or its bytes in base64. */
export function mediaBlock(place: string, type = /^data:([^;,]*)/.exec(place)?.[1] ?? ''): Json {
  const url = place.includes(':') ? place : addressOf(place, type)
  if (type.startsWith('image/')) return pictureBlock(url)
  if (type.startsWith('audio/') && url.startsWith('data:'))
    return {
      type: 'input_audio',
      input_audio: { data: url.slice(url.indexOf(',') + 1), format: type.slice(6) },
    }
  return { type: 'file', file: { file_data: url } }
}

/** A text with what is attached to it. */
export function withMedia(text: string, media: readonly Json[]): Json {
  return media.length === 0 ? text : [...(text === '' ? [] : [textBlock(text)]), ...media]
}

/** A value as the text that a model would see of it. */
export function asText(value: Json | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The texts of some blocks, which name their kind in `type` and their text in `key`. */
export function textsOf(blocks: readonly Json[], type: string, key = 'text'): readonly string[] {
  return blocks.flatMap((block) => (at(block, 'type') === type ? (textOf(at(block, key)) ?? []) : []))
}

/**
 * Usage in the shape of Anthropic's: what was read from the cache and written to it is not in its input. Undefined if the
 * prompt is not counted.
 *
 * @param counts under any of the names that `usage-names.ts` knows
 */
export function usageBeside(counts: Counts | undefined): Json | undefined {
  const { input, read, written, output } = partsOfUsage(counts)
  if (typeof input !== 'number') return undefined
  return {
    input_tokens: input,
    cache_read_input_tokens: read ?? null,
    cache_creation_input_tokens: written ?? null,
    output_tokens: output ?? null,
  }
}

/** As `usageBeside`, in the shape of OpenAI's: the input includes what the cache had and got. */
export function usageWithin(counts: Counts | undefined): Json | undefined {
  const { input, read, written, output } = partsOfUsage(counts)
  if (typeof input !== 'number') return undefined
  return {
    prompt_tokens: input,
    completion_tokens: output ?? null,
    prompt_tokens_details: { cached_tokens: read ?? null },
    cache_creation_input_tokens: written ?? null,
  }
}

function present({ model, timestamp, usage }: Around): { readonly [key: string]: Json } {
  return {
    ...(model !== undefined && model !== null && { model }),
    ...(timestamp !== undefined && timestamp !== null && { timestamp }),
    ...(usage !== undefined && { usage }),
  }
}
