import { COUNTER_NAMES } from '../../engine/index.ts'
import type { Json } from '../../engine/index.ts'
import type { Usage } from '../trace.ts'
import { at, countOf, isRecord } from './json/guard.ts'

/**
 * Usage of an Anthropic reply. The window is the sum of the three inputs: `input_tokens` alone is
 * the rest that was neither read from the cache nor written to it, often 1 to 5 (TOK-2). Null where
 * nothing was used, as on the replies that a client writes itself.
 */
export function anthropicUsage(usage: Json | undefined): Usage | null {
  const uncached = countOf(at(usage, 'input_tokens'))
  if (uncached === null) return null
  const cacheRead = countOf(at(usage, 'cache_read_input_tokens'))
  const cacheWrite = countOf(at(usage, 'cache_creation_input_tokens'))
  const output = countOf(at(usage, 'output_tokens'))
  const input = uncached + (cacheRead ?? 0) + (cacheWrite ?? 0)
  return input === 0 ? null : { input, output, cacheRead, cacheWrite, ...countedIn(usage) }
}

/** What a live conversation notes beside its usage: the size of the request that was sent, by counter. */
function countedIn(usage: Json | undefined): Pick<Usage, 'counted'> {
  const noted = at(usage, 'counted')
  if (!isRecord(noted)) return {}
  const counted: Record<string, number> = {}
  for (const name of COUNTER_NAMES) {
    const count = countOf(at(noted, name))
    if (count !== null) counted[name] = count
  }
  return Object.keys(counted).length === 0 ? {} : { counted }
}

/** Usage of an OpenAI completion: `prompt_tokens` already holds the cached ones. */
function openAiUsage(usage: Json | undefined): Usage | null {
  const input = countOf(at(usage, 'prompt_tokens'))
  if (input === null || input === 0) return null
  return {
    input,
    output: countOf(at(usage, 'completion_tokens')),
    cacheRead:
      countOf(at(usage, 'prompt_tokens_details', 'cached_tokens')) ??
      countOf(at(usage, 'prompt_cache_hit_tokens')) ??
      countOf(at(usage, 'cache_read_input_tokens')),
    cacheWrite: countOf(at(usage, 'cache_creation_input_tokens')),
  }
}

/** Usage of an OpenAI Responses reply: `input_tokens` already holds the cached ones, unlike Anthropic's. */
export function responsesUsage(usage: Json | undefined): Usage | null {
  const input = countOf(at(usage, 'input_tokens'))
  if (input === null || input === 0) return null
  return {
    input,
    output: countOf(at(usage, 'output_tokens')),
    cacheRead:
      countOf(at(usage, 'input_tokens_details', 'cached_tokens')) ??
      countOf(at(usage, 'cached_input_tokens')),
    cacheWrite: null,
  }
}

/** Usage in either provider's words, for logs of gateways that mix them. */
export function usageOf(usage: Json | undefined): Usage | null {
  return anthropicUsage(usage) ?? openAiUsage(usage)
}

/** The larger of two usages of one reply: lines of a reply repeat it, and `output` grows while the reply is written. */
export function largerUsage(a: Usage | null, b: Usage | null): Usage | null {
  if (a === null || b === null) return a ?? b
  const output = Math.max(a.output ?? -1, b.output ?? -1)
  const larger = b.input > a.input ? b : a
  return { ...larger, output: output < 0 ? null : output }
}
