import { expect, it } from 'vitest'
import { chars4, policies } from '../../engine/index.ts'
import { isRewritable } from '../../engine/internal.ts'
import type { BlockType } from '../../engine/index.ts'
import type { PartialConfig } from '../../config/index.ts'
import { scenario } from '../../testing/shared-traces.ts'
import { run, takeIn, unmanagedPeak } from '../index.ts'
import type { EditRecord, Intervention, Timeline } from '../index.ts'

const whole = scenario('axios-migration', 7)
const trace = { ...whole, turns: whole.turns.slice(0, 28) }
const intake = takeIn(trace, chars4)
const max_context_tokens = Math.floor(unmanagedPeak(intake) / 2)
const off = { pinned: false, task: false }

const evicting = Object.keys(policies).map((policy): [string, PartialConfig] => [
  policy,
  { strategy: 'evict', eviction: { policy } },
])
/** Those that differ in what they leave: by order, by score, and merged. */
const leavingNothing = ['fifo', 'hybrid', 'semantic_merge'].map((policy): [string, PartialConfig] => [
  `${policy}, no placeholders`,
  { strategy: 'evict', eviction: { policy, placeholders: false } },
])
const others: readonly [string, PartialConfig][] = [
  'atomic_window',
  'token_trim',
  'tiered',
  'tiered_full',
  'rolling_summary',
  'context_editing',
].map((strategy) => [strategy, { strategy }])
/** What is rewritten, and how many turns after it arrived. */
const REWRITES = [
  [['assistant_response', 'user_message'], 1],
  [['tool_result'], 0],
  [['tool_result', 'assistant_response', 'user_message'], 3],
] as const
const apart: readonly [string, PartialConfig][] = [
  ['unprotected fifo', { strategy: 'evict', eviction: { policy: 'fifo', gates: off } }],
  ...others,
  // Notes are added again after every edit, so this has none.
  ['managed, no notes', { strategy: 'managed', compression: { notes: false } }],
]
/** Policies choose in one stage, so each of them has one of the rewrites in turn; every other lane has them all. */
const lanes = [
  ...[...evicting, ...leavingNothing].map(
    ([name, config], nth) => [name, config, REWRITES.filter((_, at) => at === nth % 3)] as const,
  ),
  ...apart.map(([name, config]) => [name, config, REWRITES] as const),
]

/** Replaces every block of these types by its own text, this many turns after it arrived. */
function sameTexts(types: readonly BlockType[], after: number): readonly Intervention[] {
  return intake.blocks.flatMap((block): Intervention[] => {
    const turn = block.turn + after
    const can = types.includes(block.type) && isRewritable(block, intake.part(block.id))
    if (!can || trace.turns[turn] === undefined || intake.text(block.id).trim() === '') return []
    if (block.response && after === 0) return []
    return [{ turn, kind: 'edit', block: block.id, text: intake.text(block.id) }]
  })
}

const ofStages = ({ edits }: Timeline): readonly EditRecord[] =>
  edits.filter(({ stage }) => stage !== 'rewrite')

/** The stages' decisions, actions and reasons, without the earlier states of blocks. */
function decided(timeline: Timeline): unknown {
  return ofStages(timeline).map(({ turn, stage, before, after, decision, trigger, blocks }) => ({
    turn,
    stage,
    before,
    after,
    decision,
    trigger,
    blocks: blocks.map(({ from: _, ...part }) => part),
  }))
}

it.each(lanes)('EVI-4 a block rewritten with its own text changes no decision: %s', (_, config, rewrites) => {
  const runWith = (interventions: readonly Intervention[]) =>
    run(trace, { max_context_tokens, ...config }, { intake, interventions })
  const base = runWith([])
  const known = decided(base)

  for (const [types, after] of rewrites) {
    const again = runWith(sameTexts(types, after))
    const where = `${types.join()}, ${after} turns after`
    expect(again.edits.filter(({ stage }) => stage === 'rewrite').length, where).toBeGreaterThan(5)
    expect(decided(again), where).toEqual(known)
    expect(
      again.turns.map(({ points }) => points.sent.used),
      where,
    ).toEqual(base.turns.map(({ points }) => points.sent.used))
    // They are edited later like any other block.
    const taken = ofStages(again).flatMap(({ blocks }) => blocks.filter(({ from }) => from === 'rewritten'))
    if (types.includes('tool_result' as never)) expect(taken.length, where).toBeGreaterThan(0)
  }
})
