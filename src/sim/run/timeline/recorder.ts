import { BLOCK_STATES, ORIGINAL } from '../../../engine/internal.ts'
import type {
  Applied,
  BlockId,
  BlockState,
  CompressionRecord,
  Entry,
  Logged,
  Tick,
  Tokens,
  TurnOutcome,
  WindowChange,
  WindowId,
} from '../../../engine/index.ts'
import { paidReply } from './paid-reply.ts'
import { OPEN } from './timeline.ts'
import type { CallRecord, EditedBlock, EditRecord, Refetch, Spans } from './timeline.ts'

const STATE_NUMBER: ReadonlyMap<BlockState, number> = new Map(
  BLOCK_STATES.map((state, index) => [state, index]),
)

/** The state number of a block that a person wrote. */
export const REWRITTEN = BLOCK_STATES.indexOf('rewritten')

/** Collects the spans of a run as growing columns. */
export class SpanRecorder {
  #length = 0
  #capacity = 256
  #block = new Int32Array(this.#capacity)
  #version = new Int32Array(this.#capacity)
  #window = new Int32Array(this.#capacity)
  #fromTick = new Int32Array(this.#capacity)
  #toTick = new Int32Array(this.#capacity)
  #state = new Uint8Array(this.#capacity)
  #order = new Float64Array(this.#capacity)
  #tokens = new Int32Array(this.#capacity)
  #content = new Int32Array(this.#capacity)
  /** Row of the current span, by block. */
  readonly #standing = new Map<BlockId, number>()

  /** Ends the spans that a change closed and begins those it opened. */
  record(tick: Tick, window: WindowId, applied: Applied): void {
    for (const entry of applied.closed) this.#close(entry.block, tick)
    for (const entry of applied.opened) this.#open(entry, tick, window)
  }

  #close(block: BlockId, tick: Tick): void {
    const row = this.#standing.get(block)
    if (row !== undefined) this.#toTick[row] = tick
    this.#standing.delete(block)
  }

  #open(entry: Entry, tick: Tick, window: WindowId): void {
    if (this.#length === this.#capacity) this.#grow()
    const row = this.#length++
    this.#block[row] = entry.block
    this.#version[row] = entry.version
    this.#window[row] = window
    this.#fromTick[row] = tick
    this.#toTick[row] = OPEN
    this.#state[row] = STATE_NUMBER.get(entry.state) ?? 0
    this.#order[row] = entry.order
    this.#tokens[row] = entry.tokens
    this.#content[row] = entry.content
    this.#standing.set(entry.block, row)
  }

  #grow(): void {
    this.#capacity *= 2
    const grown = <Column extends Int32Array | Uint8Array | Float64Array>(
      next: Column,
      old: Column,
    ): Column => {
      next.set(old)
      return next
    }
    this.#block = grown(new Int32Array(this.#capacity), this.#block)
    this.#version = grown(new Int32Array(this.#capacity), this.#version)
    this.#window = grown(new Int32Array(this.#capacity), this.#window)
    this.#fromTick = grown(new Int32Array(this.#capacity), this.#fromTick)
    this.#toTick = grown(new Int32Array(this.#capacity), this.#toTick)
    this.#state = grown(new Uint8Array(this.#capacity), this.#state)
    this.#order = grown(new Float64Array(this.#capacity), this.#order)
    this.#tokens = grown(new Int32Array(this.#capacity), this.#tokens)
    this.#content = grown(new Int32Array(this.#capacity), this.#content)
  }

  /** The columns so far, trimmed to their length. */
  spans(): Spans {
    const end = this.#length
    return {
      length: end,
      block: this.#block.slice(0, end),
      version: this.#version.slice(0, end),
      window: this.#window.slice(0, end),
      fromTick: this.#fromTick.slice(0, end),
      toTick: this.#toTick.slice(0, end),
      state: this.#state.slice(0, end),
      order: this.#order.slice(0, end),
      tokens: this.#tokens.slice(0, end),
      content: this.#content.slice(0, end),
    }
  }
}

/** What a column of the spans holds in a row; 0 where there is no such row. */
export function cell(column: Spans['tokens' | 'state' | 'order'], row: number | undefined): number {
  return column[row ?? -1] ?? 0
}

/** The fields of an entry that the spans contain. */
export type StandingBlock = Omit<Entry, 'overhead' | 'message'>

/** The entries of a window at a tick, in prompt order, from the spans. O(spans). */
export function entriesAt(spans: Spans, tick: Tick, window: WindowId): StandingBlock[] {
  const entries: StandingBlock[] = []
  for (let row = 0; row < spans.length; row++) {
    if (spans.window[row] !== window) continue
    if ((spans.fromTick[row] ?? OPEN) > tick || (spans.toTick[row] ?? 0) <= tick) continue
    entries.push({
      block: spans.block[row] ?? 0,
      version: spans.version[row] ?? 0,
      state: BLOCK_STATES[spans.state[row] ?? 0] as Entry['state'],
      tokens: spans.tokens[row] ?? 0,
      content: spans.content[row] ?? ORIGINAL,
      order: spans.order[row] ?? 0,
    })
  }
  return entries.sort((a, b) => a.order - b.order || a.block - b.block)
}

