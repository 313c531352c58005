import type { Json, Milliseconds, Part, ToolResultPart } from '../../../../engine/index.ts'
import type { Conversation, DraftEdit } from '../../read/assemble.ts'
import { instantOf } from '../../read/instant.ts'
import { at, isList, isRecord, textOf } from '../../json/guard.ts'
import type { JsonRecord } from '../../json/guard.ts'
import { partsOfList } from '../../read/part.ts'
import type { ReadOptions } from '../../read/reader.ts'
import type { Report } from '../../read/report.ts'
import { anthropicModel, anthropicUsage, largerUsage } from '../../read/usage.ts'
import { agentLineIn, lastLineIn } from './agent-line.ts'
import { attachedText, isCommand, isMadeUp, isNotice, isOutput, promptIn, typedIn } from './attachment.ts'
import type { Prompt } from './attachment.ts'
import { boundaryIn, isSummary, stayingIds } from './boundary.ts'
import { AUDITED, Echoes } from './echo.ts'
import { isSaidAgain, withLine } from './snapshot.ts'
import { joinedLines, kindOf, versionOf, windowCompactedAt } from './line.ts'
import type { Line } from './line.ts'
import { arrivalsOf, CONTINUED, newestOf, openContext } from '../../read/window.ts'
import type { Context, Input, Reply } from '../../read/window.ts'

/** Written by the client itself: an error, an interruption. */
const SYNTHETIC = '<synthetic>'

/** A recorded edit before its context has a number. */
type PendingEdit = Omit<DraftEdit, 'window' | 'summary' | 'stays'> & {
  readonly context: Context
  readonly stays: readonly Line[]
  summary?: string
}

/**
 * Builds a session, line by line in the order of the file. The tree of `parentUuid` is used only to recognize side
 * chains: in newer versions parallel calls branch it.
 */
export class Session {
  readonly #report: Report
  readonly #keep: boolean
  readonly #contexts: Context[] = []
  readonly #contextOfLine = new Map<string, Context>()
  readonly #contextOfAgent = new Map<string, Context>()
  readonly #replyOfCall = new Map<string, Reply>()
  /** Results that arrived before their call. */
  readonly #early = new Map<string, { readonly input: Input; readonly result: ToolResultPart }>()
  readonly #answered = new Map<string, ToolResultPart>()
  /** Replies of which a line says that they ended. */
  readonly #over = new WeakSet<Reply>()
  readonly #edits: PendingEdit[] = []
  /** What the user said last after a line, by the id of that line. */
  readonly #saidAfter = new Map<string, Input>()
  /** The newest of each window. */
  readonly #prompts = new Map<Context, Prompt>()
  #main: Context = openContext('main', null)
  #newestSide: Context | null = null
  #undone = 0
  #window: number | null = null
  /** Windows whose compaction has no summary yet. */
  readonly #unsummed = new Set<Context>()
  readonly #echoes = new Echoes()
  /** Lines with a message, and the line before each, by their ids. */
  readonly #lines = new Map<string, Line>()
  readonly #parents = new Map<string, string>()
  /** The line that the first line of a window names as the one before it; null: none. */
  readonly #before = new Map<Context, string | null>()
  /** True in the file of a sub-agent that began with the messages of another file. */
  #isFork = false

  /** What each window holds, in order; what a client archived is there as its summary. */
  readonly #held = new Map<Context, Line[]>()
  readonly #replaced: ReadonlyMap<string, string>
  readonly #sentShort = new Set<string>()
  readonly #versions = new Set<string>()
  #folder: string | undefined

  /** @param replaced what the client sent instead of a result, by the id of its call */
  constructor(report: Report, options: ReadOptions, replaced: ReadonlyMap<string, string> = new Map()) {
    this.#report = report
    this.#replaced = replaced
    this.#keep = options.recordedEdits === 'keep'
    this.#contexts.push(this.#main)
  }

