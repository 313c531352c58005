import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blockOf, contextAt, referenceOf } from '../../../testing/blocks.ts'
import type { History } from '../../../testing/blocks.ts'
import type { Block } from '../../core/message/block.ts'
import type { BlockId, Turn } from '../../core/units.ts'
import { score } from '../signals/score.ts'
import { policyOf } from './list.ts'

/** Ids in the order of eviction: by key, then by age, then by id. */
function order(history: History, turn: Turn): BlockId[] {
  const context = contextAt(history, turn)
  const { keys } = score(policyOf('s3fifo'), context.window, context)
  return context.window
    .map((block, row) => ({ block, key: keys[row] ?? NaN }))
    .sort((a, b) => a.key - b.key || a.block.turn - b.block.turn || a.block.id - b.block.id)
    .map(({ block }) => block.id)
}

const use = (blocks: readonly Block[], source: number, by: number) =>
  referenceOf(blocks[source] as Block, blocks[by] as Block)

describe('EVI-2 s3fifo', () => {
  it('EVI-2 unused blocks leave first by age; then blocks used once, by time; then by further uses', () => {
    const blocks = [0, 1, 2, 3, 6, 7, 8].map((turn, id) => blockOf({ id, turn, type: 'user_message' }))
    const references = [use(blocks, 0, 4), use(blocks, 0, 5), use(blocks, 2, 4), use(blocks, 1, 5)]
    const history: History = { blocks, texts: [], references, seed: 1 }
    // 3 to 6 were never used. 2 was used in turn 6, 1 in turn 7, 0 in both.
    expect(order(history, 8)).toEqual([3, 4, 5, 6, 2, 1, 0])
    const context = contextAt(history, 8)
    const { scores, values } = score(policyOf('s3fifo'), blocks, context)
    expect([...(values[0] ?? [])]).toEqual([...scores])
    expect(scores[3]).toBeCloseTo(0.25 * Math.exp(-5 / 15), 12)
    expect(scores[2]).toBeCloseTo(0.25 + 0.1875 * Math.exp(-2 / 15), 12)
    expect(scores[0]).toBeCloseTo(0.25 + 0.1875 * (1 + Math.exp(-2 / 15)), 12)
  })

  it('EVI-2 a ghost: a block that is requested again enters main at once, unused', () => {
    const link = (id: string, before: number | null) => ({ id, name: 'read_file', before })
    const blocks = [
      blockOf({ id: 0, turn: 0, type: 'tool_call', call: link('a', null) }),
      blockOf({ id: 1, turn: 1, call: link('a', 0) }),
      blockOf({ id: 2, turn: 5, type: 'tool_call', call: link('b', null) }),
      blockOf({ id: 3, turn: 6, call: link('b', 2) }),
      blockOf({ id: 4, turn: 7, type: 'user_message' }),
    ]
    const args = '{"path":"src/a.ts"}'
    const history: History = { blocks, texts: [args, '', args, '', ''], references: [], seed: 1 }
    expect(order(history, 7)).toEqual([0, 1, 2, 4, 3])
    // It does not matter whether the first copy is still in the window.
    const context = contextAt(history, 7)
    const without = { ...context, window: blocks.slice(2) }
    expect([...score(policyOf('s3fifo'), blocks, without).keys]).toEqual([
      ...score(policyOf('s3fifo'), blocks, context).keys,
    ])
  })

  it('EVI-2 more than three further uses count as three', () => {
    const blocks = Array.from({ length: 12 }, (_, id) => blockOf({ id, turn: id, type: 'user_message' }))
    const references = [
      ...[3, 4, 5, 6, 7, 8, 9].map((by) => use(blocks, 0, by)),
      ...[4, 5, 6, 7].map((by) => use(blocks, 1, by)),
    ]
    const history: History = { blocks, texts: [], references, seed: 1 }
    // Both have the maximum count; 0 entered main a turn earlier and leaves before 1.
    expect(order(history, 11).slice(-2)).toEqual([0, 1])
  })

  it('EVI-2 two real queues with a ghost list, run over the conversation, evict in the same order', () => {
    fc.assert(
      fc.property(anyConversation, ({ history, last }) => {
        expect(order(history, last)).toEqual(simulated(history, last))
      }),
      { numRuns: 160 },
    )
  })
})

interface Conversation {
  readonly history: History
  readonly last: Turn
}

/** A request and some prose in each turn. Results are used at least two turns after they arrive, as references are. */
const anyConversation: fc.Arbitrary<Conversation> = fc
  .array(
    fc.record({
      file: fc.constantFrom('src/a.ts', 'src/b.ts', 'src/c.ts', 'src/d.ts', 'src/e.ts'),
      uses: fc.array(fc.nat(80), { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 25 },
  )
  .map((turns) => {
    const blocks: Block[] = []
    const texts: string[] = []
    const references: ReturnType<typeof referenceOf>[] = []
    turns.forEach(({ file, uses }, turn) => {
      const before = turn === 0 ? null : blocks.length - 1
      const previous = before === null ? null : (blocks[before]?.call?.id ?? '')
      if (before !== null && previous !== null) {
        blocks.push(blockOf({ id: blocks.length, turn, call: { id: previous, name: 'read_file', before } }))
        texts.push('')
      }
      const call = { id: `c${turn}`, name: 'read_file', before: null }
      const own = blockOf({ id: blocks.length, turn, type: 'tool_call', call })
      blocks.push(own)
      texts.push(`{"path":"${file}"}`)
      for (const one of new Set(uses)) {
        const source = blocks[one % blocks.length] as Block
        if (source.turn <= turn - 2) references.push(referenceOf(source, own))
      }
    })
    return { history: { blocks, texts, references, seed: 1 }, last: turns.length - 1 }
  })

/**
 * S3-FIFO as in the paper, with real queues: a block used in probation moves to main; a returning block goes to main;
 * main is a ring in which a use gives another round. A repeated request is recognised by the text of the call.
 */
function simulated({ blocks, texts, references }: History, last: Turn): BlockId[] {
  const probation: BlockId[] = []
  const main: { block: BlockId; uses: number }[] = []
  const seen = new Set<string>()
  for (let turn = 0; turn <= last; turn++) {
    const used = new Set(references.filter((one) => one.visible === turn).map((one) => one.source))
    for (const block of [...used].sort((a, b) => a - b)) {
      const waiting = probation.indexOf(block)
      const member = main.find((one) => one.block === block)
      if (waiting >= 0) {
        probation.splice(waiting, 1)
        main.push({ block, uses: 0 })
      } else if (member !== undefined) member.uses = Math.min(3, member.uses + 1)
    }
    for (const block of blocks.filter((one) => one.turn === turn)) {
      const request = block.type === 'tool_result' ? (texts[block.call?.before ?? -1] ?? '') : null
      if (request !== null && seen.has(request)) main.push({ block: block.id, uses: 0 })
      else probation.push(block.id)
      if (request !== null) seen.add(request)
    }
  }
  const gone: BlockId[] = [...probation]
  for (let first = main.shift(); first !== undefined; first = main.shift()) {
    if (first.uses > 0) main.push({ ...first, uses: first.uses - 1 })
    else gone.push(first.block)
  }
  return gone
}
