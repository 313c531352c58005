import type { Tokens } from '../units.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * The prompts of the times that Anthropic's model was asked for one reply, in order; null if the usage does not list
 * them. A tool that the provider runs has it asked again, and `input_tokens` beside the list is their sum. The first is
 * what the client sent, the last the size of the context with everything but the end of the reply. A compaction and an
 * advisor have prompts of their own, which are left out: the list may be empty.
 *
 * @param usage as the API reports it, or as the AI SDK does, which keeps the API's in `raw`
 */
export function samplingsIn(usage: unknown): readonly Tokens[] | null {
  if (!isRecord(usage)) return null
  const { iterations, raw } = usage
  if (!Array.isArray(iterations)) return raw === undefined ? null : samplingsIn(raw)
  if (iterations.length === 0) return null
  return iterations.flatMap((one: unknown) => (isSampling(one) ? [promptOf(one)] : []))
}

/** Whether an entry of such a list is one of those times. */
export function isSampling(entry: unknown): entry is Fields {
  return isRecord(entry) && SAMPLED.has(entry['type'])
}

/** Another model may have ended the reply. */
const SAMPLED: ReadonlySet<unknown> = new Set(['message', 'fallback_message'])

/** In the names of the API, and of the AI SDK's metadata. */
const PROMPT = [
  'input_tokens',
  'cache_creation_input_tokens',
  'cache_read_input_tokens',
  'inputTokens',
  'cacheCreationInputTokens',
  'cacheReadInputTokens',
]

function promptOf(entry: Fields): Tokens {
  let sum = 0
  for (const key of PROMPT) {
    const count = entry[key]
    if (typeof count === 'number' && count > 0 && count < Infinity) sum += count
  }
  return sum
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}
