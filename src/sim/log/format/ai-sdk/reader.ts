import type { Json, Message, Part } from '../../../../engine/index.ts'
import type { Translated, Translator } from '../../chat/conversation.ts'
import { envelopesOf } from '../../chat/envelope.ts'
import type { Envelope } from '../../chat/envelope.ts'
import { readChats } from '../../chat/read.ts'
import { instantOf } from '../../read/instant.ts'
import { at, isList, isRecord, textOf } from '../../json/guard.ts'
import type { JsonRecord } from '../../json/guard.ts'
import type { Reader } from '../../read/reader.ts'
import type { Report } from '../../read/report.ts'
import { Tally, usageOf, usageOfPrompt } from '../../read/usage.ts'
import type { Usage } from '../../../trace/trace.ts'
import { isOfAiSdk, pageParts } from './dialect.ts'
import { mediaOf, partOf } from './part.ts'
import { stepsOf } from './step.ts'

/**
 * Messages of the AI SDK: those that a page stores (`parts`, and `toolInvocations` before version 5), where one reply
 * holds all requests behind it, and those for a model (`content`). As a list, in the body of a request, or one per line.
 */
export const aiSdk: Reader<'ai-sdk'> = {
  name: 'ai-sdk',
  title: 'AI SDK messages',
  kind: 'messages',
  sample: 'ai-sdk.json',
  read(log, options) {
    const envelopes = envelopesOf(log)
    const isTold = options.format === 'ai-sdk' && envelopes.length > 0
    if (!isTold && !envelopes.some(({ messages }) => messages.some(isOfAiSdk))) return null
    return readChats(aiSdk, log, envelopes.map(withToolList), options, translator)
  },
}

/** Tools by name, as the library takes them, in a list. */
function withToolList(envelope: Envelope): Envelope {
  const { holder } = envelope
  const tools = at(holder ?? undefined, 'tools')
  if (holder === null || !isRecord(tools)) return envelope
  const list = Object.entries(tools).map(([name, tool]) => ({
    name,
    description: at(tool, 'description') ?? '',
    parameters:
      at(tool, 'inputSchema', 'jsonSchema') ?? at(tool, 'inputSchema') ?? at(tool, 'parameters') ?? {},
  }))
  return { ...envelope, holder: { ...holder, tools: list } }
}

function translator(): Translator {
  const messages = (value: Json, path: string, report: Report): readonly Translated[] => {
    if (!isRecord(value)) return wrong(report, path, 'a message', value)
    const role = at(value, 'role')
    switch (role) {
      case 'assistant':
        return replies(value, path, report)
      case 'user':
      case 'system':
      case 'tool':
        return given(role === 'system' ? role : 'user', value, path, report)
      case 'data':
        report.ignore('role/data')
        return []
      default:
        return wrong(report, `${path}.role`, 'system, user, assistant or tool', role)
    }
  }
  return {
    messages,
    message: (value, path, report) => messages(value, path, report)[0] ?? null,
    reply: (value, path, report) => messages(value, path, report)[0] ?? null,
  }
}

/** The requests behind a reply, each with its results. */
function replies(value: JsonRecord, path: string, report: Report): readonly Translated[] {
  const content = at(value, 'content')
  const steps =
    pageParts(value) !== null ||
    at(value, 'toolInvocations') !== undefined ||
    at(value, 'reasoning') !== undefined
      ? stepsOf(value, path, report)
      : null
  const time = timeOf(value)
  const model =
    textOf(at(value, 'metadata', 'model')) ??
    textOf(at(value, 'metadata', 'modelId')) ??
    textOf(at(value, 'model')) ??
    null
  const usage = usageWith(value, path, report)
  const reply = (made: Message['content'], spent: Usage | null): Translated => ({
    message: { role: 'assistant', content: made },
    time,
    usage: spent,
    model,
  })
  if (steps === null) {
    const parts = contentOf(content, path, report)
    return parts === null ? [] : [reply(parts, usage)]
  }
  // a usage beside several requests is their sum
  if (usage !== null && steps.length > 1) report.ignore('usage of several requests')
  return steps.flatMap(({ parts, results }) => [
    ...(parts.length === 0 ? [] : [reply(parts, steps.length > 1 ? null : usage)]),
    ...(results.length === 0 ? [] : [input('user', results, time)]),
  ])
}

/** A message of the user, the application or its tools. */
function given(
  role: Message['role'],
  value: JsonRecord,
  path: string,
  report: Report,
): readonly Translated[] {
  const list = pageParts(value)
  const attached = attachmentsOf(value, path, report)
  const read =
    list === null ? contentOf(at(value, 'content'), path, report) : partsIn(list, `${path}.parts`, report)
  if (read === null) return []
  if (typeof read === 'string' && attached.length === 0) return [input(role, read, timeOf(value))]
  const parts = typeof read === 'string' ? [{ type: 'text', text: read } as const] : read
  return [input(role, [...parts, ...attached], timeOf(value))]
}

function input(role: Message['role'], content: Message['content'], time: Translated['time']): Translated {
  return { message: { role, content }, time, usage: null, model: null }
}

function contentOf(content: Json | undefined, path: string, report: Report): Message['content'] | null {
  if (typeof content === 'string') return content
  if (content === undefined || content === null) return ''
  if (isList(content)) {
    const parts = partsIn(content, `${path}.content`, report)
    return parts.length === 0 && content.length > 0 ? null : parts
  }
  report.mismatch(`${path}.content`, 'a string or a list', content)
  return null
}

function partsIn(list: readonly Json[], path: string, report: Report): readonly Part[] {
  report.countParts(list.length)
  return list.flatMap((part, index) => partOf(part, `${path}[${index}]`, report) ?? [])
}

/** Files beside the content, before version 5 and in the table of a well-known template. */
function attachmentsOf(value: JsonRecord, path: string, report: Report): readonly Part[] {
  const parts: Part[] = []
  for (const key of ['experimental_attachments', 'attachments']) {
    const list = at(value, key)
    if (!isList(list)) continue
    report.countParts(list.length)
    for (const [index, one] of list.entries()) {
      const part = isRecord(one) ? mediaOf(one) : null
      if (part === null) report.mismatch(`${path}.${key}[${index}]`, 'a file with an address', one)
      else parts.push(part)
    }
  }
  return parts
}

function timeOf(value: JsonRecord): Translated['time'] {
  return instantOf(at(value, 'createdAt') ?? at(value, 'metadata', 'createdAt') ?? at(value, 'timestamp'))
}

/** What a server adds to its messages: `inputTokens` since version 5, `promptTokens` before; recorders write the provider's. */
function usageWith(value: JsonRecord, path: string, report: Report): Usage | null {
  for (const place of [['metadata', 'usage'], ['metadata', 'totalUsage'], ['usage']]) {
    const found = at(value, ...place)
    if (!isRecord(found)) continue
    const where = `${path}.${place.join('.')}`
    const tally = new Tally(found, where, report)
    const prompt = tally.prompt('inputTokens') ?? tally.prompt('promptTokens')
    const provided = prompt === null ? usageOf(found, where, report) : null
    if (provided !== null) return provided
    if (prompt === null) continue
    return usageOfPrompt(tally, prompt)
  }
  return null
}

function wrong(
  report: Report,
  path: string,
  expected: string,
  found: Json | undefined,
): readonly Translated[] {
  report.mismatch(path, expected, found)
  return []
}
