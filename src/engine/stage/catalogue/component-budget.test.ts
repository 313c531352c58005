import { describe, expect, it } from 'vitest'
import { conversation, filler } from '../../../testing/conversation.ts'
import { answered, compressionSettings, evictionSettings, stageScene } from '../../../testing/stage-view.ts'
import type { CompressionSettings } from '../compression/declaration.ts'
import type { BlockId } from '../../core/units.ts'
import { policyOf } from '../../policy/policies/list.ts'
import type { Message } from '../../core/message/message.ts'
import { compactStage } from './compact.ts'
import { componentBudgetStage } from './component-budget.ts'

const fifo = policyOf('fifo')

/** Results of 404 tokens each, 1,616 in all; the last has just arrived. */
const READS = conversation(`
  user: fix the bug in the parser
  assistant: call a read_file {"path":"src/a.ts"}
  result a: 1600 chars
  assistant: call b read_file {"path":"src/b.ts"}
  result b: 1600 chars
  assistant: call c read_file {"path":"src/c.ts"}
  result c: 1600 chars
  assistant: call d read_file {"path":"src/d.ts"}
  result d: 1600 chars`)

function trimmed(limit: number, answers: readonly string[], given: Partial<CompressionSettings> = {}) {
  const scene = stageScene(READS, { limit })
  const compression = compressionSettings({ summarizationThresholdTokens: 300, ...given })
  const stage = componentBudgetStage(compression, evictionSettings(), fifo)
  const { result, asks } = answered(stage.act(scene.view, null, scene.context), answers)
  const changes = result.edits.flatMap((edit) => edit.changes)
  return { scene, result, asks, shown: scene.shown(scene.after(changes)) }
}

