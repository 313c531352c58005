import { partsOf } from '../../../../engine/internal.ts'
import type { Json, Message, MessageIndex, Milliseconds } from '../../../../engine/index.ts'
import { isoOf } from '../../read/instant.ts'
import type { RecordedEdit, Trace, TraceTurn, Usage } from '../../../trace/trace.ts'
import { Identifiers, mainTurns } from '../../write/writer.ts'
import { itemsOf } from '../responses/writer.ts'
import type { Writer } from '../../write/writer.ts'

/** The reasoning effort of the first call. */
const EFFORT = 'medium'
/** Tokens of the model's window, as each turn begins by saying. */
const MODEL_WINDOW = 272_000

/** Maximum characters of an output in the event of its command, in which the client repeats the output. */
const COPIED = 200

interface JsonFields {
  readonly [key: string]: Json
}

/**
 * A rollout as Codex CLI writes it: items of the window, the events that repeat them for people, the usage of each call
 * after its reply and once more at the next prompt. The format cannot express `is_error`, sub-agents, cleared results
 * and tokens written to the cache, and only tools of an app.
 */
export const writeCodex: Writer = (trace) => {
  const rollout = new RolloutFile(trace)
  for (const turn of mainTurns(trace)) rollout.turn(turn)
  return rollout.text()
}

class RolloutFile {
  readonly #trace: Trace
  readonly #ids: Identifiers
  readonly #injected: ReadonlySet<MessageIndex>
  /** Compactions by the turn after them, and first turns of windows that continue after a kept one. */
  readonly #compactions = new Map<number, RecordedEdit[]>()
  readonly #continued = new Set<number>()
  readonly #lines: string[] = []
  #clock: Milliseconds | null
  #model: string | null = null
  #effort = EFFORT
  #turnId: string | null = null
  /** Sums over the calls so far, and the newest one. */
  #total: Usage | null = null
  #last: Usage | null = null

