import type { Tokens } from '../../../engine/index.ts'
import type { Call } from '../../../provider/index.ts'
import { MODEL_TEXT } from './words.ts'
import { currentClient } from './client.ts'
import { connection } from './connection.ts'
import { currentKey, withoutKey } from './key.ts'

/**
 * Asks the provider to count a request as it would be billed. Free of charge, so no approval is needed.
 *
 * @throws CallFailure
 */
export async function countRequest(
  call: Pick<Call, 'model' | 'request'>,
  signal?: AbortSignal,
): Promise<{ readonly input: Tokens; readonly original: Tokens | null }> {
  const { CallFailure } = await import('../../../provider/index.ts')
  if (currentKey() === '') throw new CallFailure('no-key', MODEL_TEXT.noKey)
  const { baseUrl } = connection.getState()
  const client = await currentClient()
  // While the library loaded, the address may have changed, and with it the recipient of the key.
  if (connection.getState().baseUrl !== baseUrl)
    throw new CallFailure('origin-refused', MODEL_TEXT.moved(baseUrl))
  try {
    return await client.count(call, signal)
  } catch (failure) {
    if (failure instanceof CallFailure)
      throw new CallFailure(failure.code, withoutKey(failure.message), {
        status: failure.status,
        said: withoutKey(failure.said),
        canRetry: failure.canRetry,
      })
    throw new CallFailure('provider-broken', withoutKey(String(failure)))
  }
}
