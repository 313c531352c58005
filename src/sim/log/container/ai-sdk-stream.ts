import type { Json } from '../../../engine/index.ts'
import { at, isRecord } from '../json/guard.ts'
import { valueOf } from '../json/parse.ts'
import type { Log } from '../read/reader.ts'
import { asText, callOf, chatMessage, resultOf, usageWithin } from './chat-message.ts'
import type { Container } from './container.ts'
import { eventsOf } from './streamed.ts'

/** What the AI SDK sends to a page: events since version 5, lines with a letter or digit in front before. */
export const aiSdkStream: Container = {
  name: 'a stream of the AI SDK to its page',
  keys: ['delta', 'toolCallId', 'messageId'],
  head: /^\uFEFF?(?:\s*data: ?\{"type":"(?:start|text-start|start-step)"|(?:[0-9a-k]:[^\n]*\n)*[0-9a-g]:["{])/,
  open(log) {
    const [first = { line: 1, column: 1 }] = log.records
    const told = tellerOf()
    for (const event of eventsIn(log)) told.take(event)
    const messages = told.messages()
    return messages.length === 0 ? [] : [{ line: first.line, column: first.column, value: { messages } }]
  },
}

/** What the letters of version 4 stand for, in the names of version 5. */
const LETTERS: Readonly<Record<string, string>> = {
  '0': 'text-delta',
  g: 'reasoning-delta',
  '9': 'tool-input-available',
  a: 'tool-output-available',
  e: 'finish-step',
  f: 'start-step',
}

const EVENT = /^(?:text|reasoning|tool-input|tool-output|start|finish)(?:-\w+)?$/

function eventsIn({ shape, text, records }: Log): readonly Json[] {
  if (shape !== 'text') {
    const values = records.flatMap(({ value }) =>
      Array.isArray(value) ? (value as readonly Json[]) : [value],
    )
    const isOwn = values.some((value) =>
      ['text-delta', 'tool-input-available'].includes(asText(at(value, 'type'))),
    )
    return isOwn && values.every((value) => typeof at(value, 'type') === 'string') ? values : []
  }
  if (/^\uFEFF?\s*data:/.test(text)) return eventsOf(text)
  return text.split(/\r?\n/).flatMap((line) => {
    const type = LETTERS[line.charAt(0)]
    const value = line.charAt(1) === ':' ? valueOf(`[${line.slice(2)}]`) : undefined
    const [given] = Array.isArray(value) ? (value as readonly Json[]) : []
    if (type === undefined || given === undefined) return []
    return [isRecord(given) ? { ...given, type } : { type, delta: given }]
  })
}

/** Puts the pieces of each step together: what the model said, and the results of its calls. */
function tellerOf() {
  const messages: Json[] = []
  let step: { text: string; thought: string; calls: Map<string, Json>; results: Map<string, Json> } | null =
    null
  /** A later result of a call takes the place of a preliminary one, also when its step is over. */
  const answered = (id: string, content: Json | undefined): void => {
    const result = resultOf(id, asText(content))
    const before = messages.findLastIndex((message) => at(message, 'tool_call_id') === id)
    if (before >= 0 && step?.calls.has(id) !== true) messages[before] = result
    else step?.results.set(id, result)
  }
  const end = (usage?: Json): void => {
    if (step === null) return
    const { text, thought, calls, results } = step
    if (text !== '' || thought !== '' || calls.size > 0) {
      const thoughts = thought === '' ? [] : [thought]
      messages.push(chatMessage('assistant', { content: text, thoughts, calls: [...calls.values()], usage }))
    }
    messages.push(...results.values())
    step = null
  }
  const take = (event: Json): void => {
    const type = asText(at(event, 'type'))
    if (!EVENT.test(type)) return
    const id = asText(at(event, 'toolCallId'))
    if (type === 'finish-step' || type === 'start-step' || type === 'finish') {
      end(usageWithin(at(event, 'usage')))
      return
    }
    step ??= { text: '', thought: '', calls: new Map(), results: new Map() }
    if (type === 'text-delta') step.text += asText(at(event, 'delta'))
    else if (type === 'reasoning-delta') step.thought += asText(at(event, 'delta'))
    else if (type === 'text-start' && step.text !== '') step.text += '\n\n'
    else if (type === 'tool-input-start' || type === 'tool-input-delta') {
      const before = step.calls.get(id)
      const text = asText(at(before, 'function', 'arguments')) + asText(at(event, 'inputTextDelta'))
      step.calls.set(id, callOf(id, at(before, 'function', 'name') ?? at(event, 'toolName'), text))
    } else if (type === 'tool-input-available')
      step.calls.set(id, callOf(id, at(event, 'toolName'), at(event, 'input') ?? at(event, 'args')))
    else if (type === 'tool-output-available') answered(id, at(event, 'output') ?? at(event, 'result'))
    else if (type === 'tool-output-error') answered(id, at(event, 'errorText'))
  }
  return {
    take,
    messages: (): readonly Json[] => {
      end()
      return messages
    },
  }
}
