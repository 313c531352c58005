import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../json/guard.ts'
import type { JsonRecord } from '../json/guard.ts'
import { valueOf } from '../json/parse.ts'
import {
  asText,
  callOf,
  chatMessage,
  mediaBlock,
  resultOf,
  usageBeside,
  usageWithin,
  withMedia,
} from './chat-message.ts'
import { listAt } from './container.ts'
import type { Container } from './container.ts'

/**
 * What Cline or Roo Code shows of a task (`ui_messages.json`, or its output for programs): what was sent with each
 * request, what the model answered, and the tokens. How a call was written is not shown.
 */
export const clineUi: Container = {
  name: 'what Cline or Roo Code shows of a task (api_conversation_history.json beside it has what the model saw)',
  keys: ['say', 'ask'],
  open({ records }) {
    const shown = records.flatMap(({ value }) => (isList(value) ? value : [value])).filter(isShown)
    const [first] = records
    if (first === undefined || shown.length === 0) return []
    const messages = messagesOf(shown)
    return messages.length === 0 ? [] : [{ ...first, value: { messages } }]
  },
}

function isShown(value: Json): boolean {
  const isOwn = typeof at(value, 'say') === 'string' || typeof at(value, 'ask') === 'string'
  return isOwn && (typeof at(value, 'ts') === 'number' || at(value, 'type') !== undefined)
}

/** How the text of a result begins. */
const HEADER = /^\[[a-z][\w-]*(?: [^\n]*)?\] Result:[^\S\n]*\n*/gm
const HEADER_FIRST = new RegExp(HEADER.source)
const NOTE = '<environment_details>'

interface Reply {
  thoughts: string[]
  texts: string[]
  calls: { readonly id: string; readonly call: Json }[]
}

function messagesOf(shown: readonly Json[]): readonly Json[] {
  const messages: Json[] = []
  let reply: Reply = { thoughts: [], texts: [], calls: [] }
  let open: readonly string[] = []
  /** What the user or a tool said since the last request. */
  let told: string[] = []
  /** Pictures that the user added to it. */
  let pictures: Json[] = []
  let around: { readonly usage?: Json | undefined; readonly model?: Json | undefined } = {}
  let made = 0
  const end = (timestamp: Json | undefined): void => {
    const { thoughts, texts, calls } = reply
    if (thoughts.length + texts.length + calls.length === 0) return
    messages.push(
      chatMessage('assistant', {
        content: texts.join('\n\n'),
        thoughts,
        calls: calls.map(({ call }) => call),
        timestamp,
        ...around,
      }),
    )
    open = calls.map(({ id }) => id)
    around = {}
    reply = { thoughts: [], texts: [], calls: [] }
  }
  /** What a request sent: the results of the calls before it and the client’s notes, or what the user said. */
  const send = (request: string | undefined, timestamp: Json | undefined): void => {
    const text = request ?? told.join('\n\n')
    const media = pictures
    told = []
    pictures = []
    const ids = open
    open = []
    const add = (own: string): void => {
      if (own !== '' || media.length > 0)
        messages.push(chatMessage('user', { content: withMedia(own, media), timestamp }))
    }
    if (ids.length === 0) {
      add(text)
      return
    }
    const until = text.lastIndexOf(NOTE)
    const own = until < 0 ? text : text.slice(0, until)
    for (const [index, result] of resultsIn(own, ids.length).entries())
      messages.push(resultOf(ids[index], result, { timestamp }))
    add(until < 0 ? '' : text.slice(until))
  }
  const call = (name: string, input: Json): void => {
    const id = `shown_call_${(made += 1)}`
    reply.calls.push({ id, call: callOf(id, name, input) })
  }
  for (const [index, one] of shown.entries()) {
    if (at(one, 'partial') === true) continue
    const kind = textOf(at(one, 'say')) ?? textOf(at(one, 'ask'))
    const text = asText(at(one, 'text'))
    const value = valueOf(text) ?? null
    const timestamp = at(one, 'ts')
    const hear = (): void => {
      told.push(text)
      for (const place of listAt(one, 'images'))
        pictures.push(...(textOf(place) === undefined ? [] : [mediaBlock(asText(place))]))
    }
    switch (kind) {
      case 'api_req_started':
        end(timestamp)
        send(textOf(at(value, 'request')), timestamp)
        around = { usage: usageOf(value), model: at(one, 'modelInfo', 'modelId') ?? at(value, 'model') }
        break
      case 'task':
      case 'user_feedback':
      case 'user_feedback_diff':
        end(timestamp)
        hear()
        break
      case 'text':
        // Roo Code has no other name for the task
        if (index === 0) hear()
        else if (text !== '') reply.texts.push(text)
        break
      case 'completion_result':
        if (text !== '') reply.texts.push(text)
        break
      case 'reasoning':
        if (text !== '') reply.thoughts.push(text)
        break
      case 'tool':
      case 'use_mcp_server':
        if (isRecord(value)) toolOf(value, call)
        break
      case 'command':
        call('execute_command', { command: text })
        break
      case 'followup':
        call('ask_followup_question', value ?? { question: text })
        break
      case 'browser_action':
        call('browser_action', value ?? { action: text })
        break
      case 'command_output':
      case 'mcp_server_response':
      case 'browser_action_result':
        told.push(text)
        break
      default:
    }
  }
  end(at(shown.at(-1), 'ts'))
  if (told.length + pictures.length > 0) send(undefined, at(shown.at(-1), 'ts'))
  return messages
}

/** The texts of so many results; all is the first one’s where it is not certain which is whose. */
function resultsIn(text: string, count: number): readonly string[] {
  const headers = [...text.matchAll(HEADER)]
  if (count === 1 || headers.length !== count) return [text.replace(HEADER_FIRST, '').trimEnd()]
  return headers.map(({ 0: header, index }, nth) =>
    text.slice(index + header.length, headers[nth + 1]?.index).trimEnd(),
  )
}

function toolOf({ tool, ...input }: JsonRecord, call: (name: string, input: Json) => void): void {
  const name = textOf(tool) ?? textOf(input['toolName']) ?? textOf(input['type']) ?? 'tool'
  call(name, input)
}

/** Cline counts what comes from the cache apart; Roo Code does where the provider does. */
function usageOf(request: Json): Json | undefined {
  const [sent, received] = [at(request, 'tokensIn'), at(request, 'tokensOut')]
  const [cacheReads, cacheWrites] = [at(request, 'cacheReads'), at(request, 'cacheWrites')]
  if (sent === 0 && (cacheReads ?? 0) === 0) return undefined
  const counts = { input: sent, cacheReads, cacheWrites, output: received }
  return at(request, 'apiProtocol') === 'openai' ? usageWithin(counts) : usageBeside(counts)
}
