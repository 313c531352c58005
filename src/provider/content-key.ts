import { contentHash } from '../engine/internal.ts'
import type { Call } from './call.ts'

/**
 * Names what a call asks: model, request and length of the reply, but not what for. Two calls of one name would be
 * answered alike, so the first answer will do for both. Fields in another order give another name, which costs a call
 * and never a wrong answer.
 */
export function contentKey({
  model,
  request,
  maxTokens,
}: Pick<Call, 'model' | 'request' | 'maxTokens'>): string {
  return contentHash([model, String(maxTokens), JSON.stringify(request)])
}
