import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../json/guard.ts'
import { callOf, chatMessage, resultOf } from './chat-message.ts'
import { listAt, ofEach } from './container.ts'
import type { Container } from './container.ts'

/**
 * Dialogues about a task between a user and a system: Schema-Guided Dialogue and MultiWOZ from version 2.2 on, with what
 * the system asked its services; and MultiWOZ before, where both speak in turn.
 */
export const taskDialogues: Container = {
  name: 'a dialogue of MultiWOZ or Schema-Guided Dialogue',
  open: ofEach((value) => {
    const turns = turnsOf(at(value, 'turns'))
    const id = at(value, 'dialogue_id')
    if (id === undefined) return isRecord(value) ? Object.entries(value).flatMap(byTurns) : []
    const messages = turns.flatMap((turn, index) => messagesOf(turn, index))
    return messages.length === 0 ? [] : [{ id, messages }]
  }),
}

/** The turns of a dialogue; some libraries keep them as columns. */
function turnsOf(turns: Json | undefined): readonly Json[] {
  if (!isRecord(turns)) return isList(turns) ? turns : []
  return listAt(turns, 'utterance').map((utterance, index) => ({
    utterance,
    speaker: listAt(turns, 'speaker')[index] ?? null,
  }))
}

const SYSTEM: ReadonlySet<Json | undefined> = new Set(['SYSTEM', 1])
const USER: ReadonlySet<Json | undefined> = new Set(['USER', 0])

function messagesOf(turn: Json, index: number): readonly Json[] {
  const speaker = at(turn, 'speaker')
  const text = textOf(at(turn, 'utterance'))
  if (text === undefined) return []
  if (USER.has(speaker)) return [chatMessage('user', { content: text })]
  if (!SYSTEM.has(speaker)) return []
  const asked = listAt(turn, 'frames').filter((frame) => isRecord(at(frame, 'service_call')))
  const ids = asked.map((_, nth) => `call_${index}_${nth}`)
  const calls = asked.map((frame, nth) => {
    const call = at(frame, 'service_call')
    return callOf(ids[nth], at(call, 'method'), at(call, 'parameters'))
  })
  const results = asked.map((frame, nth) =>
    resultOf(ids[nth], JSON.stringify(at(frame, 'service_results') ?? [])),
  )
  return [
    ...(calls.length === 0 ? [] : [chatMessage('assistant', { content: '', calls }), ...results]),
    chatMessage('assistant', { content: text }),
  ]
}

/** A dialogue of MultiWOZ 2.0 or 2.1, in a file with all of them by their names. */
function byTurns([id, value]: readonly [string, Json]): readonly Json[] {
  const log = listAt(value, 'log')
  if (log.length === 0 || !log.every((turn) => isRecord(at(turn, 'metadata')))) return []
  const messages = log.flatMap((turn, index) => {
    const content = textOf(at(turn, 'text'))
    return content === undefined ? [] : [chatMessage(index % 2 === 0 ? 'user' : 'assistant', { content })]
  })
  return [{ id, messages }]
}
