import { named } from '../core/by-name.ts'
import { contextManagementOf } from '../stage/context-editing/declaration.ts'
import type { ContextManagement } from '../core/message/context-management.ts'
import { bootstrapText } from '../checkpoint/bootstrap.ts'
import type { Checkpoint } from '../checkpoint/checkpoint.ts'
import type { Answer, Ask } from '../core/llm/ask.ts'
import type { AnthropicRequest } from '../core/message/request.ts'
import type { CompactionPart, Message } from '../core/message/message.ts'
import type { SentTo } from '../core/message/sent.ts'
import type { Provider, Repair } from '../validity/rule/violation.ts'
import type { Repaired } from '../validity/shape.ts'
import type { Block } from '../core/message/block.ts'
import { withHearing } from '../stage/strategy/hearing.ts'
import type {
  FinishedSubtask,
  ManualAction,
  Stage,
  CacheMarking,
  ToldOfCall,
} from '../stage/contract/stage.ts'
import { strategies } from '../stage/strategy/list.ts'
import { withManual } from '../stage/strategy/manual.ts'
import type { Strategy } from '../stage/strategy/strategy.ts'
import type { StrategySettings } from '../stage/catalogue/settings.ts'
import { liveRules, liveSettings, mustBeWindow } from './live-rules.ts'
import { cacheMarkingOf } from '../stage/tiered/cache-marks.ts'
import { floorShare } from '../core/number/share.ts'
import type { BlockId, Tokens, Turn } from '../core/units.ts'
import { checkedCounter } from '../core/tokens/counter.ts'
import { inPrompt } from '../core/window/window.ts'
import type { Window } from '../core/window/window.ts'
import { ledgerFrom, tokensByType } from '../core/window/ledger.ts'
import type { Ledger } from '../core/window/ledger.ts'
import type { Arrivals } from './arrivals.ts'
import { newsOf, responding, shortened, triedAgain, withLate, withMemory } from './another-try.ts'
import type { OpenCall } from './another-try.ts'
import { afterRejection, withoutLadder } from './by-hand.ts'
import { createConversation, MAIN } from './conversation.ts'
import type { Conversation } from './conversation.ts'
import { driveAsync } from './drive.ts'
import type { Work } from './audit.ts'
import type { ManagerOptions, ReportedInput } from './manager-options.ts'
import { carriedStates } from './inherited.ts'
import { initialState, newMemory } from './memory.ts'
import type { RunState, WindowMemory } from './memory.ts'
import { sendableMessages, sendableRequest } from './request.ts'
import { beforeCall } from './turn.ts'
import type { PreparedTurn } from './turn.ts'
import type { TurnInput, TurnRules } from './turn-input.ts'

/** Share of a window beside its reserve, system prompt and tools that the state of an earlier process may take. */
const MOST_RESUMED = 0.5

/** A request with the repairs that it took. */
interface Sendable<To extends Provider> {
  readonly request: SentTo[To]
  readonly repairs: readonly Repair[]
}

/** Answers a request of a stage; stages survive a `ModelFailure`. */
type Answering = (ask: Ask) => Promise<Answer>

/** The window of a live conversation in the turn loop: state in, state out, without hooks. */
export class LiveWindow {
  readonly conversation: Conversation
  readonly strategy: Strategy
  readonly finished: FinishedSubtask[] = []
  /** Number of finished turns. */
  turn: Turn = 0
  readonly #makeStages: (settings: StrategySettings) => readonly Stage[]
  readonly #clock: () => number | null
  #settings: StrategySettings
  #rules: TurnRules
  #state: RunState
  /** The stages whose states `#state` holds; a new policy has other stages. */
  #stages: readonly Stage[]
  #wishes: readonly ManualAction[] = []
  #call: OpenCall | null = null
  /** The last call, if it brought no reply: its turn goes on. */
  #failed: OpenCall | null = null
  #last: PreparedTurn | null = null
  /** What the provider did to the prompt of the last call; undefined if it was asked for nothing and told nothing. */
  #told: ToldOfCall | undefined
  /** The model's own figure for the current window; null if it gave none, or an edit came since. */
  #reported: Tokens | null = null

  constructor(options: ManagerOptions) {
    const { strategy = 'managed', counter, subsystems = {} } = options
    mustBeWindow(options)
    this.strategy = typeof strategy === 'string' ? strategyNamed(strategy) : strategy
    this.conversation = createConversation(checkedCounter(counter), options.seed ?? 1, subsystems)
    const listed = subsystems.stages ?? ((settings) => this.strategy.stages(settings))
    this.#makeStages = (settings) => withHearing(withManual(listed(settings), settings))
    this.#clock = subsystems.clock ?? (() => null)
    this.#settings = liveSettings(options)
    this.#stages = this.#makeStages(this.#settings)
    this.#rules = liveRules(options, this.strategy, this.#settings, this.#stages)
    this.#state = initialState(this.#stages, MAIN + 1)
  }

