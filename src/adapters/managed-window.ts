import { MADE_UP_RESULT, mustBeUsage, nameOf, overflowAdvice } from '../engine/internal.ts'
import type {
  AnthropicRequest,
  ContextWindowManager,
  GivenTool,
  Json,
  Message,
  Part,
  Repair,
  Repaired,
  RepairAction,
  ReportedUsage,
  ToolResultPart,
  TurnStart,
} from '../engine/index.ts'
import type { Adapter } from './adapter.ts'
import { clientsPart, isApproval, isBesideResults } from './adapter.ts'
import { partsOfMessage } from './fields.ts'

/** What a request needs next to the messages. */
export interface Setup {
  /** What the client passes beside its messages; system messages at the front of the list are counted with it. */
  readonly system?: string
  /**
   * Every tool that is sent, as the client has it (its schema has to be JSON): it is counted as it is. What is missing
   * here, and what the provider adds to a tool of its own, is only seen in the usage that is reported.
   */
  readonly tools?: readonly GivenTool[]
}

/** What to send now. */
export interface NextRequest<Client> {
  /** With `context_editing` and Anthropic, `turn.request.context_management` has to be sent beside them. */
  readonly messages: Client[]
  /**
   * What the provider's rules still required, such as a result of a call that the conversation went on without, which is
   * made up. Those of calls have no place (-1). A message without content is left out without an entry.
   */
  readonly repairs: readonly Repair[]
  /** What the manager did before this call, and the state of its window. */
  readonly turn: TurnStart
}

/** A manager that speaks the messages of a client. */
export interface ManagedWindow<Client, Given = Client> {
  /**
   * Adds what happened since the last request: messages of the user, replies, results of tools, as the client has them.
   * Of two results of one call the first one stays.
   *
   * @param usage what the provider reported for the call that gave the last of these replies; default: what LangChain
   *   wrote into it
   * @throws ProblemError with the place and the value, for what is no message of the client's, a call or a result
   *   without an id, a result without its call, and usage that is no number of tokens
   */
  add(messages: readonly Given[], usage?: ReportedUsage): void
  /**
   * The messages to send. Several replies in a row, as of an SDK that ran the tools by itself, are turns of their own. If
   * no reply was added since the last request, its call failed: this one has the same messages, and those added since. If
   * a person approved calls that the client runs next, they and the approval are sent behind those of the turn before,
   * and `turn` is still that one, with them in its ledger and fit.
   *
   * If it throws, what was added is kept, and the next call tries again. What a callback of the manager's throws is thrown
   * when the work is done.
   *
   * @throws Error if no message of the user was added yet, a call of the last reply has no result and nothing was said
   *   since, the task ended at an overflow, or another request is still being made
   */
  next(): Promise<NextRequest<Client>>
  /** After a provider rejected the last request as too long: a shorter one for the same turn. */
  afterOverflow(error?: unknown): Promise<NextRequest<Client>>
  /**
   * Gives the manager what was added since the last request, without another one: for its `checkpoint()`,
   * `onSubtaskEnd()` and `onTaskEnd()` after the last reply.
   *
   * @throws Error if a request is still being made
   */
  flush(): Promise<void>
}

/** What was added at once. */
interface Added {
  readonly messages: readonly Message[]
  readonly usage: ReportedUsage | null
  /** How many of these messages the manager has. */
  taken: number
}

/** Adapters know the conversation of their window: another one would get its words. */
const inUse = new WeakSet<object>()

/**
 * Holds a manager for an agent that keeps to its client's own messages.
 *
 * @throws Error for an adapter that another window has
 */
