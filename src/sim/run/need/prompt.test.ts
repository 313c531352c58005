import fc from 'fast-check'
import { describe, it } from 'vitest'
import { ORIGINAL } from '../../../engine/internal.ts'
import type { Entry } from '../../../engine/index.ts'
import { emptyPrompt } from './prompt.ts'
import { expectEqual, expectSame } from '../../../testing/expect-equal.ts'

/** Evidence in each stored text. Text 3 has none. */
const FOUND: readonly (readonly string[])[] = [['port'], ['port', 'key'], ['key'], []]
const foundIn = (content: number): readonly string[] => FOUND[content] ?? []
/** Evidence in the original content of each block. */
const HELD: readonly (readonly string[])[] = [['key'], [], ['port', 'lock']]
const heldBy = (block: number): readonly string[] => HELD[block] ?? []

const STATES = ['live', 'clipped', 'rewritten', 'placeholder'] as const

function entryOf(block: number, state: (typeof STATES)[number], content: number): Entry {
  const own = state === 'live' ? ORIGINAL : content
  return { block, message: block, version: 0, state, tokens: 1, overhead: 0, content: own, order: block }
}

describe('NEED-2 the evidence in a prompt', () => {
  it('NEED-2 updated by changes, equals that of reading the whole window', () => {
    const next = fc.option(fc.tuple(fc.constantFrom(...STATES), fc.nat(3)))
    const step = fc.array(fc.tuple(fc.nat(5), next))
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const prompt = emptyPrompt(foundIn, heldBy)
        const standing = new Map<number, Entry>()
        for (const wishes of steps) {
          const closed: Entry[] = []
          const opened: Entry[] = []
          // Of two changes of one block the later applies: an edit ends and begins an entry once.
          for (const [block, wish] of new Map(wishes)) {
            const before = standing.get(block)
            if (before !== undefined) closed.push(before)
            standing.delete(block)
            if (wish === null) continue
            const entry = entryOf(block, ...wish)
            opened.push(entry)
            standing.set(block, entry)
          }
          prompt.follow({ closed, opened })

          const entries = [...standing.values()]
          for (let block = 0; block <= 5; block++) {
            const own = standing.get(block)
            expectSame(prompt.original.has(block), own?.state === 'live')
            expectSame(prompt.placeholders.has(block), own?.state === 'placeholder')
            expectSame(prompt.rewritten.has(block), own?.state === 'rewritten')
            expectEqual(prompt.keptOf(block), own?.state === 'clipped' ? foundIn(own.content) : [])
          }
          for (const text of ['port', 'key', 'lock']) {
            const holds = ({ state, content, block }: Entry): boolean =>
              (state === 'live' ? heldBy(block) : foundIn(content)).includes(text)
            expectSame(
              prompt.verbatim.has(text),
              entries.some((one) => one.state !== 'placeholder' && holds(one)),
            )
            expectSame(
              prompt.derived.has(text),
              entries.some((one) => one.state === 'placeholder' && holds(one)),
            )
          }
        }
      }),
    )
  })
})
