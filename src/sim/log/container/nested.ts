import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../json/guard.ts'
import { valueOf } from '../json/parse.ts'
import { ofWhole } from './container.ts'
import type { Container } from './container.ts'

/**
 * Rows of data sets and of evaluations, states of LangGraph, backups of chat pages: lists of messages somewhere below,
 * also as JSON in a text, with other names for the model's role and for the text.
 */
export const nested: Container = {
  name: 'lists of messages deeper in a record',
  keys: [
    'output',
    'channel_values',
    'data',
    'answer_generation',
    'trajectory',
    'messages',
    'chat-sessions-list',
  ],
  isGuess: true,
  // What a text that was cut off has of them may be one of many copies.
  open: (log) => (log.faults.length > 0 ? [] : talksOf(log)),
}

const talksOf = ofWhole((value) => talksIn(value, 0))

/** How far down messages are looked for. */
const DEEPEST = 7

const ROLES: Readonly<Record<string, string>> = {
  agent: 'assistant',
  ai: 'assistant',
  bot: 'assistant',
  model: 'assistant',
  human: 'user',
}

/** Conversations, and calls of a model that MLflow recorded. */
function talksIn(value: Json, depth: number): readonly Json[] {
  if (depth > DEEPEST) return []
  if (typeof value === 'string') {
    const inner = /^\s*[[{]/.test(value) ? valueOf(value) : undefined
    return inner === undefined ? [] : talksIn(inner, depth + 1)
  }
  if (isList(value) && value.length > 1 && value.every(isMessage) && value.some(isReply))
    return [{ messages: value.map(messageOf) }]
  if (isList(value)) return value.flatMap((one) => talksIn(one, depth + 1))
  const [request, response] = ['Inputs', 'Outputs'].map(
    (side) => valueOf(textOf(at(value, `mlflow.span${side}`)) ?? '') ?? null,
  )
  if (request !== undefined && isList(at(request, 'messages')))
    return [{ request, response: response ?? null }]
  return isRecord(value) ? Object.values(value).flatMap((one) => talksIn(one, depth + 1)) : []
}

function isMessage(value: Json): boolean {
  if (at(value, 'lc') !== undefined) return at(value, 'kwargs', 'content') !== undefined
  return typeof at(value, 'role') === 'string'
}

function isReply(message: Json): boolean {
  const role = textOf(at(message, 'role')) ?? textOf(at(message, 'kwargs', 'type')) ?? ''
  return role === 'assistant' || ROLES[role] === 'assistant'
}

function messageOf(message: Json): Json {
  const role = textOf(at(message, 'role'))
  if (!isRecord(message) || role === undefined) return message
  const content =
    at(message, 'content') ??
    at(message, 'contentParts') ??
    at(message, 'text') ??
    at(message, 'system_prompt')
  return { ...message, role: ROLES[role] ?? role, content: content ?? null }
}
