import { expect } from 'vitest'
import { PROVIDERS, validate } from '../engine/index.ts'
import type { Block } from '../engine/index.ts'
import { budgetsOf, entriesAt, healthsOf } from '../sim/index.ts'
import type { Timeline, TimelineData } from '../sim/index.ts'

/* Laws about the record of every run, for any strategy. Each is recomputed from the blocks, the spans and the config alone, without the code that decided. */

/** LED-1 the tokens that an edit freed are the same in the edit, its blocks, its decision, and the window. */
export function freedAddsUp(data: TimelineData): void {
  for (const { before, freed, added, after, blocks, decision, ...edit } of data.edits) {
    const { overhead = 0, returned = 0, tick, window, turn, stage } = edit
    expect(before - freed + added).toBe(after)
    const at = (when: number) =>
      new Map(entriesAt(data.spans, when, window).map((entry) => [entry.block, entry.tokens]))
    const [stood, stands] = [at(tick - 1), at(tick)]
    let moved = 0
    for (const block of new Set([...stood.keys(), ...stands.keys()]))
      moved += (stands.get(block) ?? 0) - (stood.get(block) ?? 0)
    let [out, put] = [0, 0]
    for (const one of blocks) {
      expect([one.freed, one.added]).toEqual([stood.get(one.block) ?? 0, stands.get(one.block) ?? 0])
      out += one.freed
      put += one.added
      moved -= one.added - one.freed
    }
    expect({ turn, stage, freed, added, overhead }).toEqual({
      turn,
      stage,
      freed: out,
      added: put + overhead + returned,
      overhead: moved,
    })
    if (decision !== null)
      expect({ turn, stage, net: decision.freed }).toEqual({ turn, stage, net: before - after })
  }
}

export function balances({ data }: Timeline): void {
  freedAddsUp(data)
  for (const edit of data.edits) {
    const entries = (tick: number) => entriesAt(data.spans, tick, edit.window)
    const sum = (tick: number) => entries(tick).reduce((total, { tokens }) => total + tokens, 0)
    expect([sum(edit.tick - 1), sum(edit.tick)]).toEqual([edit.before, edit.after])
  }
  for (const turn of data.turns) {
    for (const { tick, used } of [
      turn.points.arrived,
      turn.points.offered,
      turn.points.sent,
      turn.responded ?? turn.points.sent,
    ]) {
      const entries = entriesAt(data.spans, tick, turn.window)
      expect(entries.reduce((sum, entry) => sum + entry.tokens, 0)).toBe(used)
    }
    expect(Object.values(turn.byType).reduce((a, b) => a + b, 0)).toBe(turn.used)
    expect(Object.values(turn.byComponent).reduce((a, b) => a + b, 0)).toBe(turn.used)
    expect(turn.used + data.reserve + turn.free).toBe(data.limit)
  }
}

export function keepsPairs(timeline: Timeline): void {
  for (const { turn, window } of timeline.turns) {
    const calls = new Set<string>()
    const results = new Set<string>()
    for (const { block: id } of sentBlocks(timeline, turn)) {
      const { type, call } = timeline.blocks[id] as Block
      const side = type === 'tool_call' ? calls : type === 'tool_result' ? results : null
      if (side !== null && call !== null) side.add(call.id)
    }
    expect([...results].sort(), `turn ${turn} of window ${window}`).toEqual([...calls].sort())
  }
}

export function introducesNothing(timeline: Timeline): void {
  for (const { turn, violations } of timeline.turns) {
    expect(
      violations.filter(({ origin }) => origin === 'strategy'),
      `turn ${turn}`,
    ).toEqual([])
    for (const provider of PROVIDERS) {
      const { repairs: _, ...request } = timeline.messagesAt(turn, provider)
      expect(validate(request, provider)).toEqual([])
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
      expect({ why, turn, block: block.id, state: sent.get(block.id)?.state ?? 'gone' }).toEqual({
        why,
        turn,
        block: block.id,
        state: 'live',
      })
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
        // Replacements of removed content may only be replaced by their successors.
        const own = ['compact', 'carry_notes', 'new_window', 'slide'].includes(edit.stage)
        if (on('carried_state')) expect([edit.stage, own]).toEqual([edit.stage, true])
        continue
      }
      if (on('pinned')) expect([edit.stage, block.doNotEvict]).toEqual([edit.stage, false])
      const running = block.type === 'tool_result' && block.turn === edit.turn
      if (running && on('running_results') && edit.stage !== 'summarize_arrivals') expect(verb).toBe('clip')
      expect(from).not.toBe('gone')
    }
  }
}

