import { saveCheckpointEntry } from '../stage/catalogue/save-checkpoint.ts'
import { checkBeforeAdd } from '../budget/budget.ts'
import type { BudgetCheck, BudgetPart } from '../budget/budget.ts'
import type { Checkpoint } from '../checkpoint/checkpoint.ts'
import { policyOf } from '../policy/policies/list.ts'
import type { Answer, Ask } from '../core/llm/ask.ts'
import type { GivenContent, Message, Reply } from '../core/message/message.ts'
import type { Note } from '../notes/note.ts'
import type { AnthropicRequest } from '../core/message/request.ts'
import type { Repaired } from '../validity/shape.ts'
import type { SentTo } from '../core/message/sent.ts'
import type { Provider } from '../validity/rule/violation.ts'
import type { ManualAction } from '../stage/contract/stage.ts'
import type { StoredPage } from '../stage/tiered/stored-page.ts'
import type { StoredRange } from '../stage/tiered/reading-stored.ts'
import type { Block } from '../core/message/block.ts'
import type { BlockId, Tokens, Turn } from '../core/units.ts'
import type { Ledger } from '../core/window/ledger.ts'
import { answerOf } from './drive.ts'
import type { Arrivals } from './arrivals.ts'
import { isTold, messageOf, statusOf } from './audit.ts'
import type { AuditAction, AuditEntry, Bringer, Status } from './audit.ts'
import { AuditLog } from './audit-log.ts'
import { saveNowStage } from './by-hand.ts'
import { checksOf, withWaiting } from './validity.ts'
import { standingBlocks } from './conversation.ts'
import type { StandingBlock } from './conversation.ts'
import { Inbox, replyOf, resultOf } from './inbox.ts'
import { LiveWindow } from './live-window.ts'
import { inputOf, outputOf } from './manager-options.ts'
import type { ManagerOptions, ReportedUsage, ResultOptions, Task, TurnStart } from './manager-options.ts'
import { readingsOf, reportedCheckpoint, standingOf, talliesOf } from './report.ts'
import type { StatusReport } from './report.ts'
import { mustBeTime } from './turn-context.ts'
import type { Phase } from './turn-context.ts'
import { resumable } from './resuming.ts'
import { readStored } from './stored.ts'
import type { PreparedTurn } from './turn.ts'
import { turnStartOf } from './turn-start.ts'

/** Rejections of one turn that are answered with a shorter request: first a compaction, then a new window (VALID-4). */
const MOST_RETRIES = 2

/**
 * Manages the context window of a live agent (MAN-1), in Node or in a browser, with any model. The caller writes the
 * loop around it:
 *
 * 1. `onTaskStart` once
 * 2. `await onTurnStart()`, look at its `fit`, send its `request`, pass the reply to `onTurnEnd`
 * 3. `onToolResult` for each call of the reply, `onUserMessage` for what the user says; then 2 again
 * 4. `await onTaskEnd()`
 *
 * The turn loop is the simulator's own, so a replay of the same messages makes the same decisions. All work on the
 * window, including summaries of long results, is done in `onTurnStart`.
 *
 * One hook at a time: a call during another hook, out of order, or with what is no message is refused with an error and
 * changes nothing. A failing model never makes a hook throw; other errors do, and leave everything unchanged.
 */
export class ContextWindowManager {
  readonly #options: ManagerOptions
  readonly #live: LiveWindow
  readonly #log: AuditLog
  readonly #inbox: Inbox
  #phase: Phase = 'new'
  #busy: string | null = null
  /** Size of the conversation at the last save by hand. */
  #saved: number | null = null
  /** Rejected requests of the current turn. */
  #rejections = 0

  /**
   * @throws RangeError for an unknown strategy, policy, weight or number
   * @throws TypeError without `llm`
   * @throws ProblemError for a counter that gives no numbers
   */
  constructor(options: ManagerOptions) {
    this.#options = options
    this.#live = new LiveWindow(options)
    if (typeof (options.llm as unknown) !== 'function')
      throw new TypeError(
        `llm has to be a function that answers a request to a model, not ${String(options.llm)}`,
      )
    this.#inbox = new Inbox(this.#live.conversation)
    const { text } = this.#live.conversation.resources.content
    this.#log = new AuditLog({ turn: () => this.#live.turn, text }, options.callbacks)
  }

