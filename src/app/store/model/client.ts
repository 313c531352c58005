import type { Client } from '../../../provider/index.ts'
import { mayCall } from './address.ts'
import { connection, originOf } from './connection.ts'
import { currentKey } from './key.ts'
import { ADDRESS_TEXT } from './words.ts'

let made: { readonly baseUrl: string; readonly client: Client } | null = null

/** The client for the current address; it and the provider's library are loaded on first use. */
export async function currentClient(): Promise<Client> {
  const { CallFailure, createClient } = await import('../../../provider/index.ts')
  const { baseUrl } = connection.getState()
  if (!mayCall(baseUrl)) throw new CallFailure('blocked-by-browser', ADDRESS_TEXT.notYet(originOf(baseUrl)))
  if (made?.baseUrl !== baseUrl)
    made = { baseUrl, client: createClient({ key: () => keyFor(baseUrl), baseUrl }) }
  return made.client
}

/**
 * The key, for the origin that it was given for. A call that waits for its next try may outlive a change of the
 * address, and the key is read again for every try: by then it may belong to another origin (LLM-2).
 */
function keyFor(baseUrl: string): string {
  return originOf(connection.getState().baseUrl) === originOf(baseUrl) ? currentKey() : ''
}
