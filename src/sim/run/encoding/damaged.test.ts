import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ProblemError, PROVIDERS } from '../../../engine/index.ts'
import { expectEqual, expectSame } from '../../../testing/expect-equal.ts'
import { filler } from '../../../testing/conversation.ts'
import { arbitraryBlow, struck } from '../../../testing/damage.ts'
import { toolLoop } from '../../../testing/tiered-scene.ts'
import { traceOf } from '../../../testing/trace.ts'
import { budgetsOf, decodeTimeline, encodeTimeline, healthsOf, openTimeline, run } from '../../index.ts'
import type { Intervention, TimelineData } from '../../index.ts'

const steps = Array.from({ length: 9 }, (_, nth) => ({
  tool: nth % 3 === 0 ? 'run_shell' : 'read_file',
  input: { path: `src/${nth % 4}.ts` },
  result: `We decided to use port ${8000 + nth}. ${filler(2400)}`,
}))
const trace = traceOf([
  ...toolLoop(steps),
  { role: 'assistant', content: 'We decided to keep port 8443, because 8080 is taken. Never log a token.' },
  { role: 'user', content: 'IMPORTANT: go on, and never push to main.' },
  { role: 'assistant', content: 'src/2.ts says port 8007, and src/1.ts port 8004.' },
])
const BY_HAND: readonly Intervention[] = [
  { turn: 2, kind: 'pin', block: 1 },
  { turn: 3, kind: 'edit', block: 0, text: 'Mend the parser.' },
  { turn: 5, kind: 'set', config: { eviction: { policy: 'lru' } } },
  { turn: 9, kind: 'compact' },
]

/**
 * Runs whose files have every kind of record: summaries, checkpoints, notes, manual actions, cleared blocks, an end.
 */
const RECORDED = [
  run(trace, { strategy: 'managed', max_context_tokens: 4000 }, { interventions: BY_HAND }),
  run(trace, { strategy: 'handover', max_context_tokens: 4000 }),
  run(trace, { strategy: 'unmanaged', max_context_tokens: 3000 }),
  run(trace, { strategy: 'context_editing', max_context_tokens: 5000 }),
]
const TEXTS = RECORDED.map(({ data }) => encodeTimeline(data))
const VALUES = TEXTS.map((text): unknown => JSON.parse(text))

/** Reads everything that a file is opened for. Another or a shorter trace is a RangeError. */
function readAll(data: TimelineData): void {
  budgetsOf(data)
  healthsOf(data)
  const timeline = openTimeline(data, trace)
  for (const { turn } of timeline.turns.slice(-1)) {
    for (const provider of PROVIDERS) timeline.messagesAt(turn, provider)
    timeline.promptAt(turn)
  }
}

it('EDIT-3 an encoded timeline is decoded equal, and encoded again to the same bytes', () => {
  const lists = ['edits', 'asks', 'checkpoints', 'notes', 'snapshots', 'needs'] as const
  expect(lists.filter((list) => RECORDED.every(({ data }) => data[list].length === 0))).toEqual([])
  for (const [nth, text] of TEXTS.entries()) {
    const data = decodeTimeline(text)
    expectEqual(data, RECORDED[nth]?.data)
    expectSame(encodeTimeline(data), text)
  }
})

it.each([
  [['spans', 'tokens', 0], null, 'spans.tokens.0 has to be a whole number of 32 bits, but is null'],
  [['spans', 'length'], 1, /^spans\.block\.length has to be 1, as there are spans, but is \d+$/],
  [['turns', 1, 'points'], null, 'turns.1.points has to be an object, but is null'],
  [['turns', 0, 'turn'], 4, 'turns.0.turn has to be 0, its position, but is 4'],
  [
    ['edits', 0, 'blocks', 0, 'verb'],
    'zz',
    /^edits\.0\.blocks\.0\.verb has to be one of drop, .*, but is "zz"$/,
  ],
  [['blocks', 2, 'tokens'], '9', 'blocks.2.tokens has to be a number, but is "9"'],
  [['contents'], {}, 'contents has to be a list, but is {}'],
  [['spec', 'config', 'eviction', 'policy'], 7, /^spec\.config\.eviction\.policy has to be .*, but is 7$/],
  [['ended'], [], 'ended has to be an object, but is []'],
])('EDIT-3 a file damaged at %j is refused with that path and value', (way, value, message) => {
  const file = JSON.parse(TEXTS[0] ?? '') as Record<string, unknown>
  let holder: Record<string | number, unknown> = file
  for (const key of way.slice(0, -1)) holder = holder[key] as Record<string, unknown>
  holder[way.at(-1) ?? ''] = value
  let thrown: unknown = null
  try {
    decodeTimeline(JSON.stringify(file))
  } catch (error) {
    thrown = error
  }
  expect(thrown).toBeInstanceOf(ProblemError)
  const [problem] = (thrown as ProblemError).problems
  expect(problem?.code).toBe('broken-timeline')
  if (typeof message === 'string') expect(problem?.message).toBe(message)
  else expect(problem?.message).toMatch(message)
  expect(problem?.fix).toMatch(/^Export the timeline from its run again/)
})

it('EDIT-1 EDIT-3 a damaged file is refused as a problem, or decoded without loss and readable', () => {
  let refused = 0
  fc.assert(
    fc.property(fc.nat(TEXTS.length - 1), arbitraryBlow, (nth, blow) => {
      const { value, at } = struck(VALUES[nth], blow)
      const text = JSON.stringify(value)
      let data: TimelineData
      try {
        data = decodeTimeline(text)
      } catch (error) {
        expect(error).toBeInstanceOf(ProblemError)
        refused++
        return
      }
      const again = encodeTimeline(data)
      // Settings unknown to an older engine get their defaults; all other fields are kept.
      if (at.includes('config')) expectSame(encodeTimeline(decodeTimeline(again)), again)
      else expectSame(again, text)
      try {
        readAll(data)
      } catch (error) {
        if (!(error instanceof ProblemError)) expect(error).toBeInstanceOf(RangeError)
      }
    }),
    { numRuns: 50 },
  )
  expect(refused).toBeGreaterThan(30)
})
