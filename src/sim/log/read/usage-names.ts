import type { Json } from '../../../engine/index.ts'
import { isRecord } from '../json/guard.ts'

/** The parts of a usage: the prompt, what of it was read from the cache, what was written to it, and the reply. */
export type UsagePart = 'input' | 'read' | 'written' | 'output'

/** A usage, or counts put together by hand. */
export type Counts = Json | { readonly [key: string]: Json | undefined }

/** Objects of a usage that have the parts of its prompt. */
const DETAILS = [
  'prompt_tokens_details',
  'prompt_token_details',
  'input_tokens_details',
  'input_token_details',
  'prompt_details',
  'input_tokens',
  'details',
]

const within = (names: readonly string[]): readonly string[] =>
  DETAILS.flatMap((details) => names.map((name) => `${details}.${name}`))

/**
 * The names that providers, libraries and clients give these parts, the surest first. Case, `_` and `.` make no
 * difference: `cacheReadInputTokens` (Bedrock), `cache_read_input_tokens` (Anthropic), `cache_read.input_tokens`
 * (OpenTelemetry).
 */
const NAMES: Readonly<Record<UsagePart, readonly string[]>> = {
  input: [
    'input_tokens.total',
    'prompt_tokens',
    'input_tokens',
    'input_token_count',
    'prompt_token_count',
    'prompt_tokens_count',
    'total_input_tokens',
    'request_tokens',
    'tokens_in',
    'prompt_eval_count',
    'input.tokens',
    'input',
    'prompt',
    'tokens.input_tokens',
    'billed_units.input_tokens',
  ],
  read: [
    ...within(['cached_tokens', 'cache_read', 'cache_read_tokens', 'cache_read_input_tokens', 'cached']),
    'cache_read_input_tokens',
    'cache_read_tokens',
    'cached_input_tokens',
    'cached_tokens',
    'prompt_cache_hit_tokens',
    'prompt_cached_tokens',
    'cached_prompt_tokens',
    'input_cached_tokens',
    'total_cached_tokens',
    'cached_input_token_count',
    'cached_content_token_count',
    'input_tokens_cache_read',
    'input_cache_read.tokens',
    'input_cache_read',
    'cache_input_tokens',
    'cache_reads',
    'cache_read',
    'cached',
  ],
  written: [
    'cache_creation_input_tokens',
    ...within([
      'cache_write_tokens',
      'cache_creation_tokens',
      'cache_creation_input_tokens',
      'cache_write_input_tokens',
      'cache_creation',
      'cache_write',
    ]),
    'cache_write_input_tokens',
    'cache_creation_tokens',
    'cache_write_tokens',
    'prompt_cache_creation_tokens',
    'input_write_cache_tokens',
    'input_tokens_cache_write',
    'input_cache_creation.tokens',
    'input_cache_creation',
    'cache_create_tokens',
    'cache_writes',
    'cache_write',
  ],
  output: [
    'output_tokens.total',
    'completion_tokens',
    'output_tokens',
    'output_token_count',
    'candidates_token_count',
    'generation_token_count',
    'predicted_tokens_count',
    'total_output_tokens',
    'response_tokens',
    'tokens_out',
    'eval_count',
    'output_total.tokens',
    'output.tokens',
    'output',
    'completion',
    'tokens.output_tokens',
    'billed_units.output_tokens',
  ],
}

const spelt = (name: string): string => name.replaceAll(/[._]/g, '').toLowerCase()

const SPELT = Object.fromEntries(
  Object.entries(NAMES).map(([part, names]) => [part, names.map(spelt)]),
) as unknown as typeof NAMES

/** The keys under which a usage has a part; undefined if it has none of its names. */
export function placeOfPart(usage: Counts | undefined, part: UsagePart): readonly string[] | undefined {
  const found = placesIn(usage)
  const name = SPELT[part].find((one) => found.has(one))
  return name === undefined ? undefined : found.get(name)?.keys
}

/** The parts of a usage as they stand there. */
export function partsOfUsage(usage: Counts | undefined): Readonly<Record<UsagePart, Json | undefined>> {
  const found = placesIn(usage)
  const part = (which: UsagePart): Json | undefined =>
    SPELT[which].map((name) => found.get(name)?.value).find((value) => value !== undefined)
  return { input: part('input'), read: part('read'), written: part('written'), output: part('output') }
}

/** What a usage has, by name, and one level below; of two spellings of a name the first. */
function placesIn(
  usage: Counts | undefined,
): ReadonlyMap<string, { readonly keys: readonly string[]; readonly value: Json }> {
  const found = new Map<string, { keys: readonly string[]; value: Json }>()
  const add = (keys: readonly string[], value: Json | undefined): void => {
    const name = spelt(keys.join('.'))
    if (value !== null && value !== undefined && !isRecord(value) && !found.has(name))
      found.set(name, { keys, value })
  }
  for (const [key, value] of Object.entries(isRecord(usage as Json) ? (usage as object) : {}) as [
    string,
    Json,
  ][]) {
    add([key], value)
    if (isRecord(value)) for (const [inner, count] of Object.entries(value)) add([key, inner], count)
  }
  return found
}

/** The counts among the attributes of a span, as OpenTelemetry, OpenInference and the AI SDK write them. */
export function countsInAttributes(attributes: Iterable<readonly [string, Json]>): Counts {
  const counts: { [key: string]: Json } = {}
  for (const [key, value] of attributes) {
    const [prefix] = /^(?:gen_ai\.usage|llm\.token_count|ai\.usage)\./.exec(key) ?? []
    const count = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
    if (prefix !== undefined && typeof count === 'number') counts[key.slice(prefix.length)] ??= count
  }
  return counts
}
