import { createDigest } from '../../src/engine/internal.ts'
import type { Prompt } from './body.ts'
import type { ServedModel } from './models.ts'
import { piecesOf, sumOf } from './tokens.ts'
import type { Piece } from './tokens.ts'

/** How a prompt is billed. The sum is the whole prompt (TOK-2). */
export interface Billed {
  readonly uncached: number
  readonly read: number
  readonly written5m: number
  readonly written1h: number
}

/** Prefixes of prompts that were read before. */
export interface PrefixCache {
  /** Bills a prompt, and remembers its prefixes up to its markers. */
  bill(prompt: Prompt, model: ServedModel): Billed
  clear(): void
}

const MINUTE = 60_000
const LIFE: Readonly<Record<'5m' | '1h', number>> = { '5m': 5 * MINUTE, '1h': 60 * MINUTE }
/**
 * Positions at which an older prefix is looked for from a marker backwards, the marker's own among them, as the
 * documentation of prompt caching has it; a run of calls, or of results, is one.
 */
const POSITIONS = 20

/** @param now milliseconds of a clock that does not run backwards */
export function createCache(now: () => number): PrefixCache {
  const entries = new Map<string, { readonly life: number; expires: number }>()

  return {
    bill(prompt, model) {
      const pieces = marked(piecesOf(prompt), prompt)
      const prefixes = prefixesOf(pieces, prompt, model.id)
      const markers = pieces.flatMap(({ marker }, at) =>
        marker !== null && (prefixes[at]?.tokens ?? 0) >= model.cacheFrom ? [{ at, marker }] : [],
      )
      const read = readUpTo(markers, prefixes, model)
      const upTo = (at: number | undefined): number => (at === undefined ? 0 : (prefixes[at]?.tokens ?? 0))
      const long = Math.max(read, upTo(markers.findLast(({ marker }) => marker === '1h')?.at))
      const last = Math.max(long, upTo(markers.at(-1)?.at))
      for (const { at, marker } of markers) {
        const hash = prefixes[at]?.hash ?? ''
        entries.set(hash, { life: LIFE[marker], expires: now() + LIFE[marker] })
      }
      return {
        read,
        written1h: long - read,
        written5m: last - long,
        uncached: sumOf(pieces) - last,
      }
    },
    clear() {
      entries.clear()
    },
  }

  /** The longest prefix that was read before and is found from a marker; its life begins anew. */
  function readUpTo(
    markers: readonly { readonly at: number }[],
    prefixes: readonly Prefix[],
    { cacheFrom }: ServedModel,
  ): number {
    for (const { at } of markers.toReversed()) {
      let looked = 1
      for (let back = at; back >= 0; back -= 1) {
        if (back < at && prefixes[back + 1]?.joined !== true) looked += 1
        if (looked > POSITIONS) break
        const prefix = prefixes[back]
        const entry = prefix === undefined ? undefined : entries.get(prefix.hash)
        if (prefix === undefined || entry === undefined || entry.expires <= now()) continue
        if (prefix.tokens < cacheFrom) continue
        entry.expires = now() + entry.life
        return prefix.tokens
      }
    }
    return 0
  }
}

interface Prefix {
  readonly hash: string
  readonly tokens: number
  /** Whether its last piece continues a run, so that looking at the prefix before it takes no further position. */
  readonly joined: boolean
}

/** A marker on the request as a whole stands on its last piece. */
function marked(pieces: readonly Piece[], { cache_control: whole }: Prompt): readonly Piece[] {
  const last = pieces.at(-1)
  if (whole === undefined || whole === null || last === undefined) return pieces
  return [...pieces.slice(0, -1), { ...last, marker: last.marker ?? whole.ttl ?? '5m' }]
}

/** Every prefix of the prompt. What is asked of thinking and of tools changes all that stands behind the system prompt. */
function prefixesOf(pieces: readonly Piece[], { thinking, tool_choice }: Prompt, model: string): Prefix[] {
  const digest = createDigest().add(model)
  let tokens = 0
  let settled = false
  return pieces.map(({ place, text, tokens: own, joined }) => {
    if (place === 'messages' && !settled) {
      digest.add(JSON.stringify([thinking?.type ?? null, tool_choice ?? null]))
      settled = true
    }
    tokens += own
    return { hash: digest.add(place).add(text).hex(), tokens, joined }
  })
}