  /** Reads one line; `order` grows with every line and gives its position. */
  line(value: Json, order: number): void {
    if (!isRecord(value)) return this.#report.mismatch('line', 'an object', value)
    const type = at(value, 'type')
    const uuid = textOf(at(value, 'uuid'))
    if (uuid !== undefined && this.#contextOfLine.has(uuid)) return this.#report.ignore('copy of a line')
    const context = this.#contextOf(value)
    if (uuid !== undefined) {
      this.#contextOfLine.set(uuid, context)
      const parent = textOf(at(value, 'parentUuid'))
      if (parent !== undefined) this.#parents.set(uuid, parent)
      if (!this.#before.has(context)) this.#before.set(context, parent ?? null)
    }
    const time = instantOf(at(value, 'timestamp') ?? at(value, AUDITED))
    const { version } = versionOf(value)
    if (version !== undefined) this.#versions.add(version)
    this.#folder ??= textOf(at(value, 'cwd'))
    switch (type) {
      case 'assistant':
        return this.#assistant(value, context, order, time)
      case 'user': {
        const last = lastLineIn(value, (agent) => this.#contextOfAgent.get(agent)?.items ?? [])
        if (last !== null) this.line(last, order)
        return this.#user(value, context, order, time)
      }
      case 'attachment':
        return this.#attachment(value, context, order, time)
      case 'system':
        return this.#system(value, context, order)
      case 'content-replacement':
        return
      case 'progress': {
        const ofAgent = agentLineIn(value)
        return ofAgent === null ? this.#report.ignore(kindOf(value)) : this.line(ofAgent, order)
      }
      case 'marble-origami-commit':
        return this.#archived(value, context, order, time)
      default:
        this.#isFork ||= type === 'fork-context-ref' && at(value, 'contextLength') !== 0
        return this.#report.ignore(kindOf(value))
    }
  }

  finish(records: number): Conversation {
    // the file of a sub-agent contains only side chains: its first one is the main window there
    const used = this.#contexts.filter((context) => context.items.length > 0)
    const first = used.find((context) => context.kind === 'main') ?? used[0]
    const ordered = first ? [first, ...used.filter((context) => context !== first)] : []
    const ids = new Map(ordered.map((context, index) => [context, index]))
    if (this.#undone > 0)
      this.#report.infer(
        `Compactions undone (summaries left out, full conversation continued): ${this.#undone}.`,
      )
    if (this.#sentShort.size > 0)
      this.#report.infer(
        `Results of which the model saw only what the client sent instead: ${this.#sentShort.size}.`,
      )
    const before = first && this.#before.get(first)
    const isContinued =
      (typeof before === 'string' && !this.#contextOfLine.has(before)) ||
      (this.#isFork && first?.side === true)
    if (isContinued) this.#report.infer(CONTINUED)
    const prompt = first && this.#prompts.get(first)
    return {
      label: null,
      system: prompt?.system ?? '',
      tools: prompt?.tools ?? [],
      lacksTools: prompt?.tools?.length === 0 || prompt?.tools === null,
      timesInputs: true,
      arrivals: ordered.flatMap((context) => arrivalsOf(context, ids.get(context) ?? 0)),
      windows: ordered.map((context, id) =>
        id === 0
          ? { id, parent: null, kind: 'main', ...(isContinued && { continued: true }) }
          : { id, parent: context.parent ? (ids.get(context.parent) ?? 0) : 0, kind: context.kind },
      ),
      edits: this.#edits.map(({ context, stays, ...edit }) => ({
        ...edit,
        ...(stays.length > 0 && { stays: stays.map(({ role, content }) => ({ role, content })) }),
        window: ids.get(context) ?? 0,
      })),
      ...(this.#window !== null && { contextWindow: this.#window }),
      versions: [...this.#versions],
      ...(this.#folder !== undefined && { folder: this.#folder }),
      records,
    }
  }

  #contextOf(value: JsonRecord): Context {
    // in the client's output for programs, lines of a sub-agent name the call that began it
    const call = textOf(at(value, 'parent_tool_use_id'))
    if (at(value, 'isSidechain') !== true && call === undefined) return this.#main
    const agent = textOf(at(value, 'agentId')) ?? call
    // a boundary has no parent, but names the one it would have
    const parent = textOf(at(value, 'parentUuid')) ?? textOf(at(value, 'logicalParentUuid'))
    const known = agent === undefined ? undefined : this.#contextOfAgent.get(agent)
    const above = parent === undefined ? undefined : this.#contextOfLine.get(parent)
    let context = known ?? (above?.side === true ? above : undefined)
    // a parent that is not in the file most likely belongs to the newest side chain, whose lines were cut off
    if (!context && agent === undefined && parent !== undefined && !above)
      context = this.#newestSide ?? undefined
    if (!context) {
      context = openContext('subagent', this.#main)
      this.#contexts.push(context)
    }
    if (agent !== undefined) this.#contextOfAgent.set(agent, context)
    this.#newestSide = newestOf(context)
    return this.#newestSide
  }

  #assistant(value: JsonRecord, context: Context, order: number, time: Milliseconds | null): void {
    const message = at(value, 'message')
    const synthetic = at(message, 'model') === SYNTHETIC
    // the client shows its API errors as replies, and leaves them out of the next request
    if (synthetic && at(value, 'isApiErrorMessage') === true) return this.#report.ignore('API error')
    const parts = this.#partsOf(message)
    if (!parts) return
    const key = textOf(at(message, 'id')) ?? textOf(at(value, 'requestId')) ?? `line ${order}`
    const usage = synthetic ? null : anthropicUsage(at(message, 'usage'), 'message.usage', this.#report)
    let reply = context.replies.get(key)
    if (!reply) {
      const model = synthetic ? null : anthropicModel(message)
      reply = {
        kind: 'reply',
        order,
        time,
        model,
        parts: [],
        usage: null,
        results: [],
        rest: [],
        answered: null,
      }
      context.replies.set(key, reply)
      context.items.push(reply)
    }
    reply.usage = largerUsage(reply.usage, usage)
    const applied = at(message, 'context_management', 'applied_edits')
    if (isList(applied)) reply.applied = applied
    this.#heard(value, context, { role: 'assistant', content: parts, injected: false })
    if (isSaidAgain(reply, parts, context.items)) this.#report.ignore('copy of a line', 2)
    const joined = withLine(reply.parts, parts, this.#over.has(reply))
    reply.parts.splice(0, reply.parts.length, ...joined)
    if (at(message, 'stop_reason') === 'end_turn') this.#over.add(reply)
    for (const part of parts) if (part.type === 'tool_use') this.#called(part.id, reply)
  }

  #user(value: JsonRecord, context: Context, order: number, time: Milliseconds | null): void {
    const content = at(value, 'message', 'content')
    if (this.#isSummary(value, context)) return this.#summary(value, context, order, time)
    if (this.#echoes.isCopy(value, context.items.at(-1))) return this.#report.ignore('copy of a prompt')
    if (at(value, 'isVisibleInTranscriptOnly') === true) return this.#report.ignore('user/transcript only')
    const injected = isMadeUp(value) || isNotice(content, value)
    if (typeof content === 'string') {
      const before = context.items.at(-1)
      if (isOutput(content) && before?.kind === 'input' && typeof before.content === 'string')
        before.injected ||= isCommand(before.content)
      this.#heard(value, context, { role: 'user', content, injected })
      this.#say(value, context, { kind: 'input', order, time, injected, content })
      return
    }
    const parts = this.#partsOf(at(value, 'message'))
    if (!parts) return
    this.#heard(value, context, { role: 'user', content: parts, injected })
    const results = parts.filter((part) => part.type === 'tool_result')
    const rest = parts.filter((part) => part.type !== 'tool_result')
    let reply: Reply | null = null
    for (const result of results) reply = this.#answer(result, context, order, time) ?? reply
    if (reply) for (const part of rest) reply.rest.push(part)
    else if (rest.length > 0)
      this.#say(value, context, { kind: 'input', order, time, injected, content: rest })
  }

  /** A second prompt after the same line takes the place of the first, and of all that followed it. */
  #say(value: JsonRecord, context: Context, input: Input): void {
    const parent = textOf(at(value, 'parentUuid'))
    if (!input.injected && parent !== undefined) {
      const before = this.#saidAfter.get(parent)
      const from = before ? context.items.lastIndexOf(before) : -1
      if (before && from >= 0 && (this.#edits.at(-1)?.order ?? -1) < before.order)
        this.#report.ignore('rewound message', context.items.splice(from).length)
      this.#saidAfter.set(parent, input)
    }
    context.items.push(input)
  }

  /** Adds a result to the reply with its call; they are paired only by id, because their order means nothing. */
  #answer(result: ToolResultPart, context: Context, order: number, time: Milliseconds | null): Reply | null {
    const id = result.tool_use_id
    const first = this.#answered.get(id)
    if (first !== undefined) {
      this.#report.secondResult(first, result)
      return null
    }
    this.#answered.set(id, result)
    const reply = this.#replyOfCall.get(id)
    if (reply) {
      reply.results.push(result)
      reply.answered = { order, time }
      return reply
    }
    const input: Input = { kind: 'input', order, time, injected: false, content: [result] }
    context.items.push(input)
    this.#early.set(id, { input, result })
    return null
  }

  #called(id: string, reply: Reply): void {
    this.#replyOfCall.set(id, reply)
    const early = this.#early.get(id)
    if (!early) return
    this.#early.delete(id)
    early.input.content = []
    reply.results.push(early.result)
    reply.answered = { order: Math.max(early.input.order, reply.order), time: early.input.time }
  }

  #attachment(value: JsonRecord, context: Context, order: number, time: Milliseconds | null): void {
    const attachment = at(value, 'attachment')
    const prompt = promptIn(attachment, this.#report)
    if (prompt !== null) {
      const tools = prompt.tools ?? this.#prompts.get(context)?.tools ?? null
      this.#prompts.set(context, { ...prompt, tools })
      return
    }
    const typed = typedIn(attachment)
    const content = isList(typed)
      ? partsOfList(typed, 'attachment.prompt', this.#report)
      : (textOf(typed) ?? attachedText(value))
    if (content === null) return this.#report.ignore(kindOf(value))
    const injected = typed === null
    this.#heard(value, context, { role: 'user', content, injected })
    context.items.push({ kind: 'input', order, time, injected, content })
  }

  #heard(value: JsonRecord, context: Context, line: Line): void {
    const uuid = textOf(at(value, 'uuid'))
    if (uuid === undefined) return
    this.#lines.set(uuid, line)
    this.#heldIn(context).push({ ...line, uuid })
  }

  #heldIn(context: Context): Line[] {
    const held = this.#held.get(newestOf(context)) ?? []
    this.#held.set(newestOf(context), held)
    return held
  }

  /** The client put a summary in place of some messages in the middle; the others stay. */
  #archived(value: JsonRecord, context: Context, order: number, time: Milliseconds | null): void {
    const held = this.#heldIn(context)
    const [first, last] = ['firstArchivedUuid', 'lastArchivedUuid'].map((key) =>
      held.findIndex(({ uuid }) => uuid !== undefined && uuid === at(value, key)),
    )
    const text = textOf(at(value, 'summaryContent'))
    if (text === undefined || first === undefined || last === undefined || first < 0 || last < first)
      return this.#report.ignore(kindOf(value))
    const [before, after] = [held.slice(0, first), held.slice(last + 1)]
    const summary: Line = { role: 'user', injected: false, content: text }
    this.#edits.push({
      context,
      order,
      kind: 'compaction',
      trigger: null,
      ...versionOf(value),
      tokensBefore: null,
      stays: joinedLines([...before, ...after]),
      summary: text,
    })
    if (this.#keep) this.#continue(context)
    else this.#undone += 1
    const goesOn = newestOf(context)
    this.#held.set(goesOn, [...before, summary, ...after])
    if (!this.#keep) return
    for (const { uuid: _, ...line } of joinedLines([...before, summary, ...after]))
      goesOn.items.push({ kind: 'input', order, time, ...line })
  }

  #system(value: JsonRecord, context: Context, order: number): void {
    const boundary = boundaryIn(value, this.#report)
    const compaction = boundary?.edit.kind === 'compaction'
    // a file that begins with a boundary has nothing from before it
    const isFirst = compaction && context.items.length === 0
    if (boundary === null || isFirst) this.#report.ignore(kindOf(value))
    else {
      const { edit } = boundary
      if (compaction && edit.trigger === 'auto')
        this.#window = windowCompactedAt(edit.tokensBefore) ?? this.#window
      const held = this.#heldIn(context).map(({ uuid }) => uuid)
      const ids = compaction ? stayingIds(boundary, this.#parents, held) : []
      const stays = joinedLines(ids.flatMap((id) => this.#lines.get(id) ?? []))
      this.#edits.push({ context, order, ...edit, stays })
      if (compaction && this.#keep) this.#continue(context)
    }
    if (compaction) this.#unsummed.add(newestOf(context))
  }

  /** In the output for programs a summary has no mark of its own: it follows the boundary, or begins as all do. */
  #isSummary(value: JsonRecord, context: Context): boolean {
    const follows = this.#unsummed.delete(context)
    if (at(value, 'isCompactSummary') === true) return true
    if (at(value, 'isSynthetic') !== true) return false
    return follows || isSummary(at(value, 'message', 'content'))
  }

  /**
   * The summary line after a boundary. In a file that begins with one, it is the only record of the time before, so it
   * stays.
   */
  #summary(value: JsonRecord, context: Context, order: number, time: Milliseconds | null): void {
    const parts = this.#partsOf(at(value, 'message'))
    if (!parts) return
    const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n\n')
    const last = this.#edits.at(-1)
    const current = newestOf(context)
    let stays: readonly Line[] = []
    if (last?.kind === 'compaction' && last.summary === undefined && newestOf(last.context) === current) {
      last.summary = text
      stays = last.stays
    } else if (context.items.length > 0) {
      this.#edits.push({
        context,
        order,
        kind: 'compaction',
        trigger: null,
        ...versionOf(value),
        tokensBefore: null,
        stays: [],
        summary: text,
      })
      if (this.#keep) this.#continue(context)
    }
    const goesOn = newestOf(context)
    this.#held.set(goesOn, [{ role: 'user', injected: false, content: text }, ...stays])
    if (this.#keep || goesOn.items.length === 0) {
      // what stayed is in both windows; a reply among it was given in the first one
      for (const line of [{ injected: false, content: text }, ...stays])
        goesOn.items.push({ kind: 'input', order, time, ...line })
    } else this.#undone += 1
  }

  /** Opens the window that continues after a kept compaction. */
  #continue(context: Context): void {
    if (context.items.length === 0) return
    context.next = openContext('continuation', context)
    this.#contexts.push(context.next)
    if (context === this.#main) this.#main = context.next
  }

  #partsOf(message: Json | undefined): readonly Part[] | null {
    const content = at(message, 'content')
    if (typeof content === 'string') return [{ type: 'text', text: content }]
    if (!isList(content)) {
      this.#report.mismatch('message.content', 'a string or a list', content)
      return null
    }
    const parts = partsOfList(content, 'message.content', this.#report).map((part) => this.#sent(part))
    return parts.length === 0 && content.length > 0 ? null : parts
  }

  /** Of some results the model saw only what the client sent instead. */
  #sent(part: Part): Part {
    const short = part.type === 'tool_result' ? this.#replaced.get(part.tool_use_id) : undefined
    if (part.type !== 'tool_result' || short === undefined) return part
    this.#sentShort.add(part.tool_use_id)
    return { ...part, content: short }
  }
}
