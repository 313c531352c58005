import type { Json, Message, Part, ToolCallPart } from '../../../../engine/index.ts'
import { jsonOf, reasoningIn } from '../../../../engine/internal.ts'
import type { Usage } from '../../../trace/trace.ts'
import { argumentsOf, inputOfCall, nameOfCall, OpenCalls } from '../../read/tool.ts'
import { withSummaries } from '../../chat/condensing.ts'
import type { Translated, Translator } from '../../chat/conversation.ts'
import { chatsOf } from '../../chat/dialect.ts'
import { readChats } from '../../chat/read.ts'
import { withTextCalls } from '../../chat/text-calls.ts'
import { withXmlCalls } from '../../chat/xml-calls.ts'
import { instantOf } from '../../read/instant.ts'
import { at, below, isList, isRecord, textOf } from '../../json/guard.ts'
import { valueOf } from '../../json/parse.ts'
import { modelAtTier } from '../../read/named-model.ts'
import { partsOfList, resultContentOf } from '../../read/part.ts'
import type { Reader } from '../../read/reader.ts'
import type { Report } from '../../read/report.ts'
import { usageOf } from '../../read/usage.ts'

/**
 * Messages of the OpenAI chat completions API: a bare list, a request, a stored completion whose last reply is only in
 * `choices`, a mini-swe-agent trajectory with the usage of every call, a list of trajectories (τ-bench), or one of
 * these, or one message, per line.
 */
export const openai: Reader<'openai'> = {
  name: 'openai',
  title: 'OpenAI chat',
  kind: 'messages',
  sample: 'openai.json',
  read(log, options) {
    const chats = chatsOf(log)
    if (chats?.dialect !== 'openai') return null
    return readChats(openai, log, chats.envelopes, options, (envelope) =>
      withTextCalls(withXmlCalls(withSummaries(openAiTranslator(), options), envelope), envelope),
    )
  },
}

