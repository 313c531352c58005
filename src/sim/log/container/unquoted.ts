import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord } from '../json/guard.ts'
import type { JsonRecord } from '../json/guard.ts'
import { valueOf } from '../json/parse.ts'
import { ofEach, rowsOf } from './container.ts'
import type { Container } from './container.ts'

const COLUMNS = [
  'messages',
  'request',
  'request_body',
  'requestBody',
  'proxy_server_request',
  'input',
  'inputs',
  'prompt',
  'response',
  'output',
  'data',
]

/** Rows of a database or a table whose columns have JSON as text, such as LiteLLM’s spend logs. */
export const unquoted: Container = {
  name: 'rows with JSON in their texts',
  keys: COLUMNS,
  isGuess: true,
  isWhole: true,
  open: ofEach((value) => rowsOf(value).flatMap(unquotedRow)),
}

function unquotedRow(row: Json): readonly Json[] {
  if (!isRecord(row)) return []
  const found = Object.entries(row).map(([key, one]) => [key, parsed(one)] as const)
  return found.every(([key, one]) => one === row[key]) ? [] : [withRequest(Object.fromEntries(found))]
}

function parsed(value: Json): Json {
  return typeof value === 'string' && /^\s*[[{]/.test(value) ? (valueOf(value) ?? value) : value
}

/** A proxy that keeps no messages of its own still has the request of its client. */
function withRequest({ proxy_server_request: request, messages, ...row }: JsonRecord): Json {
  const body = at(request, 'body') ?? request
  const isKept = isList(messages) && messages.length > 0
  if (!isKept && isList(at(body, 'messages'))) return { ...row, request: body ?? null }
  return messages === undefined ? row : { ...row, messages }
}