describe('components over their own limits', () => {
  it('BUD-6 the oldest results are summarized until the component fits', () => {
    // .12 of 7,500 is 900: 716 must go, and two summaries free about 390 each.
    const { shown, asks, result } = trimmed(7500, ['one', 'two'])
    expect(asks.map(({ stage, sources }) => [stage, sources[0]?.block])).toEqual([
      ['component_budget', 2],
      ['component_budget', 4],
    ])
    expect(shown).toBe(
      'message0 call0 result1:summarized call1 result2:summarized call2 result3 call3 result4',
    )
    expect(result.edits[0]?.compression?.step).toBe('tool_result_summarization')
  })

  it('BUD-6 placeholders free what summaries do not, the oldest first, and never from a result that was just summarized', () => {
    const { shown, result } = trimmed(7500, ['', 'two', ''])
    expect(result.verdicts).toEqual(['empty', 'used', 'empty'])
    expect(shown).toBe(
      'message0 call0 result1:placeholder call1 result2:summarized call2 result3 call3 result4',
    )
    expect(result.edits).toHaveLength(2)
  })

  it('BUD-6 summaries of earlier turns are evicted, too, if they alone are over the limit', () => {
    // .12 of 4,600 is 552. The newest result, 404 tokens, is still unread, so 148 are left for the others.
    const { scene, result } = trimmed(4600, [], { toolResults: 'never' })
    const summarized = [2, 4, 6].map((block) => {
      const content = scene.context.store('a summary')
      return { verb: 'summarize', block, content, tokens: 100 } as const
    })
    const view = scene.viewAfter(summarized)
    const stage = componentBudgetStage(
      compressionSettings({ summarizationThresholdTokens: 300 }),
      evictionSettings(),
      fifo,
    )
    const { result: later, asks } = answered(stage.act(view, null, scene.context), [])
    expect(result.edits).toHaveLength(1)
    expect(asks).toEqual([])
    const changes = later.edits.flatMap((edit) => edit.changes)
    expect(changes.map(({ verb, block }) => [verb, block])).toEqual([
      ['replace', 2],
      ['replace', 4],
      ['replace', 6],
    ])
  })

  it('COMP-1 with summaries off, only placeholders', () => {
    // 656 must go; a placeholder has at most 50 tokens.
    const { shown, asks } = trimmed(8000, [], { toolResults: 'never' })
    expect(asks).toEqual([])
    expect(shown).toBe(
      'message0 call0 result1:placeholder call1 result2:placeholder call2 result3 call3 result4',
    )
  })

  it('EVI-3 newly arrived results stay, however far the component is over', () => {
    const { shown } = trimmed(2000, [], { toolResults: 'never' })
    expect(shown.split(' ').at(-1)).toBe('result4')
  })

  it('BUD-2 an exact fit is left alone', () => {
    const scene = stageScene(READS, { limit: 20_000 })
    const { components } = scene.view.budget
    const view = {
      ...scene.view,
      budget: {
        ...scene.view.budget,
        components: { ...components, results: { ...components.results, limit: 1616 } },
      },
    }
    const stage = componentBudgetStage(
      compressionSettings({ toolResults: 'never' }),
      evictionSettings(),
      fifo,
    )
    expect(answered(stage.act(view, null, scene.context)).result.edits).toEqual([])
    const tight = {
      ...view,
      budget: {
        ...view.budget,
        components: { ...components, results: { ...components.results, limit: 1615 } },
      },
    }
    expect(answered(stage.act(tight, null, scene.context)).result.edits).toHaveLength(1)
  })

  it('BUD-6 among memories equally close to the task the stalest leave until the rest fits, pinned ones stay', () => {
    const talk = conversation(`
      user: fix it
      user: 400 chars
      user: 400 chars
      user: 400 chars
      assistant: done
      user: thanks`)
    const scene = stageScene(talk, { limit: 2600 })
    const memories = new Set<BlockId>([1, 2, 3])
    const injected = scene.view.blocks.map((block) =>
      memories.has(block.id) ? { ...block, type: 'memory_injection' as const } : block,
    )
    const table = (id: BlockId) => injected[id] ?? scene.view.block(id)
    const view = { ...scene.view, blocks: injected, block: table }
    const stage = componentBudgetStage(compressionSettings(), evictionSettings(), fifo)
    // .08 of 2,600 is 208, exactly two of 104.
    const dropped = (pinned: ReadonlySet<BlockId>) =>
      answered(stage.act(view, null, { ...scene.context, pinned })).result.edits.flatMap(
        (edit) => edit.changes,
      )
    expect(dropped(new Set())).toEqual([{ verb: 'drop', block: 1 }])
    expect(dropped(new Set([1]))).toEqual([{ verb: 'drop', block: 2 }])
  })

  it('BUD-6 the memory that matches the task stays, whatever its age, and the one about lunch leaves', () => {
    const talk = conversation(`
      user: port the tokenizer of the parser to a table of states
      user: the parser of the old tokenizer keeps its table of states in lexer.c
      user: lunch is at noon on fridays, and the canteen wants to know how many come
      assistant: done
      user: thanks`)
    const scene = stageScene(talk, { limit: 300 })
    const memories = new Set<BlockId>([1, 2])
    const injected = scene.view.blocks.map((block) =>
      memories.has(block.id) ? { ...block, type: 'memory_injection' as const } : block,
    )
    const view = {
      ...scene.view,
      blocks: injected,
      block: (id: BlockId) => injected[id] ?? scene.view.block(id),
    }
    // .08 of 300 is 24: 21 and 23 tokens are too many, either alone fits.
    const stage = componentBudgetStage(compressionSettings(), evictionSettings(), fifo)
    const { result } = answered(stage.act(view, null, scene.context))
    expect(result.edits.flatMap(({ changes }) => changes)).toEqual([{ verb: 'drop', block: 2 }])
    const decision = result.edits[0]?.decision?.()
    expect(decision?.victims.map(({ block }) => block)).toEqual([2])
    expect(decision?.survivors.map(({ block }) => block)).toEqual([1])
    expect(decision?.trigger.cause).toBe('component')
  })

  it('BUD-6 unprotected history over its limit is evicted, and no model is asked', () => {
    const talk: Message[] = [{ role: 'user', content: filler(2148) }]
    for (let nth = 0; nth < 10; nth++)
      talk.push({ role: nth % 2 === 0 ? 'assistant' : 'user', content: filler(4000) })
    const scene = stageScene(talk, { limit: 20_000, reserve: 4096 })
    // .65 of 20,000 less the 3,096 by which the reserve exceeds its share; 541 and ten times 1,004 are more.
    expect(scene.view.budget.components.history).toMatchObject({ used: 10_581, limit: 9_904, soft: 7_924 })
    const stage = componentBudgetStage(compressionSettings(), evictionSettings(), fifo)
    const { result, asks } = answered(stage.act(scene.view, null, scene.context))
    expect(asks).toEqual([])
    const changes = result.edits.flatMap((edit) => edit.changes)
    // Reaching the soft limit takes 2,657 tokens; three of the ten free 3,012. The task is protected.
    expect(changes).toEqual([1, 2, 3].map((block) => ({ verb: 'drop', block })))
    expect(result.edits[0]?.trigger).toMatchObject({
      measure: 'component_tokens',
      value: 10_581,
      allowed: 9_904,
      toFree: 2_657,
      by: { key: 'budget.allocations.message_history' },
    })
    // Steps that ask a model find history within its limit.
    const rung = { at: 0.99, target: 0.6, holdsHistory: true }
    const compact = compactStage(compressionSettings(), evictionSettings(), rung)
    const later = answered(compact.act(scene.viewAfter(changes), null, scene.context))
    expect([later.asks, later.result.note?.code]).toEqual([[], 'below_trigger'])
  })
})
