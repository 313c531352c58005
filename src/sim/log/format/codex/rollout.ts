import { partsOf } from '../../../../engine/internal.ts'
import type { Json, Message, Part, ToolDefinition } from '../../../../engine/index.ts'
import type { Usage } from '../../../trace/trace.ts'
import type { Conversation } from '../../read/assemble.ts'
import { CONTINUED } from '../../read/window.ts'
import type { Reply } from '../../read/window.ts'
import { instantOf } from '../../read/instant.ts'
import { at, countOf, isList, isRecord, textOf } from '../../json/guard.ts'
import type { JsonRecord } from '../../json/guard.ts'
import type { Log, LogRecord, ReadOptions } from '../../read/reader.ts'
import { Report } from '../../read/report.ts'
import { Dialogue } from '../responses/dialogue.ts'
import type { Given, Moment } from '../responses/dialogue.ts'
import { ItemReader, systemOf } from '../responses/item.ts'
import { toolsOf } from '../../read/tool.ts'
import { recordedWindow, responsesUsage } from '../../read/usage.ts'
import { CopiedLines } from './copied-lines.ts'
import { baseIn } from './history.ts'
import type { HistoryBase } from './history.ts'
import { TokenCounts } from './token-count.ts'

/**
 * User messages that the client writes by itself begin with one of these: the agent's environment, instructions from
 * files, skills, notes about events outside the conversation.
 */
const BEGINNINGS = [
  '<environment_context>',
  '<user_instructions>',
  '<permissions instructions>',
  '<turn_aborted>',
  '<skill>',
  '<subagent_notification>',
  '<user_shell_command>',
  '<model_switch>',
  '# AGENTS.md instructions',
] as const

/** True for the text of a message that only the client writes. */
function isClientsText(text: string): boolean {
  const begin = text.trimStart()
  return BEGINNINGS.some((beginning) => begin.startsWith(beginning))
}

/** Tokens that the first call may use beyond what the log has before it: the client's own tools and some margin. */
const MOST_UNRECORDED = 30_000

/** Builds a session, line by line in the order of the file. */
export class Rollout {
  readonly report: Report
  readonly #dialogue: Dialogue
  readonly #items: ItemReader
  readonly #counts = new TokenCounts()
  /** Its own id, and those of the sessions that it was forked from, whose lines it repeats. */
  readonly #ids = new Set<string>()
  #begun = false
  #copied: CopiedLines | null = null
  /** True while the lines are copies, and how many replies are. */
  #isCopy = false
  readonly #copies = new Set<Reply>()
  #version: string | undefined
  #folder: string | undefined
  #system = ''
  #tools: readonly ToolDefinition[] = []
  readonly #leading: string[] = []
  #model: string | null = null
  /** The reasoning effort of the first call that names one, and the newest. */
  #efforts: { readonly first: string; readonly newest: string } | null = null
  #contextWindow: number | null = null
  /** What the session goes on with, if that is not in the file. */
  #base: HistoryBase | null = null
  /** A reply and the record of its usage, which counts if no event with it follows. */
  #noted: { readonly reply: Reply; readonly record: JsonRecord } | null = null
  #records = 0
  /** User messages without an event so far. */
  readonly #unclaimed = new Set<Given>()
  /** The newest line of the window, if it is a user message. */
  #newest: Given | null = null
  /** Events of user messages whose line has not arrived yet, and whether there were any. */
  #announced = 0
  #announces = false
  /** Characters of the log before the first call with usage, and that call's usage. */
  #characters = 0
  #first: { readonly input: number; readonly characters: number } | null = null
  /** Usage that arrived before its reply, as older clients write it throughout a session. */
  #ahead: Usage | null = null
  /** A reply that used such usage: everything up to the next usage or user message is part of it. */
  #under: Reply | null = null
  /** True once usage arrived after its reply. */
  #isBehind = false

  constructor(log: Log, options: ReadOptions) {
    this.report = new Report(log)
    this.#dialogue = new Dialogue(this.report, options.recordedEdits === 'keep')
    this.#items = new ItemReader(this.report)
  }

