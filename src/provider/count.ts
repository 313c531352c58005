import type Anthropic from '@anthropic-ai/sdk'
import type { Tokens } from '../engine/index.ts'
import { CallFailure } from './call.ts'
import type { Call } from './call.ts'
import { countAt, fieldOf } from './fields.ts'
import { countParamsOf } from './request.ts'

/** Has the provider count a request. `original` is its size before the edits that the request asks for (TOK-1). */
export async function counted(
  sdk: Anthropic,
  call: Pick<Call, 'model' | 'request'>,
  signal: AbortSignal,
): Promise<{ readonly input: Tokens; readonly original: Tokens | null }> {
  const sendable = countParamsOf(call)
  const answer: unknown = sendable.beta
    ? await sdk.beta.messages.countTokens(sendable.params, { signal })
    : await sdk.messages.countTokens(sendable.params, { signal })
  const input = countAt(answer, 'input_tokens')
  if (input === null)
    throw new CallFailure('provider-broken', 'The answer to a count holds no number of tokens.')
  return { input, original: countAt(fieldOf(answer, 'context_management'), 'original_input_tokens') }
}
