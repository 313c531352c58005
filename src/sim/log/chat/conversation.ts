import { partsOf } from '../../../engine/internal.ts'
import type { Json, Message, Milliseconds, ThinkingConfig, WindowId } from '../../../engine/index.ts'
import type { Usage } from '../../trace/trace.ts'
import { MAIN_WINDOW, checkCount } from '../read/assemble.ts'
import type { Arrival, Conversation, DraftEdit } from '../read/assemble.ts'
import { at, isList, isRecord } from '../json/guard.ts'
import { valueOf } from '../json/parse.ts'
import { namedModel } from '../read/named-model.ts'
import { SLICE } from '../read/reader.ts'
import type { Report } from '../read/report.ts'
import { toolsOf } from '../read/tool.ts'
import { placeIn } from './envelope.ts'
import type { Envelope } from './envelope.ts'

/** A chat message in the engine's shape, with what the log says about its call. */
export interface Translated {
  readonly message: Message
  readonly time: Milliseconds | null
  readonly usage: Usage | null
  readonly model: string | null
  /** See `TraceTurn`. */
  readonly applied?: readonly Json[]
  readonly asked?: readonly Json[]
  /** A compaction the provider made before this reply. */
  readonly edit?: Omit<DraftEdit, 'order' | 'window'>
  /**
   * True for a message that the client added by itself; an assistant message among them is an example, not a response.
   */
  readonly injected?: boolean
  /** True for a summary of content that the log no longer has, or of an earlier window. */
  readonly summary?: boolean
  /** True if only its `edit` counts: the log continues as if the message had not been there. */
  readonly undone?: true
  /** The window it belongs to, one of the translator's. Default: the main one. */
  readonly window?: WindowId
}

/**
 * Translates one provider's messages, in order; it may remember earlier ones. Null if the message was reported or
 * ignored.
 */
export interface Translator {
  message(value: Json, path: string, report: Report): Translated | null
  /** Instead of `message`, where one record may hold several messages: a reply with its results and what follows. */
  messages?(value: Json, path: string, report: Report): readonly Translated[]
  /** A response recorded beside the request. */
  reply(value: Json, path: string, report: Report): Translated | null
  /** Called after the last message: reports on the whole conversation and its envelope. */
  finish?(report: Report): void
  /** Called after the last message; window 0 comes first. Default: only the main window. */
  windows?(): Conversation['windows']
}

