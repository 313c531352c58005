import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blockOf } from '../../../testing/blocks.ts'
import type { Block, BlockType } from '../message/block.ts'
import { createReferenceDetector } from './detector.ts'
import type { Reference } from './reference.ts'
import type { Strength } from './strength.ts'

interface Line {
  readonly block: Block
  readonly text: string
}

function observe(lines: readonly Line[], strength: Strength = 'normal'): Reference[] {
  const detector = createReferenceDetector({ strength })
  return lines.flatMap(({ block, text }) => detector.observe(block, text))
}

const TOKENS = ['tok_a', 'tok_b', 'tok_c', 'tok_d', 'tok_e']

/** Blocks of one window, each with up to four of five strong tokens, so that repetitions are frequent. */
const anyConversation: fc.Arbitrary<Line[]> = fc
  .array(
    fc.record({
      type: fc.constantFrom<BlockType>(
        'system_prompt',
        'user_message',
        'assistant_response',
        'tool_call',
        'tool_result',
        'memory_injection',
        'tool_result',
      ),
      pause: fc.nat(3),
      tokens: fc.array(fc.constantFrom(...TOKENS), { maxLength: 4 }),
    }),
    { maxLength: 25 },
  )
  .map((parts) => {
    let turn = 0
    return parts.map(({ type, pause, tokens }, id) => {
      turn += pause
      // A different word after each token prevents shingles, because this compares tokens only.
      return {
        block: blockOf({ id, type, turn, call: null }),
        text: tokens.map((token, i) => `${token} q${id}z${i}`).join(' '),
      }
    })
  })

/** The token rule of REF-1 as written, with sets of strings and no index; without files and shingles. */
function literal(lines: readonly Line[]): string[] {
  const tokensOf = (line: Line): string[] => [...new Set(line.text.match(/tok_[a-e]/g) ?? [])]
  const carries = (line: Line): boolean => ['tool_result', 'memory_injection'].includes(line.block.type)
  const turnOf = (at: number): number => lines[at]?.block.turn ?? NaN
  const found: string[] = []
  const clues: { by: number; token: string; first: number; latest: number }[] = []
  lines.forEach((line, by) => {
    if (carries(line) || line.block.type === 'system_prompt') return
    for (const token of tokensOf(line)) {
      const earlier = lines.slice(0, by).flatMap((one, at) => (tokensOf(one).includes(token) ? [at] : []))
      const first = earlier[0]
      if (first === undefined || lines[first]?.block.type === 'system_prompt') continue
      const holders = earlier.filter((at) => at === first || carries(lines[at] as Line))
      const habits = lines[first]?.block.response
        ? earlier.filter((at) => at !== first && lines[at]?.block.response === true && !carries(lines[at]))
        : []
      if (holders.length + habits.length > Math.max(4, 0.05 * (by + 1))) continue
      const latest = holders.at(-1) ?? first
      if (turnOf(by) - turnOf(latest) >= 2) clues.push({ by, token, first, latest })
    }
    const sources = new Set<number>()
    for (const first of new Set(clues.map((clue) => clue.first))) {
      const own = clues.filter((clue) => clue.by === by && clue.first === first)
      const ofTurn = clues.filter((clue) => clue.first === first && turnOf(clue.by) === turnOf(by))
      const latestOf = new Map(ofTurn.map((clue) => [clue.token, clue.latest]))
      if (own.length === 0) continue
      if (line.block.type === 'tool_call') for (const clue of own) sources.add(clue.latest)
      else if (latestOf.size >= 2) {
        const enough = [...latestOf.values()].filter(
          (at, _, all) => all.filter((other) => other === at).length >= 2,
        )
        sources.add(enough.length > 0 ? Math.max(...enough) : first)
      }
    }
    for (const source of [...sources].sort((a, b) => a - b)) found.push(`${by} ← ${source}`)
  })
  return found
}

describe('REF-1 laws of the detector', () => {
  it('EVI-7 EDIT-4 the references of a prefix are the prefix of the references', () => {
    fc.assert(
      fc.property(anyConversation, fc.nat(30), (lines, cut) => {
        expect(observe(lines).filter((one) => one.by < cut)).toEqual(observe(lines.slice(0, cut)))
      }),
    )
  })

  it('REF-1 every reference goes to an earlier block of the window, two turns back or more, with evidence', () => {
    fc.assert(
      fc.property(anyConversation, (lines) => {
        for (const { source, by, turn, visible, evidence } of observe(lines, 'loose')) {
          const [from, to] = [lines[source]?.block, lines[by]?.block]
          expect(source).toBeLessThan(by)
          expect(from?.window).toBe(to?.window)
          expect(turn).toBe(to?.turn)
          expect(turn - (from?.turn ?? NaN)).toBeGreaterThanOrEqual(2)
          expect(visible - turn).toBe(to?.response === true ? 1 : 0)
          expect(evidence.length).toBeGreaterThanOrEqual(1)
          expect(evidence.length).toBeLessThanOrEqual(4)
        }
      }),
    )
  })

  it('REF-1 finds the tokens that a slow, literal implementation of the rule finds', () => {
    fc.assert(
      fc.property(anyConversation, (lines) => {
        const found = observe(lines).map(({ source, by }) => `${by} ← ${source}`)
        expect(found).toEqual(literal(lines))
      }),
      { numRuns: 200 },
    )
  })

  it('TOK-4 large and hostile texts are read once', () => {
    const detector = createReferenceDetector()
    const hostile = ['\\', '"', '"a":', 'a_b ', 'src/a/', '中', '> ', '\\"', 'C:\\', '\0', '\n']
    hostile.forEach((unit, id) => {
      const text = unit.repeat(Math.floor(100_000 / unit.length))
      for (const type of ['tool_call', 'tool_result'] as const)
        expect(detector.observe(blockOf({ id, type, turn: id }), text).length).toBeLessThan(100)
    })
  })

  it('REF-1 a block too large to be stored whole is still found by a longer quotation', () => {
    const random = Array.from({ length: 60_000 }, (_, i) => `word${(i * 7919) % 60_013}`)
    const quotation = random.slice(30_000, 30_100).join(' ')
    const lines = [
      { block: blockOf({ id: 0, turn: 0 }), text: random.join(' ') },
      { block: blockOf({ id: 1, turn: 5, type: 'assistant_response' }), text: quotation },
    ]
    expect(observe(lines as Line[])).toMatchObject([{ source: 0, by: 1 }])
  })
})
