import { describe, expect, it } from 'vitest'
import { history } from '../../bench/history.ts'
import type { PartialConfig } from '../../config/index.ts'
import { driveSync } from '../../engine/index.ts'
import { everyEntry, inPrompt } from '../../engine/internal.ts'
import type { Window } from '../../engine/index.ts'
import { createReplay } from './replay/replay.ts'
import { startBefore } from './replay/resume.ts'
import { entriesAt } from './timeline/recorder.ts'
import { run } from '../index.ts'
import { expectEqual, expectSame } from '../../testing/expect-equal.ts'

const trace = history(480, 600)

/** A run turn by turn, with the window after each turn. */
function followed(config: PartialConfig) {
  const replay = createReplay(trace, config, {})
  const windows: Window[] = []
  let walked = 0
  for (let turn = 0; turn < trace.turns.length && !replay.ended(); turn++) {
    const outcome = driveSync(replay.step(turn), replay.answer)
    replay.finish(outcome)
    const window = outcome.state.windows.get(0)?.window
    if (window === undefined) throw new Error(`no window in turn ${turn}`)
    windows.push(window)
    for (const { applied } of outcome.changes) walked = Math.max(walked, applied.window.entries.length)
  }
  return { windows, walked, data: replay.data() }
}

const bare = (window: Window) =>
  everyEntry(window).map(({ block, version, state, tokens, content, order }) => ({
    block,
    version,
    state,
    tokens,
    content,
    order,
  }))

describe('LED-1 blocks removed from the prompt for good', () => {
  const max_context_tokens = 16_000
  it.each<readonly [string, string, PartialConfig]>([
    [
      'compacted by the provider',
      'server_cleared',
      { strategy: 'context_editing', context_editing: { compact: { enabled: true } } },
    ],
    ['folded', 'folded', { strategy: 'tiered_full' }],
  ])('%s: no edit visits them, the spans contain them, and a resumed run has the same', (_, state, given) => {
    const config = { ...given, max_context_tokens }
    const { windows, walked, data } = followed(config)
    const last = windows.at(-1)
    const kept = last === undefined ? [] : everyEntry(last)
    expect(data.ended).toBeNull()
    expect(kept.filter((entry) => entry.state === state && !inPrompt(entry)).length).toBeGreaterThan(100)
    // At most the blocks of 16,000 tokens.
    expect(walked).toBeLessThan(kept.length / 2)
    const timeline = run(trace, config)
    for (const { turn } of data.snapshots.slice(1)) {
      const before = windows[turn - 1]
      const resumed = startBefore(timeline, turn).state.windows.get(0)?.window
      if (before === undefined || resumed === undefined) throw new Error(`no window in turn ${turn}`)
      const tick = (data.turns[turn - 1]?.responded ?? data.turns[turn - 1]?.points.sent)?.tick ?? -1
      expectEqual(bare(before), entriesAt(data.spans, tick, 0))
      expectEqual(resumed.entries, before.entries)
      expectEqual(bare(resumed), bare(before))
      expectSame(resumed.behind?.sent, before.behind?.sent)
      expectSame(
        before.entries.reduce((sum, { tokens }) => sum + tokens, 0),
        before.used,
      )
    }
  })

  it('are removed by a reset by hand, too', () => {
    const config: PartialConfig = {
      strategy: 'context_editing',
      context_editing: { compact: { enabled: true } },
      max_context_tokens,
    }
    const turn = trace.turns.length - 2
    const timeline = run(trace, config, { interventions: [{ turn, kind: 'reset' }] })
    const before = timeline.messagesAt(turn - 1, 'anthropic').messages.length
    expect(timeline.messagesAt(turn, 'anthropic').messages.length).toBeLessThan(4)
    expect(before).toBeGreaterThan(300)
    expect(timeline.turns[turn]?.violations).toEqual([])
  })

  it('PIPE-1 are no longer sent once the client replaces the provider’s summary by its own', () => {
    const timeline = run(trace, {
      strategy: 'pipeline',
      max_context_tokens,
      pipeline: [
        { stage: 'server_compact', when: 'turns < 100' },
        { stage: 'rolling_summary', when: 'turns >= 100' },
      ],
    })
    const { turn } = timeline.edits.find(({ stage }) => stage === 'rolling_summary') ?? { turn: 0 }
    const shown = (at: number) => timeline.messagesAt(at, 'anthropic').messages.length
    expect(shown(turn - 1)).toBeGreaterThan(100)
    expect(shown(turn)).toBe(timeline.promptAt(turn).messages.length)
  })
})
