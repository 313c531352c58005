import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, textOf, recordOf } from '../json/guard.ts'
import {
  asText,
  callOf,
  chatMessage,
  clearingOf,
  mediaBlock,
  resultOf,
  summaryOf,
  textBlock,
  textsOf,
  usageBeside,
} from './chat-message.ts'
import type { LogRecord } from '../read/reader.ts'
import { listAt, ofWhole } from './container.ts'
import type { Container } from './container.ts'

/** A session that OpenCode exported, the list of its messages, or the events of its database. */
export const openCode: Container = {
  name: 'a session of OpenCode',
  keys: ['info', 'messages', 'aggregate_id', 'part', 'properties'],
  open({ records, ...log }) {
    const events = new Map<string, LogRecord[]>()
    const titles = new Map<string, string>()
    // its files, as one list
    const all = records.flatMap((record) =>
      isList(record.value) ? record.value.map((value) => ({ ...record, value })) : [record],
    )
    for (const record of all) {
      const about = at(record.value, 'properties', 'info')
      const title = textOf(at(about, 'title'))
      if (title !== undefined && at(about, 'role') === undefined) titles.set(asText(at(about, 'id')), title)
      const session = sessionIn(record.value)
      const own = events.get(session) ?? []
      events.set(session, own)
      own.push(record)
    }
    const sessions = [...events].flatMap(([id, own]) => {
      const told = toldOf(own.map(({ value }) => value))
      return told.length === 0
        ? []
        : own.slice(0, 1).map((first) => ({ ...first, value: sessionOf(titles.get(id) ?? id, told) }))
    })
    if (sessions.length > 0) return sessions
    return ofWhole((value) => {
      const messages = isList(value) ? value : listAt(value, 'messages')
      const own = messages.filter(
        (message) => isList(at(message, 'parts')) && typeof at(message, 'info', 'role') === 'string',
      )
      return own.length === 0 ? [] : [sessionOf(at(value, 'info', 'title') ?? null, own)]
    })({ records, ...log })
  },
}

function sessionOf(id: Json, messages: readonly Json[]): Json {
  const clearings = clearingsIn(messages)
  const counts: { readonly id: string; readonly count: number }[] = []
  let kept: string | undefined
  const told = messages.flatMap((message): readonly Json[] => {
    const [info, parts] = [at(message, 'info'), listAt(message, 'parts')]
    const cleared = clearings.splice(0, countOfDue(clearings, at(info, 'time', 'created')))
    const due = cleared.map(({ calls }) => clearingOf(calls))
    kept = textOf(at(parts.find(isCompaction), 'tail_start_id')) ?? kept
    const own = messagesOf(message)
    if (at(info, 'summary') !== true || at(info, 'role') !== 'assistant') {
      counts.push({ id: asText(at(info, 'id')), count: own.length })
      return [...due, ...own]
    }
    const first = kept === undefined ? -1 : counts.findIndex((one) => one.id === kept)
    const stays = first < 0 ? 0 : counts.slice(first).reduce((sum, { count }) => sum + count, 0)
    kept = undefined
    return [...due, ...own.map((summary) => ({ ...recordOf(summary), stays }))]
  })
  return { id, messages: told }
}

function isCompaction(part: Json): boolean {
  return at(part, 'type') === 'compaction'
}

interface Clearing {
  readonly time: number
  readonly calls: string[]
}

/** The results that are sent without their text from a time on, by that time. */
function clearingsIn(messages: readonly Json[]): Clearing[] {
  const byTime = new Map<number, Clearing>()
  for (const part of messages.flatMap((message) => listAt(message, 'parts'))) {
    const time = at(part, 'state', 'time', 'compacted')
    const call = textOf(at(part, 'callID'))
    if (typeof time !== 'number' || call === undefined) continue
    const clearing = byTime.get(time) ?? { time, calls: [] }
    byTime.set(time, clearing)
    clearing.calls.push(call)
  }
  return [...byTime.values()].toSorted((a, b) => a.time - b.time)
}

function countOfDue(clearings: readonly Clearing[], created: Json | undefined): number {
  return typeof created === 'number' ? clearings.filter(({ time }) => time <= created).length : 0
}

/** The session of an event; '' if it does not say. */
function sessionIn(event: Json): string {
  const data = at(event, 'properties')
  return asText(
    at(event, 'aggregate_id') ??
      [event, data, at(data, 'info'), at(data, 'part')].map((one) => at(one, 'sessionID')).find(Boolean),
  )
}

