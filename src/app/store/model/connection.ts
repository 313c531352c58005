import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { cheapestModel } from '../../../llm/index.ts'
import type { ListedModel } from '../../../provider/index.ts'
import { storeAddress, storedAddress } from './address.ts'
import { restoreChosen, storeChosen } from './chosen.ts'
import type { Chosen } from './chosen.ts'
import { currentKey, forgetKey, keepKey, restoreKey, storeKey } from './key.ts'

export const PROVIDER = 'https://api.anthropic.com'

/** The address, the model and the spending limit of calls. The key itself is in `key.ts`. */
export interface Connection extends Chosen {
  readonly hasKey: boolean
  /** Whether the tab keeps the key across a reload. */
  readonly inTab: boolean
  /** Without a slash at its end. Calls go only to its origin. */
  readonly baseUrl: string
  /** The provider's list; null while it was not requested. */
  readonly listed: readonly ListedModel[] | null
  /** Whether a person approves each call before it is made. */
  readonly askFirst: boolean
}

export const connection = createStore<Connection>(() => {
  // A key is only used with the address that it was given for.
  const restored = restoreKey()
  if (restored !== null && mistakeIn(restored) !== null) forgetKey()
  const hasKey = currentKey() !== ''
  const first = cheapestModel()
  const chosen = hasKey ? restored : storedAddress()
  return {
    hasKey,
    inTab: hasKey,
    baseUrl: chosen !== null && mistakeIn(chosen) === null ? chosen : PROVIDER,
    model: first.id,
    label: first.label,
    listed: null,
    own: new Map(),
    cap: 1,
    askFirst: true,
    ...restoreChosen(),
  }
})

connection.subscribe((now, before) => {
  const { model, label, cap, own } = now
  if (model !== before.model || label !== before.label || cap !== before.cap || own !== before.own)
    storeChosen(now)
})

export function useConnection<Part>(part: (state: Connection) => Part): Part {
  return useStore(connection, part)
}

/** Stores a key in place of the previous one. */
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

/** What is wrong with an address for calls; null if nothing is. */
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
  // The policy of the page cannot name it (hosting/policy.ts).
  if (url.hostname === '[::1]') return `write localhost in place of [::1]: ${address}`
  if (url.protocol === 'http:') return `only addresses of this machine may omit https: ${address}`
  return `an address must begin with https: ${address}`
}

function isLocal({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1'
}

export function originOf(address: string): string {
  return new URL(address).origin
}

/**
 * Sends calls to another address from now on. If its origin differs, the key is deleted: it was given to the previous
 * one. Only for valid addresses.
 */
export function moveTo(address: string): void {
  const { baseUrl, inTab } = connection.getState()
  const next = address.trim().replace(/\/+$/, '')
  if (originOf(next) !== originOf(baseUrl)) takeKeyAway()
  else if (inTab) storeKey(next)
  storeAddress(next)
  connection.setState({ baseUrl: next, listed: null })
}
