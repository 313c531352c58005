import type { Json } from '../../../engine/index.ts'
import { at, isList } from '../json/guard.ts'
import type { Log, LogRecord } from './reader.ts'

/**
 * A log of recorded calls, one for each provider whose reader knows only its own: Gemini, OpenAI's Responses, all others.
 * The log itself if all are of one.
 */
export function byProvider(log: Log): readonly Log[] {
  const calls = log.records.flatMap(({ value, line, column }) =>
    (isList(value) ? value : [value]).map((one): LogRecord => ({ value: one, line, column })),
  )
  const groups = new Map<string, LogRecord[]>()
  let newest: LogRecord[] = []
  for (const call of calls) {
    const provider = providerOf(call.value)
    // What says nothing belongs to what came before it, and in front of the first call to that.
    const group =
      provider === undefined ? newest : (groups.get(provider) ?? (groups.size === 0 ? newest : []))
    group.push(call)
    if (provider !== undefined) groups.set(provider, group)
    newest = group
  }
  if (groups.size < 2) return [log]
  return [...groups.values()].map((records, index) => ({
    ...log,
    shape: 'lines',
    records,
    ...(index > 0 && { skipped: [], unlisted: 0 }),
  }))
}

function providerOf(call: Json): string | undefined {
  const [request, response] = [at(call, 'request'), at(call, 'response')]
  if (request === undefined || response === undefined) return undefined
  if (isList(at(request, 'contents'))) return 'gemini'
  if (isList(at(request, 'messages'))) return 'chat'
  return isList(at(response, 'output')) ? 'responses' : undefined
}
