import { describe, expect, it } from 'vitest'
import { chars4, policies } from '../../engine/index.ts'
import { isRewritable } from '../../engine/internal.ts'
import type { BlockType } from '../../engine/index.ts'
import type { PartialConfig } from '../../config/index.ts'
import { scenario } from '../../testing/shared-traces.ts'
import { run, takeIn, unmanagedPeak } from '../index.ts'
import type { EditRecord, Intervention, Timeline } from '../index.ts'

const whole = scenario('axios-migration', 7)
const trace = { ...whole, turns: whole.turns.slice(0, 34) }
const intake = takeIn(trace, chars4)
const max_context_tokens = Math.floor(unmanagedPeak(intake) / 2)
const off = { pinned: false, task: false }

const evicting = Object.keys(policies).flatMap((policy): [string, PartialConfig][] => [
  [policy, { strategy: 'evict', eviction: { policy } }],
  [`${policy}, no placeholders`, { strategy: 'evict', eviction: { policy, placeholders: false } }],
])
const others: readonly [string, PartialConfig][] = [
  'atomic_window',
  'token_trim',
  'tiered',
  'tiered_full',
  'rolling_summary',
  'context_editing',
].map((strategy) => [strategy, { strategy }])
const lanes: readonly [string, PartialConfig][] = [
  ...evicting,
  ['unprotected fifo', { strategy: 'evict', eviction: { policy: 'fifo', gates: off } }],
  ...others,
  // Notes are added again after every edit, so this has none.
  ['managed, no notes', { strategy: 'managed', compression: { notes: false } }],
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

describe.each(lanes)('a block rewritten with its own text: %s', (_, config) => {
  const runWith = (interventions: readonly Intervention[]) =>
    run(trace, { max_context_tokens, ...config }, { intake, interventions })
  const base = runWith([])
  const known = decided(base)

  it.each([
    [['assistant_response', 'user_message'], 1],
    [['tool_result'], 0],
    [['tool_result', 'assistant_response', 'user_message'], 3],
  ] as const)('EVI-4 changes no decision: %j, %i turns after', (types, after) => {
    const again = runWith(sameTexts(types, after))
    expect(again.edits.filter(({ stage }) => stage === 'rewrite').length).toBeGreaterThan(5)
    expect(decided(again)).toEqual(known)
    expect(again.turns.map(({ points }) => points.sent.used)).toEqual(
      base.turns.map(({ points }) => points.sent.used),
    )
  })

  it('is edited later like any other block', () => {
    const taken = ofStages(runWith(sameTexts(['assistant_response', 'tool_result'], 1))).flatMap(
      ({ blocks }) => blocks.filter(({ from }) => from === 'rewritten'),
    )
    expect(taken.length).toBeGreaterThan(0)
  })
})
