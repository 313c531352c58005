import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { ModelFacts, Usd } from '../../../llm/index.ts'
import type { ListedModel } from '../../../provider/index.ts'
import { currentKey, forgetKey, keepKey, restoreKey, storeKey } from './key.ts'

export const PROVIDER = 'https://api.anthropic.com'

/** Where calls go, as what, and how much they may cost. The key itself is in `key.ts`. */
export interface Connection {
  readonly hasKey: boolean
  /** Whether the tab keeps the key over a reload. */
  readonly inTab: boolean
  /** Without a slash at its end. Calls go only to its origin. */
  readonly baseUrl: string
  readonly model: string
  /** What people call that model. */
  readonly label: string
  /** What the provider listed; null while it was not asked. */
  readonly listed: readonly ListedModel[] | null
  /** What a person says of models, by their ids, in place of what comes with the page. */
  readonly own: ReadonlyMap<string, ModelFacts>
  /** Calls of this page may cost so much in all. */
  readonly cap: Usd
  /** Whether a person looks at each call before it is made. */
  readonly askFirst: boolean
}

export const connection = createStore<Connection>(() => {
  // A key goes to the address that it was given for, or nowhere.
  const restored = restoreKey()
  if (restored !== null && mistakeIn(restored) !== null) forgetKey()
  const hasKey = currentKey() !== ''
  return {
    hasKey,
    inTab: hasKey,
    baseUrl: hasKey && restored !== null ? restored : PROVIDER,
    model: 'claude-haiku-4-5',
    label: 'Claude Haiku 4.5',
    listed: null,
    own: new Map(),
    cap: 1,
    askFirst: true,
  }
})

export function useConnection<Part>(part: (state: Connection) => Part): Part {
  return useStore(connection, part)
}

/** Takes a key, in place of the previous one. */
export function giveKey(key: string, inTab: boolean): void {
  keepKey(key)
  connection.setState(({ baseUrl }) => ({
    hasKey: currentKey() !== '',
    inTab: storeKey(inTab ? baseUrl : null),
  }))
}

export function takeKeyAway(): void {
  forgetKey()
  connection.setState({ hasKey: false, inTab: false, listed: null })
}

export function keepInTab(inTab: boolean): void {
  connection.setState(({ baseUrl }) => ({ inTab: storeKey(inTab ? baseUrl : null) }))
}

export function chooseModel(model: string, label: string): void {
  connection.setState({ model, label })
}

/** What is wrong with an address for calls; null where nothing is. */
export function mistakeIn(address: string): string | null {
  let url: URL
  try {
    url = new URL(address)
  } catch {
    return `this is not an address: ${address}`
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return `an address must not contain a user name, a question mark or a hash: ${address}`
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLocal(url))) return null
  if (url.protocol === 'http:') return `only addresses of this machine may omit https: ${address}`
  return `an address must begin with https: ${address}`
}

function isLocal({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
}

export function originOf(address: string): string {
  return new URL(address).origin
}

/**
 * Sends calls to another address from now on. Where that is another origin the key goes: it was given to the one
 * before. Only for addresses without a mistake.
 */
export function moveTo(address: string): void {
  const { baseUrl, inTab } = connection.getState()
  const next = address.trim().replace(/\/+$/, '')
  if (originOf(next) !== originOf(baseUrl)) takeKeyAway()
  else if (inTab) storeKey(next)
  connection.setState({ baseUrl: next, listed: null })
}
