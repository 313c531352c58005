import { argumentsText, partsOf } from '../../../../engine/internal.ts'
import type { Json, Message, Part, ToolCallPart, ToolResultPart } from '../../../../engine/index.ts'
import { isoOf } from '../../read/instant.ts'
import { isRecord } from '../../json/guard.ts'
import type { RecordedEdit, Trace, TraceTurn, Usage } from '../../../trace/trace.ts'
import { Identifiers, sideWindows } from '../../write/writer.ts'
import type { Writer } from '../../write/writer.ts'

/** Actions of the tools that every agent has; any other tool belongs to a server. */
const ACTIONS: ReadonlyMap<string, string> = new Map([
  ['execute_bash', 'run'],
  ['think', 'think'],
  ['finish', 'finish'],
  ['str_replace_editor', 'edit'],
])

interface JsonFields {
  readonly [key: string]: Json
}

/**
 * The output of an evaluation by OpenHands 0.x, one line: system prompt and tools as the first event, an action per
 * call with its completion, an observation per result, injected messages as recalled knowledge, compactions as
 * condensations. The format cannot express sub-agents, micro-compactions, the reasoning of a reply without calls, and
 * non-text parts of a result.
 */
export const writeOpenHands: Writer = (trace) => {
  const run = new RunFile(trace)
  const side = sideWindows(trace)
  for (const turn of trace.turns) if (!side.has(turn.window)) run.turn(turn)
  return run.text()
}

class RunFile {
  readonly #trace: Trace
  readonly #ids: Identifiers
  readonly #injected: ReadonlySet<number>
  readonly #edits = new Map<number, RecordedEdit[]>()
  readonly #continued = new Set<number>()
  readonly #events: JsonFields[] = []
  readonly #usages: Json[] = []
  /** Event and metadata of each call. */
  readonly #calls = new Map<
    string,
    { readonly event: number; readonly action: string; readonly metadata: Json }
  >()
  #sum = { prompt_tokens: 0, completion_tokens: 0, cache_read_tokens: 0, cache_write_tokens: 0 }

  constructor(trace: Trace) {
    this.#trace = trace
    this.#ids = new Identifiers(`${trace.source.name} ${trace.source.seed ?? ''}`)
    this.#injected = new Set(trace.injected)
    for (const { kind, opened } of trace.windows) if (kind === 'continuation') this.#continued.add(opened)
    for (const edit of trace.recordedEdits)
      if (edit.kind === 'compaction')
        this.#edits.set(edit.turn, [...(this.#edits.get(edit.turn) ?? []), edit])
    const { system, tools } = trace
    if (system === '' && tools.length === 0) return
    const declared = tools.map(({ name, description, input_schema: parameters }) => ({
      type: 'function',
      function: { name, ...(description !== undefined && { description }), parameters },
    }))
    this.#action('agent', 'system', { content: system, tools: declared, agent_class: 'CodeActAgent' }, null)
  }

  text(): string {
    const { title } = this.#trace.source
    const first = this.#events.find((event) => event['action'] === 'message')
    const run: Json = {
      instance_id: title,
      instruction: first?.['message'] ?? '',
      metadata: { agent_class: 'CodeActAgent', llm_config: {} },
      history: this.#events,
      metrics: { accumulated_token_usage: { ...this.#sum }, token_usages: this.#usages },
      error: null,
    }
    return `${JSON.stringify(run)}\n`
  }

  turn(turn: TraceTurn): void {
    for (const index of turn.inputs) {
      const message = this.#trace.messages[index]
      if (message) this.#input(message, this.#injected.has(index), turn)
    }
    for (const edit of this.#edits.get(turn.turn) ?? []) this.#condensation(edit, turn)
    const response = turn.response === null ? undefined : this.#trace.messages[turn.response]
    if (response) this.#reply(response, turn)
  }

  #input(message: Message, injected: boolean, turn: TraceTurn): void {
    const rest: Part[] = []
    for (const part of partsOf(message)) {
      if (part.type === 'tool_result') this.#result(part, turn)
      else rest.push(part)
    }
    if (rest.length === 0 && message.content.length > 0) return
    const content = textOf(rest)
    if (injected) {
      const query: Json = { recall_type: 'knowledge', query: '', thought: '' }
      const cause = this.#action('user', 'recall', query, turn)
      const microagent_knowledge = [{ name: 'note', trigger: '', content }]
      this.#observation(
        'recall',
        'Added microagent knowledge',
        { recall_type: 'knowledge', microagent_knowledge },
        cause,
        turn,
      )
      return
    }
    const urls = rest.flatMap((part) =>
      part.type === 'image'
        ? [
            part.source.data === undefined
              ? (part.source.url ?? '')
              : `data:${part.source.media_type ?? 'image/png'};base64,${part.source.data}`,
          ]
        : [],
    )
    const args = { content, image_urls: urls.length > 0 ? urls : null, wait_for_response: false }
    this.#action(message.role === 'user' ? 'user' : 'environment', 'message', args, turn)
  }

  #result(part: ToolResultPart, turn: TraceTurn): void {
    const call = this.#calls.get(part.tool_use_id)
    const failed = part.is_error === true
    const content = typeof part.content === 'string' ? part.content : textOf(part.content)
    const metadata: Json = call?.metadata ?? { function_name: '', tool_call_id: part.tool_use_id }
    const kind = failed ? 'error' : (call?.action ?? 'mcp')
    this.#observation(kind, content, {}, call?.event ?? null, turn, metadata)
  }

