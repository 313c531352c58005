import { COUNTER_NAMES } from '../../../engine/index.ts'
import { isSampling, limitSetting } from '../../../engine/internal.ts'
import type { Json, Tokens } from '../../../engine/index.ts'
import type { Usage } from '../../trace/trace.ts'
import { at, below, countOf, isList, isRecord, shown, textOf } from '../json/guard.ts'
import type { Report } from './report.ts'
import { modelAtTier } from './named-model.ts'
import { placeOfPart } from './usage-names.ts'
import type { UsagePart } from './usage-names.ts'

/** The most tokens that a prompt or a reply can hold: the largest window that may be set. */
const MOST_TOKENS = limitSetting.max

const EXPECTED = `a whole number from 0 to ${MOST_TOKENS}`

/** Counts of one usage as a log writes them: an impossible value is reported and left out. */
export class Tally {
  readonly #usage: Json | undefined
  readonly #path: string
  readonly #report: Report
  readonly #isRepeated: boolean
  /** True once a count of the prompt was impossible: then the size of the prompt is unknown. */
  #isBroken = false

  /**
   * @param path place of the usage, '' for the record itself
   * @param isRepeated other records have the same one, which is reported once
   */
  constructor(usage: Json | undefined, path: string, report: Report, isRepeated = false) {
    this.#usage = usage
    this.#isRepeated = isRepeated
    this.#path = path
    this.#report = report
    if (usage !== undefined && usage !== null && !isRecord(usage)) report.mismatch(path, 'an object', usage)
  }