  get settings(): StrategySettings {
    return this.#settings
  }

  get rules(): TurnRules {
    return this.#rules
  }

  /** What arrived in the turn of the open call, over all tries. */
  get arrived(): readonly BlockId[] {
    return this.#call?.inputs ?? []
  }

  /** The last turn that was prepared, null before the first. */
  get last(): PreparedTurn | null {
    return this.#last
  }

  /** The current window; while a call is open, the window as sent. */
  get memory(): WindowMemory {
    const { windows } = this.#call?.unanswered ?? this.#state
    return windows.get(MAIN) ?? newMemory(MAIN, this.turn)
  }

  /** New settings make new stages; the state of stages with the same name is kept (they start in the next turn). */
  change(settings: StrategySettings): void {
    const stages = this.#makeStages(settings)
    this.#settings = settings
    this.#rules = { ...this.#rules, stages }
  }

  /** Requests an action that the next turn performs. */
  wish(action: ManualAction): void {
    this.#wishes = [...this.#wishes, action]
  }

  /** What the request of the open call asks the provider to do to the prompt; null for nothing. */
  get editing(): ContextManagement | null {
    const rules = this.#call?.rules ?? this.#rules
    return contextManagementOf(rules.stages, rules)
  }

  /** Where the request of the open call asks for its prompt to be cached; null for nowhere. */
  get marking(): CacheMarking | null {
    return cacheMarkingOf((this.#call?.rules ?? this.#rules).stages)
  }

  /** Everything before the call. Nothing changes if it throws. */
  async prepare(inputs: readonly Block[], answering: Answering): Promise<PreparedTurn> {
    const rules = this.#rules
    const { stages } = rules
    const manual = this.#wishes
    const failed = this.#failed
    if (failed !== null && inputs.length + manual.length === 0 && failed.stages === stages)
      return this.#reopen(failed)
    const before = failed === null ? this.memory : withLate(triedAgain(this.memory, failed), inputs)
    const grown = failed === null ? 0 : failed.prepared.points.sent.used - failed.before.window.used
    const { inputs: standing, tries = [] } = failed ?? {}
    const kept = { ...this.#state, stages: carriedStates(stages, this.#stages, this.#state.stages) }
    const state = failed === null ? kept : withMemory(kept, before)
    const { tokens: hidden } = this.#hiddenIn(before.window)
    const reported =
      this.#reported === null ? {} : { reported: this.#reported + grown + this.#costOf(inputs), hidden }
    const told = this.#told === undefined ? {} : { told: this.#told }
    const input = { inputs, ...(standing && { standing }), manual, ...reported, ...told }
    const made = await this.#run(state, input, rules, answering)
    const prepared = { ...made, events: newsOf(made.events, tries) }
    if (this.#reported !== null) this.#reported += grown
    this.#told = undefined
    this.#failed = null
    this.#wishes = this.#wishes.slice(manual.length)
    const arrived = [...(standing ?? []), ...inputs.map(({ id }) => id)]
    return this.#open(prepared, { before, stages, rules, inputs: arrived, tries })
  }

  /** The same request again, to which nothing was added. */
  #reopen(failed: OpenCall): PreparedTurn {
    const { breaker, carried } = this.memory
    const time = this.#clock()
    this.#failed = null
    const { prepared } = failed
    this.#open(responding(prepared, { breaker, carried, ...(time !== null && { time }) }), failed)
    return { ...prepared, asks: [], changes: [], checkpoints: [], events: [] }
  }

  /**
   * Tries the open turn again, for a request that was too long: from the window as it was sent, with the averages from
   * before the turn, so that no arrival counts twice. Null if it frees nothing; then nothing changes but the breaker,
   * which counts its requests to a model like any others.
   *
   * @param handover leave the cascade out, so that only a new window can help
   * @param unused is told what such a try asked a model
   */
  async again(
    handover: boolean,
    answering: Answering,
    unused: (asked: Work) => void,
  ): Promise<PreparedTurn | null> {
    const call = this.#call
    if (call === null) return null
    const { prepared, inputs: standing } = call
    const state = withMemory(call.unanswered, { ...triedAgain(this.memory, call), emergency: true })
    const { used } = prepared.ledger
    const stages = handover ? withoutLadder(call.stages) : call.stages
    const rules = { ...afterRejection(this.#rules, used, this.#settings.thresholds), stages }
    const next = await this.#run(state, { inputs: [], standing }, rules, answering)
    if (next.ledger.used < used)
      return this.#open(shortened(next, call, this.memory, this.#rules), { ...call, rules })
    const { breaker } = next.respond([]).state.windows.get(MAIN) ?? this.memory
    this.#open(responding(prepared, { breaker }), call)
    const events = next.events.filter(({ kind }) => kind === 'breaker')
    unused({ asks: next.asks, changes: [], checkpoints: [], events })
    return null
  }

  /**
   * Ends the open turn with the blocks of the response. Null if the call failed: the next one is then of the same turn,
   * and what this one sent is still unread.
   *
   * @param reported the input that the model reported
   * @param summary that the provider wrote of everything before the reply
   * @returns tokens of the response
   */
  end(
    response: readonly Block[] | null,
    reported: ReportedInput | null,
    summary: CompactionPart | null = null,
  ): Tokens {
    const call = this.#call
    if (call === null) return 0
    if (response === null) {
      this.#state = call.unanswered
      this.#stages = call.stages
      this.#failed = call
      this.#call = null
      return 0
    }
    const { turn } = this
    const asked = this.editing?.edits.some(({ type }) => type === 'compact_20260112') === true
    if (summary !== null) this.conversation.summaries.set(turn, summary)
    if (summary !== null || asked)
      this.#told = { turn, response: response[0]?.message ?? 0, compaction: summary?.content ?? null }
    // A report of another prompt than the one that was expected is not compared with it.
    const isOther =
      summary !== null ||
      (asked &&
        call.tries.some(({ changes }) =>
          changes.some(({ edit }) => edit?.compression?.step === 'own_summary'),
        ))
    const { state, responded, points } = call.prepared.respond(response)
    const added = (responded?.used ?? points.sent.used) - points.sent.used
    this.#state = state
    this.#stages = call.stages
    this.#call = null
    const size = reported?.size ?? null
    const hidden = response.reduce((sum, { id }) => sum + (this.conversation.hidden.get(id) ?? 0), 0)
    this.#reported =
      size === null || isOther ? null : size + Math.max(0, added + hidden - (reported?.grown ?? 0))
    this.turn += 1
    return added
  }

  /** Gives up the turn: there is no response, and none will come. */
  giveUp(): void {
    this.end(null, null)
    if (this.#failed !== null) this.turn += 1
    this.#failed = null
  }

  /**
   * Runs a stage that edits nothing between two turns, even if a model failed too often. Only its save and the breaker
   * count: no reading is taken, and what waits is shown to it, and arrives with the next turn. Null before the first turn.
   */
  async aside(stage: Stage, waiting: readonly Block[], answering: Answering): Promise<PreparedTurn | null> {
    const known = this.#state.windows.get(MAIN)
    if (known === undefined || this.turn === 0) return null
    const memory = this.#failed === null ? known : withLate(known, waiting)
    const { breakerAfter } = this.#rules
    const breaker = memory.breaker.open ? { failures: breakerAfter - 1, open: false } : memory.breaker
    const state = withMemory({ ...this.#state, stages: [null] }, { ...memory, breaker, told: [] })
    // In the previous turn, so that the inputs of the next one still count as new for a save.
    const input = { inputs: waiting, turn: this.turn - 1 }
    const done = await this.#run(state, input, { ...this.#rules, stages: [stage] }, answering)
    const { breaker: next, carried } = done.respond([]).state.windows.get(MAIN) ?? memory
    this.#state = withMemory(this.#state, { ...memory, breaker: next, carried })
    return done
  }

  /**
   * The request of the turn as a provider takes it, repaired where its rules require it. It is written when it is first
   * asked for, because it is as long as the window; what happens in between changes nothing in it.
   */
  sendable<To extends Provider>(provider: To): () => Sendable<To> {
    const { memory, editing, marking, turn } = this
    const { block, content, thinking: says } = this.conversation.resources
    let made: Sendable<To> | null = null
    return () => {
      const thinking = says?.(turn)
      const asking = thinking === undefined ? content : { ...content, thinking }
      // Repaired, it has the shape that the provider takes.
      made ??= sendableRequest(memory.window, block, asking, provider, editing, marking) as Sendable<To>
      return made
    }
  }

  /** The same in the engine's own shape. */
  listFor(provider: Provider): Repaired<AnthropicRequest> {
    if (provider === 'anthropic') return this.sendable(provider)()
    const { block, content } = this.conversation.resources
    return sendableMessages(this.memory.window, block, content, provider)
  }

  /** The account of the window, which many additions between two turns ask for. */
  get ledger(): Ledger {
    const { window, byType = tokensByType(window.entries, this.conversation.resources.block) } = this.memory
    const { limit, reserve } = this.#rules
    return ledgerFrom(byType, window.used, limit, reserve)
  }

  /** An account with messages that are no part of the window yet. */
  ledgerWith(messages: readonly Message[], { byType, used, limit, reserve }: Ledger): Ledger {
    const types = { ...byType }
    let sum = used
    for (const message of messages)
      for (const [nth, { type, tokens }] of this.conversation.preview(message, false).entries()) {
        const cost = tokens + (nth === 0 ? this.conversation.resources.messageOverhead : 0)
        types[type] += cost
        sum += cost
      }
    return ledgerFrom(types, sum, limit, reserve)
  }

  /**
   * What a checkpoint of an earlier process says: at most half of what system prompt and tools leave, so that the task
   * can go on.
   *
   * @param waiting what arrives with it
   */
  resumed(checkpoint: Checkpoint, waiting: Arrivals): string {
    const { limit, reserve, byComponent } = this.ledger
    const setup = byComponent.system + byComponent.tools + waiting.system + waiting.tools
    const { bootstrapTokens } = this.settings.crossWindow
    const maxTokens = Math.min(bootstrapTokens, floorShare(MOST_RESUMED, limit - reserve - setup))
    const { count } = this.conversation.resources
    return bootstrapText(checkpoint, { maxTokens, count: (one) => count(one, 0) }).text
  }

  /** Makes a checkpoint the newest known one. */
  carry(checkpoint: Checkpoint, serial: number): void {
    const { memory } = this
    const { checkpoint: known, foreign } = memory.carried
    const own =
      foreign !== true && known?.version === checkpoint.version && known.window === checkpoint.window
    const { closed: _, ...open } = memory.carried
    const others = own ? {} : { foreign: true as const, goal: checkpoint.goal }
    const carried = { ...open, checkpoint, serial, ...others }
    this.#state = withMemory(this.#state, { ...memory, carried })
  }

  #open(made: PreparedTurn, call: Omit<OpenCall, 'prepared' | 'unanswered'>): PreparedTurn {
    const prepared = this.#withUnread(made)
    const tries = [...call.tries, prepared]
    this.#call = { ...call, prepared, tries, unanswered: prepared.respond([]).state }
    this.#last = prepared
    return prepared
  }

  /** Reasoning that only the provider can read: tokens that are reported, and parts of which none are. */
  #hiddenIn({ entries }: Window): { readonly tokens: Tokens; readonly unread: number } {
    const { hidden } = this.conversation
    const found = hidden.size === 0 ? [] : entries.filter((one) => hidden.has(one.block) && inPrompt(one))
    const sizes = found.map(({ block }) => hidden.get(block) ?? null)
    return {
      tokens: sizes.reduce<Tokens>((sum, size) => sum + (size ?? 0), 0),
      unread: sizes.filter((size) => size === null).length,
    }
  }

  /** A turn whose reading says how many parts of its window are not known. */
  #withUnread(prepared: PreparedTurn): PreparedTurn {
    const { window } = prepared.respond([]).state.windows.get(MAIN) ?? this.memory
    const { unread } = this.#hiddenIn(window)
    return unread === 0 ? prepared : { ...prepared, reading: { ...prepared.reading, unread } }
  }

  #run(
    state: RunState,
    input: Pick<TurnInput, 'inputs' | 'reported' | 'hidden' | 'standing' | 'manual' | 'told'> & {
      readonly turn?: Turn
    },
    rules: TurnRules,
    answering: Answering,
  ): Promise<PreparedTurn> {
    const turn = this.turn
    const finished = this.finished.filter(({ to }) => to < turn)
    const whole = { turn, window: MAIN, time: this.#clock(), finished, ...input }
    return driveAsync(beforeCall(state, whole, rules, this.conversation.resources), answering)
  }

  /** Tokens of blocks that arrive together, each message with its overhead. */
  #costOf(inputs: readonly Block[]): Tokens {
    const messages = new Set(inputs.map(({ message }) => message).filter((message) => message >= 0))
    const own = inputs.reduce((sum, { tokens }) => sum + tokens, 0)
    return own + messages.size * this.conversation.resources.messageOverhead
  }
}

function strategyNamed(name: string): Strategy {
  const found = named(strategies, name)
  if (found === undefined)
    throw new RangeError(`the strategies are ${Object.keys(strategies).join(', ')}, but not ${name}`)
  return found
}
