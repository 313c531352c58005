import { partsOf } from '../../../../engine/internal.ts'
import type { Json, Message, MessageIndex, Milliseconds, Part, WindowId } from '../../../../engine/index.ts'
import { isoOf } from '../../read/instant.ts'
import type { RecordedEdit, Trace, TraceTurn, TraceWindow, Usage } from '../../../trace/trace.ts'
import { anthropicPart, Identifiers, sideWindows } from '../../write/writer.ts'
import type { Writer } from '../../write/writer.ts'

/**
 * Earlier lines of a reply report at most this many output tokens, as the client's do; the last one has all of them.
 */
const OUTPUT_SO_FAR = 3

/** Maximum characters of the second copy of a result, which the client writes for every result. */
const COPIED = 200

interface JsonFields {
  readonly [key: string]: Json
}

/**
 * A session file as Claude Code writes it: a line per content block, the usage of a reply on each of its lines, results
 * on lines of their own whose parent is their call, sub-agents as side chains, recorded compactions as boundary and
 * summary, and the filler lines in between. The format cannot express the system prompt, the tools, and whether a text
 * was a string or a list of one.
 */
export const writeClaudeCode: Writer = (trace) => {
  const session = new SessionFile(trace)
  for (const turn of trace.turns) session.turn(turn)
  return session.text()
}

class SessionFile {
  readonly #trace: Trace
  readonly #ids: Identifiers
  readonly #common: JsonFields
  readonly #windows = new Map<WindowId, TraceWindow>()
  readonly #edits = new Map<number, RecordedEdit[]>()
  readonly #injected: ReadonlySet<MessageIndex>
  readonly #side: ReadonlyMap<WindowId, WindowId>
  readonly #lines: string[] = []
  /** Newest line of each chain: key 0 for the main windows, a sub-agent's window for its own chain. */
  readonly #newest = new Map<WindowId, string>()
  readonly #lineOfCall = new Map<string, string>()

