import type { RunState, Turn, TurnOutcome } from '../../../engine/index.ts'
import type { Intake } from '../../trace/intake.ts'
import { hourTurns } from '../../trace/cache-term.ts'
import { modelOf } from '../../trace/model-of.ts'
import type { TraceTurn } from '../../trace/trace.ts'
import { NoteRecorder } from '../timeline/notes.ts'
import { callsOf, editRecord, SpanRecorder } from '../timeline/recorder.ts'
import { snapshotOf } from '../timeline/snapshot.ts'
import type {
  AskedAgainRecord,
  EditRecord,
  NeedRecord,
  Refetch,
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
  /** Its first turn. */
  readonly from: Turn
}

/** How the prompt of a turn met its needs, and what the model fetched again. */
export interface NeedsMet {
  readonly needs: readonly NeedRecord[]
  readonly refetches: readonly Refetch[]
  readonly askedAgain: readonly AskedAgainRecord[]
}

/** Records everything about a run, turn by turn, in the lists of its timeline. */
export class RunRecord {
  readonly #of: Recorded
  readonly #spans = new SpanRecorder()
  readonly #turns: TurnRecord[] = []
  readonly #edits: EditRecord[] = []
  readonly #needs: NeedRecord[] = []
  readonly #askedAgain: AskedAgainRecord[] = []
  readonly #snapshots: Snapshot[] = []
  readonly #asks: RunAsk[] = []
  readonly #checkpoints: SavedCheckpoint[] = []
  readonly #opened: WindowRecord[] = []
  readonly #notes = new NoteRecorder()
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

  /**
   * Records the next turn.
   *
   * @param later the needs of all later turns, if the run ended in it
   */
  turn(
    outcome: TurnOutcome,
    { needs: met, refetches, askedAgain }: NeedsMet,
    later: readonly NeedRecord[],
  ): void {
    const { trace } = this.#of.intake
    const turn = this.#turns.length + this.#of.from
    const source = trace.turns[turn]
    if (source === undefined) return
    const edits = this.#changes(outcome, turn, source)
    const needs = this.#met(met)
    for (const one of askedAgain) this.#askedAgain.push(one)
    const { window, time, sent } = source
    const { ledger, fetched } = outcome
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
      calls: callsOf(outcome, refetches, source.usage?.output ?? null),
      ...(fetched === null ? {} : { fetched: { point: fetched, again: refetches } }),
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
    this.#met(later)
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
      ...(trace.needs.length > 0 ? {} : { askedAgain: this.#askedAgain }),
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

  /** Records what a turn changed. */
  #changes(outcome: TurnOutcome, turn: Turn, { window }: TraceTurn): readonly number[] {
    const edits: number[] = []
    for (const change of outcome.changes) {
      this.#spans.record(change.tick, window, change.applied)
      const record = editRecord(change, this.#edits.length, turn, window, this.#asks.length)
      if (record === null) continue
      this.#open(record, outcome)
      edits.push(this.#edits.length)
      this.#edits.push(record)
    }
    return edits
  }

  #met(needs: readonly NeedRecord[]): readonly number[] {
    return needs.map((need) => this.#needs.push(need) - 1)
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
}
