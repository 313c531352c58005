import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BLOCK_TYPES } from '../message/block.ts'
import type { Block } from '../message/block.ts'
import { append, applyChanges, withStoodFor } from './change.ts'
import type { Change } from './change.ts'
import { afterChange, ledgerOf, overflows, reserveOf, tokensByType } from './ledger.ts'
import {
  BLOCK_STATES,
  emptyWindow,
  entryFromEnd,
  everyEntry,
  grown,
  inConversation,
  isWhole,
} from './window.ts'
import type { Entry, Window } from './window.ts'

const OVERHEAD = 4

/** Blocks of messages given as lists of sizes: [[10, 20], [5]] is a message of two blocks and one of a single block. */
function blocksOfSizes(messages: readonly (readonly number[])[]): Block[] {
  return messages
    .flatMap((sizes, message) =>
      sizes.map((tokens, part): Omit<Block, 'id'> => {
        return {
          type: message % 2 === 0 ? 'user_message' : 'assistant_response',
          tokens,
          turn: message,
          window: 0,
          message,
          part,
          role: message % 2 === 0 ? 'user' : 'assistant',
          response: message % 2 === 1,
          call: null,
          important: false,
          doNotEvict: false,
          inferred: false,
        }
      }),
    )
    .map((block, id) => ({ ...block, id }))
}

function windowOf(blocks: readonly Block[]): { window: Window; table: (id: number) => Block } {
  const table = (id: number): Block => {
    const block = blocks[id]
    if (block === undefined) throw new RangeError(`unknown block: ${id}`)
    return block
  }
  return { window: append(emptyWindow(0), blocks, OVERHEAD).window, table }
}