/** Reads an envelope with a provider's translator. Yields the share done after each slice of messages. */
export function* conversationOf(
  envelope: Envelope,
  translator: Translator,
  report: Report,
): Generator<number, Conversation> {
  const { messages, holder, path } = envelope
  checkCount(messages.length)
  const system: string[] = []
  const arrivals: Arrival[] = []
  const edits: DraftEdit[] = []

  const add = (translated: Translated | null): void => {
    if (!translated) return
    const { message, edit, injected = false, undone, window = MAIN_WINDOW.id, ...rest } = translated
    if (message.role === 'system' && arrivals.length === 0) {
      system.push(textOfMessage(message))
      return
    }
    const order = arrivals.length
    if (edit) edits.push({ ...edit, window, order: order - 1 })
    if (undone === true) return
    const response = message.role === 'assistant' && !injected
    arrivals.push({ window, order, response, message, injected, ...rest })
    const given = { window, response: false, time: rest.time, usage: null, model: null, injected: false }
    for (const stays of edit?.stays ?? []) arrivals.push({ ...given, order: arrivals.length, message: stays })
  }

  report.at(placeIn(envelope, 0))
  if (messages.length === 0 && envelope.reply === null && holder) {
    const found = at(holder, path.slice(envelope.base.length))
    if (isList(found)) report.empty(path)
    else report.mismatch(path, 'a list of messages', found)
  }
  const top = systemOf(envelope, report)
  const listed = [
    ['tools'],
    ['functions'],
    ['toolConfig', 'tools'],
    ['model_parameters', 'tools'],
    ['metadata', 'tools'],
    ['params', 'tools'],
    ['available_tools'],
  ]
    .map((keys) => [keys.join('.'), at(holder ?? undefined, ...keys)] as const)
    .map(([key, list]) => [key, typeof list === 'string' ? (valueOf(list) ?? list) : list] as const)
    // data sets have the list as text, and some the names alone; `functions` is OpenAI's older name
    .find(([key, list]) => (list ?? null) !== null && (!MAY_BE_OTHER.has(key) || isDefined(list ?? null)))
  const tools = toolsOf(listed?.[1], `${envelope.base}${listed?.[0] ?? 'tools'}`, report)
  for (const [index, value] of messages.entries()) {
    report.at(placeIn(envelope, index))
    const where = `${path}[${envelope.indexes?.[index] ?? index}]`
    if (translator.messages) for (const one of translator.messages(value, where, report)) add(one)
    else add(translator.message(value, where, report))
    if (index % SLICE === SLICE - 1) yield index / messages.length
  }
  if (envelope.reply !== null) {
    const reply = translator.reply(envelope.reply, envelope.replyPath, report)
    const last = arrivals.at(-1)
    // some recorders put the reply into the list as well: there it is the same message, with its usage here
    if (reply && last?.response && sameMessage(last.message, reply.message))
      arrivals[arrivals.length - 1] = {
        ...last,
        time: last.time ?? reply.time,
        usage: last.usage ?? reply.usage,
        model: last.model ?? reply.model,
      }
    else add(reply)
  }
  if (envelope.unread !== undefined)
    report.mismatch(envelope.replyPath, 'an answer of a model', envelope.unread)
  translator.finish?.(report)
  if (envelope.indexes) report.infer('Results that stood inside of replies are messages of their own.')
  const model = namedModel(holder)
  const thinking = thinkingOf(at(holder ?? undefined, 'thinking'))
  return {
    label: envelope.label,
    ...(thinking !== null && { thinking }),
    ...(model !== undefined && { model }),
    system: [...(top === '' ? [] : [top]), ...system].join('\n\n'),
    tools,
    arrivals,
    windows: translator.windows?.() ?? [MAIN_WINDOW],
    edits,
    records: messages.length + (envelope.reply === null ? 0 : 1),
  }
}

const MAY_BE_OTHER: ReadonlySet<string> = new Set(['functions', 'available_tools'])

function isDefined(tools: Json): boolean {
  return isList(tools) && tools.every(isRecord)
}

/** How an Anthropic request lets the model think, unchanged; null if it does not say, or has no valid form. */
function thinkingOf(value: Json | undefined): ThinkingConfig | null {
  const type = at(value, 'type')
  const known = type === 'enabled' || type === 'adaptive' || type === 'disabled' || type === 'between_tools'
  return known && isRecord(value) ? { ...value, type } : null
}

/** The `system` of a request: a string, or a list of text blocks, which are joined by a blank line. */
function systemOf({ holder, base }: Envelope, report: Report): string {
  const key = at(holder ?? undefined, 'system') === undefined ? 'system_prompt' : 'system'
  const value = at(holder ?? undefined, key)
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  if (!isList(value)) {
    report.mismatch(`${base}${key}`, 'a string or a list of text blocks', value)
    return ''
  }
  const texts: string[] = []
  for (const [index, block] of value.entries()) {
    const text = typeof block === 'string' ? block : at(block, 'text')
    if (typeof text === 'string') texts.push(text)
    else if (at(block, 'cachePoint') === undefined)
      report.mismatch(`${base}${key}[${index}].text`, 'a string', text)
  }
  return texts.join('\n\n')
}

function textOfMessage(message: Message): string {
  return partsOf(message)
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('\n\n')
}

function sameMessage(a: Message, b: Message): boolean {
  return JSON.stringify(partsOf(a)) === JSON.stringify(partsOf(b))
}
