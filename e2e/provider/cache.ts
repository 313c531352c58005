import { createDigest } from '../../src/engine/internal.ts'
import type { Prompt } from './body.ts'
import type { ServedModel } from './models.ts'
import { piecesOf, sumOf } from './tokens.ts'
import type { Piece } from './tokens.ts'

/** The billed tokens of a prompt. Their sum is the whole prompt (TOK-2). */
export interface Billed {
  readonly uncached: number
  readonly read: number
  readonly written5m: number
  readonly written1h: number
}

/** Cached prefixes of prompts. */
export interface PrefixCache {
  /** Bills a prompt, and caches its prefixes up to its markers. */
  bill(prompt: Prompt, model: ServedModel): Billed
  clear(): void
}

const MINUTE = 60_000
const LIFE: Readonly<Record<'5m' | '1h', number>> = { '5m': 5 * MINUTE, '1h': 60 * MINUTE }
/**
 * Positions at which a cached prefix is looked for, from a marker backwards and including it, as documented for prompt
 * caching. Consecutive calls, or results, are one position.
 */
const POSITIONS = 20

/** @param now a clock in milliseconds that never runs backwards */
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

  /** The longest cached prefix found from a marker, in tokens; its lifetime starts again. */
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
  /** Whether its last piece continues a run, so that the previous prefix takes no further position. */
  readonly joined: boolean
}

/** A marker on the whole request is on its last piece. */
function marked(pieces: readonly Piece[], { cache_control: whole }: Prompt): readonly Piece[] {
  const last = pieces.at(-1)
  if (whole === undefined || whole === null || last === undefined) return pieces
  return [...pieces.slice(0, -1), { ...last, marker: last.marker ?? whole.ttl ?? '5m' }]
}

/** Every prefix of the prompt. The settings for thinking and tools change every prefix after the system prompt. */
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
