import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Block } from '../message/block.ts'
import { append, applyChanges, VERBS } from './change.ts'
import type { Change, Verb } from './change.ts'
import { emptyWindow, everyEntry, inPrompt } from './window.ts'
import type { Entry, Window } from './window.ts'

const OVERHEAD = 4

/**
 * Blocks 0 to 6: a system prompt, then messages of 2, 1 and 3 parts. Made blocks begin at 10; every second one is a
 * provider's.
 */
const MESSAGES = [-1, 0, 0, 1, 2, 2, 2]
const table = (id: number): Block => ({
  id,
  type: id === 0 ? 'system_prompt' : id < 10 ? 'user_message' : 'summary',
  tokens: 10 * id,
  turn: 0,
  window: 0,
  message: MESSAGES[id] ?? -1,
  part: 0,
  role: id >= 10 && id % 2 === 1 ? 'assistant' : 'user',
  response: false,
  call: null,
  important: false,
  doNotEvict: false,
  inferred: false,
})
const START = append(
  emptyWindow(0),
  MESSAGES.map((_, id) => table(id)),
  OVERHEAD,
).window

const STATES: Partial<Record<Verb, Entry['state']>> = {
  replace: 'placeholder',
  clip: 'clipped',
  summarize: 'summarized',
  clear: 'server_cleared',
  fold: 'folded',
  rewrite: 'rewritten',
}

interface Wish {
  readonly pick: number
  readonly verb: Verb
  readonly tokens: number
  readonly after: number
}

/** Changes that a stage could request, one per block. An insertion makes a block or puts one back. */
function changesOf(window: Window, wishes: readonly Wish[], made: number): Change[] {
  const there = everyEntry(window).map(({ block }) => block)
  const leaving = new Set<number>()
  const changes = new Map<number, Change>()
  for (const [nth, { pick, verb, tokens, after }] of wishes.entries()) {
    const gone = MESSAGES.flatMap((_, id) => (there.includes(id) ? [] : [id]))
    const block =
      verb === 'insert' ? (gone[pick] ?? made + ((nth + pick) % 40)) : (there[pick % there.length] ?? -1)
    if (block < 0 || changes.has(block)) continue
    const behind = there[after]
    const place = behind === undefined || behind === block || changes.has(behind) ? null : behind
    if (place !== null) leaving.add(place)
    // It is not defined whether the conversation begins with the blocks behind the window.
    const isAnywhere = place === null && window.behind !== undefined
    if (leaving.has(block) || ((verb === 'insert' || verb === 'move') && isAnywhere)) continue
    changes.set(block, changeOf(verb, block, tokens, place))
  }
  return [...changes.values()]
}

function changeOf(verb: Verb, block: number, tokens: number, after: number | null): Change {
  const content = 100 * block + tokens
  if (verb === 'drop') return { verb, block }
  if (verb === 'fold' || verb === 'absorb') return { verb, block, into: 99 }
  if (verb === 'move') return { verb, block, after }
  if (verb === 'insert') return { verb, block, content, tokens, after }
  if (verb === 'correct') return { verb, block, state: 'live', content, tokens }
  return { verb, block, content, tokens }
}