  #reply(message: Message, turn: TraceTurn): void {
    const parts = partsOf(message)
    const calls = parts.filter((part) => part.type === 'tool_use')
    const id = this.#ids.short('chatcmpl')
    const metrics = turn.usage ? this.#paid(turn.usage, turn.model, id) : null
    const content = textOf(parts)
    if (calls.length === 0) {
      const args = { content, image_urls: null, wait_for_response: true }
      this.#action('agent', 'message', args, turn, metrics === null ? {} : { llm_metrics: metrics })
      return
    }
    const blocks = parts.filter((part) => part.type === 'thinking' || part.type === 'redacted_thinking')
    const thinking = blocks.flatMap((part) => (part.type === 'thinking' ? [part.thinking] : [])).join('\n\n')
    const response: Json = {
      id,
      object: 'chat.completion',
      ...(turn.model !== null && { model: turn.model }),
      choices: [
        {
          finish_reason: 'tool_calls',
          index: 0,
          message: {
            role: 'assistant',
            content: parts.some((part) => part.type === 'text') ? content : null,
            ...(thinking !== '' && { reasoning_content: thinking }),
            ...(blocks.length > 0 && { thinking_blocks: blocks.map((part) => ({ ...part })) }),
            tool_calls: calls.map((part, index) => ({
              index,
              function: { arguments: argumentsText(part.input), name: part.name },
              id: part.id,
              type: 'function',
            })),
          },
        },
      ],
      ...(turn.usage && { usage: completionOf(turn.usage) }),
    }
    for (const [index, call] of calls.entries())
      this.#call(call, index === 0 ? content : '', response, calls.length, metrics, turn)
  }

  #call(
    call: ToolCallPart,
    thought: string,
    response: Json,
    total: number,
    metrics: Json,
    turn: TraceTurn,
  ): void {
    const action = ACTIONS.get(call.name) ?? 'call_tool_mcp'
    const metadata: Json = {
      function_name: call.name,
      tool_call_id: call.id,
      model_response: response,
      total_calls_in_response: total,
    }
    const asked =
      action === 'call_tool_mcp' ? { name: call.name, arguments: call.input } : fieldsOf(call.input)
    const event = this.#action('agent', action, { ...asked, thought }, turn, {
      tool_call_metadata: metadata,
      ...(metrics !== null && { llm_metrics: metrics }),
    })
    this.#calls.set(call.id, { event, action: action === 'call_tool_mcp' ? 'mcp' : action, metadata })
  }

  #condensation(edit: RecordedEdit, turn: TraceTurn): void {
    // a kept compaction is a window in the trace that begins with the summary
    if (this.#continued.has(turn.turn)) return
    const last = this.#events.length - 1
    if (edit.trigger === 'manual' || edit.trigger === 'request')
      this.#action('agent', 'condensation_request', {}, turn)
    const args = {
      forgotten_events_start_id: 0,
      forgotten_events_end_id: last,
      ...(edit.summary !== undefined && { summary: edit.summary }),
      summary_offset: 0,
    }
    this.#action('agent', 'condensation', args, turn)
  }

  /** Adds a call to the account; returns the account afterwards. */
  #paid(usage: Usage, model: string | null, response: string): Json {
    const { input, output, cacheRead, cacheWrite } = usage
    const tokens = {
      prompt_tokens: input,
      completion_tokens: output ?? 0,
      cache_read_tokens: cacheRead ?? 0,
      cache_write_tokens: cacheWrite ?? 0,
    }
    this.#usages.push({ ...(model !== null && { model }), ...tokens, response_id: response })
    this.#sum = {
      prompt_tokens: this.#sum.prompt_tokens + tokens.prompt_tokens,
      completion_tokens: this.#sum.completion_tokens + tokens.completion_tokens,
      cache_read_tokens: this.#sum.cache_read_tokens + tokens.cache_read_tokens,
      cache_write_tokens: this.#sum.cache_write_tokens + tokens.cache_write_tokens,
    }
    return { accumulated_token_usage: { ...(model !== null && { model }), ...this.#sum, response_id: '' } }
  }

  /** Adds an action; returns its id. */
  #action(
    source: string,
    action: string,
    args: JsonFields,
    turn: TraceTurn | null,
    more: JsonFields = {},
  ): number {
    const content = args['content']
    const message = typeof content === 'string' ? content : action
    return this.#add({ source, message, action, ...more, args }, turn)
  }

  #observation(
    observation: string,
    content: string,
    extras: JsonFields,
    cause: number | null,
    turn: TraceTurn,
    metadata: Json = null,
  ): void {
    const paired = {
      ...(cause !== null && { cause }),
      ...(metadata !== null && { tool_call_metadata: metadata }),
    }
    this.#add({ source: 'environment', message: observation, ...paired, observation, content, extras }, turn)
  }

  #add(fields: JsonFields, turn: TraceTurn | null): number {
    const id = this.#events.length
    const time = turn?.time ?? null
    this.#events.push({ id, ...(time !== null && { timestamp: isoOf(time).replace('Z', '000') }), ...fields })
    return id
  }
}

function textOf(parts: readonly Part[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n')
}

function fieldsOf(input: Json): JsonFields {
  return isRecord(input) ? { ...input } : { input }
}

function completionOf({ input, output, cacheRead, cacheWrite }: Usage): Json {
  return {
    ...(output !== null && { completion_tokens: output, total_tokens: input + output }),
    prompt_tokens: input,
    ...(cacheRead !== null && { prompt_tokens_details: { cached_tokens: cacheRead } }),
    ...(cacheWrite !== null && { cache_creation_input_tokens: cacheWrite }),
  }
}
