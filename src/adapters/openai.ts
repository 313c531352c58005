import { fromOpenAiMessages, toOpenAi } from '../engine/index.ts'
import type { OpenAiMessage } from '../engine/index.ts'
import { Originals } from './adapter.ts'
import type { Adapter } from './adapter.ts'

/**
 * Messages of OpenAI's chat completions, and of the many servers that accept them. System and developer messages at the
 * front are the system prompt. The type parameter is the client's own:
 * `openAiAdapter<ChatCompletionMessageParam>()`.
 */
export function openAiAdapter<Client extends { readonly role: string } = OpenAiMessage>(): Adapter<Client> {
  const originals = new Originals<Client>()
  let front: readonly Client[] = []
  return {
    toEngine(messages) {
      // The client's messages have this shape by the API; what the engine does not know it leaves out.
      const given = messages as readonly unknown[] as readonly OpenAiMessage[]
      const first = given.findIndex(({ role }) => role !== 'system' && role !== 'developer')
      const start = first === -1 ? given.length : first
      if (start > 0) front = messages.slice(0, start)
      for (const [at, message] of messages.entries()) {
        const one = given[at]
        if (at < start || one === undefined) continue
        for (const written of writtenAlone(one)) originals.keep([keyOf(written)], message)
      }
      const { system, messages: made } = fromOpenAiMessages(given)
      return { system, messages: made }
    },
    fromEngine({ messages }) {
      const written = toOpenAi({ messages }).messages
      const [pieces = []] = originals.pieces([written.map(keyOf)])
      const own = written.map((message, nth) => pieces[nth]?.original ?? (message as unknown as Client))
      return [...front, ...own]
    },
  }
}

/** A message as it comes back if nothing changes it. */
function writtenAlone(message: OpenAiMessage): readonly OpenAiMessage[] {
  // With another message in front of it, a system message is one in mid-conversation.
  const { messages } = fromOpenAiMessages([{ role: 'user', content: '' }, message])
  return toOpenAi({ messages: messages.slice(1) }).messages
}

function keyOf(message: OpenAiMessage) {
  return { type: 'text', text: JSON.stringify(message) } as const
}
