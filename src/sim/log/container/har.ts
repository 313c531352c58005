import type { Json } from '../../../engine/index.ts'
import { at, isList, textOf } from '../json/guard.ts'
import { valueOf } from '../json/parse.ts'
import { listAt, ofEach } from './container.ts'
import type { Container } from './container.ts'

/** Traffic of a browser or a proxy. */
export const har: Container = {
  name: 'a HAR file',
  keys: ['log'],
  open: ofEach((value) => listAt(value, 'log', 'entries').flatMap(callOfEntry)),
}

/** The bodies of a request to a model and its answer. */
function callOfEntry(entry: Json): readonly Json[] {
  const request = valueOf(textOf(at(entry, 'request', 'postData', 'text')) ?? '')
  if (!isList(at(request, 'messages')) && !isList(at(request, 'contents'))) return []
  const response = valueOf(textOf(at(entry, 'response', 'content', 'text')) ?? '') ?? null
  return [{ request: request ?? null, response }]
}