/** Roles as other programs and data sets name them. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['system', 'system'],
  ['user', 'user'],
  ['human', 'user'],
  ['usermessage', 'user'],
  ['prompter', 'user'],
  ['assistant', 'assistant'],
  ['ai', 'assistant'],
  ['apimessage', 'assistant'],
  ['bot', 'assistant'],
  ['gpt', 'assistant'],
  ['model', 'assistant'],
  ['agent', 'assistant'],
  ['tool', 'tool'],
  ['function', 'function'],
  ['observation', 'tool'],
  ['environment', 'tool'],
  ['tool_response', 'tool'],
  ['tool_result', 'tool'],
  ['function_response', 'tool'],
])

/** Remembers the calls of the newest reply: results without an id, and role `exit`, answer those. */
export function openAiTranslator(): Translator {
  let open = new OpenCalls([])
  let invented = 0
  /** True once a reply had calls of its own. */
  let called = false
  /** Results of calls that no reply has. */
  let unasked = 0

  const message = (value: Json, path: string, report: Report): Translated | null => {
    if (!isRecord(value)) return wrong(report, path, 'a message', value)
    const translated = shapeOf(value, path, report)
    if (!translated) return null
    const response = at(value, 'extra', 'response')
    return {
      message: translated,
      ...(at(value, 'isInjected') === true && { injected: true }),
      time: instantOf(at(value, 'extra', 'timestamp') ?? at(value, 'timestamp')),
      usage:
        usageOf(at(response, 'usage'), `${path}.extra.response.usage`, report) ??
        usageOf(at(value, 'usage'), below(path, 'usage'), report) ??
        usageWithMetrics(value, path, report),
      model:
        modelAtTier(textOf(at(response, 'model')), at(response, 'service_tier')) ??
        modelAtTier(textOf(at(value, 'model')), at(value, 'service_tier')),
    }
  }

  const shapeOf = (value: Json, path: string, report: Report): Message | null => {
    const named = at(value, 'role')
    const role = (typeof named === 'string' && OTHER_NAMES.get(named.toLowerCase())) || named
    switch (role) {
      case 'system':
      case 'developer':
      // Kimi CLI keeps it among its notes
      case '_system_prompt':
        return plain('system', at(value, 'content'), path, report)
      case 'user':
        return plain('user', at(value, 'content'), path, report)
      case 'assistant':
        return assistant(value, path, report)
      case 'tool':
      case 'function':
        return result(value, path, report)
      case 'exit':
        return exit(value, path, report)
      default:
        // notes that Kimi CLI keeps between its messages
        if (typeof role === 'string' && role.startsWith('_')) {
          report.ignore(role === '_left_out' ? (textOf(at(value, 'content')) ?? role) : `role/${role}`)
          return null
        }
        return wrong(report, `${path}.role`, 'system, developer, user, assistant or tool', role)
    }
  }

  const assistant = (value: Json, path: string, report: Report): Message | null => {
    const content = at(value, 'content') ?? at(value, 'refusal') ?? at(value, 'audio', 'transcript') ?? ''
    // Cohere calls it the plan of its calls
    const reasoning = textOf(reasoningIn(isRecord(value) ? value : {})) ?? textOf(at(value, 'tool_plan'))
    const calls = callsOf(value, path, report)
    open = new OpenCalls(calls)
    if (calls.length > 0) called = true
    const message = plain('assistant', content, path, report)
    if (!message) return calls.length === 0 ? null : { role: 'assistant', content: calls }
    if (calls.length === 0 && reasoning === undefined) return message
    const parts: Part[] = []
    if (reasoning !== undefined) parts.push({ type: 'thinking', thinking: reasoning })
    if (typeof message.content !== 'string') for (const part of message.content) parts.push(part)
    else if (message.content !== '') parts.push({ type: 'text', text: message.content })
    // gateways that mix both shapes repeat a call among the content blocks
    const repeated = new Set(calls.map((call) => call.id))
    const own = parts.filter((part) => part.type !== 'tool_use' || !repeated.has(part.id))
    return { role: 'assistant', content: [...own, ...calls] }
  }

  const callsOf = (value: Json, path: string, report: Report): readonly ToolCallPart[] => {
    const listed = at(value, 'tool_calls') ?? at(value, 'toolCalls')
    // a database keeps the list as text
    const list = typeof listed === 'string' ? valueOf(listed || 'null') : listed
    const old = at(value, 'function_call')
    if (isList(list)) {
      const found = list.map((call, index) => callOf(call, `${path}.tool_calls[${index}]`, report))
      return found.filter((call) => call !== null)
    }
    if (list !== undefined && list !== null) report.mismatch(`${path}.tool_calls`, 'a list', listed)
    if (!isRecord(old)) return []
    const call = callOf({ function: old }, `${path}.function_call`, report)
    return call ? [call] : []
  }

  const callOf = (value: Json, path: string, report: Report): ToolCallPart | null => {
    const key = ['function', 'custom'].find((one) => isRecord(at(value, one)))
    const called = key === undefined ? value : at(value, key)
    // an old `function_call` is itself the function
    const where = key !== undefined && !path.endsWith('.function_call') ? `${path}.${key}` : path
    const name = nameOfCall(called)
    if (name === undefined) return wrong(report, `${path}.function.name`, 'a string', at(called, 'name'))
    const id = idOf(at(value, 'id')) ?? `call_without_id_${(invented += 1)}`
    const input = argumentsOf(inputOfCall(called), `${where}.arguments`, report)
    return report.stands({ type: 'tool_use', id, name, input }, path)
  }

  const result = (value: Json, path: string, report: Report): Message | null => {
    const content = at(value, 'content')
    const blocks = isList(content) ? content : []
    const named = [value, ...blocks].flatMap(
      (one) => idOf(at(one, 'tool_call_id') ?? at(one, 'toolCallId')) ?? [],
    )
    const id = named[0] ?? open.first(at(value, 'name'))
    if (id === undefined && at(value, 'tool_call_id') === undefined && !called) {
      // the calls of this agent are in the texts of its replies
      unasked += 1
      return plain('user', at(value, 'content'), path, report)
    }
    if (id === undefined)
      return wrong(report, `${path}.tool_call_id`, 'the id of a call', at(value, 'tool_call_id'))
    open.answer(id)
    const found = resultContentOf(
      isList(content) ? content.map(resultBlock) : content,
      `${path}.content`,
      report,
    )
    const part = report.stands({ type: 'tool_result' as const, tool_use_id: id, content: found }, path)
    return { role: 'user', content: [part] }
  }

  /** mini-swe-agent's last record: what the run submitted. It answers the call that ended the run. */
  const exit = (value: Json, path: string, report: Report): Message | null => {
    if (open.first(null) !== undefined) return result(value, path, report)
    report.ignore('role/exit')
    return null
  }

  const reply = (value: Json, path: string, report: Report): Translated | null => {
    const choices = at(value, 'choices')
    if (!isList(choices)) return message(value, path, report)
    for (const _ of choices.slice(1)) report.ignore('choice')
    const place = path === '' ? 'choices[0].message' : `${path}.choices[0].message`
    const text = at(choices[0], 'text')
    const chosen =
      at(choices[0], 'message') ??
      (typeof text === 'string' ? { role: 'assistant', content: text } : undefined)
    if (chosen === undefined) return wrong(report, place, 'a message', choices[0])
    const translated = message(chosen, place, report)
    return (
      translated && {
        message: translated.message,
        time: translated.time ?? instantOf(at(value, 'created') ?? at(value, 'timestamp')),
        usage: usageOf(at(value, 'usage'), below(path, 'usage'), report) ?? translated.usage,
        model: modelAtTier(textOf(at(value, 'model')), at(value, 'service_tier')) ?? translated.model,
      }
    )
  }

  const finish = (report: Report): void => {
    if (unasked > 0)
      report.infer(`Results without a call in any reply are read as messages of the user: ${unasked}.`)
  }

  return { message, reply, finish }
}

