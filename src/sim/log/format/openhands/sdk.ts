import type { Json, Milliseconds, Part, ToolCallPart, ToolDefinition } from '../../../../engine/index.ts'
import type { Usage } from '../../../trace/trace.ts'
import { argumentsOf, toolsOf } from '../../read/tool.ts'
import { instantOf } from '../../read/instant.ts'
import { at, isList, isRecord, textOf } from '../../json/guard.ts'
import type { JsonRecord } from '../../json/guard.ts'
import { imageOfUrl } from '../../read/media.ts'
import { partsOfList, resultContentOf } from '../../read/part.ts'
import type { Report } from '../../read/report.ts'
import { recordedWindow } from '../../read/usage.ts'
import type { Dialogue, Stamp } from './dialogue.ts'
import type { Meter } from './meter.ts'
import { reasoningOf, shownOf } from './stream.ts'

/**
 * Events of the SDK, 1.x, which name their `kind`. Actions of one response share its id and are one reply; their usage
 * is reported later, in sums.
 */
export class SdkEvents {
  readonly #dialogue: Dialogue
  readonly #meter: Meter
  readonly #report: Report
  readonly #callOf = new Map<string, string>()
  /** Responses since the last sums. */
  readonly #unpaid = new Set<string>()
  /** What the newest sums added: newer clients write them just before the reply, older ones after it. */
  #newest: { readonly usage: Usage; readonly time: Milliseconds | null } | null = null
  #model: string | null = null
  #requested: string | null = null

  constructor(dialogue: Dialogue, meter: Meter, report: Report) {
    this.#dialogue = dialogue
    this.#meter = meter
    this.#report = report
  }

  take(event: Json, path: string, order: number): void {
    if (!isRecord(event)) return
    const stamp: Stamp = {
      order,
      time: instantOf(at(event, 'timestamp')),
      id: textOf(at(event, 'id')) ?? null,
    }
    const kind = textOf(at(event, 'kind')) ?? ''
    switch (kind) {
      case 'SystemPromptEvent':
        return this.#system(event, path, stamp)
      case 'MessageEvent':
        return this.#message(event, path, stamp)
      case 'ActionEvent':
        return this.#action(event, path, stamp)
      case 'ObservationEvent':
      case 'AgentErrorEvent':
      case 'UserRejectObservation':
        return this.#observation(kind, event, path, stamp)
      case 'Condensation':
        return this.#condensation(event, path, stamp)
      case 'CondensationRequest':
        this.#requested = textOf(at(event, 'reason')) ?? 'request'
        return this.#report.ignore(kind)
      case 'ConversationStateUpdateEvent':
        this.#account(event, path, stamp)
        return this.#report.ignore(kind)
      default:
        return this.#report.ignore(kind)
    }
  }

