import { PROVIDERS, validate } from '../engine/index.ts'
import type { Block } from '../engine/index.ts'
import { budgetsOf, entriesAt, healthsOf } from '../sim/index.ts'
import type { Timeline, TimelineData } from '../sim/index.ts'
import { expectAtMost, expectEqual, expectSame } from './expect-equal.ts'

/*
 * Laws about the record of every run, for any strategy. Each recomputes a quantity from the blocks, the spans and the
 * config alone, without the code that decided.
 */

/** LED-1 An edit frees the same tokens in its own record, its blocks, its decision, and the window. */
export function freedAddsUp(data: TimelineData): void {
  for (const { before, freed, added, after, blocks, decision, ...edit } of data.edits) {
    const { overhead = 0, returned = 0, tick, window, turn, stage } = edit
    expectSame(before - freed + added, after)
    const at = (when: number) =>
      new Map(entriesAt(data.spans, when, window).map((entry) => [entry.block, entry.tokens]))
    const [stood, stands] = [at(tick - 1), at(tick)]
    let moved = 0
    for (const block of new Set([...stood.keys(), ...stands.keys()]))
      moved += (stands.get(block) ?? 0) - (stood.get(block) ?? 0)
    let [out, put] = [0, 0]
    for (const one of blocks) {
      expectSame(one.freed, stood.get(one.block) ?? 0)
      expectSame(one.added, stands.get(one.block) ?? 0)
      out += one.freed
      put += one.added
      moved -= one.added - one.freed
    }
    const where = `${stage} in turn ${turn}`
    expectSame(freed, out, where)
    expectSame(added, put + overhead + returned, where)
    expectSame(overhead, moved, where)
    if (decision !== null) expectSame(decision.freed, before - after, where)
  }
}

/** LED-1 The sums of the blocks, the types and the components equal the tokens of the window. */
export function balances({ data }: Timeline): void {
  freedAddsUp(data)
  for (const edit of data.edits) {
    const entries = (tick: number) => entriesAt(data.spans, tick, edit.window)
    const sum = (tick: number) => entries(tick).reduce((total, { tokens }) => total + tokens, 0)
    expectSame(sum(edit.tick - 1), edit.before)
    expectSame(sum(edit.tick), edit.after)
  }
  for (const turn of data.turns) {
    for (const { tick, used } of [
      turn.points.arrived,
      turn.points.offered,
      turn.points.sent,
      turn.responded ?? turn.points.sent,
    ]) {
      const entries = entriesAt(data.spans, tick, turn.window)
      expectSame(
        entries.reduce((sum, entry) => sum + entry.tokens, 0),
        used,
      )
    }
    expectSame(
      Object.values(turn.byType).reduce((a, b) => a + b, 0),
      turn.used,
    )
    expectSame(
      Object.values(turn.byComponent).reduce((a, b) => a + b, 0),
      turn.used,
    )
    expectSame(turn.used + data.reserve + turn.free, data.limit)
  }
}

/** PAIR-2 Every request has the calls of its results and the results of its calls. */
export function keepsPairs(timeline: Timeline): void {
  for (const { turn, window } of timeline.turns) {
    const calls = new Set<string>()
    const results = new Set<string>()
    for (const { block: id } of sentBlocks(timeline, turn)) {
      const { type, call } = timeline.blocks[id] as Block
      const side = type === 'tool_call' ? calls : type === 'tool_result' ? results : null
      if (side !== null && call !== null) side.add(call.id)
    }
    expectEqual(results, calls, `turn ${turn} of window ${window}`)
  }
}

/**
 * VALID-3 The requests are valid: for every provider after an edit and in the last turn, else for one provider in turn.
 */
export function introducesNothing(timeline: Timeline): void {
  const last = timeline.turns.length - 1
  for (const { turn, violations, edits } of timeline.turns) {
    expectEqual(
      violations.filter(({ origin }) => origin === 'strategy'),
      [],
      `turn ${turn}`,
    )
    for (const [nth, provider] of PROVIDERS.entries()) {
      if (edits.length === 0 && turn !== last && nth !== turn % PROVIDERS.length) continue
      const { repairs: _, ...request } = timeline.messagesAt(turn, provider)
      expectEqual(validate(request, provider), [], `turn ${turn}`)
    }
  }
}

/** EVI-3, recomputed from the blocks alone. */
export function keepsGuarded(timeline: Timeline): void {
  const { gates } = timeline.data.spec.config.eviction
  const on = (guard: string): boolean => gates[guard] !== false
  for (const { turn, window } of timeline.turns) {
    const sent = new Map(sentBlocks(timeline, turn).map((entry) => [entry.block, entry]))
    const there = timeline.blocks.filter((block) => {
      const arrived = block.turn < turn || (block.turn === turn && !block.response)
      return block.window === window && block.message >= 0 && arrived
    })
    const whole = (block: Block, why: string): void => {
      expectSame(sent.get(block.id)?.state ?? 'gone', 'live', `${why}, block ${block.id} in turn ${turn}`)
    }
    for (const block of timeline.blocks) {
      if (block.type === 'system_prompt' && block.message < 0 && block.window === window)
        whole(block, 'system')
    }
    for (const block of there) {
      if (block.type === 'system_prompt') whole(block, 'system message')
      if (on('pinned') && block.doNotEvict && block.type !== 'tool_result') whole(block, 'marked')
    }
    const asked = there.filter((block) => block.type === 'user_message')
    if (on('task'))
      for (const block of asked.filter((one) => one.message === asked[0]?.message)) whole(block, 'task')
    if (on('current_user_message')) {
      for (const block of asked.filter((one) => one.message === asked.at(-1)?.message))
        whole(block, 'request')
    }
  }
  for (const edit of timeline.edits) {
    for (const { block: id, verb, from } of edit.blocks) {
      const block = timeline.blocks[id] as Block
      if (verb === 'insert' || verb === 'move' || edit.stage === 'repair') continue
      if (block.message < 0) {
        // Content that the run made may only be replaced by its successor.
        const own = ['compact', 'carry_notes', 'new_window', 'slide'].includes(edit.stage)
        if (on('carried_state')) expectSame(own, true, edit.stage)
        continue
      }
      if (on('pinned')) expectSame(block.doNotEvict, false, edit.stage)
      const running = block.type === 'tool_result' && block.turn === edit.turn
      if (running && on('running_results') && edit.stage !== 'summarize_arrivals') expectSame(verb, 'clip')
      expectSame(from === 'gone', false)
    }
  }
}

