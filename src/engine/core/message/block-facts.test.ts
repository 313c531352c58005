import { describe, expect, it } from 'vitest'
import { blockOf } from '../../../testing/blocks.ts'
import { ASSISTANT, blockFacts, CALL, DO_NOT_EVICT, RESULT, TALK, THINKING } from './block-facts.ts'

describe('facts of a block table', () => {
  it('EVI-4 has for each block the data that an eviction needs', () => {
    const facts = blockFacts([
      blockOf({ id: 0, type: 'system_prompt', message: -1 }),
      blockOf({ id: 1, type: 'user_message', turn: 1, message: 0, doNotEvict: true }),
      blockOf({ id: 2, type: 'thinking', turn: 1, message: 1 }),
      blockOf({ id: 3, type: 'tool_call', turn: 1, message: 1 }),
      blockOf({ id: 4, turn: 2, message: 2, call: { id: 'a', name: 'grep', before: 3 } }),
    ])
    expect([...facts.bits]).toEqual([
      0,
      TALK | DO_NOT_EVICT,
      TALK | ASSISTANT | THINKING,
      TALK | ASSISTANT | CALL,
      TALK | RESULT,
    ])
    expect([...facts.turn]).toEqual([0, 1, 1, 1, 2])
    expect([...facts.message]).toEqual([-1, 0, 1, 1, 2])
    expect([...facts.before]).toEqual([-1, -1, -1, -1, 3])
    expect([facts.size, facts.messages]).toEqual([5, 3])
  })

  it('EVI-4 grown block by block it equals that of the whole table', () => {
    const blocks = Array.from({ length: 200 }, (_, id) => blockOf({ id, turn: id >> 2, message: id >> 1 }))
    const whole = blockFacts(blocks)
    const grown = blockFacts([])
    for (const block of blocks) grown.add(block)
    for (const column of ['bits', 'turn', 'message', 'before'] as const) {
      expect([...grown[column].subarray(0, grown.size)]).toEqual([...whole[column]])
    }
    expect([grown.size, grown.messages]).toEqual([200, 100])
  })

  it('EVI-4 a gap in the table is refused with the id', () => {
    expect(() => blockFacts([blockOf({ id: 3 })])).toThrow(/is 0, not 3$/)
  })
})