  #system(event: JsonRecord, path: string, stamp: Stamp): void {
    const prompt = at(event, 'system_prompt')
    const text = typeof prompt === 'string' ? prompt : at(prompt, 'text')
    if (typeof text !== 'string') return this.#report.mismatch(`${path}.system_prompt.text`, 'a string', text)
    const around = textOf(at(event, 'dynamic_context', 'text'))
    const whole = around === undefined ? text : `${text}\n\n${around}`
    this.#dialogue.system(whole, toolsOfSdk(at(event, 'tools'), `${path}.tools`, this.#report), stamp)
  }

  #message(event: JsonRecord, path: string, stamp: Stamp): void {
    const message = at(event, 'llm_message')
    if (!isRecord(message)) return this.#report.mismatch(`${path}.llm_message`, 'a message', message)
    const source = at(event, 'source')
    const parts = this.#contentOf(at(message, 'content'), `${path}.llm_message.content`)
    for (const part of this.#contentOf(at(event, 'extended_content') ?? [], `${path}.extended_content`))
      parts.push(part)
    if (source === 'agent' || at(message, 'role') === 'assistant')
      return this.#reply(event, [...reasoningOf(message, this.#report), ...parts], null, stamp)
    this.#dialogue.input(parts, stamp, source === 'environment')
  }

  #action(event: JsonRecord, path: string, stamp: Stamp): void {
    const call = at(event, 'tool_call')
    const id = textOf(at(event, 'tool_call_id')) ?? textOf(at(call, 'id'))
    const name =
      textOf(at(event, 'tool_name')) ?? textOf(at(call, 'name')) ?? textOf(at(call, 'function', 'name'))
    if (id === undefined)
      return this.#report.mismatch(`${path}.tool_call_id`, 'a string', at(event, 'tool_call_id'))
    if (name === undefined)
      return this.#report.mismatch(`${path}.tool_name`, 'a string', at(event, 'tool_name'))
    if (stamp.id !== null) this.#callOf.set(stamp.id, id)
    const written = at(call, 'arguments') ?? at(call, 'function', 'arguments')
    const input =
      written === undefined
        ? withoutKind(at(event, 'action'))
        : argumentsOf(written, `${path}.tool_call.arguments`, this.#report)
    const thought = this.#contentOf(at(event, 'thought') ?? [], `${path}.thought`)
    const reasoning = reasoningOf(event, this.#report)
    this.#reply(
      event,
      // some models write their reasoning into the text as well
      [...reasoning, ...(reasoning.length > 0 ? thought.flatMap(withoutThinking) : thought)],
      { type: 'tool_use', id, name, input },
      stamp,
    )
  }

  #reply(event: JsonRecord, parts: readonly Part[], call: ToolCallPart | null, stamp: Stamp): void {
    const response = textOf(at(event, 'llm_response_id')) ?? null
    const after =
      this.#newest !== null && this.#newest.time !== null ? (stamp.time ?? 0) - this.#newest.time : -1
    const own = after >= 0 && after < LONGEST_WRITING ? (this.#newest?.usage ?? null) : null
    this.#newest = null
    if (own === null) this.#unpaid.add(response ?? `event ${stamp.order}`)
    else this.#dialogue.unsettle(own)
    const usage = this.#meter.ofResponse(response ?? undefined) ?? own
    this.#dialogue.reply(response, { parts, usage, model: this.#model }, call, stamp)
  }

  #observation(kind: string, event: JsonRecord, path: string, stamp: Stamp): void {
    this.#newest = null
    const action = textOf(at(event, 'action_id'))
    const id =
      textOf(at(event, 'tool_call_id')) ?? (action === undefined ? undefined : this.#callOf.get(action))
    if (id === undefined)
      return this.#report.mismatch(`${path}.tool_call_id`, 'a string', at(event, 'tool_call_id'))
    const observation = at(event, 'observation')
    const failed = kind !== 'ObservationEvent' || at(observation, 'is_error') === true
    const content =
      kind === 'AgentErrorEvent'
        ? (textOf(at(event, 'error')) ?? '')
        : kind === 'UserRejectObservation'
          ? (textOf(at(event, 'rejection_reason')) ?? '')
          : this.#outputOf(observation, `${path}.observation`)
    const added = at(event, 'extended_content')
    const extended = isList(added) ? resultContentOf(added, `${path}.extended_content`, this.#report) : ''
    const own = typeof content === 'string' ? [{ type: 'text', text: content } as const] : content
    this.#dialogue.result(
      {
        type: 'tool_result',
        tool_use_id: id,
        content: typeof extended === 'string' || extended.length === 0 ? content : [...own, ...extended],
        ...(failed && { is_error: true }),
      },
      stamp,
    )
  }

  /** The tool's output: text or a list of blocks, between the words that the client adds around it. */
  #outputOf(observation: Json | undefined, path: string): ReturnType<typeof resultContentOf> {
    if (typeof observation === 'string') return observation
    const content = at(observation, 'content') ?? at(observation, 'output') ?? at(observation, 'error')
    if (typeof content === 'string') return shownOf(content, observation)
    if (isList(content)) {
      const blocks = resultContentOf(content.flatMap(imagesApart), `${path}.content`, this.#report)
      const [only] = blocks
      return blocks.length === 1 && typeof only !== 'string' && only?.type === 'text'
        ? shownOf(only.text, observation)
        : blocks
    }
    return isRecord(observation) ? JSON.stringify(withoutKind(observation)) : ''
  }

  #contentOf(content: Json | undefined, path: string): Part[] {
    if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
    if (isList(content)) return partsOfList(content.flatMap(imagesApart), path, this.#report)
    this.#report.mismatch(path, 'a string or a list', content)
    return []
  }

  #condensation(event: JsonRecord, path: string, stamp: Stamp): void {
    const trigger = this.#requested
    this.#requested = null
    const ids = at(event, 'forgotten_event_ids')
    if (ids !== undefined && !isList(ids))
      return this.#report.mismatch(`${path}.forgotten_event_ids`, 'a list', ids)
    const summary = textOf(at(event, 'summary')) ?? null
    const named = new Set<unknown>(ids)
    if (named.size === 0 && summary === null) return this.#report.ignore('Condensation')
    this.#dialogue.condense({ summary, trigger, forgets: (id) => named.has(id) }, stamp)
  }

  /** Sums of the accounts: the increase of the agent's is the usage of the one response since, or of the next. */
  #account(event: JsonRecord, path: string, { time }: Stamp): void {
    const value = at(event, 'value')
    const key = at(event, 'key')
    const stats = key === 'stats' ? value : key === 'full_state' ? at(value, 'stats') : undefined
    const accounts = at(stats, 'usage_to_metrics')
    const base = key === 'stats' ? `${path}.value` : `${path}.value.stats`
    if (!isRecord(accounts)) return
    const [response] = this.#unpaid
    for (const [name, metrics] of Object.entries(accounts)) {
      const where = `${base}.usage_to_metrics.${name}`
      const sums = at(metrics, 'accumulated_token_usage')
      const sumsPath = `${where}.accumulated_token_usage`
      this.#meter.list(at(metrics, 'token_usages'), `${where}.token_usages`)
      if (!name.includes('condenser'))
        this.#dialogue.worksIn(
          recordedWindow(at(sums, 'context_window'), `${sumsPath}.context_window`, this.#report),
        )
      const grown = this.#meter.growth(name, sums, sumsPath)
      if (!grown || name.includes('condenser')) continue
      this.#model = textOf(at(metrics, 'model_name')) ?? textOf(at(sums, 'model')) ?? this.#model
      this.#newest = { usage: grown, time }
      if (this.#unpaid.size !== 1) continue
      const key = response?.startsWith('event ') === true ? null : (response ?? null)
      this.#dialogue.settle(grown, key, this.#model)
    }
    for (const one of this.#unpaid) {
      const usage = this.#meter.ofResponse(one)
      if (usage) this.#dialogue.settle(usage, one)
    }
    this.#unpaid.clear()
  }
}