/**
 * COMP-3 The requests of a turn to a model are bounded by the size of the window; each has sources, and no stage sends
 * a block twice.
 */
export function asksWithinBounds({ data }: Timeline): void {
  for (const turn of data.turns) {
    const asks = turn.asks.map((ask) => data.asks[ask])
    const entries = entriesAt(data.spans, turn.points.arrived.tick, turn.window).length
    expectAtMost(asks.length, 3 * entries + 6)
    for (const stage of new Set(asks.map((ask) => ask?.stage))) {
      const sources = asks
        .filter((ask) => ask?.stage === stage && ask?.kind !== 'extract')
        .flatMap((ask) => ask?.sources ?? [])
      expectSame(new Set(sources).size, sources.length)
    }
    for (const ask of asks) {
      expectAtMost(1, ask?.maxTokens ?? NaN)
      expectSame(ask?.verdict === 'failed', ask?.failure !== null)
      if (ask?.kind !== 'extract') expectAtMost(1, ask?.sources.length ?? NaN)
    }
  }
}

/** COMP-3 A compression makes its messages and the window smaller. A new window has at most .8 of the old tokens. */
export function shrinks({ data }: Timeline): void {
  for (const { compression, before, after, stage, blocks, turn } of data.edits) {
    if (stage === 'new_window') expectAtMost(after, 0.8 * before)
    if (compression === null) continue
    expectAtMost(compression.after, compression.before - 1)
    expectAtMost(after, before - 1, `${stage} in turn ${turn}`)
    expectAtMost(compression.kept, compression.probes)
    expectAtMost(1, blocks.length)
    for (const ask of compression.asks) expectSame(data.asks[ask]?.turn, turn)
  }
}

/** COMP-2 A step acts only from its threshold on; the thresholds are recomputed from the config. */
export function staysBelow({ data }: Timeline): void {
  const { compression, pressure, budget } = data.spec.config
  const usable = (data.limit - data.reserve) / data.limit
  const scale = usable < 0.95 ? usable / 0.95 : 1
  const from = new Map<string, number>()
  const stages: Readonly<Record<string, string>> = {
    tool_result_summarization: 'summarize_results',
    progressive: 'progressive',
    conversation_compaction: 'compact',
    sub_agent: 'delegate',
  }
  for (const [at, steps] of Object.entries(compression.cascade)) {
    for (const step of [steps].flat()) from.set(stages[step] ?? '', Number(at))
  }
  const { orange } = pressure.thresholds
  from.set('evict', orange).set('merge', orange)
  // A spike, or too few turns until red, triggers eviction in any zone (PRES-6).
  if (pressure.preemptive) for (const [stage, at] of from) if (at <= orange) from.delete(stage)
  for (const { stage, before, turn } of data.edits) {
    const at = from.get(stage)
    if (at === undefined) continue
    const over = before + data.reserve > data.limit
    // The previous turn of the same window, because a sub-agent does not get its parent's alerts.
    const own = data.turns[turn]?.window
    const last = data.turns.findLast((one, index) => index < turn && one.window === own)
    const alarmed = last?.events.some((event) => event.kind === 'alert') ?? false
    if (over || (stage === 'compact' && alarmed) || budget.enforce === 'per_component') continue
    expectAtMost(at * scale * data.limit - 1e-6, before, stage)
  }
}

/** Verdicts on answers that arrived, even if they were not used. */
const GOOD = new Set<string | undefined>(['used', 'ignored'])

/** COMP-3 The breaker opens after that many failures in a row, recounted from the record. */
export function breaks({ data }: Timeline): void {
  const failures = new Map<number, number>()
  const limit = data.spec.config.compression.breaker_after
  for (const { window, asks, events } of data.turns) {
    let count = failures.get(window) ?? 0
    const before = count
    for (const ask of asks) {
      expectAtMost(count, limit - 1)
      count = GOOD.has(data.asks[ask]?.verdict) ? 0 : count + 1
    }
    expectSame(
      events.some(({ kind }) => kind === 'breaker'),
      count >= limit && before < limit,
    )
    failures.set(window, events.some(({ kind }) => kind === 'window') ? 0 : count)
  }
}

/** HEALTH-2, BUD-2 Health and budget read from the record agree with the recorded alerts and the ledger. */
export function readsAgain({ data }: Timeline): void {
  const alerts = data.turns.map(({ events }) =>
    events.flatMap((event) => (event.kind === 'alert' ? [event.alert] : [])),
  )
  expectEqual(
    healthsOf(data).map((reading) => reading.alerts),
    alerts,
  )
  const budgets = budgetsOf(data)
  data.turns.forEach(({ byComponent }, index) => {
    expectSame(budgets[index]?.components.results.used, byComponent.results)
  })
}

function sentBlocks({ data }: Timeline, turn: number) {
  const record = data.turns[turn]
  return record === undefined ? [] : entriesAt(data.spans, record.points.sent.tick, record.window)
}
