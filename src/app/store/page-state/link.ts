import type { Problem } from '../../../engine/index.ts'
import type { Intervention } from '../../../sim/index.ts'
import { quoted } from './plain.ts'
import type { PageState } from './state.ts'
import { STATE_VERSION } from './state.ts'

/**
 * A link ends in `#v<version>.<data>`: the state as JSON, deflated and in base64url. Where a browser cannot deflate, the
 * data begins with a tilde and is the bare JSON in base64url.
 */
const LINK = /^#?v(\d{1,6})\.(~?)([A-Za-z0-9_-]*)$/

/** Characters of the longest link, and of the longest JSON, that is read. */
const LONGEST_LINK = 100_000
const LONGEST_JSON = 2_000_000

/** Whether the end of an address means a state, valid or not, and not a place in the page. */
export function isLink(hash: string): boolean {
  return /^#?v\d/.test(hash)
}

/**
 * The end of the address of a state, with its `#`. It holds no text of a config, whose differences it has, and none that
 * a person wrote into a block. The name of a log has placeholders for what gives a person away: its hash finds the log.
 */
export async function linkOf(state: PageState): Promise<string> {
  const lanes = withoutTexts(state).lanes.map(({ actions, forks, ...lane }) => ({
    ...lane,
    ...(actions && { actions: actions.map(withoutText) }),
    ...(forks && { forks: forks.map((fork) => ({ ...fork, acts: fork.acts.map(withoutText) })) }),
  }))
  const json = JSON.stringify({ ...state, source: await withoutSecrets(state.source), lanes })
  const bytes = new TextEncoder().encode(json)
  const packed = await piped(bytes, deflater(), Infinity).catch(() => null)
  const data = packed === null ? `~${base64url(bytes)}` : base64url(packed)
  return `#v${STATE_VERSION}.${data}`
}

async function withoutSecrets(source: PageState['source']): Promise<PageState['source']> {
  if (source.kind !== 'log') return source
  const { redaction } = await import('./redaction.ts')
  return { ...source, name: redaction().text(source.name) }
}

function withoutText(act: Intervention): object {
  if (act.kind !== 'edit') return act
  const { text: _, ...place } = act
  return place
}

/** Whether a link lacks a text of the state that a person wrote into a block. */
export function lacksText({ source, lanes }: PageState): boolean {
  const acts = lanes.flatMap(({ actions = [], forks = [] }) => [
    ...actions,
    ...forks.flatMap((fork) => fork.acts),
  ])
  return (
    acts.some(({ kind }) => kind === 'edit') ||
    (source.kind === 'log' && source.leftOut?.includes('edits') === true)
  )
}

/** The state without texts of configs, whose comments are for the person who wrote them. */
export function withoutTexts(state: PageState): PageState {
  return { ...state, lanes: state.lanes.map(({ text: _, ...lane }) => lane) }
}

/** A document that a link holds, unchecked; or why it holds none. */
export type Unpacked = { readonly document: unknown } | { readonly problem: Problem }

/** Reads the end of an address. It never throws. */
export async function unpacked(hash: string): Promise<Unpacked> {
  const [, version, bare, data] = LINK.exec(hash) ?? []
  if (version === undefined || data === undefined || hash.length > LONGEST_LINK)
    return broken('a link is v, a version, a dot and letters, digits, - and _', hash)
  // A newer page may pack its states in another way, and no page has written version 0.
  const number = Number(version)
  if (number > STATE_VERSION || number === 0) return { document: { version: number } }
  const bytes = bytesOf(data)
  if (bytes === null) return broken('its end was cut off or changed', hash)
  const plain = bare === '~' ? bytes : await piped(bytes, inflater(), LONGEST_JSON).catch(() => null)
  if (plain === null) return broken('its data were cut off or changed', hash)
  try {
    return { document: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plain)) as unknown }
  } catch {
    return broken('its end was cut off or changed', hash)
  }
}

function broken(why: string, hash: string): Unpacked {
  const found = quoted(hash)
  return {
    problem: {
      severity: 'error',
      code: 'link-broken',
      message: `the link cannot be read, because ${why}: ${found}`,
      found,
    },
  }
}

function deflater(): CompressionStream | null {
  return typeof CompressionStream === 'undefined' ? null : new CompressionStream('deflate-raw')
}

function inflater(): DecompressionStream | null {
  return typeof DecompressionStream === 'undefined' ? null : new DecompressionStream('deflate-raw')
}

/** What comes out of a stream for these bytes; null if the browser has no such stream, or more than `most` comes. */
async function piped(
  bytes: Uint8Array<ArrayBuffer>,
  through: CompressionStream | DecompressionStream | null,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (through === null) return null
  const reader = new Blob([bytes]).stream().pipeThrough(through).getReader()
  const parts: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.length
    if (length > most) {
      await reader.cancel()
      return null
    }
    parts.push(value)
  }
  const all = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

function base64url(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

function bytesOf(data: string): Uint8Array<ArrayBuffer> | null {
  try {
    const text = atob(data.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(text, (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}