/** An edit as the audit log keeps it. `firstAsk` is the run's index of the turn's first request. */
export function editRecord(
  change: WindowChange,
  edit: number,
  turn: number,
  window: WindowId,
  firstAsk = 0,
): EditRecord | null {
  if (change.edit === null) return null
  const { applied } = change
  const opened = new Map(applied.opened.map((entry) => [entry.block, entry]))
  const closed = new Map(applied.closed.map((entry) => [entry.block, entry]))
  const changes = new Map(change.edit.changes.map((one) => [one.block, one]))
  const touched = new Set<BlockId>([...closed.keys(), ...opened.keys()])
  const blocks: EditedBlock[] = []
  let overhead = 0
  let freed = 0
  let added = 0
  for (const block of touched) {
    const from = closed.get(block)
    const to = opened.get(block)
    // A block without a verb only took over its message's overhead.
    const one = changes.get(block)
    if (one === undefined) {
      overhead += (to?.tokens ?? 0) - (from?.tokens ?? 0)
      continue
    }
    freed += from?.tokens ?? 0
    added += to?.tokens ?? 0
    const into = 'into' in one ? one.into : undefined
    blocks.push({
      block,
      verb: one.verb,
      from: from?.state ?? 'gone',
      to: to?.state ?? 'gone',
      freed: from?.tokens ?? 0,
      added: to?.tokens ?? 0,
      ...(into === undefined ? {} : { into }),
    })
  }
  const { compression } = change.edit
  const returned = applied.after - applied.before - (added + overhead - freed)
  return {
    edit,
    tick: change.tick,
    turn,
    window,
    stage: change.edit.stage,
    before: applied.before,
    freed,
    added: added + overhead + returned,
    after: applied.after,
    ...(overhead === 0 ? {} : { overhead }),
    ...(returned === 0 ? {} : { returned }),
    blocks,
    decision: change.edit.decision,
    repairs: change.edit.repairs,
    compression:
      compression === null ? null : { ...compression, asks: compression.asks.map((ask) => firstAsk + ask) },
    opened: change.edit.opened,
    ...(change.edit.kept === null ? {} : { kept: change.edit.kept }),
    ...(change.edit.step === undefined ? {} : { step: change.edit.step }),
    ...(change.edit.trigger === undefined ? {} : { trigger: change.edit.trigger }),
    ...(change.edit.logged === undefined ? {} : { logged: change.edit.logged }),
  }
}

/** Tokens that the model writes for each call that it makes to get content back (NEED-3). */
const REFETCH_OUTPUT: Tokens = 120

/** The call by which the log's client had its summary written: it sent the whole window. Null for every other edit. */
export function clientsCall({
  logged,
  compression,
}: {
  readonly logged?: Logged | undefined
  readonly compression?: Pick<CompressionRecord, 'before' | 'after'> | null
}): { readonly input: Tokens; readonly output: Tokens } | null {
  if (logged === undefined || compression === undefined || compression === null) return null
  return { input: logged.before ?? compression.before, output: compression.after }
}

/**
 * The requests of a turn: those of stages, those of sub-agents, those that get content back, and the call itself, which
 * has that content in its prompt. A call that does not fit is never made.
 *
 * @param recorded tokens that the log counts for the reply; null if it does not say
 */
export function callsOf(
  { asks, changes, ledger, responded, fetched, ended }: TurnOutcome,
  refetches: readonly Refetch[],
  recorded: Tokens | null,
): CallRecord[] {
  const calls: CallRecord[] = []
  const errands = new Set<number>()
  for (const { edit } of changes) {
    const { subagent = null, asks: own = [] } = edit?.compression ?? {}
    const byClient = edit === null || edit === undefined ? null : clientsCall(edit)
    if (byClient !== null) calls.push({ kind: 'summarize', ...byClient })
    if (subagent === null) continue
    // The report is part of the sub-agent's cost.
    for (const ask of own) errands.add(ask)
    calls.push({ kind: 'subagent', input: subagent.input, output: subagent.output })
  }
  for (const [index, { input, alone, output }] of asks.entries()) {
    const continues = alone === undefined ? {} : ({ continues: true } as const)
    if (!errands.has(index)) calls.push({ kind: 'summarize', input, ...continues, output })
  }
  const entries = changes.find(({ cause }) => cause === 'fetch')?.applied.opened ?? []
  let input = ledger.used
  for (const { call, result, blind } of refetches) {
    for (let tried = 0; tried < blind; tried++) calls.push({ kind: 'search', input, output: REFETCH_OUTPUT })
    calls.push({ kind: 'refetch', input, output: REFETCH_OUTPUT })
    for (const { block, tokens } of entries) if (block === call || block === result) input += tokens
  }
  if (ended !== null) return calls
  const output = responded === null ? null : responded.used - (fetched ?? ledger).used
  const unseen = paidReply(recorded, output ?? 0) - (output ?? 0)
  calls.push({ kind: 'main', input, output, ...(unseen === 0 ? {} : { unseen }) })
  return calls
}
