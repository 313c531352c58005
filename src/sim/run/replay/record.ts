import type { BlockId, RunState, Turn, TurnOutcome, WindowId } from '../../../engine/index.ts'
import type { Intake } from '../../trace/intake.ts'
import { hourTurns } from '../../trace/cache-term.ts'
import { modelOf } from '../../trace/model-of.ts'
import type { TraceTurn } from '../../trace/trace.ts'
import type { Analysis } from '../need/analysis.ts'
import { resolve } from '../need/need.ts'
import { emptyPrompt } from '../need/prompt.ts'
import type { FollowingPrompt } from '../need/prompt.ts'
import { NoteRecorder } from '../timeline/notes.ts'
import { callsOf, editRecord, SpanRecorder } from '../timeline/recorder.ts'
import { snapshotOf } from '../timeline/snapshot.ts'
import type {
  EditRecord,
  NeedRecord,
  RunAsk,
  SavedCheckpoint,
  Snapshot,
  TimelineData,
  TurnRecord,
  WindowRecord,
} from '../timeline/timeline.ts'

/** Turns between two snapshots. */
export const SNAPSHOT_EVERY = 32

/** The input of a record of a run. */
export interface Recorded {
  readonly intake: Intake
  readonly analysis: Analysis
  /** Texts that the run made; more are added later. */
  readonly contents: readonly string[]
  /** Its first turn, with the windows at that time; null for the beginning. */
  readonly start: { readonly turn: Turn; readonly state: Pick<RunState, 'windows'> } | null
}

/** Records everything about a run, turn by turn, in the lists of its timeline. */
export class RunRecord {
  readonly #of: Recorded
  readonly #spans = new SpanRecorder()
  readonly #turns: TurnRecord[] = []
  readonly #edits: EditRecord[] = []
  readonly #needs: NeedRecord[] = []
  readonly #snapshots: Snapshot[] = []
  readonly #asks: RunAsk[] = []
  readonly #checkpoints: SavedCheckpoint[] = []
  readonly #opened: WindowRecord[] = []
  readonly #notes = new NoteRecorder()
  readonly #evidenceIn = new Map<number, readonly string[]>()
  readonly #prompts = new Map<WindowId, FollowingPrompt>()
  /** The model that made the conversation. */
  readonly #model: string | null
  /** For which turns the log's client asked for a prompt cache of an hour. */
  readonly #isForAnHour: (turn: Turn) => boolean

  constructor(of: Recorded) {
    this.#of = of
    const { trace } = of.intake
    this.#model = modelOf(trace).name
    this.#isForAnHour = hourTurns(trace)
  }

  /** Before a turn: takes a snapshot every SNAPSHOT_EVERY turns. */
  begin(turn: Turn, state: RunState, made: Parameters<typeof snapshotOf>[2]): void {
    if (turn % SNAPSHOT_EVERY === 0) this.#snapshots.push(snapshotOf(turn, state, made))
  }

  /** Records the next turn. If the run ended in it, the needs of all later turns are unmet. */
  turn(outcome: TurnOutcome): void {
    const { trace } = this.#of.intake
    const turn = this.#turns.length + (this.#of.start?.turn ?? 0)
    const source = trace.turns[turn]
    if (source === undefined) return
    const { edits, needs } = this.#changes(outcome, turn, source)
    const { window, time, sent } = source
    const { ledger } = outcome
    for (const { checkpoint } of outcome.checkpoints) this.#checkpoints.push({ turn, window, checkpoint })
    this.#notes.follow(window, turn, outcome.notes)
    const asks = outcome.asks.map((ask) => {
      return this.#asks.push({ ...ask, ask: this.#asks.length, turn, window }) - 1
    })
    this.#turns.push({
      turn,
      window,
      context: outcome.context,
      time,
      ...(sent === undefined ? {} : { sent }),
      points: outcome.points,
      responded: outcome.responded,
      reading: outcome.reading,
      used: ledger.used,
      free: ledger.free,
      utilization: ledger.utilization,
      ...(ledger.adjustment === 0 ? {} : { adjustment: ledger.adjustment }),
      byType: ledger.byType,
      byComponent: ledger.byComponent,
      calls: callsOf(outcome),
      ...(source.model === null || source.model === this.#model ? {} : { model: source.model }),
      ...(source.effort === undefined ? {} : { effort: source.effort }),
      ...(this.#isForAnHour(turn) ? { cacheTerm: '1h' as const } : {}),
      arrivedBy: outcome.arrivedBy,
      ...(outcome.repeatedCalls > 0 && { repeatedCalls: outcome.repeatedCalls }),
      asks,
      events: outcome.events,
      edits,
      needs,
      violations: outcome.violations,
    })
    if (outcome.ended === null) return
    for (let later = turn + 1; later < trace.turns.length; later++) this.#needsAt(later, null)
  }

