import type { ImagePart, Json, Part, ToolCallPart } from '../../../../engine/index.ts'
import { argumentsOf, toolsOf } from '../../read/tool.ts'
import { instantOf } from '../../read/instant.ts'
import { at, isList, isRecord, textOf } from '../../json/guard.ts'
import type { JsonRecord } from '../../json/guard.ts'
import { imageOfUrl } from '../../read/media.ts'
import { partsOfList } from '../../read/part.ts'
import type { Report } from '../../read/report.ts'
import { usageOf } from '../../read/usage.ts'
import type { Dialogue, Said, Stamp } from './dialogue.ts'
import type { Meter } from './meter.ts'
import { knowledgeOf } from './knowledge.ts'
import written from './stream.json' with { type: 'json' }

/** Actions that no model made and no model sees. */
const SILENT: ReadonlySet<string> = new Set(written.SILENT)

/** Fields of an action that control the client; the others are the model's arguments. */
const STEERING: ReadonlySet<string> = new Set(written.STEERING)

/**
 * Events of the application, 0.x: actions by the agent, and observations in return. `tool_call_metadata` on both has
 * the completion with the call. Without it, as in the first versions, an action is shown as a call named like the
 * action.
 */
export class StreamEvents {
  readonly #dialogue: Dialogue
  readonly #meter: Meter
  readonly #report: Report
  /** The call behind each action of the agent, by the id of its event. */
  readonly #callOf = new Map<string, string>()
  /** Ids of the user's own actions. */
  readonly #byUser = new Set<string>()
  /** The newest made-up call, which the next observation of a first version answers. */
  #unanswered: string | null = null
  /** In first versions, which have no sources: whether the next message is the user's. */
  #userIsNext = true
  #condensed = false
  #requested = false
  #invented = 0
  #injected = 0

  constructor(dialogue: Dialogue, meter: Meter, report: Report) {
    this.#dialogue = dialogue
    this.#meter = meter
    this.#report = report
  }

  take(event: Json, path: string, order: number): void {
    if (!isRecord(event)) return
    const stamp: Stamp = { order, time: instantOf(at(event, 'timestamp')), id: idOf(at(event, 'id')) }
    const action = at(event, 'action')
    if (typeof action === 'string') this.#action(action, event, path, stamp)
    else this.#observation(textOf(at(event, 'observation')) ?? '', event, path, stamp)
  }

  finish(): void {
    if (this.#injected > 0)
      this.#report.infer(`Knowledge added by the client, assembled from its fields: ${this.#injected}.`)
    if (this.#invented > 0)
      this.#report.infer(`Actions without a tool call in the log, shown as calls: ${this.#invented}.`)
  }

  #action(action: string, event: JsonRecord, path: string, stamp: Stamp): void {
    const args = at(event, 'args')
    const fields = isRecord(args) ? args : event
    const where = fields === event ? path : `${path}.args`
    switch (action) {
      case 'system': {
        const text = at(fields, 'content')
        if (typeof text !== 'string') return this.#report.mismatch(`${where}.content`, 'a string', text)
        const version = textOf(at(fields, 'openhands_version'))
        if (version !== undefined) this.#dialogue.writtenBy(version)
        return this.#dialogue.system(
          text,
          toolsOf(at(fields, 'tools'), `${where}.tools`, this.#report),
          stamp,
        )
      }
      case 'condensation':
        return this.#condensation(fields, where, stamp)
      case 'condensation_request':
        this.#requested = true
    }
    if (SILENT.has(action)) return this.#report.ignore(`action/${action}`)
    const source = this.#sourceOf(action, event)
    if (action === 'message') this.#message(source, event, fields, path, where, stamp)
    else if (source === 'agent') this.#call(action, event, fields, path, stamp)
    else {
      if (stamp.id !== null) this.#byUser.add(stamp.id)
      this.#dialogue.input(`${action}(${JSON.stringify(asked(fields))})`, stamp, false)
    }
    this.#userIsNext = source === 'agent' && action === 'message'
    // a delegate works in a window of its own until its observation arrives
    if (action === 'delegate' && source === 'agent') this.#dialogue.delegate()
  }

  /** First versions have no sources: the user speaks first, and after the agent has spoken instead of acting. */
  #sourceOf(action: string, event: JsonRecord): 'agent' | 'user' | 'environment' {
    const source = at(event, 'source')
    if (source === 'agent' || source === 'user' || source === 'environment') return source
    return action === 'message' && this.#userIsNext ? 'user' : 'agent'
  }

