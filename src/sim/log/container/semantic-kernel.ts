import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, recordOf, textOf } from '../json/guard.ts'
import { asText, callOf, chatMessage, mediaBlock, resultOf, usageWithin, withMedia } from './chat-message.ts'
import { ofWhole } from './container.ts'
import type { Container } from './container.ts'

/**
 * A chat history of Semantic Kernel, from .NET (`Role`, `Items`) or Python (`role`, `items`), or messages of
 * Microsoft.Extensions.AI and of the Agent Framework (`contents`).
 */
export const semanticKernel: Container = {
  name: 'a chat history of Semantic Kernel or Microsoft.Extensions.AI',
  keys: [
    'Items',
    'items',
    'contents',
    'Contents',
    'messages',
    'chatHistoryProviderState',
    'storeState',
    'chat_message_store_state',
    'state',
  ],
  open: ofWhole((value) => {
    const list = whole(
      [
        value,
        at(value, 'messages'),
        at(value, 'chatHistoryProviderState', 'messages'),
        at(value, 'storeState', 'messages'),
        // as the Agent Framework stores a thread or a session in Python
        at(value, 'chat_message_store_state', 'messages'),
        ...Object.values(recordOf(at(value, 'state'))).map((state) => at(state, 'messages')),
      ].find(isList) ?? [],
    )
    return list.length > 0 && list.every(isOwn) ? [{ messages: list.flatMap(messagesOf) }] : []
  }),
}

/** A list in which the streamed pieces of a message, which name it, are one message; some name only the response. */
function whole(list: readonly Json[]): readonly Json[] {
  const isStream = list.some((one, index) => {
    const id = of(one, 'MessageId', 'messageId')
    return typeof id === 'string' && id === of(list[index + 1], 'MessageId', 'messageId')
  })
  if (!isStream) return list
  const messages: { readonly id: Json | undefined; readonly first: Json; readonly items: Json[] }[] = []
  for (const one of list) {
    const last = messages.at(-1)
    const id = of(one, 'MessageId', 'messageId') ?? last?.id
    const isSame = last !== undefined && (last.id ?? id) === id
    const items = isSame ? last.items : []
    for (const item of itemsIn(one)) {
      const [before, kind] = [items.at(-1), kindOf(item)]
      const text = [before ?? null, item].map((own) => textOf(of(own, 'Text', 'text')))
      const goesOn =
        kind !== undefined && before !== undefined && kindOf(before) === kind && !text.includes(undefined)
      if (goesOn) items[items.length - 1] = { $type: kind, text: text.join('') }
      else items.push(item)
    }
    if (!isSame) messages.push({ id, first: one, items })
    else if (last.id === undefined) messages[messages.length - 1] = { ...last, id }
  }
  return messages.flatMap(({ first, items }) =>
    items.length === 0 ? [] : [{ ...recordOf(first), contents: items }],
  )
}

/** A field by its name in either language. */
function of(value: Json | undefined, dotnet: string, python: string): Json | undefined {
  return at(value, dotnet) ?? at(value, python)
}

function itemsIn(message: Json): readonly Json[] {
  const items = of(message, 'Items', 'items') ?? of(message, 'Contents', 'contents')
  return isList(items) ? items : []
}

/** In Semantic Kernel a result has an id of its own beside that of its call. */
function idOf(item: Json): Json | undefined {
  return of(item, 'CallId', 'callId') ?? at(item, 'call_id') ?? of(item, 'Id', 'id')
}

function kindOf(item: Json): string | undefined {
  return textOf(of(item, '$type', 'content_type') ?? at(item, 'type'))
}

function isOwn(message: Json): boolean {
  const items = itemsIn(message)
  return items.length > 0 && items.every((item) => kindOf(item) !== undefined)
}

function messagesOf(message: Json): readonly Json[] {
  const named = of(message, 'Role', 'role')
  const role = textOf(at(named, 'Label') ?? at(named, 'value') ?? named) ?? 'user'
  const items = itemsIn(message)
  const nameOf = (item: Json): Json => {
    const plugin = textOf(at(item, 'PluginName'))
    const name = textOf(of(item, 'FunctionName', 'name') ?? at(item, 'Name')) ?? ''
    return plugin === undefined ? name : `${plugin}-${name}`
  }
  const results = items.flatMap((item) =>
    /^(?:FunctionResult(?:Content)?|function_result)$/i.test(kindOf(item) ?? '')
      ? [
          resultOf(idOf(item), asText(of(item, 'Result', 'result')), {
            name: nameOf(item),
          }),
        ]
      : [],
  )
  const calls = items.flatMap((item) =>
    /^(?:FunctionCall(?:Content)?|function_call)$/i.test(kindOf(item) ?? '')
      ? [callOf(idOf(item), nameOf(item), of(item, 'Arguments', 'arguments'))]
      : [],
  )
  const textsIn = (isThought: boolean): readonly string[] =>
    items.flatMap((item) =>
      /reasoning/i.test(kindOf(item) ?? '') === isThought ? (textOf(of(item, 'Text', 'text')) ?? []) : [],
    )
  const media = items.flatMap((item) => {
    const place = textOf(of(item, 'DataUri', 'data_uri') ?? of(item, 'Uri', 'uri'))
    const type = textOf(of(item, 'MimeType', 'mime_type') ?? at(item, 'mediaType') ?? at(item, 'media_type'))
    return place === undefined
      ? []
      : [mediaBlock(place, type ?? (/image/i.test(kindOf(item) ?? '') ? 'image/png' : undefined))]
  })
  const content = withMedia(textsIn(false).join('\n\n'), media)
  const thoughts = textsIn(true)
  if (content === '' && calls.length + thoughts.length === 0) return results
  const model = of(message, 'ModelId', 'ai_model_id')
  const timestamp = of(message, 'CreatedAt', 'createdAt')
  const used = items.map((item) => of(item, 'Details', 'details') ?? at(item, 'usage')).find(isRecord)
  const usage = usageWithin(used)
  return [...results, chatMessage(role, { content, thoughts, calls, model, timestamp, usage })]
}