  /** The current lists of a timeline. They continue to grow, except for the spans and the notes, which are copies. */
  lists() {
    const { trace } = this.#of.intake
    return {
      spans: this.#spans.spans(),
      windows: [
        ...trace.windows.filter((window) => window.opened < this.#turns.length),
        ...this.#opened.map((window) => this.#endedWith(window)),
      ],
      turns: this.#turns,
      edits: this.#edits,
      needs: this.#needs,
      asks: this.#asks,
      checkpoints: this.#checkpoints,
      notes: this.#notes.records(),
    } satisfies Partial<TimelineData>
  }

  get snapshots(): readonly Snapshot[] {
    return this.#snapshots
  }

  get asks(): readonly RunAsk[] {
    return this.#asks
  }

  /** Records what a turn changed, and the needs that its prompt met. */
  #changes(
    outcome: TurnOutcome,
    turn: Turn,
    { window }: TraceTurn,
  ): { readonly edits: readonly number[]; readonly needs: readonly number[] } {
    const edits: number[] = []
    const prompt = this.#promptOf(window)
    let needs: readonly number[] | null = null
    for (const change of outcome.changes) {
      // The prompt that was sent is the one before the response was appended.
      if (change.cause === 'respond') needs = this.#needsAt(turn, prompt)
      prompt.follow(change.applied)
      this.#spans.record(change.tick, window, change.applied)
      const record = editRecord(change, this.#edits.length, turn, window, this.#asks.length)
      if (record === null) continue
      this.#open(record, outcome)
      edits.push(this.#edits.length)
      this.#edits.push(record)
    }
    // A request that does not fit is never sent.
    return { edits, needs: needs ?? this.#needsAt(turn, outcome.ended === null ? prompt : null) }
  }

  /** Windows that an edit opened: the next context of its own window, and that of a sub-agent. */
  #open({ opened: id, turn, compression }: EditRecord, { context }: TurnOutcome): void {
    const opened = this.#opened
    if (id !== null) {
      const parent = this.#of.intake.trace.turns[turn]?.window ?? 0
      const last = opened.findLastIndex(
        (one) => one.kind === 'continuation' && one.parent === parent && one.closed === null,
      )
      const before = opened[last]
      if (before !== undefined) opened[last] = { ...before, closed: turn }
      opened.push({ id, parent, kind: 'continuation', opened: turn, closed: null })
    }
    const own = compression?.window ?? null
    if (own !== null) {
      const from = compression?.subagent?.from ?? turn
      opened.push({ id: own, parent: context, kind: 'subagent', opened: from, closed: turn })
    }
  }

  /** The window that continued a sub-agent's ends with the sub-agent. */
  #endedWith(window: WindowRecord): WindowRecord {
    if (window.kind !== 'continuation' || window.closed !== null) return window
    const parent = this.#of.intake.trace.windows.find(({ id }) => id === window.parent)
    return { ...window, closed: parent?.closed ?? null }
  }

  /** Needs of a turn, met or not by its prompt; null if it was never sent. */
  #needsAt(turn: Turn, prompt: FollowingPrompt | null): number[] {
    return this.#of.analysis.needs.at(turn).map((need) => {
      const { strong: _, ...record } = need
      return this.#needs.push({ ...record, resolution: prompt ? resolve(need, prompt) : 'unreached' }) - 1
    })
  }

  #promptOf(window: WindowId): FollowingPrompt {
    let prompt = this.#prompts.get(window)
    if (prompt !== undefined) return prompt
    const { evidence } = this.#of.analysis.needs
    prompt = emptyPrompt(
      (content) => this.#foundIn(content),
      (block: BlockId) => evidence.heldBy(block),
    )
    this.#prompts.set(window, prompt)
    prompt.follow({ closed: [], opened: this.#of.start?.state.windows.get(window)?.window.entries ?? [] })
    return prompt
  }

  #foundIn(content: number): readonly string[] {
    let found = this.#evidenceIn.get(content)
    if (found === undefined) {
      found = this.#of.analysis.needs.evidence.foundIn(this.#of.contents[content] ?? '')
      this.#evidenceIn.set(content, found)
    }
    return found
  }
}