export function managedWindow<Client, Given = Client>(
  manager: ContextWindowManager,
  adapter: Adapter<Client, Given>,
  setup: Setup = {},
): ManagedWindow<Client, Given> {
  if (inUse.has(adapter))
    throw new Error('this adapter has the conversation of another window: make one for each window')
  inUse.add(adapter)
  let phase: 'new' | 'between' | 'called' = 'new'
  let prompt = setup.system ?? ''
  let waiting: Added[] = []
  /** Calls of the last reply that have no result yet, in the client's words. */
  const open = new Map<string, string>()
  /** Calls that have their results. */
  const answered = new Set<string>()
  let ended: TurnStart | null = null
  /** What was handed out last. */
  let latest: { readonly turn: TurnStart; readonly made: Repaired<AnthropicRequest> } | null = null
  /** The last reply and what follows it, while its approved calls are about to be run: no turn of the manager's yet. */
  let approved: readonly Message[] = []
  /** Whether the user spoke after that reply, so that nobody will answer its calls any more. */
  let interrupted = false
  /** Results that need no place any more. */
  const settled = new WeakSet<ToolResultPart>()
  let mended: Repair[] = []
  let busy: string | null = null

  /** Each message is taken whole or, if a hook throws, not at all. */
  async function take(one: Added): Promise<void> {
    const { messages, usage } = one
    const lastReply = messages.findLastIndex(({ role }) => role === 'assistant')
    /** The first result of each call that was not given to the manager yet. */
    const results = new Map<string, ToolResultPart>()
    for (const part of messages.toReversed().flatMap((message) => partsOfMessage(message).toReversed()))
      if (part.type === 'tool_result' && !settled.has(part)) results.set(part.tool_use_id, part)
    for (const [at, message] of messages.entries()) {
      if (at < one.taken) continue
      if (message.role === 'assistant') await takeReply(message, at === lastReply ? usage : null, results)
      else takeInput(message, results)
      if (ended !== null) return
      one.taken += 1
    }
  }

  async function takeReply(
    message: Message,
    usage: ReportedUsage | null,
    results: Map<string, ToolResultPart>,
  ): Promise<void> {
    settle(results)
    if (phase === 'between') {
      const turn = await manager.onTurnStart()
      if (turn.ended !== null) {
        ended = turn
        return
      }
      phase = 'called'
    }
    manager.onTurnEnd(message, usage)
    phase = 'between'
    for (const [id, words] of callsIn(partsOfMessage(message))) open.set(id, words)
  }

  function takeInput(message: Message, results: Map<string, ToolResultPart>): void {
    if (phase === 'new') {
      const { tools = [] } = setup
      manager.onTaskStart({
        system: prompt,
        tools,
        task: message.content,
      })
      phase = 'between'
      return
    }
    const parts = partsOfMessage(message)
    const rest = parts.filter((part) => {
      if (part.type !== 'tool_result') return true
      const { tool_use_id: id } = part
      if (open.has(id)) answerCall(part)
      else if (settled.has(part)) return false
      else if (answered.has(id))
        mend('duplicate-result', 'drop-part', id, `The call ${id} has its result already.`)
      else mend('orphan-result', 'drop-part', id, `The call ${id} was sent without its result before.`)
      settled.add(part)
      results.delete(id)
      return false
    })
    if (rest.length === 0) return
    interrupted ||= open.size > 0 && isSaid(message)
    // A system message in mid-conversation was added by the program; an approval is no new request of the user's.
    manager.onUserMessage(rest.length === parts.length ? message.content : rest, {
      injected: message.role === 'system' || rest.every(isApproval),
    })
  }

  /** Gives the manager what waits, but for the last of it. */
  async function takeUpTo(left: number): Promise<void> {
    while (ended === null && waiting.length > left) {
      const [one] = waiting
      if (one !== undefined) await take(one)
      waiting.shift()
    }
  }

  /** Answers calls that the conversation went on without: by a result that comes too late, or by a made-up one. */
  function settle(results: Map<string, ToolResultPart>): void {
    for (const id of open.keys()) {
      const late = results.get(id)
      answerCall(late ?? { type: 'tool_result', tool_use_id: id, content: MADE_UP_RESULT })
      results.delete(id)
      if (late === undefined)
        mend('unanswered-call', 'insert-result', id, `No result of the call ${id} is there.`, MADE_UP_RESULT)
      else mend('unanswered-call', 'move-part', id, `The result of the call ${id} comes too late.`)
    }
    interrupted = false
  }

  function answerCall(part: ToolResultPart & { readonly cache_control?: Json }): void {
    const { tool_use_id: id, content, is_error: isError = false, cache_control: cacheControl } = part
    manager.onToolResult(id, content, { isError, ...(cacheControl !== undefined && { cacheControl }) })
    if (content !== MADE_UP_RESULT) answered.add(id)
    settled.add(part)
    open.delete(id)
  }

  /** After an overflow that was told. */
  function mustGoOn(): void {
    if (ended !== null && phase === 'called')
      throw new Error(`the task ended at an overflow. ${overflowAdvice(ended.ledger)}`)
  }

  function mend(rule: string, action: RepairAction, id: string, reason: string, text?: string): void {
    mended.push({ rule, action, index: -1, ids: [id], reason, ...(text === undefined ? {} : { text }) })
  }

  async function requestNext(): Promise<NextRequest<Client>> {
    mustGoOn()
    const { before, tail, calls, isApproved } = lastReplyIn(waiting)
    if (!isApproved && ended === null) mustBeEmpty(calls)
    const isHeld = calls.size > 0
    approved = isHeld ? tail.flatMap(({ messages }) => messages) : []
    if (isHeld) waiting = [...before, ...tail]
    await takeUpTo(isHeld ? tail.length : 0)
    if (ended !== null) {
      approved = []
      return answer(ended)
    }
    if (phase === 'new') {
      const what =
        prompt === (setup.system ?? '') ? 'nothing was added yet' : 'only a system message was added yet'
      throw new Error(`${what}: add the first message of the user`)
    }
    if (interrupted) settle(new Map())
    const isFlushed = isHeld && tail.some(({ taken }) => taken > 0)
    if (!isFlushed) mustBeEmpty(open)
    if (isHeld && latest !== null && (isFlushed || phase === 'called')) return written(latest)
    // No reply came, because the call failed.
    if (phase === 'called') {
      manager.onTurnEnd(null)
      phase = 'between'
    }
    return answer(await manager.onTurnStart())
  }

  /**
   * One request at a time: a second one would have what the first is about to send. What a callback of the manager's
   * throws is thrown when the work is done, so that the window knows what the manager does.
   */
  async function alone<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    if (busy !== null) throw new Error(`${busy} still runs: await it before ${name}`)
    busy = name
    const failures: unknown[] = []
    const release = manager.holdFailures((failure) => failures.push(failure))
    try {
      const result = await work()
      if (failures.length > 0) throw failures[0]
      return result
    } finally {
      busy = null
      release()
    }
  }

  function answer(turn: TurnStart): NextRequest<Client> {
    phase = 'called'
    ended = turn.ended === null ? null : turn
    latest = { turn, made: manager.requestFor(adapter.provider) }
    return written(latest)
  }

  /** What was handed out, with what was approved since. */
  function written({ turn, made }: NonNullable<typeof latest>): NextRequest<Client> {
    const { request, repairs } = made
    // Tools that are not told here are passed beside the messages, as the client has them.
    const own =
      setup.tools === undefined ? repairs.filter(({ action }) => action !== 'declare-tool') : repairs
    const all = [...mended, ...own]
    mended = []
    const isReset = turn.edits.some(({ stage }) => stage === 'manual_reset')
    const messages = adapter.fromEngine({ ...request, messages: [...request.messages, ...approved], isReset })
    return { messages, repairs: all, turn: withOwnAdvice(approved.length === 0 ? turn : withApproved(turn)) }
  }

  function withApproved(turn: TurnStart): TurnStart {
    const ledger = manager.ledgerWith(approved, turn)
    const { used, limit, reserve } = ledger
    if (used + reserve <= limit) return changed(turn, { ledger })
    const over = Math.max(turn.fit.over, used - limit, 0)
    const advice =
      over > 0
        ? `With the calls that were approved, the request takes ${used} of ${limit} tokens. Call onOverflow for a shorter one, or use a larger window.`
        : `The reply has ${limit - used} of the ${reserve} tokens reserved for it. Send it with no more output tokens than that, or call onOverflow.`
    return changed(turn, { ledger, fit: { ...turn.fit, fits: false, over, advice } })
  }

  async function takeAll(): Promise<void> {
    if (waiting.length > 0) mustGoOn()
    const { before, tail, calls } = lastReplyIn(waiting)
    waiting = [...before, ...tail]
    await takeUpTo(tail.length)
    for (const one of tail) if (ended === null) await take(one)
    // Calls of the last reply may yet be approved, and are then sent with it.
    if (calls.size === 0 || ended !== null) waiting = []
  }

  return {
    add(given, usage) {
      mustBeUsage(usage)
      const declared = (setup.tools ?? []).flatMap((tool) => nameOf(tool) ?? [])
      const read = adapter.toEngine(given, true, declared)
      prompt = [prompt, read.system].filter((text) => text !== '').join('\n\n')
      mended.push(...(read.repairs ?? []))
      waiting.push({ messages: read.messages, usage: usage ?? read.usage ?? null, taken: 0 })
    },
    next: () => alone('next()', requestNext),
    async afterOverflow(error) {
      if (phase !== 'called' && busy === null)
        throw new Error('afterOverflow() follows a request that was rejected: call next() first')
      return alone('afterOverflow()', async () => answer(await manager.onOverflow(error)))
    },
    flush: () => alone('flush()', takeAll),
  }
}

