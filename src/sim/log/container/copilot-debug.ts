import type { Json, Problem } from '../../../engine/index.ts'
import { wholeOfCut } from '../json/cut-off.ts'
import { at, isList, isRecord, textOf } from '../json/guard.ts'
import { valueOf } from '../json/parse.ts'
import { asText, callOf, chatMessage, resultOf, textsOf, usageWithin } from './chat-message.ts'
import { listAt } from './container.ts'
import type { Container } from './container.ts'

interface Session {
  readonly line: number
  readonly column: number
  readonly messages: Json[]
  /** The attributes of requests by their spans. */
  readonly requests: Map<string, Json>
  /** Calls of the newest reply without a result. */
  readonly open: Json[]
}

/**
 * The debug log of a chat with Copilot in VS Code (`debug-logs/<session>/main.jsonl`): what the user and the model said,
 * the tokens of each request, and the calls, without the ids that the model gave them. System prompt and tools are in
 * files of their own, beside it.
 */
export const copilotDebug: Container = {
  name: 'the debug log of a chat with GitHub Copilot in VS Code',
  keys: ['attrs'],
  open({ records }) {
    const sessions = new Map<string, Session>()
    for (const { value, line, column } of records) {
      const id = textOf(at(value, 'sid'))
      if (id === undefined || !isRecord(at(value, 'attrs')) || at(value, 'spanId') === undefined) continue
      const session = sessions.get(id) ?? { line, column, messages: [], requests: new Map(), open: [] }
      sessions.set(id, session)
      take(session, value)
    }
    return [...sessions.values()].flatMap(({ messages, line, column }) =>
      messages.length === 0 ? [] : [{ value: { messages }, line, column }],
    )
  },
  lost(_, { records }): readonly Problem[] {
    const cut = records.filter(({ value }) =>
      ['content', 'response', 'args', 'result'].some((key) => asText(at(value, 'attrs', key)).endsWith(CUT)),
    )
    const [first] = cut
    if (first === undefined) return []
    const { line, column } = first
    const message = `${cut.length} of ${records.length} records have a text that Copilot cut after 5,000 characters`
    return [{ severity: 'warning', code: 'cut-text', message, line, column }]
  },
}

/** Ends a text of more than 5,000 characters, of which the client writes no more. */
const CUT = '[truncated]'

function take({ messages, requests, open }: Session, event: Json): void {
  const [timestamp, span, attributes] = ['ts', 'spanId', 'attrs'].map((key) => at(event, key))
  switch (textOf(at(event, 'type'))) {
    case 'llm_request':
      requests.set(asText(span), attributes ?? null)
      break
    case 'user_message':
      messages.push(chatMessage('user', { content: asText(at(attributes, 'content')), timestamp }))
      break
    case 'agent_response': {
      const request = requests.get(asText(span).replace(/^agent-msg-/, ''))
      const around = { timestamp, model: at(request, 'model'), usage: usageWithin(request) }
      const reply = replyIn(asText(at(attributes, 'response')))
      messages.push(chatMessage('assistant', { ...reply, ...around }))
      open.splice(0, open.length, ...reply.calls)
      break
    }
    case 'tool_call': {
      const [name, input] = [at(event, 'name'), at(attributes, 'args')]
      const isNamed = (call: Json): boolean => at(call, 'function', 'name') === name
      const isSame = (call: Json): boolean =>
        isNamed(call) && asText(at(call, 'function', 'arguments')) === asText(input)
      const known = open.find(isSame) ?? open.find(isNamed)
      // Where the text of the reply was cut before a call, its span names it.
      const call = known ?? callOf(span, name, input)
      if (known === undefined) addCall(messages, call)
      else open.splice(open.indexOf(known), 1)
      const told = at(attributes, 'result') ?? at(attributes, 'error')
      messages.push(resultOf(at(call, 'id'), asText(told), { timestamp }))
      break
    }
    default:
  }
}

/** Adds a call to the newest reply. */
function addCall(messages: Json[], call: Json): void {
  const last = messages.findLastIndex((message) => at(message, 'role') !== 'tool')
  const reply = messages[last]
  if (!isRecord(reply) || reply['role'] !== 'assistant')
    messages.push(chatMessage('assistant', { content: '', calls: [call] }))
  else messages[last] = { ...reply, tool_calls: [...listAt(reply, 'tool_calls'), call] }
}

/** A reply as messages of parts in JSON; of one that was cut, its whole parts, or else the beginning of its text. */
function replyIn(text: string): { content: string; thoughts: readonly string[]; calls: readonly Json[] } {
  const isCut = text.endsWith(CUT)
  const whole = isCut ? text.slice(0, -CUT.length) : text
  const list = valueOf(whole) ?? wholeOfCut(whole)?.value
  const parts = (isList(list) ? list : []).flatMap((message) => listAt(message, 'parts'))
  const said = textsOf(parts, 'text', 'content').join('\n\n')
  const start = /"content"\s*:\s*("(?:[^"\\]|\\.)*)/.exec(whole)?.[1]
  const beginning = start === undefined ? whole : (textOf(valueOf(`${start}"`)) ?? whole)
  return {
    content: parts.length === 0 ? `${beginning}${isCut ? CUT : ''}` : said,
    thoughts: textsOf(parts, 'reasoning', 'content'),
    calls: parts.flatMap((part) =>
      at(part, 'type') === 'tool_call'
        ? [callOf(at(part, 'id'), at(part, 'name'), at(part, 'arguments'))]
        : [],
    ),
  }
}
