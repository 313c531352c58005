import type { Json } from '../../../engine/index.ts'
import { at, isList, textOf } from '../json/guard.ts'
import { asText, callOf, chatMessage, resultOf } from './chat-message.ts'
import { listAt, ofWhole } from './container.ts'
import type { Container } from './container.ts'

/** A chat history of Semantic Kernel, from .NET (`Role`, `Items`) or Python (`role`, `items`). */
export const semanticKernel: Container = {
  name: 'a chat history of Semantic Kernel',
  keys: ['Items', 'items', 'messages'],
  open: ofWhole((value) => {
    const list = isList(value) ? value : listAt(value, 'messages')
    return list.length > 0 && list.every(isOwn) ? [{ messages: list.flatMap(messagesOf) }] : []
  }),
}

/** A field by its name in either language. */
function of(value: Json | undefined, dotnet: string, python: string): Json | undefined {
  return at(value, dotnet) ?? at(value, python)
}

function itemsIn(message: Json): readonly Json[] {
  const items = of(message, 'Items', 'items')
  return isList(items) ? items : []
}

function kindOf(item: Json): string | undefined {
  return textOf(of(item, '$type', 'content_type'))
}

function isOwn(message: Json): boolean {
  const items = itemsIn(message)
  return items.length > 0 && items.every((item) => kindOf(item) !== undefined)
}

function messagesOf(message: Json): readonly Json[] {
  const named = of(message, 'Role', 'role')
  const role = textOf(at(named, 'Label') ?? named) ?? 'user'
  const items = itemsIn(message)
  const nameOf = (item: Json): Json => {
    const plugin = textOf(at(item, 'PluginName'))
    const name = textOf(of(item, 'FunctionName', 'name')) ?? ''
    return plugin === undefined ? name : `${plugin}-${name}`
  }
  const results = items.flatMap((item) =>
    /^(?:FunctionResultContent|function_result)$/.test(kindOf(item) ?? '')
      ? [
          resultOf(at(item, 'CallId') ?? of(item, 'Id', 'id'), asText(of(item, 'Result', 'result')), {
            name: nameOf(item),
          }),
        ]
      : [],
  )
  const calls = items.flatMap((item) =>
    /^(?:FunctionCallContent|function_call)$/.test(kindOf(item) ?? '')
      ? [callOf(of(item, 'Id', 'id'), nameOf(item), of(item, 'Arguments', 'arguments'))]
      : [],
  )
  const content = items.flatMap((item) => textOf(of(item, 'Text', 'text')) ?? []).join('\n\n')
  if (content === '' && calls.length === 0) return results
  const model = of(message, 'ModelId', 'ai_model_id')
  return [...results, chatMessage(role, { content, calls, model })]
}
