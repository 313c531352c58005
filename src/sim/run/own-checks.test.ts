import { describe, expect, it } from 'vitest'
import { chars4 } from '../../engine/index.ts'
import { logs, readLog, scenario } from '../../testing/shared-traces.ts'
import { metrics, run, takeIn, unmanagedPeak } from '../index.ts'
import type { Timeline, TimelineData } from '../index.ts'

/* What published measurements and hand calculation say of any such simulator. */

describe('NEED-3 masking old results of a long coding session', () => {
  /** US dollars of every call without a prompt cache, at $3 and $15 per million tokens. */
  const uncached = ({ turns }: TimelineData): number =>
    turns
      .flatMap(({ calls }) => calls)
      .reduce((sum, { input, output }) => sum + (input * 3 + (output ?? 0) * 15) / 1e6, 0)
  const present = (timeline: Timeline): number =>
    metrics(timeline).find(({ id }) => id === 'need-hit-rate')?.value ?? 0
  const callsOf = ({ data: { turns } }: Timeline): number => turns.flatMap(({ calls }) => calls).length

  it('saves 40 to 60 % of the uncached cost and less than 5 points of needs', () => {
    const trace = scenario('long-coding', 7)
    const intake = takeIn(trace, chars4)
    const peak = unmanagedPeak(intake)
    const max_context_tokens = Math.ceil(peak * 1.5)
    const whole = run(trace, { strategy: 'unmanaged', max_context_tokens }, { intake })
    const trigger = Math.round(peak / 2)
    const masked = run(
      trace,
      {
        strategy: 'context_editing',
        max_context_tokens,
        context_editing: { clear_tool_uses: { trigger, keep: 20 } },
      },
      { intake },
    )
    const saved = 1 - uncached(masked.data) / uncached(whole.data)
    expect(saved).toBeGreaterThan(0.4)
    expect(saved).toBeLessThan(0.6)
    expect(present(whole)).toBe(1)
    expect(present(masked)).toBeGreaterThan(0.95)
  })

  it('in a window far too small makes half as many calls more, by the needs that a log would show', () => {
    const trace = { ...scenario('long-coding', 7), needs: [] }
    const intake = takeIn(trace, chars4)
    const max_context_tokens = Math.ceil(unmanagedPeak(intake) * 0.05)
    const ran = run(
      trace,
      { strategy: 'evict', max_context_tokens, simulation: { refetch: 'on' } },
      { intake },
    )
    expect(callsOf(ran)).toBeGreaterThanOrEqual(1.5 * trace.turns.length)
  })
})

describe('EVI-3 a pinned constraint', () => {
  it('EVI-3 is kept word for word in every prompt; compaction without the pin does not do that', () => {
    const trace = scenario('support-chat', 7)
    const intake = takeIn(trace, chars4)
    const rules = trace.needs.filter(({ kind }) => kind === 'constraint')
    const blocks = new Set(rules.map(({ message, part }) => intake.ofMessage.get(message)?.[part] ?? -1))
    const kept = (pinned: boolean): number => {
      const interventions = [...blocks].map((block) => {
        return { turn: intake.blocks[block]?.turn ?? 0, kind: 'pin' as const, block }
      })
      const { data } = run(
        trace,
        {
          strategy: 'pipeline',
          max_context_tokens: Math.ceil(unmanagedPeak(intake) / 2),
          pipeline: [{ stage: 'compact', at: 0.6 }],
        },
        { intake, interventions: pinned ? interventions : [] },
      )
      expect(data.edits.length).toBeGreaterThan(0)
      return data.needs.filter(({ kind, resolution }) => kind === 'constraint' && resolution === 'full')
        .length
    }
    expect(kept(true)).toBe(rules.length)
    expect(kept(false)).toBeLessThan(rules.length)
  })
})

describe.skipIf(logs.length === 0)('TOK-2 the anchored count of real logs', () => {
  /** Enough calls for a median. */
  const LEAST = 10

  it.each(logs)('TOK-2 errs by less than 1 % in the median: %s', (file) => {
    const trace = readLog(file)
    const { inputs, blocks, messageOverhead } = takeIn(trace, chars4, false)
    const errors: number[] = []
    const last = new Map<number, number>()
    for (const { turn, window, usage } of trace.turns) {
      const anchor = last.get(window)
      const edited = trace.recordedEdits.some((edit) => edit.turn === turn && edit.window === window)
      if (usage === null) continue
      // What the provider counted last, and an estimate of what came since.
      const came = (inputs[turn] ?? []).reduce(
        (sum, id) => sum + (blocks[id]?.tokens ?? 0) + messageOverhead,
        0,
      )
      if (anchor !== undefined && !edited) errors.push(Math.abs(anchor + came - usage.input) / usage.input)
      if (usage.output !== null) last.set(window, usage.input + usage.output)
    }
    if (errors.length < LEAST) return
    errors.sort((a, b) => a - b)
    expect(errors[Math.floor(errors.length / 2)]).toBeLessThan(0.01)
  })
})
