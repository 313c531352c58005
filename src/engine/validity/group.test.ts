import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chars4 } from '../index.ts'
import { blocksOf } from '../internal.ts'
import type { Block, Message } from '../index.ts'
import { arbitraryMessages } from '../../testing/arbitrary.ts'
import { conversation } from '../../testing/conversation.ts'
import { groupsOf } from './group.ts'
import type { Group } from './group.ts'

/** The blocks of a conversation; block ids count parts from 0. */
function blocksIn(messages: readonly Message[]): Block[] {
  const blocks: Block[] = []
  for (const [message, value] of messages.entries()) {
    const arrival = { turn: 0, window: 0, message, response: value.role === 'assistant', injected: false }
    blocks.push(...blocksOf(value, arrival, blocks.length, chars4, () => null))
  }
  return blocks
}

const groupsIn = (text: string): string[] =>
  groupsOf(blocksIn(conversation(text))).map(
    ({ members, open, orphaned }) =>
      `${members.join(' ')}${open ? ' open' : ''}${orphaned ? ' orphaned' : ''}`,
  )

describe('groupsOf', () => {
  it('PAIR-1 parallel calls are a group each, whatever the order of their results', () => {
    expect(groupsIn('user: go\nassistant: looking + call a x + call b x\nresult b: 1\nresult a: 2')).toEqual([
      '0',
      '1',
      '2 5',
      '3 4',
    ])
  })

  it('PAIR-1 a message can hold halves of several pairs', () => {
    expect(
      groupsIn(
        'assistant: call a x + call b x\nresult a: 1\n& and\nassistant: call c x\nresult b: late\nresult c: 3',
      ),
    ).toEqual(['0 2', '1 5', '3', '4 6'])
  })

  it('PAIR-2 calls without a result are open, results without a call orphaned', () => {
    expect(groupsIn('result z: 0\nassistant: call a x + call b x\nresult b: 1')).toEqual([
      '0 orphaned',
      '1 open',
      '2 3',
    ])
  })

  it('PAIR-1 a reused id begins a new group', () => {
    const pair = 'assistant: call a x\nresult a: 1\n'
    expect(groupsIn(`${pair}${pair}assistant: call a x`)).toEqual(['0 1', '2 3', '4 open'])
    expect(groupsIn('assistant: call a x + call a x\nresult a: 1\nresult a: 2')).toEqual(['0 1 2 3'])
    expect(groupsIn('result a: 1\nassistant: call a x\nresult a: 2')).toEqual(['0 orphaned', '1 2'])
  })

  it('PAIR-1 only calls and results are pairs, not other parts that name a tool or lack a call', () => {
    const [user, result] = blocksIn(conversation('user: hi\nresult a: 1')) as [Block, Block]
    const tool: Block = { ...user, type: 'tool_definition', call: { id: 'a', name: 'grep', before: null } }
    const lone: Block = { ...result, call: null }
    const none = { call: null, open: false, orphaned: false }
    expect(groupsOf([tool, tool, lone, lone])).toEqual([
      { ...none, members: [0] },
      { ...none, members: [0] },
      { ...none, members: [1], orphaned: true },
      { ...none, members: [1], orphaned: true },
    ])
    expect(groupsOf([tool, result]).map(({ call }) => call)).toEqual([null, 'a'])
  })

  it('PAIR-1 ids like __proto__ are ids like others', () => {
    expect(groupsIn('assistant: call __proto__ x + call constructor x\nresult constructor: 1')).toEqual([
      '0 open',
      '1 2',
    ])
  })

  it('PAIR-1 agrees with the connected components of a relation over all pairs of blocks', () => {
    fc.assert(
      fc.property(arbitraryMessages, (messages) => {
        const blocks = blocksIn(messages)
        expect(groupsOf(blocks)).toEqual(componentsOf(blocks))
      }),
      { numRuns: 200 },
    )
  })
})

/**
 * The naive twin. Two blocks of one id are related when no use of the id ends between them, that is, when no call
 * follows a result among the blocks from one to the other. Components by repeated joining.
 */
function componentsOf(blocks: readonly Block[]): Group[] {
  const isTool = ({ type, call }: Block): boolean =>
    call !== null && (type === 'tool_call' || type === 'tool_result')
  const related = (left: number, right: number): boolean => {
    const between = blocks
      .slice(left, right + 1)
      .filter((block) => isTool(block) && block.call?.id === blocks[left]?.call?.id)
    return between.every(
      (block, at) => at === 0 || block.type !== 'tool_call' || between[at - 1]?.type !== 'tool_result',
    )
  }
  const label = blocks.map((_, at) => at)
  for (const [right, after] of blocks.entries()) {
    for (const [left, before] of blocks.slice(0, right).entries()) {
      if (!isTool(before) || !isTool(after) || before.call?.id !== after.call?.id || !related(left, right))
        continue
      const [from, to] = [label[right], label[left]]
      for (const [at, value] of label.entries()) if (value === from) label[at] = to ?? 0
    }
  }
  return [...new Set(label)].map((name) => {
    const members = blocks.filter((_, at) => label[at] === name)
    const calls = members.some(({ type }) => type === 'tool_call')
    const results = members.some(({ type }) => type === 'tool_result')
    const [first] = members
    const call = first !== undefined && isTool(first) ? (first.call?.id ?? null) : null
    return {
      members: members.map(({ id }) => id),
      call,
      open: calls && !results,
      orphaned: results && !calls,
    }
  })
}
