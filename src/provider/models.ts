import type Anthropic from '@anthropic-ai/sdk'
import { CallFailure } from './call.ts'
import type { ListedModel } from './call.ts'
import { countAt, fieldOf, isObject, textAt } from './fields.ts'

const PER_PAGE = 100
/** A server that never comes to an end of its list is not followed further. */
const MOST_PAGES = 50

/** The models that a key may use, as the provider orders them: newest first. Those that no longer answer are left out. */
export async function listed(sdk: Anthropic, signal: AbortSignal): Promise<readonly ListedModel[]> {
  const models = new Map<string, ListedModel>()
  let after: string | null = null
  for (let page = 0; page < MOST_PAGES; page++) {
    const query: { limit: number; after_id?: string } =
      after === null ? { limit: PER_PAGE } : { limit: PER_PAGE, after_id: after }
    // Read by hand: the SDK makes an empty list of an answer that is none.
    const answer: unknown = await sdk.get('/v1/models', { query, signal })
    const data = fieldOf(answer, 'data')
    if (!Array.isArray(data)) {
      throw new CallFailure(
        'provider-broken',
        'The answer to a list of models holds no list. Check the address.',
      )
    }
    for (const one of data as readonly unknown[]) {
      const id = textAt(one, 'id')
      if (id === '' || models.has(id) || textAt(one, 'lifecycle') === 'retired') continue
      const label = textAt(one, 'display_name')
      models.set(id, {
        id,
        label: label === '' ? id : label,
        maxInput: positiveAt(one, 'max_input_tokens'),
        maxOutput: positiveAt(one, 'max_tokens'),
        thinking: thinkingOf(one),
      })
    }
    const last = textAt(answer, 'last_id')
    if (fieldOf(answer, 'has_more') !== true || last === '' || last === after) break
    after = last
  }
  return [...models.values()]
}

const THINKING = Object.freeze(['disabled', 'enabled', 'adaptive', 'between_tools'] as const)

function thinkingOf(model: unknown): ListedModel['thinking'] {
  const types = fieldOf(fieldOf(fieldOf(model, 'capabilities'), 'thinking'), 'types')
  if (!isObject(types)) return null
  return THINKING.filter((type) => fieldOf(types[type], 'supported') === true)
}

/** A limit of 0 is none that was stated. */
function positiveAt(value: unknown, name: string): number | null {
  const found = countAt(value, name)
  return found === 0 ? null : found
}
