import { paramsOf } from '../../../provider/index.ts'
import type { Call } from '../../../provider/index.ts'

/** A call as it travels to the provider: the key goes beside it, in a header that is not shown. */
export interface SentBody {
  /** JSON. */
  readonly text: string
  /** What is named in the header for betas, '' for none. */
  readonly betas: string
}

/** What is sent for a call, or its request as it stands where it cannot be. */
export function sentBody(call: Call): SentBody {
  try {
    const { params } = paramsOf(call)
    const { betas = [], ...body } = 'betas' in params ? params : { ...params, betas: [] }
    return { text: JSON.stringify(body, null, 2), betas: betas.join(', ') }
  } catch {
    const { model, maxTokens, request } = call
    return { text: JSON.stringify({ model, max_tokens: maxTokens, ...request }, null, 2), betas: '' }
  }
}
