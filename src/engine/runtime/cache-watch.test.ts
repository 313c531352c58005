import { describe, expect, it } from 'vitest'
import type { Block } from '../core/message/block.ts'
import { append, applyChanges } from '../core/window/change.ts'
import type { Applied, Change } from '../core/window/change.ts'
import { emptyWindow } from '../core/window/window.ts'
import type { Window } from '../core/window/window.ts'
import { readCache } from './cache-watch.ts'
import type { WindowChange } from './record.ts'

const blocks = Array.from({ length: 12 }, (_, id): Block => ({
  id,
  type: id === 0 ? 'system_prompt' : id % 2 === 1 ? 'user_message' : 'assistant_response',
  tokens: 100,
  turn: 0,
  window: 0,
  message: id === 0 ? -1 : id - 1,
  part: 0,
  role: id === 0 ? 'system' : id % 2 === 1 ? 'user' : 'assistant',
  response: false,
  call: null,
  important: false,
  doNotEvict: false,
  inferred: false,
}))
const table = (id: number): Block => blocks[id] as Block
const life = 300_000

function change(applied: Applied, changes: readonly Change[] | null, stage = 'snip'): WindowChange {
  const edit =
    changes === null
      ? null
      : { stage, changes, decision: null, repairs: [], compression: null, opened: null, kept: null }
  return { tick: 1, cause: changes === null ? 'arrive' : 'stage', applied, edit }
}

/**
 * What a further call finds in a window of 1,000 tokens, whose last call sent all of them and read 800 from the cache.
 */
function called(edits: readonly (readonly Change[])[], idle: number | null = 0, arrivals = 1) {
  let { window } = append(emptyWindow(0), blocks.slice(0, 10), 0)
  const arrived = append(window, blocks.slice(10, 10 + arrivals), 0)
  window = arrived.window
  const changes = [change(arrived, null)]
  for (const [nth, list] of edits.entries()) {
    const applied = applyChanges(window, list, 0, table)
    window = applied.window
    changes.push(change(applied, list, `stage ${nth}`))
  }
  return { ...readCache({ read: 800, sent: 1000 }, { window, changes, idle, life }, table), window }
}

describe('TIER-3 the part of a call that the prompt cache holds', () => {
  it('TIER-3 without an edit, everything sent before', () => {
    const { memory, broken } = called([])
    expect(memory).toEqual({ read: 1000, sent: 1100 })
    expect(broken).toBeNull()
  })

  it('TIER-3 the first call finds nothing, which is not a break', () => {
    const { window } = called([])
    expect(readCache(null, { window, changes: [], idle: null, life }, table)).toEqual({
      memory: { read: 0, sent: 1100 },
      broken: null,
    })
  })

  it('TIER-3 after an edit, everything before it, and the earliest edit is the cause', () => {
    const { memory, broken } = called([[{ verb: 'drop', block: 6 }], [{ verb: 'drop', block: 3 }]])
    expect(memory.read).toBe(300)
    expect(broken).toEqual({ before: 800, after: 300, cause: { of: 'edit', stage: 'stage 1' } })
  })

  it('TIER-3 a drop of 5 % is not a break, a larger one is', () => {
    // 800 were read. An edit of block 8 leaves 800, one of block 7 leaves 700.
    expect(called([[{ verb: 'drop', block: 8 }]]).broken).toBeNull()
    expect(called([[{ verb: 'drop', block: 7 }]]).broken?.after).toBe(700)
    const replace: Change = { verb: 'replace', block: 8, content: 0, tokens: 5 }
    expect(called([[replace]]).broken).toBeNull()
  })

  it('TIER-3 clearing in place by the provider breaks nothing', () => {
    const { memory, broken } = called([[{ verb: 'clear', block: 3, content: 0, tokens: 10 }]])
    expect(broken).toBeNull()
    expect(memory).toEqual({ read: 910, sent: 1010 })
  })

  it('TIER-3 folding and inserting break it at their place', () => {
    expect(called([[{ verb: 'fold', block: 4, into: 11 }]]).broken?.after).toBe(400)
    const insert: Change = { verb: 'insert', block: 11, content: 0, tokens: 50, after: 2 }
    expect(called([[insert]]).broken?.after).toBe(300)
  })

  it('TIER-3 after a pause longer than its lifetime nothing is left, whatever was edited', () => {
    const { broken } = called([[{ verb: 'drop', block: 6 }]], life + 1)
    expect(broken).toEqual({ before: 800, after: 0, cause: { of: 'pause', idle: life + 1, life } })
    expect(called([], life).broken).toBeNull()
    expect(called([], null).broken).toBeNull()
  })

  it('TIER-3 a changed system prompt leaves nothing either', () => {
    const { broken } = called([[{ verb: 'drop', block: 0 }]])
    expect(broken).toEqual({ before: 800, after: 0, cause: { of: 'setup' } })
  })

  it('TIER-3 the prefix is the common prefix of two whole prompts', () => {
    for (let dropped = 1; dropped < 10; dropped++) {
      const { memory, window } = called([[{ verb: 'drop', block: dropped }]])
      expect(memory.read).toBe(sharedPrefix(append(emptyWindow(0), blocks.slice(0, 10), 0).window, window))
    }
  })
})

