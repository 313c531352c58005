import { describe, expect, it } from 'vitest'
import { Agenda } from './agenda.ts'
import { chanceOf } from './chance.ts'
import { shownFact, toldFact } from './fact.ts'
import type { Fact } from './fact.ts'

function fact(key: string, odds: number): Fact {
  return toldFact({ key, kind: 'fact', evidence: [key], recall: [], odds })
}

function agenda(options: { reuse?: number; last?: number; long?: number } = {}): Agenda {
  return new Agenda(chanceOf('test', 5), options.reuse ?? 1, options.last ?? 300, options.long ?? 0.5)
}

/** Turn of each use, without any obstacles. */
function uses(it: Agenda, last: number, most = 1000): { turn: number; key: string }[] {
  return Array.from({ length: last + 1 }, (_, turn) =>
    it.due(turn, most).map(({ key }) => ({ turn, key })),
  ).flat()
}

describe('Agenda', () => {
  it('repeats a fact with its odds: half of the uses soon, the other half within 80 turns', () => {
    const it = agenda()
    for (let index = 0; index < 2_000; index += 1) it.note(fact(`f${index}`, 0.45), 10)
    const turns = uses(it, 300)
    const keys = new Set(turns.map((use) => use.key))
    expect(keys.size / 2_000).toBeCloseTo(0.45, 1)
    const gaps = turns.map((use) => use.turn - 10)
    expect(Math.min(...gaps)).toBe(1)
    expect(Math.max(...gaps)).toBeLessThanOrEqual(80)
    // Half of the gaps are short, of which half are one turn (geometric, mean 2); of the long ones about half are
    // beyond 40.
    expect(gaps.filter((gap) => gap === 1).length / gaps.length).toBeCloseTo(0.25, 1)
    expect(gaps.filter((gap) => gap > 42).length / gaps.length).toBeCloseTo(0.25, 1)
  })

  it('fits long gaps into the remaining turns', () => {
    const it = agenda({ last: 20, long: 1 })
    for (let index = 0; index < 300; index += 1) it.note(fact(`f${index}`, 1), 6)
    const turns = uses(it, 20).map((use) => use.turn)
    expect(Math.min(...turns)).toBe(10)
    expect(Math.max(...turns)).toBe(20)
  })

  it('draws for each fact independently of other facts', () => {
    const alone = agenda()
    const among = agenda()
    alone.note(fact('a', 1), 3)
    among.note(fact('b', 1), 1)
    among.note(fact('a', 1), 3)
    among.note(fact('c', 1), 3)
    expect(uses(among, 300).filter((use) => use.key === 'a')).toEqual(uses(alone, 300))
  })

  it('multiplies the odds by the reuse factor', () => {
    const count = (reuse: number): number => {
      const it = agenda({ reuse })
      for (let index = 0; index < 500; index += 1) it.note(fact(`f${index}`, 0.4), 0)
      return new Set(uses(it, 300).map((use) => use.key)).size
    }
    expect(count(0)).toBe(0)
    expect(count(1)).toBeGreaterThan(count(0.5))
    expect(count(2)).toBeGreaterThan(count(1))
  })

  it('returns at most the requested number of facts a turn, and the others later', () => {
    const it = agenda()
    it.spread(fact('far', 1), 0, [0.5])
    it.soon(fact('near', 1), 140)
    const turns = uses(it, 300, 1)
    expect(turns.map((use) => use.key)).toContain('far')
    expect(turns.find((use) => use.key === 'near')?.turn).toBeLessThan(170)
    expect(new Set(turns.map((use) => use.turn)).size).toBe(turns.length)
  })

  it('drops a fact that no longer holds when it is due', () => {
    let there = true
    const it = agenda()
    const shown = shownFact({ key: 's', kind: 'fact', evidence: ['s'], recall: [], odds: 1 }, () => there)
    it.soon(shown, 0)
    there = false
    expect(uses(it, 300)).toEqual([])
  })

  it('spreads a fact over the remaining turns, the last time near the end', () => {
    const it = agenda({ last: 100 })
    it.spread(fact('goal', 1), 0, [0.25, 0.5, 0.9])
    const turns = uses(it, 100).map((use) => use.turn)
    expect(turns).toHaveLength(3)
    ;[25, 50, 90].forEach((turn, index) => expect(Math.abs(turns[index]! - turn)).toBeLessThanOrEqual(2))
  })
})