/** Azure’s evaluations have the value of a result in a block of its own. */
function resultBlock(block: Json): Json {
  const result = at(block, 'tool_result') ?? at(block, 'content')
  if (at(block, 'type') !== 'tool_result' || result === undefined) return block
  return { type: 'text', text: typeof result === 'string' ? result : jsonOf(result) }
}

/** Agno has the tokens of a reply among its metrics, gptme in its metadata. */
function usageWithMetrics(value: Json, path: string, report: Report): Usage | null {
  for (const place of [['metrics'], ['metadata', 'usage']]) {
    const found = at(value, ...place)
    if (typeof (at(found, 'input_tokens') ?? at(found, 'prompt_tokens')) === 'number')
      return usageOf(found, below(path, place.join('.')), report)
  }
  return null
}

/** Some servers count their calls. */
function idOf(value: Json | undefined): string | undefined {
  return typeof value === 'number' ? String(value) : textOf(value)
}

/** A message whose content is a string, a list, or nothing, which is read as ''. */
function plain(
  role: Message['role'],
  content: Json | undefined,
  path: string,
  report: Report,
): Message | null {
  if (typeof content === 'string') return { role, content }
  if (content === null || content === undefined) return { role, content: '' }
  // one block stands without its list
  if (isRecord(content) && typeof at(content, 'text') === 'string')
    return plain(role, [content], path, report)
  if (!isList(content)) return wrong(report, `${path}.content`, 'a string, a list or null', content)
  const parts = partsOfList(content, `${path}.content`, report)
  return parts.length === 0 && content.length > 0 ? null : { role, content: parts }
}

function wrong(report: Report, path: string, expected: string, found: Json | undefined): null {
  report.mismatch(path, expected, found)
  return null
}