  constructor(trace: Trace) {
    this.#trace = trace
    this.#ids = new Identifiers(`${trace.source.name} ${trace.source.seed ?? ''}`)
    this.#injected = new Set(trace.injected)
    for (const edit of trace.recordedEdits)
      if (edit.kind === 'compaction')
        this.#compactions.set(edit.turn, [...(this.#compactions.get(edit.turn) ?? []), edit])
    for (const { kind, opened } of trace.windows) if (kind === 'continuation') this.#continued.add(opened)
    this.#clock = trace.turns.find(({ time }) => time !== null)?.time ?? null
    this.#line('session_meta', {
      id: this.#ids.uuid('session'),
      cwd: '/home/dev/project',
      originator: 'codex_cli_rs',
      cli_version: '0.126.0',
      source: 'cli',
      model_provider: 'openai',
      ...(trace.system !== '' && { base_instructions: { text: trace.system } }),
      ...(trace.tools.length > 0 && { dynamic_tools: trace.tools.map(dynamicTool) }),
    })
  }

  text(): string {
    return this.#lines.map((line) => `${line}\n`).join('')
  }

  turn(turn: TraceTurn): void {
    const { messages } = this.#trace
    const edits = this.#compactions.get(turn.turn) ?? []
    const continues = this.#continued.has(turn.turn)
    // the content of a turn without a reply arrived at its own time
    if (turn.response === null && turn.time !== null) this.#clock = turn.time
    if (continues) this.#compaction(edits[0] ?? null, itemsOf(turn.inputs.map((index) => messages[index])))
    else for (const index of turn.inputs) this.#input(index, turn)
    if (!continues)
      for (const edit of edits)
        this.#compaction(
          edit,
          edit.summary === undefined ? [] : itemsOf([{ role: 'user', content: edit.summary }]),
        )
    if (turn.time !== null) this.#clock = turn.time
    const reply = turn.response === null ? undefined : messages[turn.response]
    if (reply) this.#reply(reply, turn)
  }

  #input(index: MessageIndex, turn: TraceTurn): void {
    const message = this.#trace.messages[index]
    if (!message) return
    const isPrompt = message.role === 'user' && !this.#injected.has(index) && !partsOf(message).some(isResult)
    if (isPrompt) this.#begin(turn)
    for (const item of itemsOf([message])) {
      this.#line('response_item', listed(item))
      const output = (item as { readonly output?: Json }).output
      if (output !== undefined) {
        const text = typeof output === 'string' ? output : JSON.stringify(output)
        const id = (item as { readonly call_id?: string }).call_id ?? ''
        this.#event('exec_command_end', {
          call_id: id,
          aggregated_output: text.slice(0, COPIED),
          exit_code: 0,
        })
      }
    }
    if (!isPrompt) return
    this.#event('user_message', { message: textOf(message), images: [] })
    this.#event('token_count', { info: this.#info(), rate_limits: null })
  }

  #reply(reply: Message, turn: TraceTurn): void {
    const isOther = turn.model !== this.#model || (turn.effort ?? EFFORT) !== this.#effort
    if (this.#turnId === null || isOther) this.#begin(turn)
    for (const item of itemsOf([reply])) {
      const said = (item as { readonly type?: string }).type === 'message'
      if (said) this.#event('agent_message', { message: textOf(reply), phase: 'commentary' })
      this.#line('response_item', listed(item))
    }
    if (turn.usage !== null) {
      this.#last = turn.usage
      this.#total = sumOf(this.#total, turn.usage)
    }
    this.#event('token_count', { info: turn.usage && this.#info(), rate_limits: null })
  }

  #compaction(edit: RecordedEdit | null, history: readonly Json[]): void {
    this.#line('compacted', { message: edit?.summary ?? '', replacement_history: history.map(listed) })
    this.#event('context_compacted', {})
  }

  /** A prompt begins a turn in the client's terms, which contains many calls. */
  #begin(turn: TraceTurn): void {
    this.#turnId = this.#ids.uuid('turn')
    this.#model = turn.model
    this.#effort = turn.effort ?? EFFORT
    this.#event('task_started', { turn_id: this.#turnId, model_context_window: MODEL_WINDOW })
    this.#line('turn_context', {
      turn_id: this.#turnId,
      cwd: '/home/dev/project',
      approval_policy: 'never',
      ...(turn.model !== null && { model: turn.model }),
      effort: this.#effort,
    })
  }

  #info(): Json {
    if (this.#total === null || this.#last === null) return null
    return {
      total_token_usage: countsOf(this.#total),
      last_token_usage: countsOf(this.#last),
      model_context_window: MODEL_WINDOW,
    }
  }

  #event(type: string, fields: JsonFields): void {
    this.#line('event_msg', { type, ...fields })
  }

  #line(type: string, payload: Json): void {
    const time = this.#clock === null ? {} : { timestamp: isoOf(this.#clock) }
    this.#lines.push(JSON.stringify({ ...time, type, payload }))
  }
}

/** Content is a list of blocks on every line of this client. */
function listed(item: Json): Json {
  const { role, content, ...rest } = item as { readonly [key: string]: Json }
  if (typeof content !== 'string') return item
  const type = role === 'assistant' ? 'output_text' : 'input_text'
  return { ...rest, role: role ?? 'user', content: [{ type, text: content }] }
}

function dynamicTool({ name, description, input_schema: inputSchema }: Trace['tools'][number]): Json {
  return { name, ...(description !== undefined && { description }), inputSchema }
}

function isResult(part: { readonly type: string }): boolean {
  return part.type === 'tool_result'
}

function countsOf({ input, output, cacheRead }: Usage): Json {
  return {
    input_tokens: input,
    ...(cacheRead !== null && { cached_input_tokens: cacheRead }),
    ...(output !== null && { output_tokens: output }),
    total_tokens: input + (output ?? 0),
  }
}

function sumOf(total: Usage | null, usage: Usage): Usage {
  return {
    input: (total?.input ?? 0) + usage.input,
    output: (total?.output ?? 0) + (usage.output ?? 0),
    cacheRead: (total?.cacheRead ?? 0) + (usage.cacheRead ?? 0),
    cacheWrite: null,
  }
}

function textOf(message: Message): string {
  return partsOf(message)
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('\n\n')
}
