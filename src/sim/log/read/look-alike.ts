import type { Json } from '../../../engine/index.ts'
import { at, cut, isList, textOf } from '../json/guard.ts'
import type { Log } from './reader.ts'

/** What a text of no known format certainly is, and how to make a log of it. */
export interface LookAlike {
  readonly what: string
  readonly way: string
}

/** Kinds of JSON that people take for logs, by a record of the file. */
const RECORDS: readonly (LookAlike & { readonly is: (value: Json) => boolean })[] = [
  {
    what: 'an empty session of Gemini CLI: nobody has said anything in it',
    way: 'Choose another session',
    is: (value) => typeof at(value, 'projectHash') === 'string',
  },
  {
    what: 'an empty session of Pi: nobody has said anything in it',
    way: 'Choose another session',
    is: (value) => at(value, 'type') === 'session' && typeof at(value, 'timestamp') === 'string',
  },
  {
    what: 'the output of an agent for programs (stream-json) that ends before its first whole message',
    way: 'Wait for the first reply, or choose the session that the agent keeps of its own: of Claude Code a .jsonl file below ~/.claude/projects',
    is: (value) =>
      typeof at(value, 'session_id') === 'string' &&
      (at(value, 'type') === 'stream_event' ||
        (at(value, 'type') === 'system' && typeof at(value, 'subtype') === 'string')),
  },
  {
    what: 'spans of OpenTelemetry',
    way: 'Save the messages of the last call, its attribute gen_ai.input.messages, as a list with role and content',
    is: (value) =>
      isList(at(value, 'resourceSpans')) ||
      isList(at(value, 'resource_spans')) ||
      (typeof (at(value, 'traceId') ?? at(value, 'trace_id')) === 'string' &&
        (at(value, 'attributes') !== undefined || at(value, 'span_data') !== undefined)),
  },
  {
    what: 'an export of ChatGPT: a tree of messages',
    way: 'Copy the conversation as text, with “User:” and “Assistant:” before what each said',
    is: (value) => at(value, 'mapping') !== undefined && at(value, 'current_node') !== undefined,
  },
  {
    what: 'another file of an export of ChatGPT, without messages',
    way: 'Choose conversations.json, or conversations-000.json and those after it',
    is: (value) =>
      typeof at(value, 'conversation_id') === 'string' &&
      ['is_anonymous', 'evaluation_name'].some((key) => at(value, key) !== undefined),
  },
  {
    what: 'conversations in the form of ShareGPT',
    way: 'Rename conversations to messages, from to role (human is user, gpt is assistant) and value to content',
    is: (value) => {
      const turns = at(value, 'conversations')
      return isList(turns) && at(turns[0], 'from') !== undefined && at(turns[0], 'value') !== undefined
    },
  },
  {
    what: 'rows of a database that have messages as text',
    way: 'Save the messages themselves: jq -c ".message_data | fromjson" rows.jsonl > log.jsonl',
    is: (value) => typeof at(value, 'message_data') === 'string',
  },
  {
    what: 'an observation of Langfuse without chat messages',
    way: 'Export the observations of type GENERATION, whose input has the messages',
    is: (value) => at(value, 'traceId') !== undefined && at(value, 'type') !== undefined,
  },
  {
    what: 'the steps of a run of LangSmith',
    way: 'Export the runs of type llm, whose inputs have the messages',
    is: (value) => typeof at(value, 'run_type') === 'string',
  },
  {
    what: 'a task log of CrewAI: what each task was given and gave back, without the calls of its agents',
    way: 'Record the calls to the model instead, with OpenTelemetry, Langfuse or a gateway',
    is: (value) => at(value, 'task_name') !== undefined && at(value, 'agent') !== undefined,
  },
  {
    what: 'what Cline or Roo Code shows of a task (ui_messages.json)',
    way: 'Choose api_conversation_history.json in the same folder: it has what the model saw',
    is: (value) =>
      typeof at(value, 'ts') === 'number' && (at(value, 'say') ?? at(value, 'ask')) !== undefined,
  },
  {
    what: 'the settings of a session of Droid, with the sums of its tokens',
    way: 'Choose the file beside it that ends in .jsonl: it has the messages',
    is: (value) =>
      at(value, 'tokenUsage', 'inputTokens') !== undefined &&
      (at(value, 'providerLock') ?? at(value, 'assistantActiveTimeMs')) !== undefined,
  },
  {
    what: 'a settings file for tools, such as package.json',
    way: 'Choose the log itself',
    is: (value) => at(value, 'dependencies') !== undefined && at(value, 'name') !== undefined,
  },
]

const CLAUDE_CODE_EVENTS: LookAlike = {
  what: 'Claude Code’s own events for OpenTelemetry, which have sizes and costs, but no replies and no results',
  way: 'Choose the session itself: a .jsonl file below ~/.claude/projects',
}

const CLAUDE_CODE_BODIES: LookAlike = {
  what: 'Claude Code’s own events for OpenTelemetry, whose requests and answers are cut off or stand in other files',
  way: CLAUDE_CODE_EVENTS.way,
}

/** What is said of the web traffic of a browser: no container found a call in it. */
function trafficIn(value: Json): LookAlike | null {
  const entries = at(value, 'log', 'entries')
  if (!isList(entries)) return null
  const request = at(entries[0], 'request')
  const first = [at(request, 'method'), at(request, 'url')].flatMap((part) => textOf(part) ?? []).join(' ')
  const named = first === '' ? '' : `, the first ${JSON.stringify(cut(first, 120))}`
  return {
    what: `a HAR file without a readable call of a model (requests: ${entries.length}${named})`,
    way: 'Record a call of a model, with the body of the request and the body of the answer',
  }
}

/** Where a sign is looked for, in characters. */
const BEGINNING = 100_000

/** What a text of no known format looks like; null if it is not certain. */
export function lookAlike({ shape, records, text }: Log): LookAlike | null {
  if (shape !== 'text') {
    const begin = text.slice(0, BEGINNING)
    if (/"claude_code\.(?:user_prompt|api_request(?:_body)?|tool_result|tool_decision)"/.test(begin))
      return begin.includes('"claude_code.api_request_body"') ? CLAUDE_CODE_BODIES : CLAUDE_CODE_EVENTS
    const first = records[0]?.value ?? null
    const rows = isList(first) ? first : at(first, 'data')
    const value = isList(rows) ? (rows[0] ?? null) : first
    return trafficIn(first) ?? RECORDS.find(({ is }) => is(value) || is(first)) ?? null
  }
  const head = text.slice(0, 2000).trimStart()
  if (/^<(?:!doctype html|html|head|body|div|\?xml)\b/i.test(head))
    return {
      what: /^<\?xml/i.test(head) ? 'XML' : 'a web page (HTML)',
      way: 'Copy the conversation from the page, or export it as JSON',
    }
  const [line = '', second = ''] = head.split(/\r?\n/)
  const comma = /^[\w ."-]+(?:[,;\t][\w ."-]+)+$/.test(line) && countOf(line) === countOf(second)
  if (comma) return { what: 'a table (CSV)', way: 'Save it as JSON lines with role and content in each' }
  // all of it can be read, or the place where it breaks would be named
  if (/^\[?\s*\{\s*'/.test(head))
    return { what: 'Python, not JSON, and has no messages', way: 'Print the messages: a list of them' }
  return null
}

function countOf(line: string): number {
  return line.match(/[,;\t]/g)?.length ?? 0
}
