import type { Message } from '../engine/index.ts'
import { CallFailure } from './call.ts'
import type { Call, Client, ClientOptions } from './call.ts'
import { createClient } from './client.ts'

/** The call, the key and the address in the tests of the client. */
export const KEY = 'sk-ant-api03-Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MA-AA'
export const BASE = 'https://provider.test/v0'
export const user: Message = { role: 'user', content: 'hello' }
export const call: Call = {
  purpose: 'agent',
  model: 'claude-haiku-4-5',
  request: { messages: [user] },
  maxTokens: 100,
}

/** A fake provider and a client that does not really wait. */
export function sceneOf<Provider extends { readonly fetch: typeof fetch }>(
  provider: Provider,
  options: Partial<ClientOptions> = {},
): Provider & {
  readonly client: Client
  /** Milliseconds of each requested wait. */
  readonly waits: number[]
} {
  const waits: number[] = []
  const client = createClient({
    key: () => KEY,
    baseUrl: BASE,
    fetch: provider.fetch,
    sleep: async (milliseconds) => {
      waits.push(milliseconds)
    },
    ...options,
  })
  return { ...provider, client, waits }
}

/** The failure of a call. Throws if the call succeeded, or threw something else. */
export async function failureFrom(promise: Promise<unknown>): Promise<CallFailure> {
  try {
    await promise
  } catch (error) {
    if (error instanceof CallFailure) return error
    throw new Error('rejected with something else', { cause: error })
  }
  throw new Error('did not fail')
}