  /** Counts of a part of the usage. */
  of(part: Json, key: string): Tally {
    return new Tally(part, below(this.#path, key), this.#report, true)
  }

  /** A count of the prompt; null if it is missing, or left out together with the whole usage. */
  prompt(...keys: readonly string[]): Tokens | null {
    const count = this.#count(keys, 'this usage is left out', MOST_TOKENS)
    if (count === null && this.#isWritten(keys)) this.#isBroken = true
    return count
  }

  /** A count that no other count depends on; null if it is missing or left out. */
  other(...keys: readonly string[]): Tokens | null {
    return this.#count(keys, 'it is left out', MOST_TOKENS)
  }

  /** A part of the usage by any of its names; null if it is missing or left out. */
  part(part: UsagePart): Tokens | null {
    const place = placeOfPart(this.#usage, part)
    return place === undefined ? null : this.other(...place)
  }

  /** A sum over calls, which may be larger than any window. */
  sum(...keys: readonly string[]): Tokens | null {
    return this.#count(keys, 'it is left out', Number.MAX_SAFE_INTEGER)
  }

  /** The usage from these counts; null for an empty prompt and for one larger than any window. */
  usage(found: Usage): Usage | null {
    const counts = whole(found)
    if (this.#isBroken || counts.input === 0) return null
    if (counts.input <= MOST_TOKENS) return counts
    this.#isBroken = true
    this.#report.miscount(
      this.#path,
      `adds up to a prompt of ${counts.input} tokens, more than the largest window (${MOST_TOKENS}) holds; this usage is left out`,
      EXPECTED,
      String(counts.input),
      this.#isRepeated,
    )
    return null
  }

  #isWritten(keys: readonly string[]): boolean {
    return (at(this.#usage, ...keys) ?? null) !== null
  }

  #count(keys: readonly string[], left: string, most: number): Tokens | null {
    const found = at(this.#usage, ...keys) ?? null
    if (found === null) return null
    const count = countOf(found)
    if (count !== null && count <= most) return count
    const why =
      typeof found === 'number' && found > most
        ? `more than the largest window (${MOST_TOKENS} tokens) holds`
        : 'which is not a token count'
    const path = below(this.#path, keys.join('.'))
    this.#report.miscount(
      path,
      `is ${shown(found)}, ${why}; ${left}`,
      EXPECTED,
      shown(found),
      this.#isRepeated,
    )
    return null
  }
}

/**
 * Libraries and their versions differ in whether the prompt includes cached tokens; the cache cannot have more than the
 * prompt.
 */
function whole(usage: Usage): Usage {
  const cached = (usage.cacheRead ?? 0) + (usage.cacheWrite ?? 0)
  return cached > usage.input ? { ...usage, input: usage.input + cached } : usage
}

/** The window size that a log records for its model; null if it records none; an impossible size is reported. */
export function recordedWindow(value: Json | undefined, path: string, report: Report): Tokens | null {
  const { min, max } = limitSetting
  if (value === undefined || value === null || value === 0) return null
  const window = countOf(value)
  if (window !== null && window >= min && window <= max) return window
  const range = `${min} to ${max} tokens`
  report.miscount(
    path,
    `is ${shown(value)}, and a window has ${range}; it is left out`,
    range,
    shown(value),
    true,
  )
  return null
}

/**
 * Usage of an Anthropic reply. The window is the sum of the three inputs: `input_tokens` alone is the rest that was
 * neither read from the cache nor written to it, often 1 to 5 (TOK-2). Null if nothing was used, as for replies that a
 * client writes itself.
 */
export function anthropicUsage(usage: Json | undefined, path: string, report: Report): Usage | null {
  return anthropicCounts(usage, new Tally(usage, path, report))
}

/**
 * The model of an Anthropic reply; null if it names none. The same model in fast mode has other prices and a cache of its
 * own. _Anthropic, Fast mode._
 */
export function anthropicModel(reply: Json | undefined): string | null {
  const tier = at(reply, 'usage', 'service_tier')
  // What its priority costs is agreed with each customer.
  const model = modelAtTier(textOf(at(reply, 'model')), tier === 'batch' ? tier : undefined)
  const isFast = model !== null && at(reply, 'usage', 'speed') === 'fast' && !/\bfast\b/.test(model)
  return isFast ? `${model}-fast` : model
}

/** Tokens that the provider was asked to compact; null if it does not say. */
export function compactedTokens(entry: Json | undefined, path: string, report: Report): Tokens | null {
  return anthropicSums(entry, new Tally(entry, path, report))?.input ?? null
}

function anthropicCounts(usage: Json | undefined, tally: Tally): Usage | null {
  const all = anthropicSums(usage, tally)
  if (all === null) return null
  const listed = at(usage, 'iterations')
  const sampled = isList(listed) ? listed.filter(isSampling) : []
  const [first] = sampled
  if (first === undefined || sampled.length < 2) return all
  // Beside the list stand sums; the client sent the first prompt alone.
  const sent = anthropicSums(first, tally.of(first, 'iterations'))
  if (sent === null || sent.input > all.input) return all
  return {
    ...all,
    input: sent.input,
    cacheRead: all.cacheRead === null ? null : (sent.cacheRead ?? 0),
    cacheWrite: all.cacheWrite === null ? null : (sent.cacheWrite ?? 0),
    sampledAgain: {
      input: all.input - sent.input,
      cacheRead: Math.max(0, (all.cacheRead ?? 0) - (sent.cacheRead ?? 0)),
      cacheWrite: Math.max(0, (all.cacheWrite ?? 0) - (sent.cacheWrite ?? 0)),
    },
  }
}

function anthropicSums(usage: Json | undefined, tally: Tally): Usage | null {
  const uncached = tally.prompt('input_tokens')
  if (uncached === null) return null
  const cacheRead = tally.prompt('cache_read_input_tokens')
  const cacheWrite = tally.prompt('cache_creation_input_tokens')
  const output = tally.other('output_tokens')
  const cached = (cacheRead ?? 0) + (cacheWrite ?? 0)
  // Qwen Code counts the cached tokens in its prompt, as its total shows
  const isWithin = at(usage, 'total_tokens') === uncached + (output ?? 0) && cached <= uncached
  const input = isWithin ? uncached : uncached + cached
  return tally.usage({
    input,
    output,
    cacheRead,
    cacheWrite,
    ...termIn(at(usage, 'cache_creation')),
    ...countedIn(usage),
  })
}

/** The cache term of most of the written tokens. */
export function termIn(written: Json | undefined): Pick<Usage, 'cacheTerm' | 'hourWrite'> {
  const during = (term: string): number => countOf(at(written, `ephemeral_${term}_input_tokens`) ?? null) ?? 0
  const [hour, minutes] = [during('1h'), during('5m')]
  return {
    ...(hour > minutes && { cacheTerm: '1h' }),
    ...(hour > 0 && minutes > 0 && { hourWrite: hour }),
  }
}

/** What a live conversation stores beside its usage: the size of the request that was sent, by counter. */
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

/** Usage of an OpenAI completion or a Responses reply: the prompt includes the cached tokens, unlike Anthropic's. */
export function responsesUsage(usage: Json | undefined, path: string, report: Report): Usage | null {
  return countsWithin(new Tally(usage, path, report), 'input_tokens', 'prompt_tokens')
}

function countsWithin(tally: Tally, ...names: readonly string[]): Usage | null {
  for (const name of names) {
    const input = tally.prompt(name)
    if (input !== null && input > 0) return usageOfPrompt(tally, input)
  }
  return null
}

/** Usage in any provider's shape, for logs of gateways that mix them. */
export function usageOf(usage: Json | undefined, path: string, report: Report): Usage | null {
  const tally = new Tally(usage, path, report)
  // Cohere counts what it charges for beside all tokens, and what its cache had beside both
  if (isRecord(at(usage, 'tokens')) || isRecord(at(usage, 'billed_units'))) {
    const input = tally.part('input')
    return input === null ? null : usageOfPrompt(tally, input)
  }
  const isBeside = BESIDE.some((key) => (at(usage, key) ?? null) !== null)
  const isCached = placeOfPart(usage, 'read') !== undefined || placeOfPart(usage, 'written') !== undefined
  if (isCached && !isBeside) return countsWithin(tally, 'input_tokens', 'prompt_tokens')
  return anthropicCounts(usage, tally) ?? countsWithin(tally, 'prompt_tokens')
}

/** Anthropic's names: its `input_tokens` do not include what was read from the cache and written to it. */
const BESIDE = ['cache_read_input_tokens', 'cache_creation_input_tokens'] as const

/** The usage of a prompt that includes the cached tokens. */
export function usageOfPrompt(tally: Tally, input: Tokens): Usage | null {
  return tally.usage({
    input,
    output: tally.part('output'),
    cacheRead: tally.part('read'),
    cacheWrite: tally.part('written'),
  })
}

/**
 * The later of two usages of one reply: lines of a reply repeat it, `output` grows while the reply is written, and
 * some providers first give an estimate of the prompt. One without its cache is no correction of one that has it.
 */
export function largerUsage(a: Usage | null, b: Usage | null): Usage | null {
  if (a === null || b === null) return a ?? b
  const more = (b.output ?? -1) - (a.output ?? -1) || b.input - a.input
  const [before, after] = more > 0 ? [a, b] : [b, a]
  const isPart = after.cacheRead === null && before.cacheRead !== null && before.input > after.input
  return isPart ? { ...before, output: after.output } : after
}
