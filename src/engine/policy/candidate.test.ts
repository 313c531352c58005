import { describe, expect, it } from 'vitest'
import { conversation } from '../../testing/conversation.ts'
import { evictionSettings, stageScene } from '../../testing/stage-view.ts'
import type { Change } from '../core/window/change.ts'
import type { BlockId } from '../core/units.ts'
import { DROPPED, REPLACED, fieldOf, firstCandidates, lastCandidates, withoutWords } from './candidate.ts'
import type { Candidates } from './candidate.ts'
import { guardedWindow } from './guards/guarded.ts'
import type { Placeholders } from './placeholder.ts'

/** A placeholder is at most 50 tokens; each of these costs 30. */
const thirty: Pick<Placeholders, 'most' | 'tokens'> = { most: 50, tokens: () => 30 }

function shown({ positions, fates }: Candidates): string[] {
  return Array.from(positions, (at, row) => `${fates[row] === REPLACED ? 'replace' : 'drop'} ${at}`)
}

/** The choices in a conversation, after some changes, with some blocks pinned. */
function choices(text: string, changes: readonly Change[] = [], pinned: readonly BlockId[] = []) {
  const view = stageScene(conversation(text), { limit: 100_000 }).viewAfter(changes)
  const field = () => fieldOf(guardedWindow(view, evictionSettings(), { pinned: new Set(pinned) }))
  const tokensAt = (...positions: readonly number[]) =>
    positions.reduce((sum, at) => sum + (view.window.entries[at]?.tokens ?? NaN), 0)
  const first = (placeholders: typeof thirty | null = thirty, wholesale = false) => {
    const { candidates, movable } = firstCandidates(field(), placeholders, wholesale)
    return { rows: shown(candidates), movable }
  }
  const last = (taken: Readonly<Record<number, number>> = {}) => {
    const fates = new Uint8Array(view.blocks.length)
    for (const [at, fate] of Object.entries(taken)) fates[Number(at)] = fate
    return shown(lastCandidates(field(), fates))
  }
  const parted = (most: number) => {
    const { columns } = guardedWindow(view, evictionSettings(), { pinned: new Set(pinned) })
    const isUsers = (at: number) => view.blocks[at]?.type === 'user_message'
    return withoutWords(firstCandidates(field(), thirty, false).candidates, columns, { isUsers, most }).map(
      shown,
    )
  }
  return { first, last, parted, tokensAt }
}

