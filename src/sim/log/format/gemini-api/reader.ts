import type { Json, Message, Part, Tokens } from '../../../../engine/index.ts'
import type { Translated, Translator } from '../../chat/conversation.ts'
import { readChats } from '../../chat/read.ts'
import { instantOf } from '../../read/instant.ts'
import { at, countOf, isList, isRecord, textOf } from '../../json/guard.ts'
import type { Reader } from '../../read/reader.ts'
import type { Report } from '../../read/report.ts'
import { OpenCalls } from '../../read/tool.ts'
import { Tally } from '../../read/usage.ts'
import type { Usage } from '../../../trace/trace.ts'
import { field, googleParts, underscored } from '../gemini-cli/part.ts'
import { contentsIn } from './contents.ts'

/**
 * Contents of the Gemini API: a bare list (as the Gemini CLI saves a chat), under `contents` in a request or under
 * `history`, with or without the answer, or one of them per line. Python's names with underscores are read as well.
 */
export const geminiApi: Reader<'gemini-api'> = {
  name: 'gemini-api',
  title: 'Gemini API contents',
  kind: 'messages',
  sample: 'gemini-api.json',
  read(log, options) {
    const envelopes = contentsIn(log)
    return envelopes.length === 0 ? null : readChats(geminiApi, log, envelopes, options, translator)
  },
}

/** Remembers the calls of the newest reply: calls and results need not have an id, and then answer each other in order. */
function translator(): Translator {
  let open = new OpenCalls([])
  let known = new Set<string>()
  let invented = 0

  const message = (value: Json, path: string, report: Report): Translated | null => {
    if (typeof value === 'string') return said('user', value)
    if (!isRecord(value)) return wrong(report, path, 'a content', value)
    const role = at(value, 'role') ?? 'user'
    const content = at(value, 'parts')
    const around = {
      time: instantOf(at(value, 'timestamp') ?? at(value, 'createTime')),
      usage: usageOf(field(value, 'usageMetadata'), `${path}.usageMetadata`, report),
      model: textOf(field(value, 'modelVersion')) ?? null,
    }
    switch (role) {
      case 'model':
      case 'assistant':
        return {
          message: {
            role: 'assistant',
            content: reply(googleParts(content, `${path}.parts`, report), path, report),
          },
          ...around,
        }
      case 'user':
      case 'function':
      case 'tool': {
        const parts = inputs(content, path, report)
        return parts.length === 0 ? null : { message: { role: 'user', content: parts }, ...around }
      }
      case 'system': {
        const parts = googleParts(content, `${path}.parts`, report)
        return { message: { role, content: parts }, ...around }
      }
      default:
        return wrong(report, `${path}.role`, 'user or model', role)
    }
  }

  const reply = (parts: readonly Part[], path: string, report: Report): readonly Part[] => {
    const made = parts.flatMap((part): readonly Part[] => {
      if (part.type === 'tool_result') {
        report.ignore('result in a reply')
        return []
      }
      if (part.type !== 'tool_use') return [part]
      const id = part.id === '' ? `call_without_id_${(invented += 1)}` : part.id
      return [report.stands({ ...part, id }, path)]
    })
    const calls = made.filter((part) => part.type === 'tool_use')
    open = new OpenCalls(calls)
    known = new Set(calls.map(({ id }) => id))
    return made
  }

  const inputs = (content: Json | undefined, path: string, report: Report): readonly Part[] => {
    const list = isList(content) ? content : content === undefined || content === null ? [] : [content]
    report.countParts(list.length)
    return list.flatMap((one, index) => {
      const where = `${path}.parts[${index}]`
      const name = at(field(one, 'functionResponse'), 'name')
      return googleParts([one], where, report).flatMap((part): readonly Part[] => {
        if (part.type === 'tool_use') {
          report.ignore('call of the user')
          return []
        }
        if (part.type !== 'tool_result') return [part]
        const id = known.has(part.tool_use_id) ? part.tool_use_id : (open.first(name) ?? part.tool_use_id)
        if (id === '') {
          report.mismatch(`${where}.functionResponse`, 'the answer to a call', one)
          return []
        }
        open.answer(id)
        return [report.stands({ ...part, tool_use_id: id }, where)]
      })
    })
  }

  return { message, reply: message }
}

function said(role: Message['role'], content: string): Translated {
  return { message: { role, content }, time: null, usage: null, model: null }
}

/** `promptTokenCount` includes what was read from a cache; reasoning is counted beside the answer. */
function usageOf(usage: Json | undefined, path: string, report: Report): Usage | null {
  const tally = new Tally(usage, path, report)
  const counted = (name: string): string => (at(usage, name) === undefined ? underscored(name) : name)
  const input = tally.prompt(counted('promptTokenCount'))
  if (input === null) return null
  const output = tally.other(counted('candidatesTokenCount'))
  const thoughts = tally.other(counted('thoughtsTokenCount'))
  return tally.usage({
    input: input + (tally.other(counted('toolUsePromptTokenCount')) ?? 0),
    output: output === null && thoughts === null ? null : (output ?? 0) + (thoughts ?? 0),
    cacheRead: tally.other(counted('cachedContentTokenCount')),
    cacheWrite: null,
    ...soundIn(usage),
  })
}

/** The share of sound in a prompt, which is counted by the kind of its tokens. */
function soundIn(usage: Json | undefined): Pick<Usage, 'audio'> {
  const tokens = (list: string): Tokens => {
    const details = field(usage, list)
    const counts = (isList(details) ? details : []).filter((one) => at(one, 'modality') === 'AUDIO')
    return counts.reduce<Tokens>((sum, one) => sum + (countOf(field(one, 'tokenCount') ?? null) ?? 0), 0)
  }
  const audio = { input: tokens('promptTokensDetails'), cacheRead: tokens('cacheTokensDetails') }
  return audio.input === 0 ? {} : { audio }
}

function wrong(report: Report, path: string, expected: string, found: Json | undefined): null {
  report.mismatch(path, expected, found)
  return null
}
