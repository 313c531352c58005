import { describe, expect, it } from 'vitest'
import { chars4 } from '../../engine/index.ts'
import { scenario } from '../../testing/shared-traces.ts'
import { run, takeIn, unmanagedPeak } from '../../sim/index.ts'
import { ancestors, heirs, madeBy } from './lineage.ts'

const trace = scenario('axios-migration', 7)
const intake = takeIn(trace, chars4)
const { data: compacting } = run(
  trace,
  {
    strategy: 'managed',
    max_context_tokens: Math.floor(unmanagedPeak(intake) / 2),
    compression: { cascade: { '0.5': 'conversation_compaction' } },
  },
  { intake },
)

describe('a merge', () => {
  const timeline = run(
    trace,
    {
      strategy: 'evict',
      max_context_tokens: Math.floor(unmanagedPeak(intake) / 2),
      eviction: { policy: 'semantic_merge', merge_similarity: 0.5 },
    },
    { intake },
  )
  const merging = timeline.data
  const merges = merging.edits.filter(
    ({ stage, blocks }) => stage === 'merge' && blocks.some(({ into }) => into !== undefined),
  )

  it('COMP-8 the merged block has the replaced blocks as ancestors, each with its state just before the edit', () => {
    expect(merges.length).toBeGreaterThan(0)
    for (const edit of merges) {
      for (const { block, into, freed } of edit.blocks) {
        if (into === undefined || into === block) continue
        const found = ancestors(merging, into).find((one) => one.block === block)
        expect(found).toMatchObject({ tokens: freed, into: { block: into, after: edit.tick } })
        expect(timeline.textOf(block, found?.into?.before)).not.toBe('')
        expect(timeline.textOf(into, found?.into?.after)).not.toBe('')
        expect(heirs(merging, block)[0]?.block).toBe(into)
      }
    }
  })
})

it('COMP-8 a summary by printed code, which records no compression, is a summary, too', () => {
  const { data } = run(
    trace,
    {
      strategy: 'as_written_tiered',
      max_context_tokens: Math.floor(unmanagedPeak(intake) * 0.12),
    },
    { intake },
  )
  const summaries = data.blocks.filter(({ type, message }) => type === 'summary' && message < 0)
  expect(summaries.length).toBeGreaterThan(0)
  for (const { id } of summaries) expect(madeBy(data, id)?.kind).toBe('summary')
})

describe('a chain of summaries', () => {
  const made = compacting.edits.flatMap(({ stage, blocks }) =>
    stage === 'compact' ? blocks.filter(({ verb }) => verb === 'insert').map(({ block }) => block) : [],
  )

  it('COMP-8 leads back from the last summary through earlier ones to the original blocks', () => {
    expect(made.length).toBeGreaterThan(1)
    // The last of all may only continue the conversation after an earlier one, which stays beside it.
    const absorbing = made.findLast((block) =>
      ancestors(compacting, block).some((one) => one.depth > 0 && made.includes(one.block)),
    )
    const list = ancestors(compacting, absorbing ?? -1)
    const older = list.filter(({ block, depth }) => depth > 0 && made.includes(block))
    expect(older.length).toBeGreaterThan(0)
    expect(list.some(({ depth, made: isMade }) => depth > 1 && !isMade)).toBe(true)
    expect(new Set(list.map(({ block }) => block)).size).toBe(list.length)
  })

  it('COMP-8 leads from the original blocks to the same summaries', () => {
    for (const block of made) {
      for (const one of ancestors(compacting, block)) {
        if (one.depth !== 1) continue
        expect(heirs(compacting, one.block)[0]?.block).toBe(block)
      }
    }
  })

  it('is shortened if it is long, with the number of omitted ancestors', () => {
    const last = made.at(-1) ?? -1
    const whole = ancestors(compacting, last)
    const short = ancestors(compacting, last, 3)
    expect(short).toHaveLength(3)
    expect(short.some(({ more }) => more > 0)).toBe(true)
    expect(short.map(({ block }) => block)).toEqual(whole.slice(0, 3).map(({ block }) => block))
  })

  it('an original block has no ancestors', () => {
    expect(ancestors(compacting, 3)).toHaveLength(1)
    expect(ancestors(compacting, 999_999)).toEqual([])
  })
})