/** COMP-3 no turn asks about more than its window contains, and never without a reason. */
export function asksWithinBounds({ data }: Timeline): void {
  for (const turn of data.turns) {
    const asks = turn.asks.map((ask) => data.asks[ask])
    const entries = entriesAt(data.spans, turn.points.arrived.tick, turn.window).length
    expect(asks.length).toBeLessThanOrEqual(3 * entries + 6)
    for (const stage of new Set(asks.map((ask) => ask?.stage))) {
      const sources = asks
        .filter((ask) => ask?.stage === stage && ask?.kind !== 'extract')
        .flatMap((ask) => ask?.sources ?? [])
      expect(new Set(sources).size).toBe(sources.length)
    }
    for (const ask of asks) {
      expect(ask?.maxTokens).toBeGreaterThanOrEqual(1)
      expect(ask?.verdict === 'failed').toBe(ask?.failure !== null)
      if (ask?.kind !== 'extract') expect(ask?.sources.length).toBeGreaterThan(0)
    }
  }
}

export function shrinks({ data }: Timeline): void {
  for (const { compression, before, after, stage, blocks, turn } of data.edits) {
    if (stage === 'new_window') expect(after).toBeLessThanOrEqual(0.8 * before)
    if (compression === null) continue
    expect(compression.after).toBeLessThan(compression.before)
    expect({ stage, turn, less: after < before }).toEqual({ stage, turn, less: true })
    expect(compression.kept).toBeLessThanOrEqual(compression.probes)
    expect(blocks.length).toBeGreaterThan(0)
    for (const ask of compression.asks) expect(data.asks[ask]?.turn).toBe(turn)
  }
}

/** COMP-2 a step acts from its threshold on; the thresholds are recomputed from the config. */
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
  // A near red, or a spike, counts as orange in any zone (PRES-6).
  if (pressure.preemptive) for (const [stage, at] of from) if (at <= orange) from.delete(stage)
  for (const { stage, before, turn } of data.edits) {
    const at = from.get(stage)
    if (at === undefined) continue
    const over = before + data.reserve > data.limit
    // The previous turn in the same window: a sub-agent does not hear of the alerts of its parent.
    const own = data.turns[turn]?.window
    const last = data.turns.findLast((one, index) => index < turn && one.window === own)
    const alarmed = last?.events.some((event) => event.kind === 'alert') ?? false
    if (over || (stage === 'compact' && alarmed) || budget.enforce === 'per_component') continue
    expect(before, stage).toBeGreaterThanOrEqual(at * scale * data.limit - 1e-6)
  }
}

/** The model did what it was asked for, whatever became of it. */
const GOOD = new Set<string | undefined>(['used', 'ignored'])

/** COMP-3 counted again by hand. */
export function breaks({ data }: Timeline): void {
  const failures = new Map<number, number>()
  const limit = data.spec.config.compression.breaker_after
  for (const { window, asks, events } of data.turns) {
    let count = failures.get(window) ?? 0
    const before = count
    for (const ask of asks) {
      expect(count).toBeLessThan(limit)
      count = GOOD.has(data.asks[ask]?.verdict) ? 0 : count + 1
    }
    expect(events.some(({ kind }) => kind === 'breaker')).toBe(count >= limit && before < limit)
    failures.set(window, events.some(({ kind }) => kind === 'window') ? 0 : count)
  }
}

export function readsAgain({ data }: Timeline): void {
  const alerts = data.turns.map(({ events }) =>
    events.flatMap((event) => (event.kind === 'alert' ? [event.alert] : [])),
  )
  expect(healthsOf(data).map((reading) => reading.alerts)).toEqual(alerts)
  const budgets = budgetsOf(data)
  data.turns.forEach(({ byComponent }, index) => {
    expect(budgets[index]?.components.results.used).toBe(byComponent.results)
  })
}

function sentBlocks({ data }: Timeline, turn: number) {
  const record = data.turns[turn]
  return record === undefined ? [] : entriesAt(data.spans, record.points.sent.tick, record.window)
}