/** A naive edit: everything in one list, and the overhead of each message assigned from the beginning. */
function naive(entries: readonly Entry[], changes: readonly Change[]): Omit<Entry, 'order'>[] {
  const list = entries.map(({ order: _, ...entry }) => entry)
  const changeFor = new Map(changes.map((change) => [change.block, change]))
  for (const change of changes) {
    if (change.verb !== 'insert' && change.verb !== 'move') continue
    const from = list.findIndex(({ block }) => block === change.block)
    const { message } = table(change.block)
    const born = {
      block: change.block,
      message,
      version: 0,
      state: 'live',
      tokens: 0,
      overhead: 0,
      content: 0,
    } as const
    const entry = from < 0 ? born : (list.splice(from, 1)[0] ?? born)
    const at =
      change.after === null
        ? list.findIndex((one) => one.message >= 0)
        : 1 + list.findIndex(({ block }) => block === change.after)
    list.splice(at < 0 ? list.length : at, 0, entry)
  }
  let bearer = -1
  return list.flatMap((entry) => {
    const change = changeFor.get(entry.block)
    const verb = change?.verb
    if (verb === 'drop' || verb === 'absorb') return []
    const content = change !== undefined && 'content' in change ? change.content : entry.content
    const state = change?.verb === 'correct' ? change.state : ((verb && STATES[verb]) ?? entry.state)
    const own =
      verb === 'fold'
        ? 0
        : change !== undefined && 'tokens' in change
          ? change.tokens
          : entry.tokens - entry.overhead
    const stands = entry.message >= 0 && inPrompt({ state, tokens: own })
    const overhead = stands && entry.message !== bearer ? OVERHEAD : 0
    if (stands) bearer = entry.message
    const isSame = verb === 'insert' || (change === undefined && overhead === entry.overhead)
    const version = entry.version + (isSame ? 0 : 1)
    return [{ ...entry, state, content, tokens: own + overhead, overhead, version }]
  })
}

const withoutOrder = ({ order: _, ...entry }: Entry): Omit<Entry, 'order'> => entry
const byBlock = <E extends { readonly block: number }>(entries: readonly E[]): E[] =>
  entries.toSorted((one, other) => one.block - other.block)
const sum = (entries: readonly { readonly tokens: number }[]): number =>
  entries.reduce((total, { tokens }) => total + tokens, 0)

it('EDIT-1 LED-1 TOK-3 edits of every verb, one after another, do what a plain list does', () => {
  const wish = fc.record({
    pick: fc.nat(12),
    verb: fc.constantFrom(...VERBS),
    tokens: fc.nat(3),
    after: fc.nat(12),
  })
  fc.assert(
    fc.property(fc.array(fc.array(wish, { maxLength: 7 }), { minLength: 1, maxLength: 4 }), (edits) => {
      let window = START
      for (const [nth, wishes] of edits.entries()) {
        const before = everyEntry(window)
        const changes = changesOf(window, wishes, 10 + 40 * nth)
        const given = JSON.stringify(window)
        const applied = applyChanges(window, changes, OVERHEAD, table)
        const wanted = naive(before, changes)

        expect(JSON.stringify(window)).toBe(given)
        const after = everyEntry(applied.window)
        expect(byBlock(after).map(withoutOrder)).toEqual(byBlock(wanted))
        const { entries } = applied.window
        const standing = new Set(entries.map(({ block }) => block))
        expect(entries.map(({ block }) => block)).toEqual(
          wanted.flatMap(({ block }) => (standing.has(block) ? [block] : [])),
        )
        for (const [at, entry] of entries.entries()) {
          expect(entry.order).toBeGreaterThanOrEqual(entries[at - 1]?.order ?? -Infinity)
          expect(entry.state).not.toBe('folded')
        }
        for (const entry of after) if (!standing.has(entry.block)) expect(inPrompt(entry)).toBe(false)

        // The difference between the lists is what ended and what began, including moved entries.
        const named = new Set(changes.map(({ block }) => block))
        const differs = (list: readonly Omit<Entry, 'order'>[]) => (entry: Entry) =>
          named.has(entry.block) || list.find(({ block }) => block === entry.block)?.version !== entry.version
        expect(byBlock(applied.closed).map(withoutOrder)).toEqual(
          byBlock(before.filter(differs(wanted))).map(withoutOrder),
        )
        expect(byBlock(applied.opened)).toEqual(byBlock(after.filter(differs(before))))
        expect(applied).toMatchObject({
          before: window.used,
          freed: sum(applied.closed),
          added: sum(applied.opened),
          after: sum(wanted),
        })
        expect(applied.window).toMatchObject({ id: 0, used: sum(wanted) })
        window = applied.window
      }
    }),
    { numRuns: 40 },
  )
})