  constructor(trace: Trace) {
    this.#trace = trace
    this.#ids = new Identifiers(`${trace.source.name} ${trace.source.seed ?? ''}`)
    this.#injected = new Set(trace.injected)
    this.#side = sideWindows(trace)
    for (const window of trace.windows) this.#windows.set(window.id, window)
    for (const edit of trace.recordedEdits)
      this.#edits.set(edit.turn, [...(this.#edits.get(edit.turn) ?? []), edit])
    // The line before it is not in the file.
    if (trace.windows[0]?.continued === true) this.#newest.set(0, this.#ids.uuid('line'))
    this.#common = {
      userType: 'external',
      cwd: '/home/dev/project',
      sessionId: this.#ids.uuid('session'),
      version: '2.1.38',
      gitBranch: 'main',
    }
  }

  text(): string {
    return this.#lines.map((line) => `${line}\n`).join('')
  }

  turn(turn: TraceTurn): void {
    const before = turn.sent ?? turn.time
    const edits = this.#edits.get(turn.turn) ?? []
    const window = this.#windows.get(turn.window)
    const continues = window?.kind === 'continuation' && window.opened === turn.turn
    const [first, ...others] = turn.inputs
    if (continues) {
      this.#boundary(turn.window, edits.find((edit) => edit.kind === 'compaction') ?? null, before)
      const summary = first === undefined ? undefined : this.#trace.messages[first]
      if (summary) this.#summary(turn.window, textOf(summary), before)
    }
    for (const index of continues ? others : turn.inputs) this.#input(index, turn.window, before)
    for (const edit of edits) {
      if (edit.kind === 'microcompaction') this.#microcompaction(turn.window, edit, before)
      else if (!continues) {
        this.#boundary(turn.window, edit, before)
        if (edit.summary !== undefined) this.#summary(turn.window, edit.summary, before)
      }
    }
    const response = turn.response === null ? undefined : this.#trace.messages[turn.response]
    if (response) this.#reply(response, turn)
  }

  #input(index: MessageIndex, window: WindowId, time: Milliseconds | null): void {
    const message = this.#trace.messages[index]
    if (!message) return
    const meta: JsonFields = this.#injected.has(index) || message.role === 'system' ? { isMeta: true } : {}
    const results = partsOf(message).filter((part) => part.type === 'tool_result')
    if (results.length === 0) {
      this.#snapshot(time)
      this.#write(
        window,
        { type: 'user', message: { role: 'user', content: contentOf(message) }, ...meta },
        time,
      )
      return
    }
    const rest = partsOf(message).filter((part) => part.type !== 'tool_result')
    for (const [position, result] of results.entries()) {
      const content = [result, ...(position === results.length - 1 ? rest : [])].map(anthropicPart)
      const call = this.#lineOfCall.get(result.tool_use_id)
      const copy =
        typeof result.content === 'string'
          ? result.content.slice(0, COPIED)
          : `${result.content.length} blocks`
      const fields = { type: 'user', message: { role: 'user', content }, ...meta, toolUseResult: copy }
      this.#write(
        window,
        call === undefined ? fields : { ...fields, sourceToolAssistantUUID: call },
        time,
        call,
      )
    }
  }

  #reply(message: Message, turn: TraceTurn): void {
    const parts = partsOf(message)
    const id = this.#ids.short('msg')
    const requestId = this.#ids.short('req')
    const count = Math.max(1, parts.length)
    for (let index = 0; index < count; index++) {
      const part = parts[index]
      const body: Json = {
        ...(turn.model !== null && { model: turn.model }),
        id,
        type: 'message',
        role: 'assistant',
        content: part ? [anthropicPart(part)] : [],
        stop_reason: null,
        stop_sequence: null,
        ...(turn.usage && { usage: usageOf(turn.usage, index === count - 1) }),
      }
      const line = this.#write(turn.window, { type: 'assistant', message: body, requestId }, turn.time)
      if (part?.type !== 'tool_use') continue
      this.#lineOfCall.set(part.id, line)
      this.#progress(turn.window, part, turn.time)
    }
  }

  #boundary(window: WindowId, edit: RecordedEdit | null, time: Milliseconds | null): void {
    const logicalParentUuid = this.#newest.get(this.#side.get(window) ?? 0) ?? null
    const compactMetadata = metadataOf(edit)
    const said = {
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      isMeta: false,
      level: 'info',
    }
    this.#write(
      window,
      { logicalParentUuid, type: 'system', ...versionOf(edit), ...said, compactMetadata },
      time,
      null,
    )
  }

  #summary(window: WindowId, text: string, time: Milliseconds | null): void {
    const marks = { isVisibleInTranscriptOnly: true, isCompactSummary: true }
    this.#write(window, { type: 'user', message: { role: 'user', content: text }, ...marks }, time)
  }

  #microcompaction(window: WindowId, edit: RecordedEdit, time: Milliseconds | null): void {
    const microcompactMetadata = {
      ...metadataOf(edit),
      ...(edit.tokensFreed !== undefined && { tokensSaved: edit.tokensFreed }),
      ...(edit.cleared !== undefined && { compactedToolIds: [...edit.cleared], clearedAttachmentUUIDs: [] }),
    }
    const said = {
      subtype: 'microcompact_boundary',
      content: 'Context microcompacted',
      isMeta: false,
      level: 'info',
    }
    this.#write(window, { type: 'system', ...versionOf(edit), ...said, microcompactMetadata }, time)
  }

  #progress(window: WindowId, call: Part & { readonly type: 'tool_use' }, time: Milliseconds | null): void {
    const data = {
      type: 'hook_progress',
      hookEvent: 'PreToolUse',
      hookName: `PreToolUse:${call.name}`,
      command: 'callback',
    }
    this.#write(window, { type: 'progress', data, parentToolUseID: call.id, toolUseID: call.id }, time)
  }

  /** A line without a place in the tree, before each prompt. */
  #snapshot(time: Milliseconds | null): void {
    const messageId = this.#ids.uuid('snapshot')
    const snapshot = { messageId, trackedFileBackups: {}, ...(time !== null && { timestamp: isoOf(time) }) }
    this.#lines.push(
      JSON.stringify({ type: 'file-history-snapshot', messageId, snapshot, isSnapshotUpdate: false }),
    )
  }

  /** Adds a line to the chain of a window, after its newest line or a given one; returns its id. */
  #write(window: WindowId, fields: JsonFields, time: Milliseconds | null, parent?: string | null): string {
    const chain = this.#side.get(window) ?? 0
    const uuid = this.#ids.uuid('line')
    const line: Json = {
      parentUuid: parent === undefined ? (this.#newest.get(chain) ?? null) : parent,
      isSidechain: chain !== 0,
      ...this.#common,
      ...fields,
      uuid,
      ...(time !== null && { timestamp: isoOf(time) }),
    }
    this.#newest.set(chain, uuid)
    this.#lines.push(JSON.stringify(line))
    return uuid
  }
}

/** The version of the client that made an edit, if the trace has it. */
function versionOf(edit: RecordedEdit | null): { readonly version?: string } {
  return edit?.version === undefined ? {} : { version: edit.version }
}

function metadataOf(edit: RecordedEdit | null): JsonFields {
  return {
    ...(edit && edit.trigger !== null && { trigger: edit.trigger }),
    ...(edit && edit.tokensBefore !== null && { preTokens: edit.tokensBefore }),
  }
}

function usageOf({ input, output, cacheRead, cacheWrite, cacheTerm, hourWrite }: Usage, last: boolean): Json {
  return {
    input_tokens: input - (cacheRead ?? 0) - (cacheWrite ?? 0),
    ...(cacheWrite !== null && { cache_creation_input_tokens: cacheWrite }),
    ...(cacheRead !== null && { cache_read_input_tokens: cacheRead }),
    ...(cacheTerm !== undefined && {
      cache_creation: { [`ephemeral_${cacheTerm}_input_tokens`]: cacheWrite },
    }),
    ...(hourWrite !== undefined && {
      cache_creation: {
        ephemeral_5m_input_tokens: (cacheWrite ?? 0) - hourWrite,
        ephemeral_1h_input_tokens: hourWrite,
      },
    }),
    ...(output !== null && { output_tokens: last ? output : Math.min(OUTPUT_SO_FAR, output) }),
    service_tier: 'standard',
  }
}

function contentOf(message: Message): Json {
  return typeof message.content === 'string' ? message.content : message.content.map(anthropicPart)
}

function textOf(message: Message): string {
  return partsOf(message)
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('\n\n')
}