/** The messages that events tell: the last one about a message or a part has it as it became. */
function toldOf(events: readonly Json[]): readonly Json[] {
  const infos = new Map<string, Json>()
  const parts = new Map<string, Json>()
  for (const event of events) {
    // those of its database, of its server, and what it prints for programs, which has no messages of their own
    const isPrinted = typeof at(event, 'sessionID') === 'string' && isRecord(at(event, 'part'))
    const data = at(event, 'aggregate_id') === undefined ? at(event, 'properties') : at(event, 'data')
    const type = asText(at(event, 'type'))
    if (type.startsWith('message.removed')) infos.delete(asText(at(data, 'messageID')))
    if (type.startsWith('message.part.removed')) parts.delete(asText(at(data, 'partID')))
    const [info, part] = [at(data, 'info'), isPrinted ? at(event, 'part') : at(data, 'part')]
    if (isRecord(part)) {
      const id = textOf(at(part, 'id')) ?? `part ${parts.size}`
      parts.set(id, part)
      const own = asText(at(part, 'messageID'))
      if (isPrinted && !infos.has(own))
        infos.set(own, { id: own, role: 'assistant', time: { created: at(event, 'timestamp') ?? null } })
    } else if (info !== undefined && at(info, 'role') !== undefined) infos.set(asText(at(info, 'id')), info)
  }
  const byMessage = new Map<string, Json[]>()
  for (const part of parts.values()) {
    const id = asText(at(part, 'messageID'))
    const own = byMessage.get(id) ?? []
    byMessage.set(id, own)
    own.push(part)
  }
  return [...infos].map(([id, info]) => ({ info, parts: byMessage.get(id) ?? [] }))
}

/** A reply of several steps is several messages; the results of a step's tools follow it. */
function messagesOf(message: Json): readonly Json[] {
  const info = at(message, 'info')
  const parts = listAt(message, 'parts').filter((part) => at(part, 'ignored') !== true)
  const timestamp = at(info, 'time', 'created')
  if (at(info, 'role') !== 'assistant')
    return parts.some(isCompaction)
      ? []
      : [chatMessage('user', { content: parts.flatMap(blockOf), timestamp })]
  // the summary that a compaction made, asked for by a message without words
  if (at(info, 'summary') === true) return [summaryOf(textsOf(parts, 'text').join('\n\n'))]
  const steps: Json[][] = [[]]
  for (const part of parts) {
    if (at(part, 'type') === 'step-start' && steps.at(-1)?.length !== 0) steps.push([])
    else steps.at(-1)?.push(part)
  }
  return steps.flatMap((step, index) => {
    const tools = step.filter((part) => at(part, 'type') === 'tool')
    const said = textsOf(step, 'text')
    if (tools.length + said.length === 0) return []
    const finish = step.find((part) => at(part, 'type') === 'step-finish')
    const tokens = at(finish, 'tokens') ?? (index === steps.length - 1 ? at(info, 'tokens') : undefined)
    const reply = chatMessage('assistant', {
      content: said.join('\n\n'),
      thoughts: textsOf(step, 'reasoning'),
      calls: tools.map((part) => callOf(at(part, 'callID'), at(part, 'tool'), at(part, 'state', 'input'))),
      timestamp,
      model: at(info, 'modelID'),
      usage: usageBeside({ ...recordOf(tokens), output: outputOf(tokens) }),
    })
    const results = tools.flatMap((part): readonly Json[] => {
      const output = at(part, 'state', 'output') ?? at(part, 'state', 'error')
      const pictures = listAt(part, 'state', 'attachments').flatMap(blockOf)
      const content = pictures.length === 0 ? asText(output) : [textBlock(asText(output)), ...pictures]
      return output === undefined ? [] : [resultOf(at(part, 'callID'), content)]
    })
    return [reply, ...results]
  })
}

/** The tokens of a reply: some versions count reasoning apart, which shows in the total. */
function outputOf(tokens: Json | undefined): Json | undefined {
  const output = at(tokens, 'output')
  const [total, apart] = [at(tokens, 'total'), at(tokens, 'reasoning')]
  const parts = [['input'], ['cache', 'read'], ['cache', 'write'], ['output'], ['reasoning']]
  const sum = parts.reduce((all, keys) => all + Number(at(tokens, ...keys) ?? 0), 0)
  return typeof output === 'number' && typeof apart === 'number' && sum === total ? output + apart : output
}

/** What a user says or attaches. */
function blockOf(part: Json): readonly Json[] {
  const text = textOf(at(part, 'text'))
  if (at(part, 'type') === 'text' && text !== undefined) return [textBlock(text)]
  const url = textOf(at(part, 'url'))
  const type = textOf(at(part, 'mime')) ?? ''
  return /^(?:image|audio)\/|\/pdf$/.test(type) && url !== undefined ? [mediaBlock(url, type)] : []
}
