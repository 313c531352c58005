import { isModelItem } from '../responses-item.ts'
import type { ResponsesSubject, Rule } from '../rule.ts'

/** What is left when an edit takes a call or a text and forgets the reasoning that led to it. */
export const looseReasoning: Rule<ResponsesSubject> = {
  meaning: 'Reasoning is followed by what it led to: a text, a call, or more reasoning that is.',
  *check({ items }) {
    for (const index of looseItems(items)) {
      const id = items[index]?.id ?? 'rs_…'
      const message = `Item '${id}' of type 'reasoning' was provided without its required following item.`
      yield { index, part: 0, ids: [], message }
    }
  },
}

/** Indices of the reasoning items that nothing of the model's follows, in order. */
export function looseItems(items: Parameters<typeof looseReasoning.check>[0]['items']): readonly number[] {
  const loose: number[] = []
  let isFollowed = false
  for (let index = items.length - 1; index >= 0; index -= 1) {
    const item = items[index]
    if (item === undefined) continue
    if (item.type !== 'reasoning') isFollowed = isModelItem(item)
    else if (!isFollowed) loose.push(index)
  }
  return loose.toReversed()
}
