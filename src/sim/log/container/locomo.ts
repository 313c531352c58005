import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../json/guard.ts'
import { chatMessage } from './chat-message.ts'
import { ofEach } from './container.ts'
import type { Container } from './container.ts'

/**
 * A talk of LoCoMo, a test of long memory: two people over many sessions, each a list of its own. The second one is taken
 * for the assistant.
 */
export const locomo: Container = {
  name: 'a talk of LoCoMo',
  keys: ['conversation'],
  open: ofEach((value) => {
    const talk = at(value, 'conversation')
    const assistant = textOf(at(talk, 'speaker_b'))
    if (!isRecord(talk) || assistant === undefined) return []
    const sessions = Object.entries(talk).flatMap(([key, session]) => {
      const number = /^session_(\d+)$/.exec(key)?.[1]
      return number === undefined || !isList(session) ? [] : [{ number: Number(number), session }]
    })
    const messages = sessions
      .toSorted((a, b) => a.number - b.number)
      .flatMap(({ session }) => session.flatMap((turn) => messageOf(turn, assistant)))
    return messages.length === 0 ? [] : [{ id: at(value, 'sample_id') ?? null, messages }]
  }),
}

function messageOf(turn: Json, assistant: string): readonly Json[] {
  const speaker = textOf(at(turn, 'speaker'))
  const text = textOf(at(turn, 'text'))
  if (speaker === undefined || text === undefined) return []
  // a picture is there as its description
  const caption = textOf(at(turn, 'blip_caption'))
  const content = caption === undefined ? text : `${text}\n[${caption}]`
  return [chatMessage(speaker === assistant ? 'assistant' : 'user', { content })]
}
