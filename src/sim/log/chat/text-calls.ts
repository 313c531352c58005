import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../json/guard.ts'
import { valueOf } from '../json/parse.ts'
import type { Translator } from './conversation.ts'
import type { Envelope } from './envelope.ts'

const CALL = /<tool_call>([^]*?)<\/tool_call>/g
const RESULT = /<tool_response>([^]*?)<\/tool_response>/g
/** Who says a call, and who its result, in training data: a message of its own for each. */
const CALLERS: ReadonlySet<Json | undefined> = new Set(['tool_call', 'function_call'])
const TOOLS: ReadonlySet<Json | undefined> = new Set(['tool_response', 'function_response', 'observation'])

/**
 * Models that were trained on their calls as text write `<tool_call>` with JSON in it, and read `<tool_response>`; data
 * sets also have a role for each. Both become calls and results, in the order in which they stand.
 */
export function withTextCalls(translator: Translator, { messages }: Envelope): Translator {
  if (!messages.some((message) => callsOf(message).length > 0)) return translator
  let place = -1
  let made = 0
  const open: string[] = []

  /** Null for a message that is part of the one before it. */
  const rewritten = (value: Json): Json | null => {
    if (!isRecord(value)) return value
    const role = at(value, 'role')
    if (CALLERS.has(role) && CALLERS.has(at(messages[place - 1], 'role'))) return null
    let end = place + 1
    while (CALLERS.has(role) && CALLERS.has(at(messages[end], 'role'))) end += 1
    const run = CALLERS.has(role) ? messages.slice(place, end) : [value]
    const calls = run.flatMap(callsOf)
    if (calls.length > 0) {
      open.length = 0
      const listed = calls.map((call): Json => {
        const id = `text_call_${(made += 1)}`
        open.push(id)
        return { id, type: 'function', function: call }
      })
      const content = CALLERS.has(role) ? '' : without(contentOf(value)).trim()
      return { ...value, role: 'assistant', content, tool_calls: listed }
    }
    const results = resultsOf(value)
    if (results.length === 0 || results.length > open.length)
      return TOOLS.has(role) || CALLERS.has(role)
        ? { ...value, role: CALLERS.has(role) ? 'assistant' : 'user' }
        : value
    const parts = results.map((content) => ({
      type: 'tool_result',
      tool_use_id: open.shift() ?? '',
      content,
    }))
    return { ...value, role: 'user', content: parts }
  }

  return {
    ...translator,
    message(value, path, report) {
      place += 1
      const own = rewritten(value)
      return own === null ? null : translator.message(own, path, report)
    },
    finish(report) {
      translator.finish?.(report)
      if (made > 0) report.infer(`Calls taken from the text of the replies: ${made}.`)
    },
  }
}

/** Behind the last closing tag each opening one would be a search to the end. */
function matchesIn(text: string, pattern: RegExp, closing: string): readonly RegExpExecArray[] {
  const last = text.lastIndexOf(closing)
  return last < 0 ? [] : [...text.slice(0, last + closing.length).matchAll(pattern)]
}

function without(text: string): string {
  const end = text.lastIndexOf('</tool_call>') + '</tool_call>'.length
  return text.slice(0, end).replace(CALL, '') + text.slice(end)
}

function contentOf(message: Json): string {
  return textOf(at(message, 'content')) ?? ''
}

/** The calls in a message, each with its name and its arguments; empty if one of them cannot be read. */
function callsOf(message: Json): readonly Json[] {
  const role = at(message, 'role')
  const text = contentOf(message)
  const given = at(message, 'content')
  if (CALLERS.has(role)) {
    const value = isRecord(given) || isList(given) ? given : valueOf(text || 'null')
    const calls = (isList(value) ? value : [value ?? null]).map(callIn)
    return calls.every((call) => call !== null) ? calls : []
  }
  if (role !== 'assistant' || isList(at(message, 'tool_calls')) || !text.includes('</tool_call>')) return []
  const calls = matchesIn(text, CALL, '</tool_call>').map(([, body = '']) =>
    callIn(valueOf(body.trim()) ?? null),
  )
  return calls.every((call) => call !== null) ? calls : []
}

function callIn(value: Json): Json {
  const name = textOf(at(value, 'name'))
  return name === undefined
    ? null
    : { name, arguments: at(value, 'arguments') ?? at(value, 'parameters') ?? {} }
}

function resultsOf(message: Json): readonly string[] {
  const role = at(message, 'role')
  const text = contentOf(message)
  const blocks = matchesIn(text, RESULT, '</tool_response>').map(([, body = '']) => body.trim())
  if (blocks.length > 0 && text.trimStart().startsWith('<tool_response>')) return blocks
  const isResult = TOOLS.has(role) || (role === 'tool' && textOf(at(message, 'tool_call_id')) === undefined)
  if (!isResult) return []
  const given = at(message, 'content')
  return [typeof given === 'string' ? given : JSON.stringify(given ?? null)]
}
