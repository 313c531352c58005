import type { Json, Place } from '../../../../engine/index.ts'
import type { Envelope } from '../../chat/envelope.ts'
import { at, isList, isRecord, textOf } from '../../json/guard.ts'
import type { JsonRecord } from '../../json/guard.ts'
import type { Log } from '../../read/reader.ts'
import { claimsToBeMessage, isMessage } from './dialect.ts'

/** Where a state may keep its messages: directly, in a LangGraph thread, in a recorded run. The longest list counts. */
const HOLDERS = Object.freeze(['', 'values', 'state', 'data', 'input', 'inputs', 'output', 'outputs'])

const BARE = Object.freeze({ label: null, holder: null, reply: null, replyPath: '', base: '' })

/**
 * The lists of LangChain messages in a text, each one conversation. Empty if no list contains a message of a human or a
 * model, or any message in the constructor form: those are certain signs.
 */
export function stateListsOf(log: Log): readonly Envelope[] {
  const envelopes: Envelope[] = []
  /** Messages on lines of their own, as one conversation. */
  let loose: { messages: Json[]; places: Place[] } | null = null
  for (const { value, line, column } of log.records) {
    const place = log.shape === 'json' ? null : { line, column }
    if (place !== null && claimsToBeMessage(value)) {
      if (!loose) {
        loose = { messages: [], places: [] }
        envelopes.push({ ...BARE, path: 'line', ...loose })
      }
      loose.messages.push(value)
      loose.places.push(place)
      continue
    }
    for (const envelope of fromValue(value, place)) envelopes.push(envelope)
  }
  return envelopes.some(({ messages }) => messages.some(isMessage)) ? envelopes : []
}

function fromValue(value: Json, place: Place | null): readonly Envelope[] {
  if (isRecord(value)) return fromState(value, '', place)
  if (!isList(value)) return []
  if (value.some(claimsToBeMessage)) return [{ ...BARE, path: '', messages: value, places: place }]
  return value.flatMap((entry, index): readonly Envelope[] => {
    if (isRecord(entry)) return fromState(entry, `[${index}].`, place)
    if (!isList(entry) || !entry.some(claimsToBeMessage)) return []
    return [{ ...BARE, path: `[${index}]`, messages: entry, places: place }]
  })
}

/** `base` is the path up to the keys of the state: '' or `[3].`. */
function fromState(state: JsonRecord, base: string, place: Place | null): readonly Envelope[] {
  let found: readonly Envelope[] = []
  let most = 0
  for (const key of HOLDERS) {
    const holder = key === '' ? state : at(state, key)
    const messages = at(holder, 'messages')
    if (!isRecord(holder) || !isList(messages)) continue
    const inner = key === '' ? base : `${base}${key}.`
    const around = {
      ...BARE,
      label: labelOf(state),
      places: place,
      holder,
      base: inner,
      ...answerOf(state, base),
    }
    const path = `${inner}messages`
    const lists: readonly Envelope[] = messages.some(claimsToBeMessage)
      ? [{ ...around, path, messages }]
      : messages.flatMap((batch, index): readonly Envelope[] =>
          isList(batch) && batch.some(claimsToBeMessage)
            ? [{ ...around, path: `${path}[${index}]`, messages: batch }]
            : [],
        )
    const count = lists.reduce((sum, list) => sum + list.messages.length, 0)
    if (count > most) {
      most = count
      found = lists
    }
  }
  return found
}

/** What a recorded run of a model answered, beside its messages. */
function answerOf(state: JsonRecord, base: string): Pick<Envelope, 'reply' | 'replyPath'> {
  for (const key of ['outputs', 'output']) {
    const generations = at(state, key, 'generations')
    const batch = isList(generations) ? generations[0] : undefined
    const nested = isList(batch)
    const message = at(nested ? batch[0] : batch, 'message')
    if (message === undefined || !claimsToBeMessage(message)) continue
    return { reply: message, replyPath: `${base}${key}.generations[0]${nested ? '[0]' : ''}.message` }
  }
  return { reply: null, replyPath: '' }
}

function labelOf(state: JsonRecord): string | null {
  return (
    textOf(at(state, 'thread_id')) ??
    textOf(at(state, 'metadata', 'thread_id')) ??
    textOf(at(state, 'name')) ??
    textOf(at(state, 'id')) ??
    null
  )
}
