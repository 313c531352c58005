import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, MAX_DEPTH, textOf } from '../json/guard.ts'
import type { LogRecord } from '../read/reader.ts'
import { asText, callOf, chatMessage, notRead, resultOf, usageWithin } from './chat-message.ts'
import { listAt, ofEach } from './container.ts'
import type { Container } from './container.ts'

/** A chat that Visual Studio Code exported or keeps: what was asked, and the rounds of calls of each answer. */
export const copilotChat: Container = {
  name: 'a chat of Visual Studio Code',
  keys: ['requests', 'kind'],
  open: ({ records, ...log }) => open({ ...log, records: journalled(records) }),
}

const open = ofEach((value) => {
  const requests = listAt(value, 'requests').filter((one) => typeof at(one, 'message', 'text') === 'string')
  if (requests.length === 0) return []
  return [{ id: at(value, 'sessionId') ?? null, messages: requests.flatMap(messagesOf) }]
})

/** A chat that is kept as its changes, one per line: the whole, then a value set, added to a list, or removed. */
function journalled(records: readonly LogRecord[]): readonly LogRecord[] {
  const [first] = records
  const whole = at(first?.value, 'v')
  if (first === undefined || at(first.value, 'kind') !== 0 || !isRecord(whole)) return records
  const value = records.slice(1).reduce<Json>((state, { value: change }) => {
    const kind = at(change, 'kind')
    const to = at(change, 'v')
    const path = listAt(change, 'k')
    if (path.length > MAX_DEPTH) return state
    return changed(state, path, (old) => {
      if (kind !== 2) return kind === 1 && to !== undefined ? to : null
      const until = at(change, 'i')
      const list = isList(old) ? old.slice(0, typeof until === 'number' ? until : undefined) : []
      return [...list, ...listAt(change, 'v')]
    })
  }, whole)
  return [{ ...first, value }]
}

/** A value with one place in it changed. */
function changed(value: Json, [key, ...rest]: readonly Json[], change: (old: Json) => Json): Json {
  if (typeof key === 'number' && isList(value) && key <= value.length)
    return [...value.slice(0, key), changed(value[key] ?? null, rest, change), ...value.slice(key + 1)]
  if (typeof key === 'string' && isRecord(value))
    return { ...value, [key]: changed(value[key] ?? null, rest, change) }
  return key === undefined ? change(value) : value
}

function messagesOf(request: Json): readonly Json[] {
  const timestamp = at(request, 'timestamp')
  const asked = chatMessage('user', { content: asText(at(request, 'message', 'text')), timestamp })
  const metadata = at(request, 'result', 'metadata')
  const results = at(metadata, 'toolCallResults')
  const model = at(metadata, 'resolvedModel') ?? at(request, 'modelId')
  const tokens = at(request, 'result', 'usage')
  // of the last call of an answer
  const usage =
    usageWithin(tokens) ??
    usageWithin({ input: at(metadata, 'promptTokens'), output: at(metadata, 'outputTokens') })
  const listed = listAt(metadata, 'toolCallRounds')
  const rounds = listed.flatMap((round, index) => {
    const calls = listAt(round, 'toolCalls')
    const content = asText(at(round, 'response'))
    if (content === '' && calls.length === 0) return []
    const thought = textOf(at(round, 'thinking', 'text'))
    return [
      chatMessage('assistant', {
        content,
        thoughts: thought === undefined ? [] : [thought],
        calls: calls.map((call) => callOf(at(call, 'id'), at(call, 'name'), at(call, 'arguments'))),
        model,
        ...(index === listed.length - 1 && { usage }),
      }),
      ...calls.flatMap((call): readonly Json[] => {
        const id = textOf(at(call, 'id'))
        const result = id === undefined ? undefined : at(results, id)
        return result === undefined ? [] : [resultOf(id, listAt(result, 'content').map(shownText).join('\n'))]
      }),
    ]
  })
  const parts = listAt(request, 'response')
  const own = parts.filter((part) => textOf(at(part, 'subAgentInvocationId')) === undefined)
  const others = new Set(
    parts.filter((part) => isInvocation(part) && !own.includes(part)).map((part) => at(part, 'toolCallId')),
  )
  const replies = rounds.length > 0 ? rounds : shownIn(own, { model, usage })
  return [asked, ...replies, ...[...others].map(() => notRead('call of a sub-agent'))]
}

