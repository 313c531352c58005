import { beforeAll, describe, expect, it } from 'vitest'
import { chars4 } from '../../engine/index.ts'
import { introducesNothing as expectNothingIntroduced } from '../../testing/run-record.ts'
import { logs, readLog } from '../../testing/shared-traces.ts'
import { compare, divergenceOf, encodeTimeline, run, takeIn, unmanagedPeak } from '../index.ts'
import type { Comparison, Intake, Timeline, Trace } from '../index.ts'
import { expectSame } from '../../testing/expect-equal.ts'

const POLICIES = ['fifo', 'lru', 'priority', 'hybrid'] as const
const FILES = [
  'claude-code-compaction.jsonl',
  'anthropic-messages.json',
  'claude-code-sidechain-japanese.jsonl',
  'openai-chat-reasoning-miniswe.json',
  'plain-chat-xml-agent.jsonl',
  'tau-bench-airline.json',
  'swe-agent-pandas-53856.traj',
  'codex-rollout.jsonl',
  'gemini-cli-session.json',
  'langchain-messages.json',
  'openhands-history.jsonl',
] as const

describe.skipIf(logs.length === 0).each(FILES)('%s', (file) => {
  let trace: Trace
  let intake: Intake
  /** The first half of the log, and a copy of the whole log, which is counted and analysed again. */
  let cut: Trace
  let cutIntake: Intake
  let secondIntake: Intake

  beforeAll(() => {
    trace = readLog(file)
    intake = takeIn(trace, chars4)
    cut = { ...trace, turns: trace.turns.slice(0, Math.ceil(trace.turns.length / 2)) }
    cutIntake = takeIn(cut, chars4)
    secondIntake = takeIn({ ...trace }, chars4)
  })

  // Every other log at the other share; `every-log.test.ts` has the same logs at more.
  describe.each([FILES.indexOf(file) % 2 === 0 ? 0.5 : 0.25])(
    'at %d × its peak context without eviction',
    (share) => {
      let comparison: Comparison

      beforeAll(() => {
        const limit = Math.max(2000, Math.floor(unmanagedPeak(intake) * share))
        const lanes = Object.fromEntries(
          POLICIES.map((policy) => [
            policy,
            { strategy: 'evict', max_context_tokens: limit, eviction: { policy, user_share: 0 } },
          ]),
        )
        comparison = compare(trace, lanes, { intake })
      })

      it.each(POLICIES)(
        'EVI-4 %s evicts, and differs from another lane if its batches leave a choice',
        (policy) => {
          const own = comparison.runs[policy]
          if (own === undefined) throw new Error(`no lane ${policy}`)
          const batches = own.edits.flatMap(({ stage, decision }) =>
            stage === 'evict' ? (decision ?? []) : [],
          )
          const { limit, turns } = own.data
          if (
            batches.length === 0 &&
            turns.every(({ byType }) => byType.system_prompt + byType.tool_definition > limit)
          ) {
            // No batch makes such a request fit, and a small one is held back. Both reasons are recorded.
            expect(own.turns.every(({ events }) => events.some(({ kind }) => kind === 'overflow'))).toBe(true)
            const notes = own.turns.flatMap(({ events }) => events.filter(({ kind }) => kind === 'note'))
            expect(JSON.stringify(notes)).toContain('held_back')
            return
          }
          expect(batches.length).toBeGreaterThan(0)
          // If the protected blocks are above the target, everything else leaves under any policy.
          const chooses = batches.some(({ cut, candidates }) => cut < candidates)
          if (share < 0.5) expect(chooses).toBe(true)
          const others = POLICIES.filter((other) => other !== policy)
          const parted = others.filter((other) => {
            const data = comparison.runs[other]?.data
            return data !== undefined && divergenceOf(own.data, data) !== null
          })
          // Of two groups, all policies may well choose the same, such as the one that is older and was clipped.
          const ofMore = batches.some(({ cut, candidates }) => cut < candidates && candidates > 2)
          if (ofMore || !chooses) expect(parted.length > 0).toBe(chooses)
        },
      )

      it.each(POLICIES)(
        'VALID-3 %s introduces no violation, and every request is valid after repair',
        (policy) => {
          const own = comparison.runs[policy]
          if (own === undefined) throw new Error(`no lane ${policy}`)
          expectNothingIntroduced(own)
        },
      )

      // Two of the policies, the others in the next log at this share.
      const again = POLICIES.filter((_, nth) => (nth + Math.floor(FILES.indexOf(file) / 2)) % 2 === 0)
      it.each(again)(
        'EDIT-4 %s makes the same decisions in the first half of the log without the second half',
        (policy) => {
          const own = comparison.runs[policy]
          if (own === undefined) throw new Error(`no lane ${policy}`)
          const half = cut.turns.length
          const part = run(cut, own.data.spec.config, { intake: cutIntake })
          const decided = (timeline: Pick<Timeline, 'edits'>) =>
            timeline.edits
              .filter((edit) => edit.turn < half)
              .map(({ turn, stage, before, after, blocks }) => ({ turn, stage, before, after, blocks }))
          expect(decided(part)).toEqual(decided(own))
        },
      )

      it.each(again)('EDIT-3 %s gives the same bytes again, and LED-1 every edit balances', (policy) => {
        const own = comparison.runs[policy]
        if (own === undefined) throw new Error(`no lane ${policy}`)
        for (const edit of own.edits) expectSame(edit.before - edit.freed + edit.added, edit.after)
        const again = run(trace, own.data.spec.config, { intake: secondIntake })
        expect(encodeTimeline(again.data)).toBe(encodeTimeline(own.data))
      })
    },
  )
})
