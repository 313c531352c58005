import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, recordOf, textOf } from '../json/guard.ts'
import { addressOf, asText } from './chat-message.ts'
import { listAt } from './container.ts'
import type { Container } from './container.ts'

/** The history of a session of Grok Build, one item per line: those of OpenAI's Responses under other names. */
export const grok: Container = {
  name: 'a session of Grok Build',
  keys: ['model_id', 'prompt_index', 'synthetic_reason', 'tool_call_id'],
  open({ records }) {
    const [first] = records
    const values = records.map(({ value }) => value)
    if (first === undefined || !values.some(isReply)) return []
    const answered = new Set(values.map((value) => at(value, 'tool_call_id')))
    const model = values.map((value) => at(value, 'model_id')).findLast((name) => typeof name === 'string')
    const input = values.flatMap((value) => itemsOf(value, answered))
    return [{ ...first, value: { ...(model !== undefined && { model }), input } }]
  },
}

function isReply(item: Json): boolean {
  return (
    at(item, 'type') === 'assistant' &&
    at(item, 'content') !== undefined &&
    at(item, 'role') === undefined &&
    at(item, 'message') === undefined
  )
}

function itemsOf(item: Json, answered: ReadonlySet<Json | undefined>): readonly Json[] {
  const type = at(item, 'type')
  const content = at(item, 'content') ?? ''
  switch (type) {
    case 'system':
    case 'user':
      return [{ type: 'message', role: type, content: isList(content) ? content.map(blockOf) : content }]
    case 'assistant':
      return [
        ...(content === '' ? [] : [{ type: 'message', role: type, content }]),
        ...listAt(item, 'tool_calls').map((call) =>
          callItem(at(call, 'id'), at(call, 'name'), at(call, 'arguments')),
        ),
      ]
    case 'tool_result': {
      const text = asText(content)
      const pictures = listAt(item, 'images').map(blockOf)
      const output = pictures.length > 0 ? [{ type: 'input_text', text }, ...pictures] : text
      return [{ type: 'function_call_output', call_id: at(item, 'tool_call_id') ?? null, output }]
    }
    case 'backend_tool_call': {
      const call = at(item, 'kind')
      const [id, name, input] = [at(call, 'id'), at(call, 'tool_type'), at(call, 'action')]
      // most are run by the provider, which gives the model what they found
      return answered.has(id)
        ? [callItem(id, name, input)]
        : [{ ...recordOf(call), type: `${asText(name)}_call` }]
    }
    default:
      return isRecord(item) ? [item] : []
  }
}

function callItem(id: Json | undefined, name: Json | undefined, input: Json | undefined): Json {
  return { type: 'function_call', call_id: id ?? null, name: name ?? '', arguments: asText(input) }
}

/** The address of a picture is that, or its bytes alone. */
function blockOf(block: Json): Json {
  const url = textOf(at(block, 'url'))
  if (at(block, 'type') !== 'image' || url === undefined) return block
  return { type: 'input_image', image_url: /^[a-z]+:/.test(url) ? url : addressOf(url, undefined) }
}