  /** True for a line that begins another session than this one. */
  isAnother(value: Json): boolean {
    if (!this.#begun || at(value, 'type') !== 'session_meta') return false
    const id = textOf(at(value, 'payload', 'id'))
    return id !== undefined && !this.#ids.has(id) && this.#copied?.mayBegin(id) !== true
  }

  /** Reads one line; `order` grows with every line. */
  line(record: LogRecord, order: number): void {
    const { value } = record
    this.#records += 1
    this.report.at(record)
    if (!isRecord(value)) return this.report.mismatch('line', 'an object', value)
    const payload = at(value, 'payload')
    const type = textOf(at(value, 'type')) ?? 'line without type'
    if (!isRecord(payload)) {
      if (payload === undefined) return this.report.ignore(type)
      return this.report.mismatch('payload', 'an object', payload)
    }
    const time = instantOf(at(value, 'timestamp'))
    this.#isCopy = this.#copied?.has(value, time) === true
    if (this.#isCopy) this.#base = null
    const { first, newest } = this.#efforts ?? {}
    const moment: Moment = {
      order,
      time,
      ...(this.#isCopy && { copied: true }),
      model: this.#model,
      ...(newest !== undefined && newest !== first && { effort: newest }),
    }
    switch (type) {
      case 'session_meta':
        return this.#meta(payload, time)
      case 'turn_context':
        this.#model = textOf(at(payload, 'model')) ?? this.#model
        this.#asksFor(textOf(at(payload, 'effort')))
        return this.report.ignore(type)
      case 'response_item':
        return this.#item(payload, 'payload', moment, true)
      case 'compacted':
        return this.#compacted(payload, moment)
      case 'event_msg':
        return this.#event(payload)
      case 'token_usage_record': {
        const reply = this.#dialogue.isOpen ? this.#dialogue.newest : null
        // a compaction is a call without a reply
        if (reply === null) return this.report.ignore(type)
        this.#noted = { reply, record: payload }
        return this.#dialogue.close()
      }
      default:
        return this.report.ignore(type)
    }
  }

  #asksFor(effort: string | undefined): void {
    if (effort !== undefined) this.#efforts = { first: this.#efforts?.first ?? effort, newest: effort }
  }

  finish(): Conversation {
    this.#items.finish()
    this.#settle()
    // a file without these events does not say who wrote a message
    if (this.#announces) for (const given of this.#unclaimed) given.injected = true
    const estimate = Math.round(((this.#first?.characters ?? 0) + this.#system.length) / 4)
    if (this.#base !== null) {
      this.report.infer(CONTINUED)
      const size =
        this.#first === null
          ? ''
          : `, about ${Math.max(0, this.#first.input - estimate)} tokens with the client’s own tools,`
      this.report.infer(
        `Its history${size} is in another file: rollout-…-${this.#base.thread}.jsonl. No strategy can remove any of it, unless both files are read together.`,
      )
    } else if (this.#first !== null && this.#first.input - estimate > MOST_UNRECORDED)
      this.report.infer(
        `The first reply used ${this.#first.input} tokens, but the log has only about ${estimate} before it: it seems to begin in the middle of a session.`,
      )
    if (this.#copies.size > 0)
      this.report.infer(
        `The first ${this.#copies.size === 1 ? 'reply is a copy' : `${this.#copies.size} replies are copies`} from the session that this one goes on with: the calls are counted there, not here.`,
      )
    const usage = this.#first !== null
    if (usage && this.#tools.length > 0)
      this.report.infer(
        `The recorded usage includes the definitions of ${this.#tools.length} dynamic tools and of the client's own tools, which the log lacks.`,
      )
    const { windows, ...rest } = this.#dialogue.finish()
    return {
      label: null,
      system: [...(this.#system === '' ? [] : [this.#system]), ...this.#leading].join('\n\n'),
      tools: usage ? [] : this.#tools,
      lacksTools: true,
      ...(this.#contextWindow !== null && { contextWindow: this.#contextWindow }),
      ...(this.#version !== undefined && { versions: [this.#version] }),
      ...(this.#folder !== undefined && { folder: this.#folder }),
      ...rest,
      windows: windows.map((window) =>
        window.id === 0 && this.#base !== null ? { ...window, continued: true } : window,
      ),
      records: this.#records,
    }
  }

  #meta(payload: JsonRecord, time: Moment['time']): void {
    for (const keys of [['id'], ['forked_from_id'], ['history_base', 'thread_id']]) {
      const id = textOf(at(payload, ...keys))
      if (id !== undefined) this.#ids.add(id)
    }
    if (this.#begun) return this.report.ignore('session_meta repeated')
    this.#begun = true
    this.#copied = new CopiedLines(payload, time)
    this.#version = textOf(at(payload, 'cli_version'))
    this.#folder = textOf(at(payload, 'cwd'))
    this.#base = baseIn(payload)
    const instructions = at(payload, 'base_instructions') ?? at(payload, 'instructions')
    const text = isRecord(instructions) ? at(instructions, 'text') : instructions
    this.#system = systemOf(text, 'payload.base_instructions.text', this.report)
    this.#tools = dynamicTools(at(payload, 'dynamic_tools'), this.report)
  }

  /** `counted`: the item has a line of its own, and an event may refer to it. */
  #item(item: Json, path: string, moment: Moment, counted: boolean): void {
    const content = at(item, 'role') === 'user' && this.#system !== '' ? at(item, 'content') : undefined
    const begin = isList(content) ? textOf(at(content[0], 'text')) : undefined
    // versions of 2025 note at the beginning what they say in the user's name, and no system prompt
    if (begin?.startsWith('<user_instructions>') === true && begin.includes(this.#system.trim())) {
      this.#system = ''
      this.report.ignore('copy of the instructions')
    }
    this.#settle()
    const piece = this.#items.read(item, path)
    this.#newest = null
    if (piece === null) return
    switch (piece.kind) {
      case 'said':
        return this.#said(piece.parts, moment)
      case 'result':
        return this.#dialogue.result(piece.result, moment)
      case 'given':
        if (piece.injected === true) this.#dialogue.given(piece.role, piece.content, moment).injected = true
        else this.#given(piece.role, piece.content, moment, counted)
        return
      case 'compaction':
        return this.#summary(piece.summary, moment)
    }
  }

  #said(parts: readonly Part[], moment: Moment): void {
    if (this.#under !== null) this.#dialogue.resume(this.#under)
    this.#dialogue.said(parts, moment)
    if (this.#isCopy && this.#dialogue.newest !== null) this.#copies.add(this.#dialogue.newest)
    if (this.#ahead === null) return
    const reply = this.#dialogue.newest
    if (reply) reply.usage = this.#ahead
    this.#under = reply
    this.#ahead = null
  }

  #given(role: 'user' | 'system', content: Message['content'], moment: Moment, counted: boolean): void {
    const texts = partsOf({ role, content }).map((part) => (part.type === 'text' ? part.text : ''))
    for (const text of texts) if (this.#first === null) this.#characters += text.length
    if (role === 'system' && this.#dialogue.isEmpty) {
      this.#leading.push(texts.join('\n\n'))
      return
    }
    this.#under = null
    const given = this.#dialogue.given(role, content, moment)
    if (role === 'system') return
    given.injected = isClientsText(texts[0] ?? '')
    if (given.injected || !counted) return
    if (this.#announced > 0) {
      this.#announced -= 1
      return
    }
    this.#unclaimed.add(given)
    this.#newest = given
  }

  #compacted(payload: JsonRecord, moment: Moment): void {
    const message = textOf(at(payload, 'message'))
    this.#settle()
    const history = at(payload, 'replacement_history')
    const items = isList(history) ? history : []
    const usage = this.#dialogue.newest?.usage ?? null
    const summary = message ?? readableSummary(items)
    const stays = this.#dialogue.compacted({
      summary: summary ?? null,
      ...(this.#version !== undefined && { version: this.#version }),
      ...(items.length > 0 && { stays: items.flatMap((item) => staying(item, summary)) }),
      tokensBefore: usage === null ? null : usage.input + (usage.output ?? 0),
      order: moment.order,
    })
    this.#under = null
    if (!stays) return
    const path = 'payload.replacement_history'
    for (const [index, item] of items.entries()) this.#item(item, `${path}[${index}]`, moment, false)
    if (items.length === 0 && message !== undefined) this.#dialogue.given('user', message, moment)
  }

  /** A compaction among the items: of the window, or of the history after a compaction. */
  #summary(summary: string | null, moment: Moment): void {
    if (summary !== null && this.#dialogue.isEmpty) this.#dialogue.given('user', summary, moment)
    else this.report.ignore('compaction without a readable summary')
  }

  #event(payload: JsonRecord): void {
    const type = textOf(at(payload, 'type')) ?? 'without type'
    switch (type) {
      case 'token_count':
        return this.#tokens(payload)
      case 'task_started':
        this.#contextWindow ??= recordedWindow(
          at(payload, 'model_context_window'),
          'payload.model_context_window',
          this.report,
        )
        break
      case 'user_message':
        // the event comes after its line, in older files before it
        if (!this.#claim()) this.#announced += 1
        break
      case 'item_completed':
        // versions from August 2026 on write this in its place
        if (at(payload, 'item', 'type') === 'UserMessage') this.#claim()
        break
      case 'thread_rolled_back': {
        const turns = countOf(at(payload, 'num_turns'))
        this.report.infer(
          `The user took back ${turns ?? 'some'} turns; all messages of the log are kept, in order.`,
        )
        break
      }
    }
    this.report.ignore(`event_msg/${type}`)
  }

  /** An event says that the newest message is the user's; false if it stands before it. */
  #claim(): boolean {
    this.#announces = true
    if (this.#newest === null) return false
    this.#unclaimed.delete(this.#newest)
    this.#newest = null
    return true
  }

  #settle(): void {
    if (this.#noted === null) return
    const { reply, record } = this.#noted
    this.#noted = null
    if (reply.usage !== null) return this.report.ignore('token_usage_record')
    reply.usage = responsesUsage(at(record, 'usage'), 'payload.usage', this.report)
    if (reply.usage === null) return
    this.#isBehind = true
    if (reply.copied !== true) this.#begins(reply.usage)
  }

  /** Notes the first call that is the session's own. */
  #begins({ input }: Usage): void {
    this.#first ??= { input, characters: this.#characters }
  }

  #tokens(payload: JsonRecord): void {
    this.#contextWindow ??= recordedWindow(
      at(payload, 'info', 'model_context_window'),
      'payload.info.model_context_window',
      this.report,
    )
    const count = this.#counts.read(payload, this.report)
    if (count.usage === null) {
      // a call without figures from the provider ends as well
      if (count.isBroken || at(payload, 'info') === null) this.#dialogue.close()
      return this.report.ignore(count.why)
    }
    if (!this.#isCopy) this.#begins(count.usage)
    const reply = this.#dialogue.newest
    this.#under = null
    if (this.#dialogue.isOpen) {
      this.#isBehind = true
      this.#dialogue.used(count.usage)
    } else if (reply !== null && reply.usage === null) this.#dialogue.used(count.usage)
    else if (this.#isBehind) this.report.ignore('token_count without a reply')
    else this.#ahead = count.usage
  }
}

/** The last text of the history after a compaction, if the client marks it as the summary of the rest. */
function readableSummary(items: readonly Json[]): string | undefined {
  const last = items.at(-1)
  const content = at(last, 'content')
  const summary = at(last, 'summary')
  const list = isList(summary) ? summary : at(last, 'role') === 'user' && isList(content) ? content : []
  const text = list.map((block) => textOf(at(block, 'text')) ?? '').join('\n\n')
  return text.startsWith(SUMMARY) || (isList(summary) && text !== '') ? text : undefined
}

/** A message of the history after a compaction that was there before it. */
function staying(item: Json, summary: string | undefined): readonly Message[] {
  const content = at(item, 'content')
  if (at(item, 'type') !== 'message' || !isList(content)) return []
  const text = content.map((block) => textOf(at(block, 'text')) ?? '').join('\n\n')
  return text === '' || text === summary ? [] : [{ role: 'user', content: text }]
}

/** The beginning of a summary that the client wrote for the next model. */
const SUMMARY = 'Another language model started to solve this problem'

/** Tools that an app added to the client, alone or in groups; their schema has another key than in a request. */
function dynamicTools(value: Json | undefined, report: Report): readonly ToolDefinition[] {
  const groups = isRecord(value) ? [value] : value
  const list = isList(groups)
    ? groups
        .flatMap((group) => at(group, 'tools') ?? group)
        .map((tool) => (isRecord(tool) ? { parameters: at(tool, 'inputSchema') ?? {}, ...tool } : tool))
    : groups
  return toolsOf(list, 'payload.dynamic_tools', report)
}
