import type { ErrorObject } from '@anthropic-ai/sdk/resources/shared'

/** Kinds of error in an answer. `request_too_large` is from the network edge; the types do not state its text. */
export type RefusalType = ErrorObject['type'] | 'conflict_error' | 'request_too_large'

/** A request that is answered with an error. */
export class Refused extends Error {
  readonly status: number
  readonly type: RefusalType
  /** Additional headers of the answer. */
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    type: RefusalType,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message)
    this.name = 'Refused'
    this.status = status
    this.type = type
    this.headers = headers
  }
}

/** The refusal of an invalid body. */
export function invalid(message: string): Refused {
  return new Refused(400, 'invalid_request_error', message)
}

/** Default error kind and text by status. */
export const USUAL: ReadonlyMap<number, readonly [type: RefusalType, message: string]> = new Map([
  [400, ['invalid_request_error', 'The request is invalid.']],
  [401, ['authentication_error', 'invalid x-api-key']],
  [402, ['billing_error', 'Your credit balance is too low to access the Anthropic API.']],
  [403, ['permission_error', 'Your API key does not have permission to use the specified resource.']],
  [404, ['not_found_error', 'Not Found']],
  [409, ['conflict_error', 'The request conflicts with another one.']],
  [413, ['request_too_large', 'Request exceeds the maximum size']],
  [429, ['rate_limit_error', 'This request would exceed the rate limit of your organization.']],
  [500, ['api_error', 'Internal server error']],
  [503, ['api_error', 'Service unavailable']],
  [504, ['timeout_error', 'The request timed out.']],
  [529, ['overloaded_error', 'Overloaded']],
])

/** The refusal that goes with a status. */
export function refusalOf(status: number, type?: RefusalType, message?: string): Refused {
  const [usualType, usualMessage] = USUAL.get(status) ?? ['api_error', `Status ${status}`]
  return new Refused(status, type ?? usualType, message ?? usualMessage)
}

/** The status that goes with a kind of error. */
export function statusOf(type: RefusalType): number {
  for (const [status, [usual]] of USUAL) if (usual === type) return status
  return 500
}

/** The body of the answer. The network edge, which refuses what is too large, gives no request id. */
export function bodyOf({ type, message }: Refused, requestId: string): object {
  if (type === 'request_too_large') return { error: { type, message } }
  return { type: 'error', error: { type, message }, request_id: requestId }
}