/** An answer without rounds is only what was shown: words, names of files, and calls, which come again as they go on. */
function shownIn(
  parts: readonly Json[],
  around: { readonly model: Json | undefined; readonly usage: Json | undefined },
): readonly Json[] {
  const newest = new Map(parts.filter(isInvocation).map((part) => [at(part, 'toolCallId'), part]))
  const replies: { said: string; thoughts: string[]; calls: Json[] }[] = []
  const reply = (isCall: boolean): (typeof replies)[number] => {
    const last = replies.at(-1)
    if (last !== undefined && (isCall || last.calls.length === 0)) return last
    const next = { said: '', thoughts: [], calls: [] }
    replies.push(next)
    return next
  }
  for (const part of parts) {
    if (isInvocation(part)) {
      const call = newest.get(at(part, 'toolCallId'))
      if (call !== undefined) reply(true).calls.push(call)
      newest.delete(at(part, 'toolCallId'))
      continue
    }
    const text = textOf(at(part, 'value')) ?? textOf(at(part, 'value', 'value'))
    const name = textOf(at(part, 'inlineReference', 'name')) ?? textOf(at(part, 'inlineReference', 'path'))
    if (text === undefined && name === undefined) continue
    if (at(part, 'kind') === 'thinking') reply(false).thoughts.push(text ?? '')
    else reply(false).said += text ?? `\`${name ?? ''}\``
  }
  return replies.flatMap(({ said, thoughts, calls }, index) => [
    chatMessage('assistant', {
      content: said,
      thoughts,
      calls: calls.map((call) => callOf(at(call, 'toolCallId'), at(call, 'toolId'), inputIn(call))),
      model: around.model,
      ...(index === replies.length - 1 && { usage: around.usage }),
    }),
    ...calls.flatMap((call) => {
      const output = outputIn(call)
      return output === undefined ? [] : [resultOf(at(call, 'toolCallId'), output)]
    }),
  ])
}

function isInvocation(part: Json): boolean {
  return at(part, 'kind') === 'toolInvocationSerialized' && textOf(at(part, 'toolId')) !== undefined
}

function inputIn(call: Json): Json {
  const command = at(call, 'toolSpecificData', 'commandLine')
  const typed = textOf(at(command, 'toolEdited')) ?? textOf(at(command, 'original')) ?? textOf(command)
  if (typed !== undefined) return { command: typed }
  return at(call, 'toolSpecificData', 'rawInput') ?? at(call, 'resultDetails', 'input') ?? {}
}

function outputIn(call: Json): string | undefined {
  const printed = textOf(at(call, 'toolSpecificData', 'terminalCommandOutput', 'text'))
  const output = at(call, 'resultDetails', 'output')
  const texts = (isList(output) ? output : [output]).flatMap(
    (one) => textOf(one) ?? textOf(at(one, 'value')) ?? textOf(at(one, 'text')) ?? [],
  )
  return printed ?? (texts.length === 0 ? undefined : texts.join('\n'))
}

/** The text of a result, which may be the tree that its prompt was laid out from. */
function shownText(part: Json): string {
  const value = at(part, 'value')
  if (typeof value === 'string') return value
  const texts: string[] = []
  const visit = (node: Json): void => {
    const text = at(node, 'text')
    if (typeof text === 'string') texts.push(text)
    const inner = isRecord(node) ? (at(node, 'node') ?? at(node, 'children')) : node
    for (const child of isList(inner) ? inner : inner === undefined || inner === node ? [] : [inner])
      visit(child)
  }
  if (value !== undefined) visit(value)
  return texts.join('')
}
