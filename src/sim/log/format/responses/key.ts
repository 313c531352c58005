import type { Json } from '../../../../engine/index.ts'
import { at, isList } from '../../json/guard.ts'
import { callIdOf } from './item.ts'

/**
 * What an item says, whatever ids, states and annotations stand around it: an output item and the same
 * item sent back with the next request have one key. Null for reasoning, which need not be sent back.
 */
export function keyOf(item: Json): string | null {
  const type = at(item, 'type')
  if (type === 'reasoning') return null
  const call = callIdOf(item)
  if (call !== undefined) return JSON.stringify([type, call.id])
  const role = at(item, 'role')
  const content = at(item, 'content')
  if (role === undefined) return JSON.stringify([type, at(item, 'action') ?? at(item, 'encrypted_content')])
  const blocks = isList(content) ? content : [content]
  return JSON.stringify([
    role,
    ...blocks.map((block) => at(block, 'text') ?? at(block, 'refusal') ?? at(block, 'image_url') ?? block),
  ])
}