  #message(
    source: 'agent' | 'user' | 'environment',
    event: JsonRecord,
    fields: JsonRecord,
    path: string,
    where: string,
    stamp: Stamp,
  ): void {
    const text = at(fields, 'content')
    if (typeof text !== 'string') return this.#report.mismatch(`${where}.content`, 'a string', text)
    if (source === 'agent') {
      const said = this.#saidOf(event, path, text)
      return this.#dialogue.reply(responseOf(event) ?? null, said, null, stamp)
    }
    const urls = at(fields, 'image_urls') ?? at(fields, 'images_urls')
    const images = imagesOf(urls)
    this.#dialogue.input(
      images.length === 0 ? text : [{ type: 'text', text }, ...images],
      stamp,
      source === 'environment',
    )
  }

  #call(action: string, event: JsonRecord, fields: JsonRecord, path: string, stamp: Stamp): void {
    const metadata = at(event, 'tool_call_metadata')
    const thought = textOf(at(fields, 'thought')) ?? ''
    if (!isRecord(metadata)) {
      const input = asked(fields)
      const last = action === 'finish' || action === 'reject' || action === 'think'
      const words = thought === '' ? finalWords(fields) : thought
      const said = this.#saidOf(event, path, words)
      // the last message of an agent that calls no tools is text, not a call
      if (last && words !== '') return this.#dialogue.reply(null, said, null, stamp)
      this.#invented += 1
      const id = `action_${this.#invented}`
      this.#unanswered = id
      if (stamp.id !== null) this.#callOf.set(stamp.id, id)
      return this.#dialogue.reply(null, said, { type: 'tool_use', id, name: action, input }, stamp)
    }
    const id = textOf(at(metadata, 'tool_call_id'))
    if (id === undefined)
      return this.#report.mismatch(
        `${path}.tool_call_metadata.tool_call_id`,
        'a string',
        at(metadata, 'tool_call_id'),
      )
    if (stamp.id !== null) this.#callOf.set(stamp.id, id)
    const call = this.#callIn(metadata, id, `${path}.tool_call_metadata`) ?? {
      type: 'tool_use',
      id,
      name: textOf(at(metadata, 'function_name')) ?? action,
      input: asked(fields),
    }
    this.#dialogue.reply(responseOf(event) ?? null, this.#saidOf(event, path, thought), call, stamp)
  }

  /** The call as the model wrote it. */
  #callIn(metadata: JsonRecord, id: string, path: string): ToolCallPart | null {
    const calls = at(messageOf(metadata), 'tool_calls')
    const list = isList(calls) ? calls : []
    const nth = list.findIndex((call) => at(call, 'id') === id)
    const found = list[nth]
    const where = `${path}.model_response.choices[0].message.tool_calls[${nth}].function.arguments`
    const name = textOf(at(found, 'function', 'name'))
    if (name === undefined) return null
    return {
      type: 'tool_use',
      id,
      name,
      input: argumentsOf(at(found, 'function', 'arguments'), where, this.#report),
    }
  }

  /**
   * Text, reasoning and usage of the response behind an action; `thought` is the text if the response was not stored.
   */
  #saidOf(event: JsonRecord, path: string, thought: string): Said {
    const metadata = at(event, 'tool_call_metadata')
    const response = at(metadata, 'model_response')
    const message = messageOf(metadata)
    const sum = at(event, 'llm_metrics', 'accumulated_token_usage')
    const grown = this.#meter.growth('', sum, `${path}.llm_metrics.accumulated_token_usage`)
    const usage =
      usageOf(at(response, 'usage'), `${path}.tool_call_metadata.model_response.usage`, this.#report) ??
      this.#meter.ofResponse(responseOf(event)) ??
      // a sum that includes a condensation does not measure one call
      (this.#condensed && grown && !this.#meter.isListed(grown) ? null : grown)
    this.#condensed = false
    const parts: Part[] = reasoningOf(message, this.#report)
    const content = at(message, 'content')
    if (isList(content)) {
      for (const part of partsOfList(content, 'content', this.#report)) parts.push(part)
    } else {
      const text = textOf(content) ?? (message === undefined ? thought : '')
      if (text !== '') parts.push({ type: 'text', text })
    }
    return { parts, usage, model: textOf(at(response, 'model')) ?? textOf(at(sum, 'model')) ?? null }
  }

  #observation(kind: string, event: JsonRecord, path: string, stamp: Stamp): void {
    const extras = at(event, 'extras')
    if (kind === 'recall') return this.#recall(extras, stamp)
    if (kind === 'delegate' && !this.#dialogue.undelegate()) this.#report.ignore('observation/delegate')
    const content = at(event, 'content')
    if (content !== undefined && content !== null && typeof content !== 'string')
      this.#report.mismatch(`${path}.content`, 'a string', content)
    const cause = idOf(at(event, 'cause'))
    const early = at(event, 'source') === undefined ? this.#unanswered : null
    const call =
      textOf(at(event, 'tool_call_metadata', 'tool_call_id')) ??
      (cause === null ? undefined : this.#callOf.get(cause)) ??
      early ??
      undefined
    const said = shownOf(typeof content === 'string' ? content : '', extras)
    const images = imagesOf(at(extras, 'image_urls'))
    const shown = images.length === 0 ? said : [{ type: 'text', text: said } as const, ...images]
    if (call !== undefined && kind !== 'null') {
      this.#unanswered = null
      return this.#dialogue.result(
        {
          type: 'tool_result',
          tool_use_id: call,
          content: shown,
          ...(kind === 'error' && { is_error: true }),
        },
        stamp,
      )
    }
    const ofUser = cause !== null && this.#byUser.has(cause)
    // an error without a call is reported to the model by the client
    if ((kind !== 'error' && !ofUser) || said === '') return this.#report.ignore(`observation/${kind}`)
    this.#dialogue.input(shown, stamp, !ofUser)
  }

  #recall(extras: Json | undefined, stamp: Stamp): void {
    const text = knowledgeOf(extras)
    if (text === '') return this.#report.ignore('observation/recall')
    this.#injected += 1
    this.#dialogue.input(text, stamp, true)
  }

  #condensation(fields: JsonRecord, path: string, stamp: Stamp): void {
    const trigger = this.#requested ? 'request' : null
    this.#requested = false
    const ids = at(fields, 'forgotten_event_ids')
    const start = at(fields, 'forgotten_events_start_id')
    const end = at(fields, 'forgotten_events_end_id')
    const summary = textOf(at(fields, 'summary')) ?? null
    if (isList(ids)) {
      if (ids.length === 0 && summary === null) return this.#report.ignore('action/condensation')
      const named = new Set(ids.map((id) => idOf(id)))
      this.#dialogue.condense({ summary, trigger, forgets: (id) => named.has(id) }, stamp)
    } else if (typeof start === 'number' && typeof end === 'number')
      this.#dialogue.condense(
        { summary, trigger, forgets: (id) => Number(id) >= start && Number(id) <= end },
        stamp,
      )
    else return this.#report.mismatch(`${path}.forgotten_event_ids`, 'a list', ids)
    this.#condensed = true
  }
}