  /** Starts the task: system prompt, tools and the first user message arrive in the first turn. */
  onTaskStart({ system = '', tools = [], task }: Task): void {
    this.#must('onTaskStart', 'new')
    const { blocks, added } = this.#inbox.task(system, tools, task)
    this.#phase = 'between'
    const begin = (): Arrivals => {
      this.#log.write({ action: 'task', at: 'start' })
      return this.#inbox.beginWith(blocks)
    }
    this.#adding('onTaskStart', begin, () => this.#inbox.message(task, false, added))
  }

  /**
   * Does everything before the call: adds what arrived, runs the stages, and returns the request to send.
   *
   * @throws Error if a call of the last reply has no result yet; its message ends with the ids
   */
  async onTurnStart(): Promise<TurnStart> {
    this.#must('onTurnStart', 'between')
    const { open } = this.#inbox
    if (open.length > 0) throw new Error(`before the next turn, onToolResult must answer ${open.join(', ')}`)
    return this.#alone('onTurnStart', async () => {
      const prepared = await this.#live.prepare(this.#inbox.take(this.#live.turn), this.#answer)
      this.#inbox.entered()
      this.#rejections = 0
      return this.#handOut(prepared)
    })
  }

  /**
   * Ends the turn with the model's reply, as a message or a text. With null the call failed, and the turn goes on.
   *
   * @param usage the usage that the model reported for the call, preferred over our count in the next reading (PRES-4)
   * @returns ids of the reply's blocks
   * @throws ProblemError for a part that the engine has no type for, such as the call of a tool that the provider ran
   */
  onTurnEnd(response: Reply | string | null, usage: ReportedUsage | null = null): readonly BlockId[] {
    this.#must('onTurnEnd', 'called')
    const reported = usage === null ? null : inputOf(usage)
    const output = usage === null ? null : outputOf(usage)
    const reply = replyOf(response)
    const blocks = this.#inbox.reply(reply, this.#live.turn, output)
    const tokens = this.#live.end(reply === null ? null : blocks, reported, this.#inbox.summary)
    this.#phase = 'between'
    this.#tell({ action: 'response', tokens, reported: reported?.billed ?? null })
    return blocks.map(({ id }) => id)
  }

  /**
   * Adds a tool's result. A long result is summarized by the next `onTurnStart`, not here, so this never waits. The
   * budget is checked first (BUD-2): a warning or a block is recorded in the audit log as `budget_check`. The result is
   * added anyway, because each call needs its result; the next turn frees what exceeds a limit.
   *
   * @throws Error for a call that the last reply did not make, or that already has its result
   */
  onToolResult(callId: string, content: GivenContent, options: ResultOptions = {}): void {
    this.#must('onToolResult', 'between')
    this.#adding('onToolResult', () => this.#inbox.result(resultOf(callId, content, options)))
  }

  /**
   * Adds a user message, or with `injected` one that the client added by itself, such as a memory. It arrives with the
   * next turn, after the results of tools. Its parts may also be results of tools. The budget is checked as for those.
   */
  onUserMessage(content: GivenContent, { injected = false }: { readonly injected?: boolean } = {}): void {
    this.#must('onUserMessage', 'between', 'called')
    this.#adding('onUserMessage', () => this.#inbox.message(content, injected))
  }

  /**
   * Checks whether tokens may be added to a component, or to the whole window, and adds nothing (BUD-2). Counts the
   * current window and what waits for the next turn; the caller adds message overhead. Null if the budget is left out;
   * throws a RangeError for no component and no number of tokens.
   */
  checkBeforeAdd(component: BudgetPart, tokens: Tokens): BudgetCheck | null {
    return this.#check(component, tokens, this.#inbox.waiting)
  }

  /**
   * Records that the turns since `from` were one finished subtask, which may be delegated as a whole (COMP-7).
   *
   * @throws RangeError for a turn that has not begun
   */
  onSubtaskEnd(title: string, from: Turn): void {
    this.#must('onSubtaskEnd', 'between')
    if (!Number.isInteger(from) || from < 0 || from > this.#live.turn)
      throw new RangeError(`the subtask began in one of the turns 0 to ${this.#live.turn}, not ${from}`)
    this.#live.finished.push({ title, from, to: Math.max(from, this.#live.turn - 1) })
  }

  /**
   * Handles a provider's rejection of a request that was too long (VALID-4). Returns another one for the same turn,
   * made under emergency rules: first every step of the cascade, then a new window.
   *
   * @throws Error if nothing more can be freed, with the provider's error as its cause
   */
  async onOverflow(error?: unknown): Promise<TurnStart> {
    this.#must('onOverflow', 'called')
    const request = this.request('anthropic')
    return this.#alone('onOverflow', async () => {
      const sent = this.#live.memory.window.used
      this.#log.write({ action: 'rejected', sent, reason: messageOf(error ?? ''), request })
      this.#log.become('emergency')
      while (this.#rejections < MOST_RETRIES) {
        const prepared = await this.#live.again(this.#rejections > 0, this.#answer, (work) =>
          this.#log.record(work),
        )
        this.#rejections += 1
        if (prepared !== null) return this.#handOut(prepared)
      }
      const reason = `what turn ${this.#live.turn} sends was rejected as too long and cannot be made shorter than ${sent} tokens`
      this.#log.write({ action: 'refused', what: 'onOverflow', reason })
      throw new Error(reason, { cause: error })
    })
  }

  /** Ends the task: saves a last checkpoint, if the strategy saves any, and returns it with a report. */
  async onTaskEnd(): Promise<{ readonly checkpoint: Checkpoint | null; readonly report: StatusReport }> {
    this.#must('onTaskEnd', 'between', 'called', 'over')
    return this.#alone('onTaskEnd', async () => {
      // What the open call sent does not wait any more.
      if (this.#phase !== 'between') this.#inbox.reply(null, this.#live.turn)
      this.#live.giveUp()
      const saves = this.#live.rules.stages.some(({ name }) => name === saveCheckpointEntry.name)
      if (saves) await this.#save(this.#inbox.take(this.#live.turn))
      this.#phase = 'ended'
      this.#log.write({ action: 'task', at: 'end' })
      return { checkpoint: this.latestCheckpoint, report: this.report() }
    })
  }

  /**
   * Changes the eviction policy, starting with the next `onTurnStart`. The stages are made again from the settings, so
   * that scorer, weights and merging all change; the state of the other stages is kept.
   *
   * @throws RangeError for an unknown policy or weight; nothing changes then
   */
  setPolicy(name: string, weights: Readonly<Record<string, number>> | null = null): void {
    this.#must('setPolicy', 'new', 'between', 'called')
    policyOf(name, weights)
    const { settings } = this.#live
    const from = settings.eviction.policy
    this.#live.change({ ...settings, eviction: { ...settings.eviction, policy: name, weights } })
    this.#tell({ action: 'policy', from, to: name, weights })
  }

  /** Keeps a block in the window under any policy. Ids are in `TurnStart.arrived` and `window`. */
  pin(block: BlockId): void {
    this.#mustExist('pin', block)
    this.#live.conversation.pinned.add(block)
    this.#tell({ action: 'pin', block })
  }

  unpin(block: BlockId): void {
    this.#mustExist('unpin', block)
    this.#live.conversation.pinned.delete(block)
    this.#tell({ action: 'unpin', block })
  }

  /**
   * Requests a compaction of the history into one summary, at any pressure. The next `onTurnStart` performs it, as a
   * replay does: after the arrivals and before the strategy acts; its `edits` and `events` show the outcome. The model
   * is called even if it failed too often, and a usable answer closes the circuit breaker (COMP-3).
   */
  compact(): void {
    this.#wish('compact')
  }

  /**
   * Requests a fresh start: the next `onTurnStart` keeps only the part of the conversation that arrived with it, and
   * ignores pins.
   */
  reset(): void {
    this.#wish('reset')
  }

  /**
   * Saves the state of the task now, with what waits for the next turn unless a call has no result yet. If nothing is new,
   * it is the newest one; null if the model gave no readable state, and before the first turn. Only between two turns.
   */
  async checkpoint(): Promise<Checkpoint | null> {
    this.#must('checkpoint', 'between')
    return this.#alone('checkpoint', () =>
      this.#save(this.#inbox.open.length === 0 ? this.#inbox.take(this.#live.turn) : []),
    )
  }

  /**
   * Continues from a saved state: before `onTaskStart` for a task of an earlier process, or between two turns. The
   * checkpoint's content arrives with the next turn, as a memory that only a newer summary or window replaces (CROSS-3).
   * It takes at most half of what system prompt and tools leave. It can also be given as text.
   *
   * @throws ProblemError for a checkpoint that is older than the newest known one, unreadable, or without room for its
   *   goal
   */
  resume(given: Checkpoint | string): void {
    this.#must('resume', 'new', 'between')
    const write = (from: Checkpoint): string => this.#live.resumed(from, this.#inbox.waiting)
    const checkpoint = this.#refusing('resume', () => resumable(given, this.latestCheckpoint, write))
    // In a new process the window is new; in the same one it continues, and the next save has to be accepted.
    const { serial } = this.#live.memory.carried
    this.#live.carry(checkpoint, Math.max(serial, checkpoint.window + (this.#phase === 'new' ? 1 : 0)))
    this.#inbox.resume(() => write(checkpoint))
    this.#tell({ action: 'resume', window: checkpoint.window, version: checkpoint.version })
  }

  get status(): Status {
    return this.#log.status
  }

  /** Everything that happened, in order (MAN-4). The list is a copy; its entries never change. */
  get auditLog(): readonly AuditEntry[] {
    return this.#log.entries
  }

  get notes(): readonly Note[] {
    return this.#live.memory.carried.notes
  }

  /** The newest checkpoint that was saved or resumed from. */
  get latestCheckpoint(): Checkpoint | null {
    return this.#live.memory.carried.checkpoint
  }

  /** The current blocks of the window, in the order of the prompt. */
  get window(): readonly StandingBlock[] {
    return standingBlocks(this.#live.memory.window, this.#live.conversation)
  }

  /**
   * A page of a stored result: the answer to a call that reads the file named in its preview. When passed to
   * `onToolResult` it is never stored again; if it is too long, only the allowed part is shown (TIER-1).
   *
   * @throws ProblemError for an unknown name, with which its message ends, and for lines that do not exist
   */
  readStored(name: string, range: StoredRange = {}): StoredPage {
    return readStored(this.#live.conversation, this.#log.entries, name, range)
  }

  /** The request of the current turn in a provider's format. */
  request<To extends Provider>(provider: To): SentTo[To] {
    this.#must('request', 'called', 'over')
    return this.#live.sendable(provider)().request
  }

  /** The same in the engine's shape, with the repairs it took: for a client that writes it (`managedWindow`). */
  requestFor(provider: Provider): Repaired<AnthropicRequest> {
    this.#must('requestFor', 'called', 'over')
    return this.#live.listFor(provider)
  }

  /** Calls `listener` with every new entry of the audit log; the returned function ends the subscription. */
  subscribe(listener: (entry: AuditEntry) => void): () => void {
    return this.#log.subscribe(listener)
  }

  /** The account of a turn with messages that are sent behind its request. */
  ledgerWith(behind: readonly Message[], { ledger }: Pick<TurnStart, 'ledger'>): Ledger {
    return this.#live.ledgerWith(behind, ledger)
  }

  /** Until the returned function is called, what it is given gets what callbacks throw, and no hook throws it. */
  readonly holdFailures: AuditLog['hold'] = (held) => this.#log.hold(held)

  /** The current state (MAN-4). */
  report(): StatusReport {
    return {
      status: this.#log.status,
      ...standingOf(this.#live),
      ...readingsOf(this.#options, this.#live.last),
      ledger: this.#live.ledger,
      checkpoint: reportedCheckpoint(this.latestCheckpoint, this.#log.entries),
      ...talliesOf(this.#log.entries),
    }
  }

  /** Does what a hook adds; the budget check against the window before each goes into the log. */
  #adding(from: Bringer, ...adds: readonly (() => Arrivals)[]): void {
    this.#log.during(() => {
      for (const add of adds) {
        const before = this.#inbox.waiting
        const checks = checksOf(add(), (part, tokens) => this.#check(part, tokens, before))
        for (const check of checks) this.#log.write({ action: 'budget_check', from, ...check })
      }
    })
  }

  #check(part: BudgetPart, tokens: Tokens, waiting: Arrivals): BudgetCheck | null {
    const { budget, counter } = this.#options
    if (budget === null) return null
    return checkBeforeAdd(withWaiting(this.#live.ledger, waiting), budget, part, tokens, counter.exact)
  }

  #wish(action: ManualAction): void {
    this.#must(action, 'between', 'called')
    this.#live.wish(action)
    this.#tell({ action: 'manual', wish: action })
  }

  #handOut(prepared: PreparedTurn): TurnStart {
    this.#phase = prepared.ended === null ? 'called' : 'over'
    this.#log.record(prepared)
    this.#log.become(this.#rejections > 0 ? 'emergency' : statusOf(prepared))
    this.#log.write({ action: 'request', sent: prepared.ledger.used, context: prepared.context })
    return turnStartOf(this.#options, this.#live, prepared, this.#log.status)
  }

  async #save(waiting: readonly Block[]): Promise<Checkpoint | null> {
    const size = this.#live.conversation.size()
    if (size === this.#saved) return this.latestCheckpoint
    const done = await this.#live.aside(saveNowStage(this.#live.settings.compression), waiting, this.#answer)
    if (done === null) return null
    // What the turn loop did besides the stage is undone, so there is nothing to record.
    this.#log.record({ ...done, changes: [], events: done.events.filter(isTold) })
    if (done.asks.length === 0) return this.latestCheckpoint
    const saved = done.checkpoints.at(-1)?.checkpoint ?? null
    if (saved !== null) this.#saved = size
    return saved
  }

  readonly #answer = (ask: Ask): Promise<Answer> =>
    answerOf(this.#options.llm, ask, ({ failure, message: reason }) => {
      const { stage, kind } = ask
      this.#log.write({ action: 'model_failed', stage, kind, failure, reason })
    })

  /** Ends a hook with its entry. */
  #tell(action: AuditAction): void {
    this.#log.during(() => this.#log.write(action))
  }

  #refusing<Result>(what: string, work: () => Result): Result {
    return this.#log.during(() => {
      try {
        return work()
      } catch (error) {
        this.#log.write({ action: 'refused', what, reason: messageOf(error) })
        throw error
      }
    })
  }

  /** Refuses a hook that is called out of order, or during another one. */
  #must(hook: string, ...phases: readonly Phase[]): void {
    mustBeTime(hook, this.#phase, this.#busy, phases, () => this.#live.ledger)
  }

  async #alone<Result>(hook: string, work: () => Promise<Result>): Promise<Result> {
    this.#busy = hook
    try {
      return await this.#log.duringAll(work)
    } finally {
      this.#busy = null
    }
  }

  #mustExist(hook: string, block: BlockId): void {
    this.#must(hook, 'new', 'between', 'called')
    const size = this.#live.conversation.size()
    if (!Number.isInteger(block) || block < 0 || block >= size)
      throw new RangeError(`the conversation has blocks 0 to ${size - 1}, not ${block}`)
  }
}