/** Milliseconds from the sums that a response changed to its reply, at most; a call of a model takes longer. */
const LONGEST_WRITING = 1000

function withoutThinking(part: Part): readonly Part[] {
  if (part.type !== 'text') return [part]
  const text = part.text.replace(/^\s*<think>[\s\S]*?<\/think>\s*/, '')
  return text === '' ? [] : [{ ...part, text }]
}

/** Tools as requests declare them, or as the SDK stores its own, whose name is a title. */
function toolsOfSdk(value: Json | undefined, path: string, report: Report): readonly ToolDefinition[] {
  if (!isList(value)) return toolsOf(value, path, report)
  const named = value.map((tool): Json => {
    if (!isRecord(tool) || at(tool, 'function') !== undefined || at(tool, 'name') !== undefined) return tool
    return { ...tool, name: at(tool, 'title') ?? at(tool, 'kind') ?? null }
  })
  return toolsOf(named, path, report)
}

/** A block of several pictures as one for each. */
function imagesApart(block: Json): readonly Json[] {
  const urls = at(block, 'image_urls')
  if (at(block, 'type') !== 'image' || !isList(urls)) return [block]
  return urls
    .filter((url) => imageOfUrl(url) !== null)
    .map((url) => ({ type: 'image_url', image_url: { url } }))
}

function withoutKind(value: Json | undefined): Json {
  if (!isRecord(value)) return value ?? {}
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== 'kind'))
}