/** The calls of a reply by their names here, each as the client knows it: two may have one id. */
function callsIn(parts: readonly Part[]): ReadonlyMap<string, string> {
  const times = new Map<string, number>()
  const calls = new Map<string, string>()
  for (const part of parts) {
    if (part.type !== 'tool_use') continue
    const own = clientsPart(part)
    const id = own.type === 'tool_use' ? own.id : part.id
    const nth = (times.get(id) ?? 0) + 1
    times.set(id, nth)
    calls.set(part.id, nth === 1 ? id : `${id} (call ${nth} with this id)`)
  }
  return calls
}

function mustBeEmpty(calls: ReadonlyMap<string, string>): void {
  if (calls.size === 0) return
  throw new Error(`add the results of the last reply first: of ${[...calls.values()].join(', ')}`)
}

/** The last reply and what follows it, and its calls for which somebody still waits. */
function lastReplyIn(added: readonly Added[]) {
  const isReply = ({ role }: Message): boolean => role === 'assistant'
  const nth = added.findLastIndex(({ messages }) => messages.some(isReply))
  const { messages, usage, taken } = added[nth] ?? { messages: [], usage: null, taken: 0 }
  const at = Math.max(messages.findLastIndex(isReply), 0)
  const last = { messages: messages.slice(at), usage, taken: Math.max(taken - at, 0) }
  const tail: Added[] = [last, ...added.slice(nth + 1)]
  const [reply, ...rest] = tail.flatMap((one) => one.messages)
  const goesOn = reply === undefined || nth < 0 || rest.some(isSaid)
  const calls = new Map(goesOn ? [] : callsIn(partsOfMessage(reply)))
  const parts = rest.flatMap(partsOfMessage)
  for (const part of parts) if (part.type === 'tool_result') calls.delete(part.tool_use_id)
  const earlier = { messages: messages.slice(0, at), usage: null, taken: Math.min(taken, at) }
  return {
    before: [...added.slice(0, Math.max(nth, 0)), earlier],
    tail,
    calls,
    isApproved: parts.some(isBesideResults),
  }
}

/** Whether the user spoke, and did not only answer calls or approve them. */
function isSaid(message: Message): boolean {
  const parts = partsOfMessage(message)
  return message.role === 'user' && parts.some((part) => part.type !== 'tool_result' && !isApproval(part))
}

/** A turn whose advice names what a window has. */
function withOwnAdvice(turn: TurnStart): TurnStart {
  const { fit } = turn
  if (fit.advice === '') return turn
  return changed(turn, { fit: { ...fit, advice: fit.advice.replaceAll('onOverflow', 'afterOverflow') } })
}

/** A turn with other fields; its request is written only when it is asked for. */
function changed(turn: TurnStart, fields: Partial<TurnStart>): TurnStart {
  return Object.defineProperties({} as TurnStart, {
    ...Object.getOwnPropertyDescriptors(turn),
    ...Object.getOwnPropertyDescriptors(fields),
  })
}
