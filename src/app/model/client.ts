import type { Client } from '../../provider/index.ts'
import { connection } from './connection.ts'
import { currentKey } from './key.ts'

let made: { readonly baseUrl: string; readonly client: Client } | null = null

/** The client for the address that calls go to now; it and the provider's library are fetched when first wanted. */
export async function currentClient(): Promise<Client> {
  const { createClient } = await import('../../provider/index.ts')
  const { baseUrl } = connection.getState()
  if (made?.baseUrl !== baseUrl) made = { baseUrl, client: createClient({ key: currentKey, baseUrl }) }
  return made.client
}