describe('changes of a window', () => {
  it('LED-1 a folded block leaves the list that edits walk, and a change may still name it', () => {
    const blocks = blocksOfSizes([[10, 20], [5], [7], [8]])
    const summary: Block = { ...(blocks[0] as Block), id: 5, type: 'summary', message: -1, part: -1 }
    const table = (id: number): Block => [...blocks, summary][Math.min(id, 5)] as Block
    const { window } = windowOf(blocks)
    const folded = applyChanges(
      window,
      [
        { verb: 'fold', block: 0, into: 5 },
        { verb: 'fold', block: 2, into: 5 },
        { verb: 'insert', block: 5, content: 0, tokens: 3, after: null },
      ],
      OVERHEAD,
      table,
    )
    const ids = (of: readonly { readonly block: number }[]) => of.map(({ block }) => block)
    expect(ids(folded.window.entries)).toEqual([5, 1, 3, 4])
    expect(ids(everyEntry(folded.window))).toEqual([5, 0, 1, 2, 3, 4])
    expect(folded.opened.map(({ block, tokens }) => [block, tokens])).toEqual([
      [5, 3],
      [0, 0],
      [1, 24],
      [2, 0],
    ])
    // A new state is a new version. An unchanged block keeps its version unless it gets the overhead of its message.
    expect(folded.opened.map(({ block, version }) => [block, version])).toEqual([
      [5, 0],
      [0, 1],
      [1, 1],
      [2, 1],
    ])
    const later = append(folded.window, [{ ...(blocks[4] as Block), id: 6, message: 4 }], OVERHEAD).window
    expect(ids(everyEntry(later))).toEqual([5, 0, 1, 2, 3, 4, 6])
    const dropped = applyChanges(later, [{ verb: 'drop', block: 2 }], OVERHEAD, table)
    expect(ids(dropped.closed)).toEqual([2])
    expect(ids(everyEntry(dropped.window))).toEqual([5, 0, 1, 3, 4, 6])
    expect(ids(dropped.window.entries)).toEqual([5, 1, 3, 4, 6])
    expect(() => applyChanges(dropped.window, [{ verb: 'drop', block: 2 }], OVERHEAD, table)).toThrow(/: 2$/)
  })

  it('EDIT-3 a block that is inserted where a folded block was gets an order of its own', () => {
    const blocks = blocksOfSizes([[1], [2], [3]])
    const made = (id: number): Block => ({ ...(blocks[0] as Block), id, message: -1, part: -1 })
    const table = (id: number): Block => blocks[id] ?? made(id)
    const apply = (to: Window, change: Change) => applyChanges(to, [change], OVERHEAD, table).window
    const insert = (block: number, after: number): Change => ({
      verb: 'insert',
      block,
      content: 0,
      tokens: 9,
      after,
    })
    const folded = apply(windowOf(blocks).window, { verb: 'fold', block: 1, into: 2 })
    // The order of the folded block is halfway between 0 and 2.
    const beside = apply(folded, insert(3, 0))
    const both = apply(beside, insert(4, 1))
    expect(everyEntry(both).map(({ block }) => block)).toEqual([0, 3, 1, 4, 2])
    expect(new Set(everyEntry(both).map(({ order }) => order)).size).toBe(5)
  })

  it('TOK-3 a block of the same message that is inserted in front takes over the message’s overhead', () => {
    const { window, table } = windowOf(blocksOfSizes([[10, 20], [5]]))
    expect(window.entries.map(({ tokens, overhead }) => [tokens, overhead])).toEqual([
      [14, 4],
      [20, 0],
      [9, 4],
    ])
    const moved = applyChanges(window, [{ verb: 'move', block: 0, after: 1 }], OVERHEAD, table)
    expect(moved.window.entries.map(({ block, tokens, overhead }) => [block, tokens, overhead])).toEqual([
      [1, 24, 4],
      [0, 10, 0],
      [2, 9, 4],
    ])
    expect([moved.before, moved.freed, moved.added, moved.after]).toEqual([43, 34, 34, 43])
  })

  it('LED-4 the blocks behind a provider’s summary leave with it, with the same verb', () => {
    const blocks = blocksOfSizes([[10], [5], [7]])
    const made = (id: number, role: Block['role']): Block => ({
      ...(blocks[0] as Block),
      id,
      type: 'summary',
      role,
      message: -1,
      part: -1,
    })
    const table = (id: number): Block => blocks[id] ?? made(id, id === 3 ? 'assistant' : 'user')
    const { window } = windowOf(blocks)
    const compacted = applyChanges(
      window,
      [
        ...[0, 1, 2].map((block): Change => ({ verb: 'clear', block, content: -1, tokens: 0 })),
        { verb: 'insert', block: 3, content: 0, tokens: 3, after: 2 },
      ],
      OVERHEAD,
      table,
    ).window
    expect(compacted.entries.map(({ block }) => block)).toEqual([3])
    const changes: Change[] = [
      { verb: 'absorb', block: 3, into: 4 },
      { verb: 'insert', block: 4, content: 1, tokens: 2, after: null },
    ]
    const whole = withStoodFor(compacted, changes, table)
    expect(whole.slice(2)).toEqual([0, 1, 2].map((block) => ({ verb: 'absorb', block, into: 4 })))
    expect(
      everyEntry(applyChanges(compacted, whole, OVERHEAD, table).window).map(({ block }) => block),
    ).toEqual([4])
    expect(withStoodFor(compacted, changes.slice(1), table)).toEqual(changes.slice(1))
  })

  it('LED-4 a block that replaces nothing in the request removes nothing else, and no block is named twice', () => {
    const block = (id: number, role: Block['role'] = 'user'): Block => ({
      ...(blocksOfSizes([[10]])[0] as Block),
      id,
      type: id < 10 ? 'user_message' : 'summary',
      role,
    })
    const table = (id: number): Block => block(id, id < 20 ? 'user' : 'assistant')
    const behind = (id: number, state: Entry['state']): Entry => ({
      block: id,
      message: id,
      version: 1,
      state,
      tokens: 0,
      overhead: 0,
      content: -1,
      order: id,
    })
    const moved = [behind(0, 'server_cleared'), behind(1, 'folded'), behind(2, 'server_cleared')]
    const window = { ...emptyWindow(0), behind: { moved, earlier: undefined, sent: true } }
    const drop = (id: number): Change => ({ verb: 'drop', block: id })
    expect(withStoodFor(window, [drop(20)], table)).toEqual([drop(20), drop(0), drop(2)])
    expect(withStoodFor(window, [drop(2), drop(10), drop(20)], table)).toEqual([
      drop(2),
      drop(10),
      drop(20),
      drop(0),
    ])
    // The edit removes nothing after a provider's summary, or the summary stays.
    const clear: Change = { verb: 'clear', block: 20, content: 0, tokens: 1 }
    const correct: Change = { verb: 'correct', block: 0, state: 'live', content: -1, tokens: 9 }
    for (const changes of [[drop(10)], [clear], [correct, drop(20)]])
      expect(withStoodFor(window, changes, table)).toBe(changes)
    const unsent = { ...window, behind: { ...window.behind, sent: false } }
    const changes = [drop(20)]
    expect(withStoodFor(unsent, changes, table)).toBe(changes)
  })

  it('LED-4 blocks before the provider’s summary that it clears later leave the list, too, and those after it stay', () => {
    const blocks = blocksOfSizes([[10], [5], [7]])
    const summary: Block = { ...(blocks[1] as Block), id: 3, type: 'summary', message: -1, part: -1 }
    const table = (id: number): Block => blocks[id] ?? summary
    const clear = (block: number): Change => ({ verb: 'clear', block, content: -1, tokens: 0 })
    const edited = (window: Window, ...changes: Change[]): Window =>
      applyChanges(window, changes, OVERHEAD, table).window
    const ids = (of: readonly { readonly block: number }[] = []) => of.map(({ block }) => block)
    const inserted: Change = { verb: 'insert', block: 3, content: 0, tokens: 3, after: 1 }
    const first = edited(windowOf(blocks).window, clear(0), inserted)
    expect([ids(first.entries), ids(first.behind?.moved)]).toEqual([[1, 3, 2], [0]])
    const second = edited(first, clear(1))
    expect([ids(second.entries), ids(second.behind?.moved), ids(second.behind?.earlier?.moved)]).toEqual([
      [3, 2],
      [1],
      [0],
    ])
    const third = edited(second, clear(2))
    expect([ids(third.entries), third.behind]).toEqual([[3, 2], second.behind])
    // A folded block is not sent; whether anything is sent from behind the window does not change.
    expect(edited(second, { verb: 'fold', block: 2, into: 3 }).behind?.sent).toBe(true)
    expect(edited(windowOf(blocks).window, { verb: 'fold', block: 2, into: 3 }).behind?.sent).toBe(false)
    // One cleared entry among the folded ones is enough.
    const mixed = edited(windowOf(blocks).window, clear(0), inserted, { verb: 'fold', block: 2, into: 3 })
    expect([ids(mixed.behind?.moved), mixed.behind?.sent]).toEqual([[0, 2], true])
    // Without a provider's summary after it, a cleared block keeps its place.
    expect(ids(edited(windowOf(blocks).window, clear(0)).entries)).toEqual([0, 1, 2])
  })

  it('MSG-1 all types but the system prompt and tools are of the conversation; whole is what came or a person wrote', () => {
    const [block] = blocksOfSizes([[1]]) as [Block]
    const beside = BLOCK_TYPES.filter((type) => !inConversation({ ...block, type }))
    expect(beside).toEqual(['system_prompt', 'tool_definition'])
    expect(BLOCK_STATES.filter((state) => isWhole({ state }))).toEqual(['live', 'rewritten'])
  })

  it('LED-1 recorded usage adds to what arrives, or takes away', () => {
    const { window } = windowOf(blocksOfSizes([[10], [5]]))
    const made = { ...(blocksOfSizes([[7]])[0] as Block), id: 2, message: -1 }
    const told = (adjustment: number) => {
      const { before, freed, added, after, window: next } = append(window, [made], OVERHEAD, adjustment)
      expect(next.used).toBe(after)
      return [before, freed, added, after]
    }
    // A made block belongs to no message and has no message overhead.
    expect([told(0), told(100), told(-3)]).toEqual([
      [23, 0, 7, 30],
      [23, 0, 107, 130],
      [23, 3, 7, 27],
    ])
    const goesOn = { ...(blocksOfSizes([[7]])[0] as Block), id: 2, message: 1 }
    expect(append(window, [goesOn], OVERHEAD).added).toBe(7)
    expect(append(emptyWindow(0), [goesOn], OVERHEAD).added).toBe(11)
  })

  it('TOK-3 message overhead passes to the first surviving block, and goes with the last', () => {
    const blocks = blocksOfSizes([[10, 20], [5]])
    const { window, table } = windowOf(blocks)
    expect(window.entries.map((entry) => entry.tokens)).toEqual([14, 20, 9])
    const first = applyChanges(window, [{ verb: 'drop', block: 0 }], OVERHEAD, table)
    expect(first.window.entries.map((entry) => entry.tokens)).toEqual([24, 9])
    expect([first.before, first.freed, first.added, first.after]).toEqual([43, 34, 24, 33])
    const second = applyChanges(first.window, [{ verb: 'drop', block: 1 }], OVERHEAD, table)
    expect(second.window.entries.map((entry) => entry.tokens)).toEqual([9])
  })

  it('EDIT-3 a block replaced by a similar one a thousand times keeps its place between its neighbours', () => {
    const blocks = blocksOfSizes([[10], [20]])
    const { window } = windowOf(blocks)
    const made = (id: number): Block => ({ ...(blocks[0] as Block), id, message: -1, part: -1 })
    const table = (id: number): Block => blocks[id] ?? made(id)
    let current = window
    for (let id = 2; id < 1002; id++) {
      const old = current.entries.find(({ block }) => block >= 2)?.block
      const changes: Change[] = [{ verb: 'insert', block: id, content: 0, tokens: 5, after: 0 }]
      if (old !== undefined) changes.push({ verb: 'drop', block: old })
      current = applyChanges(current, changes, OVERHEAD, table).window
    }
    expect(current.entries.map(({ block, order }) => [block, order])).toEqual([
      [0, 0],
      [1001, 0.5],
      [1, 1],
    ])
    expect(current.used).toBe(14 + 5 + 24)
  })

  it('EDIT-1 a change of a missing block is refused with its id', () => {
    const { window, table } = windowOf(blocksOfSizes([[1]]))
    expect(() => applyChanges(window, [{ verb: 'drop', block: 7 }], OVERHEAD, table)).toThrow(/: 7$/)
    const twice: Change[] = [
      { verb: 'drop', block: 0 },
      { verb: 'drop', block: 0 },
    ]
    expect(() => applyChanges(window, twice, OVERHEAD, table)).toThrow(/twice.*: 0$/)
    const place = { content: 0, tokens: 1, after: 7 }
    expect(() => applyChanges(window, [{ verb: 'insert', block: 0, ...place }], OVERHEAD, table)).toThrow(
      /not in the window: 7$/,
    )
    expect(() => applyChanges(window, [{ verb: 'move', block: 7, after: null }], OVERHEAD, table)).toThrow(
      /not in the window: 7$/,
    )
  })

  it('VALID-2 an inserted block is after the block it names, a moved one at its new place', () => {
    const blocks = blocksOfSizes([[1], [2], [3]])
    const madeUp: Block = { ...(blocks[0] as Block), id: 3, message: -1, part: -1 }
    const { window } = windowOf(blocks)
    const table = (id: number): Block => [...blocks, madeUp][id] as Block
    const inserted = applyChanges(
      window,
      [{ verb: 'insert', block: 3, content: 0, tokens: 9, after: 0 }],
      OVERHEAD,
      table,
    )
    expect(inserted.window.entries.map((entry) => entry.block)).toEqual([0, 3, 1, 2])
    expect(inserted.after - inserted.before).toBe(9)
    const moved = applyChanges(inserted.window, [{ verb: 'move', block: 2, after: 0 }], OVERHEAD, table)
    expect(moved.window.entries.map((entry) => entry.block)).toEqual([0, 2, 3, 1])
    const orders = moved.window.entries.map((entry) => entry.order)
    expect(orders).toEqual([...orders].sort((a, b) => a - b))
  })

  it('LED-1 before − freed + added = after, and the used tokens equal a plain recount', () => {
    const sizes = fc.array(fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 8,
    })
    fc.assert(
      fc.property(sizes, fc.array(fc.tuple(fc.nat(40), fc.boolean(), fc.nat(30))), (messages, wishes) => {
        const blocks = blocksOfSizes(messages)
        const { window, table } = windowOf(blocks)
        const changes = new Map<number, Change>()
        for (const [pick, drop, tokens] of wishes) {
          const block = pick % blocks.length
          changes.set(block, drop ? { verb: 'drop', block } : { verb: 'replace', block, content: 0, tokens })
        }
        const frozen = JSON.stringify(window)
        const applied = applyChanges(window, [...changes.values()], OVERHEAD, table)
        expect(JSON.stringify(window)).toBe(frozen)
        expect(applied.before - applied.freed + applied.added).toBe(applied.after)

        // The twin: recount the whole window.
        let naive = 0
        const messagesLeft = new Set<number>()
        for (const block of blocks) {
          const change = changes.get(block.id)
          if (change?.verb === 'drop') continue
          naive += change?.verb === 'replace' ? change.tokens : block.tokens
          messagesLeft.add(block.message)
        }
        expect(applied.after).toBe(naive + OVERHEAD * messagesLeft.size)
        expect(applied.window.used).toBe(applied.after)
        const ledger = ledgerOf(applied.window, table, 1000, 100)
        const sum = (parts: Readonly<Record<string, number>>): number =>
          Object.values(parts).reduce((a, b) => a + b, 0)
        expect(sum(ledger.byType)).toBe(ledger.used)
        expect(sum(ledger.byComponent)).toBe(ledger.used)
        expect(ledger.used + ledger.reserve + ledger.free).toBe(ledger.limit)
        const byType = tokensByType(window.entries, table)
        expect(afterChange(byType, applied, table)).toEqual(ledger.byType)
      }),
    )
  })

  it('MSG-2 windows derived from one another stay unchanged, whichever grows further', () => {
    const entry = (block: number) => {
      const standing = {
        message: block,
        version: 0,
        state: 'live',
        tokens: 1,
        overhead: 0,
        content: -1,
      } as const
      return { ...standing, block, order: block }
    }
    // Each step grows one of the windows made so far: mostly the last one, or an older one, which forks.
    const steps = fc.array(fc.tuple(fc.nat(20), fc.nat(3), fc.boolean()), { maxLength: 30 })
    fc.assert(
      fc.property(steps, (list) => {
        const windows = [emptyWindow(0)]
        const naive: number[][] = [[]]
        for (const [pick, size, look] of list) {
          const from = pick < windows.length ? windows.length - 1 - pick : windows.length - 1
          const added = Array.from({ length: size }, (_, i) => 100 * windows.length + i)
          const parent = windows[from] ?? emptyWindow(0)
          windows.push(grown(parent, added.map(entry), 0))
          naive.push([...(naive[from] ?? []), ...added])
          if (look) expect(windows.at(-1)?.entries.length).toBe(naive.at(-1)?.length)
        }
        for (const [index, window] of windows.entries()) {
          const blocks = naive[index] ?? []
          for (const back of [0, 1, blocks.length]) {
            expect(entryFromEnd(window, back)?.block).toBe(blocks.at(-1 - back))
          }
          expect(window.entries.map((one) => one.block)).toEqual(blocks)
          expect(structuredClone(window).entries).toEqual(window.entries)
        }
      }),
    )
  })

  it('LED-2 a window overflows when the reserve no longer fits, not before', () => {
    expect(overflows(900, 1000, 100)).toBe(false)
    expect(overflows(901, 1000, 100)).toBe(true)
  })

  it('BUD-3 the reserve is its share, at least 4,096 tokens, at most a quarter of the window', () => {
    expect(reserveOf(200_000, 0.05)).toBe(10_000)
    expect(reserveOf(32_000, 0.05)).toBe(4096)
    expect(reserveOf(8000, 0.05)).toBe(2000)
  })
})