/** What the model saw of an output: the client adds a prefix and a suffix, such as the exit code. */
export function shownOf(content: string, extras: Json | undefined): string {
  const prefix = textOf(at(extras, 'metadata', 'prefix')) ?? ''
  const suffix = textOf(at(extras, 'metadata', 'suffix')) ?? ''
  return `${prefix}${content}${suffix}`
}

/** Reasoning beside the content of a message: blocks with signatures, or a text. */
export function reasoningOf(message: Json | undefined, report: Report): Part[] {
  const blocks = at(message, 'thinking_blocks')
  if (isList(blocks) && blocks.length > 0) return partsOfList(blocks, 'thinking_blocks', report)
  const text = textOf(at(message, 'reasoning_content'))
  return text === undefined ? [] : [{ type: 'thinking', thinking: text }]
}

function messageOf(metadata: Json | undefined): Json | undefined {
  const choices = at(metadata, 'model_response', 'choices')
  return isList(choices) ? at(choices[0], 'message') : undefined
}

function responseOf(event: JsonRecord): string | undefined {
  return textOf(at(event, 'tool_call_metadata', 'model_response', 'id'))
}

/** The arguments of an action, without fields that control the client. */
function asked(fields: JsonRecord): Json {
  return Object.fromEntries(
    Object.entries(fields).filter(([key, value]) => !STEERING.has(key) && value !== null && value !== ''),
  )
}

function finalWords(fields: JsonRecord): string {
  return textOf(at(fields, 'final_thought')) ?? textOf(at(fields, 'outputs', 'content')) ?? ''
}

function imagesOf(urls: Json | undefined): readonly ImagePart[] {
  return isList(urls) ? urls.map(imageOfUrl).filter((image) => image !== null) : []
}

/** Ids are numbers in the application and strings in the SDK. */
function idOf(value: Json | undefined): string | null {
  return typeof value === 'number' ? String(value) : (textOf(value) ?? null)
}
