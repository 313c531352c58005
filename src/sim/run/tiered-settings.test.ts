import { describe, expect, it } from 'vitest'
import type { PartialConfig } from '../../config/index.ts'
import { tieredFullSpec, tieredSpec } from '../../engine/internal.ts'
import type { Message } from '../../engine/index.ts'
import { filler } from '../../testing/conversation.ts'
import { runsOnce } from '../../testing/once.ts'
import { toolLoop } from '../../testing/tiered-scene.ts'
import { traceOf } from '../../testing/trace.ts'
import { run } from '../index.ts'
import type { Trace } from '../index.ts'

const MINUTE = 60_000

/** Five exchanges of reads and searches, with long and short results, one skill, and a pause of seven minutes. */
function story(name = 'exchange'): Trace {
  const messages: Message[] = []
  const injected: number[] = []
  for (let exchange = 0; exchange < 5; exchange++) {
    const steps = Array.from({ length: 6 }, (_, nth) => {
      const path = `src/${nth % 4}.ts`
      const tool = nth % 3 === 2 ? 'grep_search' : nth === 4 ? 'list_issues' : 'read_file'
      const size = nth === 3 ? 3_000 : 700
      return { tool, input: { path }, result: `${exchange}-${nth}\n`.repeat(5) + filler(size) }
    })
    if (exchange === 1) {
      injected.push(messages.length)
      messages.push({ role: 'user', content: `Base directory of this skill: /skills/port\n${filler(300)}` })
    }
    messages.push(...toolLoop(steps, { ask: `${name} ${exchange}` }))
    messages.push({ role: 'assistant', content: `done with ${exchange}` })
  }
  messages.push({ role: 'user', content: 'and now?' })
  const trace = traceOf(messages, { injected })
  const turns = trace.turns.map((turn) => ({
    ...turn,
    time: turn.turn * MINUTE + (turn.turn > 14 ? 6 * MINUTE : 0),
  }))
  return { ...trace, turns }
}

const trace = story()

const ran = runsOnce(([config, compact]: readonly [PartialConfig, boolean]) =>
  run(trace, config, compact ? { interventions: [{ turn: 20, kind: 'compact' }] } : {}),
)

function decided(strategy: string, section: Record<string, unknown>, limit: number, compact = false): string {
  const { data } = ran([{ strategy, max_context_tokens: limit, [strategy]: section }, compact])
  return JSON.stringify(data.edits.map(({ turn, stage, after, blocks }) => ({ turn, stage, after, blocks })))
}

const SMALL = {
  reserve_tokens: 1_000,
  persist_above_bytes: 1_000,
  preview_lines: 3,
  preview_bytes: 300,
  cut_above_characters: 500,
  budget_characters: 450,
  tight_budget_characters: 300,
  summary_tokens: 300,
}
const LARGE = {
  tool_result_characters: 1_000,
  preview_bytes: 300,
  summary_tokens: 400,
  restore_file_tokens: 60,
  collapse_from: 0.8,
  clear_from: 0.75,
}

describe('CONF-3 every setting has an effect', () => {
  const small: Readonly<
    Record<string, { readonly to: unknown; readonly given?: object; readonly limit?: number }>
  > = {
    reserve_tokens: { to: 2_500 },
    persist_above_bytes: { to: 2_000_000 },
    preview_lines: { to: 5 },
    preview_bytes: { to: 100, given: { preview_lines: 100 } },
    cut_above_characters: { to: 400, given: { persist_above_bytes: 2_000_000 } },
    budget_from: { to: 0.1 },
    budget_characters: { to: 200 },
    tight_budget_from: { to: 0.5 },
    tight_budget_characters: { to: 200, given: { tight_budget_from: 0.3 } },
    snip_from: { to: 0.3 },
    snip_tools: { to: ['grep_search'] },
    snip_keep_per_tool: { to: 1 },
    keep_results: { to: 5 },
    idle_minutes: { to: 8 },
    auto_compact_from: { to: 0.4 },
    least_messages: { to: 60, given: { auto_compact_from: 0.3 } },
    summary_tokens: { to: 100, given: { auto_compact_from: 0.3 } },
  }
  it('CONF-3 all settings of tiered are tested', () => {
    expect(Object.keys(small).sort()).toEqual(Object.keys(tieredSpec).sort())
  })
  it.each(Object.entries(small))('CONF-3 tiered.%s', (key, { to, given = {}, limit = 6_000 }) => {
    const section = { ...SMALL, ...given }
    expect(decided('tiered', { ...section, [key]: to }, limit)).not.toBe(decided('tiered', section, limit))
  })

  const large: Readonly<
    Record<string, { readonly to: unknown; readonly given?: object; readonly by?: 'hand' }>
  > = {
    tool_result_characters: { to: 500 },
    preview_bytes: { to: 100 },
    snip_from: { to: 0.3 },
    snip_tools: { to: ['grep_search'] },
    snip_keep_per_tool: { to: 1 },
    keep_results: { to: 5 },
    clear_from: { to: 0.4 },
    cache_minutes: { to: 8 },
    collapse: { to: false, given: { collapse_from: 0.4, compact_share: 0.5 } },
    collapse_from: { to: 0.3 },
    collapse_keep_messages: { to: 2, given: { collapse_from: 0.4 } },
    compact_at: {
      to: 'margin',
      given: { collapse: false, compact_margin_tokens: 4_500, compact_share: 0.75 },
    },
    compact_share: { to: 0.5, given: { collapse: false } },
    compact_margin_tokens: {
      to: 3_000,
      given: { collapse: false, compact_at: 'margin', compact_margin_tokens: 1_500 },
    },
    summary_tokens: { to: 200, by: 'hand' },
    restore_files: { to: 1, by: 'hand' },
    restore_file_tokens: { to: 30, by: 'hand' },
    restore_skills: { to: false, by: 'hand' },
  }
  it('CONF-3 all settings of tiered_full are tested', () => {
    const tried = [...Object.keys(large), 'static_system_until']
    expect(tried.sort()).toEqual(Object.keys(tieredFullSpec).sort())
  })
  it('CONF-3 tiered_full.static_system_until', () => {
    const system = 'You are careful.\n\nToday:\nSunday'
    const sent = (section: object) =>
      run({ ...trace, system }, { strategy: 'tiered_full', tiered_full: section }).messagesAt(3, 'anthropic')
        .system
    expect(sent({})).not.toEqual(sent({ static_system_until: 'Today:' }))
  })
  it.each(Object.entries(large))('CONF-3 tiered_full.%s', (key, { to, given = {}, by }) => {
    const section = { ...LARGE, ...given }
    const limit = by === 'hand' ? 40_000 : 6_000
    expect(decided('tiered_full', { ...section, [key]: to }, limit, by === 'hand')).not.toBe(
      decided('tiered_full', section, limit, by === 'hand'),
    )
  })
})