describe('EVI-4 what an eviction may take, worked by hand', () => {
  /** The result of b costs less than its placeholder, that of c as much, that of d a token more. */
  const results = `
    user: go
    assistant: looking + call a f
    result a: 1600 chars
    assistant: call b f
    result b: 100 chars
    assistant: call c f
    result c: 120 chars
    assistant: call d f
    result d: 124 chars
    assistant: thanks
    user: and now`
  // 0 go · 1 looking · 2 call a · 3 result a · 4 call b · 5 result b · 6 and 7 c · 8 and 9 d · 10 thanks · 11 and now
  // The last reply stays: without it the newest message would follow the results.

  it('EVI-4 EVI-5 prose is dropped, and a result replaced where its placeholder is smaller', () => {
    const { first, tokensAt } = choices(results)
    const { rows, movable } = first()
    expect(rows).toEqual(['drop 1', 'replace 3', 'replace 9'])
    // Of a result the content above the largest placeholder: 400 − 50, and none of 31; groups b and c can leave whole.
    expect(movable).toBe(tokensAt(1) + 350 + tokensAt(4, 5, 6, 7))
  })

  it('EVI-5 only a result that is no larger than any placeholder has its own made', () => {
    const made: number[] = []
    const tokens = (at: number): number => {
      made.push(at)
      return 50
    }
    const fifty = results.replace('100 chars', '200 chars').replace('120 chars', '204 chars')
    expect(choices(fifty).first({ most: 50, tokens }).rows).toEqual(['drop 1', 'replace 3', 'replace 7'])
    // 50 tokens are no larger, 51 are.
    expect(made).toEqual([5, 9])
  })

  it('EVI-4 without placeholders, and where whole groups are left to the last choice, none is replaced', () => {
    const { first, last, tokensAt } = choices(results)
    const groups = tokensAt(2, 3, 4, 5, 6, 7, 8, 9)
    expect(first(null)).toEqual({
      rows: ['drop 1', 'drop 3', 'drop 5', 'drop 7', 'drop 9'],
      movable: tokensAt(1) + groups,
    })
    expect(first(thirty, true)).toEqual({ rows: ['drop 1'], movable: tokensAt(1) + groups })
    expect(last()).toEqual(['drop 3', 'drop 5', 'drop 7', 'drop 9'])
  })

  it('EVI-4 the last choice leaves out groups of which something was taken', () => {
    expect(choices(results).last({ 3: REPLACED, 8: DROPPED })).toEqual(['drop 5', 'drop 7'])
  })

  it('EVI-3 PAIR-1 a pinned call keeps its group, not the content of its result; the group at the front is one as well', () => {
    // 0 call a · 1 result a · 2 the task · 3 sure · 4 ok · 5 fine, which stays · 6 and now
    const front = `
      assistant: call a f
      result a: 1600 chars
      user: go
      assistant: sure
      user: ok
      assistant: fine
      user: and now`
    const free = choices(front)
    expect([free.first(null).rows, free.last()]).toEqual([['drop 1', 'drop 3', 'drop 4'], ['drop 1']])
    expect(free.first().movable).toBe(350 + free.tokensAt(3, 4))
    expect(free.first(thirty, true).movable).toBe(free.tokensAt(0, 1, 3, 4))
    const held = choices(front, [], [0])
    expect([held.first().rows, held.first(null).rows, held.last()]).toEqual([
      ['replace 1', 'drop 3', 'drop 4'],
      ['drop 3', 'drop 4'],
      [],
    ])
    expect(held.first(null).movable).toBe(held.tokensAt(3, 4))
    // The pinned answer is no member of a group, so that the group leaves as before.
    expect(choices(front, [], [3]).last()).toEqual(['drop 1'])
    expect(choices(front, [], [3]).first(null).movable).toBe(free.tokensAt(0, 1, 4))
  })

  it('EVI-4 a pointer in the place of the model’s prose is left to the last choice, one in the user’s place stays', () => {
    const pointers: Change[] = [
      { verb: 'replace', block: 0, content: 0, tokens: 7 },
      { verb: 'replace', block: 2, content: 0, tokens: 9 },
    ]
    const text = `
      user: 400 chars
      assistant: hm
      user: 400 chars
      assistant: 400 chars
      user: and now`
    const { first, last, tokensAt } = choices(text, [...pointers, { ...pointers[1], block: 3 } as Change])
    expect([first().rows, last(), last({ 3: DROPPED })]).toEqual([['drop 1'], ['drop 3'], []])
    expect(first().movable).toBe(tokensAt(1, 3))
    // Without placeholders, nothing leaves a pointer that could be taken later.
    expect(first(null).movable).toBe(tokensAt(1))
  })

  it('EVI-4 VALID-1 a later reply of a running loop with thinking leaves with its text and all results of its calls', () => {
    const loop = `
      user: go
      assistant: think[s] hm + call a f
      result a: 1600 chars
      assistant: think[s] so + then + call b f + call c f
      result b: 1600 chars
      result c: 1600 chars
      assistant: call d f
      result d: 400 chars`
    // 0 go · 1 thinking · 2 call a · 3 result a · 4 thinking · 5 then · 6 call b · 7 call c · 8 and 9 results · 10 and 11 d
    const { first, last, tokensAt } = choices(loop)
    expect(first()).toEqual({ rows: ['replace 3', 'replace 8', 'replace 9'], movable: 3 * 350 })
    expect(first(null)).toEqual({ rows: ['drop 8'], movable: tokensAt(4, 5, 6, 7, 8, 9) })
    expect([last(), last({ 9: REPLACED }), last({ 4: DROPPED })]).toEqual([['drop 8'], [], []])
    // A pointer within the reply leaves with it alone.
    const pointer = choices(loop, [{ verb: 'replace', block: 5, content: 0, tokens: 1 }])
    expect([pointer.first().movable, pointer.last()]).toEqual([3 * 350, ['drop 8']])
  })

  it('EVI-4 VALID-1 so does one at the front of the window', () => {
    const loop = `
      assistant: so + call a f
      result a: 1600 chars
      assistant: think[s] hm + call b f
      result b: 1600 chars`
    // 0 so · 1 call a · 2 result a · 3 thinking · 4 call b · 5 result b, which arrived in this turn
    const { first, last, tokensAt } = choices(loop)
    expect(first()).toEqual({ rows: ['replace 2'], movable: 350 })
    expect(first(null)).toEqual({ rows: ['drop 2'], movable: tokensAt(0, 1, 2) })
    expect([last(), last({ 0: DROPPED })]).toEqual([['drop 2'], []])
    const pointer = choices(loop, [{ verb: 'replace', block: 0, content: 0, tokens: 1 }])
    expect([pointer.first().movable, pointer.last()]).toEqual([350, ['drop 2']])
  })
})

describe('EVI-4 the user’s newest messages, apart from other candidates', () => {
  // 0 go · 1 reply · 2 nothing · 3 reply · 4 of 20 tokens · 5 reply · 6 and now
  const talk = `
    user: go
    assistant: 400 chars
    user: 0 chars
    assistant: 400 chars
    user: 80 chars
    assistant: 400 chars
    user: and now`

  it('each candidate is in one part, an empty message too; without a share all are in the first', () => {
    const { parted } = choices(talk)
    expect(parted(0)).toEqual([['drop 1', 'drop 2', 'drop 3', 'drop 4', 'drop 5'], [], []])
    expect(parted(19)).toEqual([['drop 1', 'drop 3', 'drop 4', 'drop 5'], [], ['drop 2']])
    expect(parted(20)).toEqual([['drop 1', 'drop 3', 'drop 5'], [], ['drop 2', 'drop 4']])
  })

  it('the agent’s newest messages have what the user’s leave of the room', () => {
    const { parted } = choices(talk)
    const users = ['drop 2', 'drop 4']
    expect(parted(119)).toEqual([['drop 1', 'drop 3', 'drop 5'], [], users])
    expect(parted(120)).toEqual([['drop 1', 'drop 3'], ['drop 5'], users])
    expect(parted(320)).toEqual([[], ['drop 1', 'drop 3', 'drop 5'], users])
  })

  it('what was thought was not said, and a result is in the first part', () => {
    // 0 go · 1 thinking · 2 sure · 3 call a · 4 result a · 5 ok · 6 fine, which stays · 7 and now
    const { parted } = choices(`
      user: go
      assistant: think[s] hm + sure
      assistant: call a f
      result a: 1600 chars
      & ok
      assistant: fine
      user: and now`)
    expect(parted(1000)).toEqual([['drop 1', 'replace 4'], ['drop 2'], ['drop 5']])
  })
})
