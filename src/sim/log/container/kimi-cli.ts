import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, textOf, recordOf } from '../json/guard.ts'
import type { JsonRecord } from '../json/guard.ts'
import {
  asText,
  callOf,
  chatMessage,
  resultOf,
  textBlock,
  truncationOf,
  usageBeside,
} from './chat-message.ts'
import type { Container } from './container.ts'

/** The events of a session of Kimi CLI (`wire.jsonl`), with those of its sub-agents: each agent is a conversation. */
export const kimiCli: Container = {
  name: 'a session of Kimi CLI',
  keys: ['protocol_version'],
  open({ records }) {
    const main = new Wire()
    const agents = new Map<string, Wire>()
    for (const { value } of records) {
      const time = at(value, 'timestamp')
      let event = at(value, 'message')
      let wire = main
      while (at(event, 'type') === 'SubagentEvent') {
        const payload = at(event, 'payload')
        const id = [...ids(payload)].join(' ')
        wire = agents.get(id) ?? new Wire()
        agents.set(id, wire)
        event = at(payload, 'event')
      }
      if (isRecord(event)) wire.take(event, time)
    }
    const [first] = records
    if (first === undefined || !main.isOwn) return []
    return [main, ...agents.values()].flatMap(({ messages }) =>
      messages.length === 0 ? [] : [{ ...first, value: { messages } }],
    )
  },
}

/** The agent, or in older versions the call that began it. */
function ids(payload: Json | undefined): readonly string[] {
  return ['agent_id', 'parent_tool_call_id', 'task_tool_call_id'].map((key) => asText(at(payload, key)))
}

interface Call {
  readonly id: Json | undefined
  readonly name: Json | undefined
  arguments: string
}

interface Step {
  readonly timestamp: Json | undefined
  thought: string
  said: string
  readonly calls: Call[]
  usage: Json | undefined
}

/** The events of one agent. */
class Wire {
  /** True once an event was of this client. */
  isOwn = false
  readonly #talk: (Json | Step)[] = []
  #step: Step | null = null

  take(event: JsonRecord, timestamp: Json | undefined): void {
    const payload = at(event, 'payload')
    const step = this.#step
    switch (asText(at(event, 'type'))) {
      case 'TurnBegin':
      case 'SteerInput': {
        this.isOwn = true
        const content = blocksOf(at(payload, 'user_input'))
        if (content.length > 0) this.#talk.push(chatMessage('user', { content, timestamp }))
        return
      }
      case 'StepBegin':
        this.#step = { timestamp, thought: '', said: '', calls: [], usage: undefined }
        this.#talk.push(this.#step)
        return
      case 'ContentPart':
        // pieces of one text, or the whole
        if (step === null) return
        if (at(payload, 'type') === 'think') step.thought += asText(at(payload, 'think'))
        else step.said += asText(at(payload, 'text'))
        return
      case 'ToolCall':
        step?.calls.push({
          id: at(payload, 'id'),
          name: at(payload, 'function', 'name'),
          arguments: asText(at(payload, 'function', 'arguments')),
        })
        return
      case 'ToolCallPart': {
        const call = step?.calls.at(-1)
        if (call) call.arguments += asText(at(payload, 'arguments_part'))
        return
      }
      case 'StatusUpdate': {
        const used = recordOf(at(payload, 'token_usage'))
        if (step !== null) step.usage = usageBeside({ ...used, input: used['input_other'] }) ?? step.usage
        return
      }
      case 'ToolResult':
        this.#talk.push(
          resultOf(at(payload, 'tool_call_id'), resultIn(at(payload, 'return_value')), { timestamp }),
        )
        return
      case 'CompactionBegin':
        this.#talk.push(truncationOf(undefined, undefined))
    }
  }

  get messages(): readonly Json[] {
    return this.#talk.flatMap((one) => (isStep(one) ? replyOf(one) : [one]))
  }
}

function isStep(one: Json | Step): one is Step {
  return isRecord(one as Json) && 'said' in (one as object)
}

/** A step that was broken off has said nothing. */
function replyOf({ thought, said, calls, ...around }: Step): readonly Json[] {
  if (thought === '' && said === '' && calls.length === 0) return []
  return [
    chatMessage('assistant', {
      content: said,
      thoughts: thought === '' ? [] : [thought],
      calls: calls.map((call) => callOf(call.id, call.name, call.arguments)),
      ...around,
    }),
  ]
}

/** What the client sends of a result: its own words first, and marked as such. */
function resultIn(value: Json | undefined): Json {
  const told = textOf(at(value, 'message'))
  const error = at(value, 'is_error') === true ? 'ERROR: ' : ''
  const output = blocksOf(at(value, 'output'))
  const blocks = [
    ...(told === undefined ? [] : [textBlock(`<system>${error}${told}</system>`)]),
    ...(isList(output) ? output : output === '' ? [] : [textBlock(output)]),
  ]
  return blocks.length > 0 ? blocks : ''
}

/** A text, or blocks as OpenAI's chats have them. */
function blocksOf(content: Json | undefined): string | readonly Json[] {
  return isList(content) ? content : asText(content)
}