describe('TIER-1 TIER-3 one conversation', () => {
  it('TIER-3 collapsing avoids the compaction of the session; without it the session is compacted', () => {
    const stages = (collapse: boolean): Set<string> => {
      const own = {
        ...LARGE,
        collapse,
        snip_from: 1,
        clear_from: 1,
        cache_minutes: 60,
        collapse_from: 0.5,
        compact_share: 0.7,
      }
      const config = { strategy: 'tiered_full', max_context_tokens: 6_000, tiered_full: own }
      return new Set(run(trace, config).edits.map(({ stage }) => stage))
    }
    expect([...stages(true)]).toContain('collapse')
    expect([...stages(true)]).not.toContain('compact_session')
    expect([...stages(false)]).toContain('compact_session')
  })

  it('TIER-1 a pause of seven minutes is read from the clock of the trace, in the turn after it', () => {
    const config = { strategy: 'tiered', max_context_tokens: 100_000 }
    const cleared = run(trace, config).edits.filter(({ stage }) => stage === 'microcompact')
    expect(cleared.map(({ turn, trigger }) => [turn, trigger?.value])).toEqual([[15, 7 * MINUTE]])
    const still = { ...trace, turns: trace.turns.map((turn) => ({ ...turn, time: null })) }
    expect(run(still, config).edits).toEqual([])
  })

  it('TIER-3 clearing on a warm cache breaks no cache, snipping and pauses do', () => {
    const causes = (section: object): string[] => {
      const config = {
        strategy: 'tiered_full',
        max_context_tokens: 8_000,
        tiered_full: { ...LARGE, collapse: false, compact_share: 1, ...section },
      }
      return run(trace, config).turns.flatMap(({ events }) =>
        events.flatMap((event) =>
          event.kind === 'cache_break'
            ? [event.cause.of === 'edit' ? event.cause.stage : event.cause.of]
            : [],
        ),
      )
    }
    expect(new Set(causes({ snip_from: 1, clear_from: 0.5, cache_minutes: 60 }))).toEqual(new Set())
    expect(new Set(causes({ snip_from: 0.5, clear_from: 1, cache_minutes: 60 }))).toEqual(
      new Set(['snip_history']),
    )
    expect(causes({ snip_from: 1, clear_from: 1, cache_minutes: 5 })).toEqual(['pause'])
  })

  it('TIER-1 two windows of a log have separate clocks', () => {
    const other = story('errand')
    const offset = trace.messages.length
    const turns = trace.turns.flatMap((turn, nth) => {
      const twin = other.turns[nth]
      if (twin === undefined) return []
      const inputs = twin.inputs.map((index) => index + offset)
      const response = twin.response === null ? null : twin.response + offset
      const mine = { ...turn, turn: 2 * nth }
      return [mine, { ...twin, turn: 2 * nth + 1, window: 1, inputs, response }]
    })
    const two: Trace = {
      ...trace,
      turns,
      messages: [...trace.messages, ...other.messages],
      windows: [...trace.windows, { id: 1, parent: 0, kind: 'subagent', opened: 1, closed: null }],
    }
    const cleared = run(two, { strategy: 'tiered', max_context_tokens: 100_000 }).edits.filter(
      ({ stage }) => stage === 'microcompact',
    )
    expect(cleared.map(({ turn, trigger }) => [turn, trigger?.value])).toEqual([
      [30, 7 * MINUTE],
      [31, 7 * MINUTE],
    ])
  })
})