function sharedPrefix(before: Window, after: Window): number {
  let total = 0
  for (const [at, entry] of before.entries.entries()) {
    if (after.entries[at]?.block !== entry.block) break
    total += entry.tokens
  }
  return total
}

describe('TIER-3 a prompt with cache marks in its request', () => {
  const setup = { tools: 30, system: 70 }
  const of = (
    ids: readonly number[],
    changes: readonly WindowChange[],
    more: { readonly idle?: number; readonly last?: ReturnType<typeof readCache>['memory'] } = {},
  ) => {
    const { window } = append(emptyWindow(0), ids.map(table), 0)
    const call = { window, changes, idle: more.idle ?? 0, life, setup: () => setup }
    return readCache(more.last ?? null, call, table)
  }
  const upTo = (last: number) => Array.from({ length: last + 1 }, (_, id) => id)
  /** Calls after which the newest user message is that of each block in turn. */
  const after = (...ends: readonly number[]) => {
    let last: ReturnType<typeof readCache>['memory'] | undefined
    for (const end of ends) last = of(upTo(end), [], last === undefined ? {} : { last }).memory
    return last
  }
  const edited = (verb: Change, ids: readonly number[]) => {
    const { window } = append(emptyWindow(0), ids.map(table), 0)
    return [change(applyChanges(window, [verb], 0, table), [verb], 'snip')]
  }

  it('TIER-3 the first call caches what is before its two marks, and the next reads everything that it sent', () => {
    expect(of(upTo(3), []).memory).toEqual({
      read: 0,
      sent: 400,
      kept: [
        { order: 1, idle: 0 },
        { order: 3, idle: 0 },
      ],
    })
    const second = of(upTo(5), [], { last: of(upTo(3), []).memory, idle: 1_000 })
    expect(second).toEqual({
      memory: {
        read: 400,
        sent: 600,
        kept: [
          { order: 1, idle: 1_000 },
          { order: 3, idle: 0 },
          { order: 5, idle: 0 },
        ],
      },
      broken: null,
    })
  })

  it('TIER-3 after an edit the newest mark before it is found, which is less than the common prefix', () => {
    const last = after(1, 3, 5, 7)
    // Block 6 is a reply: the prompt is unchanged up to block 5, where a call ended.
    const drop: Change = { verb: 'drop', block: 6 }
    const ids = upTo(9).filter((id) => id !== 6)
    expect(of(ids, edited(drop, upTo(9)), { last: last ?? fail() }).memory.read).toBe(600)
    // Block 5 itself: unchanged up to block 3, the end of an earlier call, although block 4 is unchanged, too.
    const earlier: Change = { verb: 'drop', block: 5 }
    const rest = upTo(9).filter((id) => id !== 5)
    const found = of(rest, edited(earlier, upTo(9)), { last: last ?? fail() })
    expect(found.memory.read).toBe(400)
    expect(found.broken).toEqual({ before: 600, after: 400, cause: { of: 'edit', stage: 'snip' } })
  })

  it('TIER-3 without a mark before an edit, tools and the static half are read', () => {
    const drop: Change = { verb: 'drop', block: 1 }
    const found = of(
      upTo(9).filter((id) => id !== 1),
      edited(drop, upTo(9)),
      { last: after(1, 3, 5) ?? fail() },
    )
    expect(found.memory.read).toBe(100)
    expect(found.memory.kept?.map(({ order }) => order)).toEqual([7, 9])
  })

  it('TIER-3 after a change of the system prompt the tools are read, and after a pause nothing', () => {
    const drop: Change = { verb: 'drop', block: 0 }
    const changes = edited(drop, upTo(9))
    const last = after(1, 3, 5) ?? fail()
    expect(of(upTo(9).slice(1), changes, { last }).memory.read).toBe(30)
    expect(of(upTo(9), [], { last, idle: life + 1 }).broken).toEqual({
      before: 400,
      after: 0,
      cause: { of: 'pause', idle: life + 1, life },
    })
    expect(of(upTo(9), [], { last, idle: life + 1 }).memory.kept?.map(({ order }) => order)).toEqual([7, 9])
  })

  it('TIER-3 a part that no request marked or read within the lifetime of the cache is no longer found', () => {
    let last = after(1, 3) ?? fail()
    for (const end of [5, 7, 9]) last = of(upTo(end), [], { last, idle: 0.4 * life }).memory
    const drop: Change = { verb: 'drop', block: 4 }
    const found = of(
      upTo(11).filter((id) => id !== 4),
      edited(drop, upTo(11)),
      { last },
    )
    // The last call with a marker at block 3 was the one that ended with block 5.
    expect(found.memory.read).toBe(400)
    const later = of(
      upTo(11).filter((id) => id !== 4),
      edited(drop, upTo(11)),
      { last, idle: 0.5 * life },
    )
    expect(later.memory.read).toBe(100)
  })

  /** A call with one marker at its end, thirty-five positions after the system prompt, and an edit in front of it. */
  const lookingBack = (keptBehind: number, typeOf: (id: number) => Block['type']) => {
    const many = (id: number): Block => ({ ...table(1), id, message: id - 1, type: typeOf(id) })
    const all = Array.from({ length: 36 }, (_, nth) => many(nth + 1))
    const sent = append(emptyWindow(0), [table(0), ...all], 0).window
    const edit = applyChanges(sent, [{ verb: 'drop', block: 34 }], 0, (id) =>
      id === 0 ? table(0) : many(id),
    )
    const last = { read: 3_000, sent: 3_600, kept: [{ order: keptBehind, idle: 0 }] }
    const call = { window: edit.window, changes: [change(edit, [])], idle: 0, life, setup: () => setup }
    return readCache(last, call, (id) => (id === 0 ? table(0) : many(id))).memory.read
  }

  it('TIER-3 a mark looks at twenty positions, of which its own is the first', () => {
    // The marker is at 35, counted from the system prompt at 0: 35 to 16 are twenty positions.
    expect(lookingBack(16, () => 'user_message')).toBe(1_700)
    expect(lookingBack(15, () => 'user_message')).toBe(setup.tools + setup.system)
  })

  it('TIER-3 results that follow each other are one position, and so are calls', () => {
    for (const type of ['tool_result', 'tool_call'] as const) {
      // 35 to 21 are fifteen positions, the run of eleven parts is one, and 9 to 6 are four: twenty.
      const typeOf = (id: number) => (id >= 10 && id <= 20 ? type : 'user_message')
      expect(lookingBack(6, typeOf)).toBe(700)
      expect(lookingBack(5, typeOf)).toBe(setup.tools + setup.system)
      expect(lookingBack(12, typeOf)).toBe(1_300)
    }
    // A call and its result are not a run: 36; 35 and 33, because 34 is gone; 32 to 15.
    const both = (id: number) => (id % 2 === 0 ? 'tool_call' : 'tool_result')
    expect(lookingBack(15, both)).toBe(1_600)
    expect(lookingBack(14, both)).toBe(setup.tools + setup.system)
  })
})

function fail(): never {
  throw new Error('no call')
}
