import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../json/guard.ts'
import type { LogRecord } from '../read/reader.ts'
import { asText, callOf, chatMessage, resultOf, textsOf } from './chat-message.ts'
import type { Container } from './container.ts'

/** Below these keys a logger has the event that a hook was given. */
const WRAPPED = ['data', 'payload', 'input', 'event', 'hook', 'hook_data', 'raw'] as const

/**
 * What the hooks of Claude Code were given, and those of clients that copied them (Cursor, Gemini CLI): one conversation
 * for each session and each agent in it.
 */
export const hooks: Container = {
  name: 'events of hooks, which do not have what the model said between its calls',
  keys: ['hook_event_name', ...WRAPPED],
  open({ records }) {
    const events = records.flatMap((record) =>
      (isList(record.value) ? record.value : [record.value]).flatMap((value): readonly LogRecord[] => {
        const event = eventIn(value)
        return event === undefined ? [] : [{ ...record, value: event }]
      }),
    )
    const talks = new Map<string, { readonly first: LogRecord; readonly events: Json[] }>()
    for (const event of events) {
      const { value } = event
      const session = textOf(at(value, 'session_id')) ?? textOf(at(value, 'conversation_id')) ?? ''
      const id = `${session} ${asText(at(value, 'agent_id'))}`.trim()
      const talk = talks.get(id) ?? { first: event, events: [] }
      talks.set(id, talk)
      talk.events.push(value)
    }
    return [...talks].flatMap(([id, { first, events: own }]) => {
      const messages = messagesOf(own)
      return messages.length === 0 ? [] : [{ ...first, value: { id, messages } }]
    })
  },
}

/** The event, with the time of its line. */
function eventIn(value: Json): Json | undefined {
  const inner = [value, ...WRAPPED.map((key) => at(value, key))].find(
    (one) => typeof at(one, 'hook_event_name') === 'string',
  )
  return isRecord(inner) && isRecord(value) ? { ...timeOf(value), ...inner } : undefined
}

function timeOf(value: Json): { readonly timestamp?: Json } {
  const timestamp = at(value, 'timestamp') ?? at(value, 'ts') ?? at(value, 'time')
  return timestamp === undefined ? {} : { timestamp }
}

const BEFORE: ReadonlySet<string> = new Set(['pretooluse', 'beforetool'])
const AFTER: ReadonlySet<string> = new Set(['posttooluse', 'posttoolusefailure', 'aftertool'])

function messagesOf(events: readonly Json[]): readonly Json[] {
  const kindOf = (event: Json): string => asText(at(event, 'hook_event_name')).toLowerCase()
  const after = events.filter((event) => AFTER.has(kindOf(event)))
  const ended = new Set(after.map((event) => at(event, 'tool_use_id')))
  let made = 0
  return events.flatMap((event): readonly Json[] => {
    const kind = kindOf(event)
    const timestamp = at(event, 'timestamp')
    const said = (content: Json | undefined): readonly Json[] =>
      textOf(content) === undefined ? [] : [chatMessage('assistant', { content: asText(content), timestamp })]
    const id = at(event, 'tool_use_id')
    // a call of which there is no end; without ids only the ends are sure to be calls of their own
    const isOpen = BEFORE.has(kind) && (id === undefined ? after.length === 0 : !ended.has(id))
    if (isOpen || AFTER.has(kind)) {
      const own = id ?? `hook_call_${(made += 1)}`
      const call = callOf(own, at(event, 'tool_name'), at(event, 'tool_input'))
      const reply = chatMessage('assistant', { content: '', calls: [call], timestamp })
      return isOpen ? [reply] : [reply, resultOf(own, resultIn(event), { timestamp })]
    }
    switch (kind) {
      case 'userpromptsubmit':
      case 'beforesubmitprompt':
      case 'beforeagent':
        return [chatMessage('user', { content: asText(at(event, 'prompt')), timestamp })]
      case 'stop':
      case 'subagentstop':
        return said(at(event, 'last_assistant_message'))
      case 'afteragentresponse':
        return said(at(event, 'text'))
      case 'afteragent':
        return said(at(event, 'prompt_response'))
      default:
        return []
    }
  })
}

/** What a tool gave back: its output, the text of a file, blocks, or the JSON of anything else. */
function resultIn(event: Json): string {
  const given = at(event, 'tool_response') ?? at(event, 'tool_output') ?? at(event, 'tool_result')
  const response = given ?? at(event, 'error')
  const [out, problem] = [at(response, 'stdout'), textOf(at(response, 'stderr'))]
  if (typeof out === 'string') return [out, ...(problem === undefined ? [] : [problem])].join('\n')
  const content = at(response, 'file', 'content') ?? at(response, 'llmContent') ?? at(response, 'content')
  const blocks = isList(response) ? response : isList(content) ? content : []
  const texts = textsOf(blocks, 'text')
  if (texts.length > 0 && texts.length === blocks.length) return texts.join('\n\n')
  return asText(typeof content === 'string' ? content : response)
}
