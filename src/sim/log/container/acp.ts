import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../json/guard.ts'
import type { LogRecord } from '../read/reader.ts'
import { asText, callOf, chatMessage, mediaBlock, resultOf, textsOf, withMedia } from './chat-message.ts'
import type { Container } from './container.ts'

/**
 * What an editor and an agent said to each other in the Agent Client Protocol: prompts, and updates with pieces of thoughts
 * and answers, calls and their results. Each session is a conversation.
 */
export const acp: Container = {
  name: 'messages of the Agent Client Protocol',
  keys: ['method', 'update', 'sessionUpdate', 'params', 'message', 'data'],
  open({ records }) {
    const sessions = new Map<string, Session>()
    for (const { value, line, column } of records)
      for (const one of isList(value) ? value : [value]) {
        const frame = frameIn(one)
        if (frame === undefined) continue
        const id = asText(at(frame, 'sessionId'))
        const session = sessions.get(id) ?? new Session(line, column)
        sessions.set(id, session)
        if (isList(at(frame, 'prompt') ?? at(frame, 'content'))) session.ask(frame)
        else session.update(at(frame, 'update') ?? frame)
      }
    return [...sessions.values()].flatMap((session) => session.ended())
  },
}

/** The parameters of a message of the protocol, with or without what a recorder put around it. */
function frameIn(value: Json): Json | undefined {
  for (const frame of [value, at(value, 'message'), at(value, 'data')]) {
    const params = at(frame, 'params')
    const method = at(frame, 'method')
    if (method === 'session/update' || method === 'session/prompt') return params
    if (at(frame, 'update', 'sessionUpdate') !== undefined || at(frame, 'sessionUpdate') !== undefined)
      return frame
  }
  return undefined
}

class Session {
  readonly #place: { readonly line: number; readonly column: number }
  readonly #messages: Json[] = []
  /** Names of tools by the ids of their calls. */
  readonly #called = new Set<string>()
  readonly #answered = new Set<string>()
  #asked: string[] = []
  #thoughts: string[] = []
  #words: string[] = []
  #calls: Json[] = []
  #results: Json[] = []

  constructor(line: number, column: number) {
    this.#place = { line, column }
  }

  ask(params: Json): void {
    this.#endReply()
    const blocks = at(params, 'prompt') ?? at(params, 'content')
    const given = (isList(blocks) ? blocks : []).flatMap(
      (block) =>
        textOf(at(block, 'resource', 'text')) ??
        (at(block, 'data') === undefined ? textOf(at(block, 'uri')) : undefined) ??
        textsOf([block], 'text'),
    )
    const media = (isList(blocks) ? blocks : []).flatMap((block) => {
      const file = at(block, 'resource') ?? block
      const bytes = textOf(at(file, 'data') ?? at(file, 'blob'))
      return bytes === undefined ? [] : [mediaBlock(bytes, textOf(at(file, 'mimeType')))]
    })
    if (given.length + media.length > 0)
      this.#messages.push(chatMessage('user', { content: withMedia(given.join('\n\n'), media) }))
  }

  update(update: Json): void {
    const kind = at(update, 'sessionUpdate')
    const text = textIn(at(update, 'content'))
    if (kind === 'user_message_chunk') {
      this.#endReply()
      this.#asked.push(text)
      return
    }
    this.#endQuestion()
    if (kind === 'agent_thought_chunk' || kind === 'agent_message_chunk') {
      // what follows a result is another reply
      if (this.#results.length > 0) this.#endReply()
      ;(kind === 'agent_thought_chunk' ? this.#thoughts : this.#words).push(text)
    } else if (kind === 'tool_call' || kind === 'tool_call_update') this.#call(update)
  }

  #call(update: Json): void {
    const id = asText(at(update, 'toolCallId'))
    if (!this.#called.has(id)) {
      if (this.#results.length > 0) this.#endReply()
      this.#called.add(id)
      const name = at(update, '_meta', 'claudeCode', 'toolName') ?? at(update, 'title') ?? at(update, 'kind')
      this.#calls.push(callOf(id, asText(name) || 'tool', at(update, 'rawInput')))
    } else if (isRecord(at(update, 'rawInput'))) {
      const name = at(
        this.#calls.find((call) => at(call, 'id') === id),
        'function',
        'name',
      )
      this.#calls = this.#calls.map((call) =>
        at(call, 'id') === id ? callOf(id, name, at(update, 'rawInput')) : call,
      )
    }
    const status = at(update, 'status')
    if (this.#answered.has(id) || (status !== 'completed' && status !== 'failed')) return
    this.#answered.add(id)
    const blocks = at(update, 'content')
    const said = (isList(blocks) ? blocks : []).map(textIn).filter((text) => text !== '')
    this.#results.push(resultOf(id, said.length > 0 ? said.join('\n\n') : asText(at(update, 'rawOutput'))))
  }

  ended(): readonly LogRecord[] {
    this.#endQuestion()
    this.#endReply()
    return this.#messages.length === 0 ? [] : [{ value: { messages: this.#messages }, ...this.#place }]
  }

  #endQuestion(): void {
    if (this.#asked.length === 0) return
    const before = this.#messages.at(-1)
    const content = this.#asked.join('')
    this.#asked = []
    // an agent may repeat the prompt
    if (at(before, 'role') !== 'user' || at(before, 'content') !== content)
      this.#messages.push(chatMessage('user', { content }))
  }

  #endReply(): void {
    const [content, thought] = [this.#words.join(''), this.#thoughts.join('')]
    if (content !== '' || thought !== '' || this.#calls.length > 0)
      this.#messages.push(
        chatMessage('assistant', { content, thoughts: thought === '' ? [] : [thought], calls: this.#calls }),
        ...this.#results,
      )
    this.#words = []
    this.#thoughts = []
    this.#calls = []
    this.#results = []
  }
}

/** The text of a block, of one within it, or the new text of a file that it changed. */
function textIn(block: Json | undefined): string {
  if (isList(block)) return block.map(textIn).join('')
  const inner = at(block, 'content')
  return asText(at(isRecord(inner) ? inner : block, 'text') ?? at(block, 'newText'))
}
