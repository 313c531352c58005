import { describe, expect, it } from 'vitest'
import { costRange, tradePoints, tradeTitle } from './trade.ts'

/** A lane of ten turns with this cost and this much needed context; with `ended` it ends in its last turn. */
function lane(name: string, cost: number | null, present: number | null, turns = 10, ended = false) {
  const row = (id: string, value: number | null) => ({ id, value }) as never
  return {
    name,
    label: name,
    rows: [row('cost', cost), row('need-hit-rate', present)],
    data: {
      turns: Array.from({ length: turns }),
      ended: ended ? { turn: turns - 1, code: 'overflow' } : null,
    } as never,
  }
}

/** A lane some of whose requests are over the limit. */
function refused(name: string, cost: number) {
  const one = lane(name, cost, 0.99)
  return { ...one, rows: [...one.rows, { id: 'turns-refused', value: 3 } as never] }
}

const best = (...lanes: ReturnType<typeof lane>[]) =>
  tradePoints(lanes).flatMap(({ lane: name, isBest }) => (isBest ? [name] : []))
const title = (...lanes: ReturnType<typeof lane>[]) => tradeTitle(tradePoints(lanes))

describe('COST-2 cost against needed context', () => {
  it('a lane is best if no other costs less and has at least as much, or costs the same and has more, by the shown figures', () => {
    expect(best(lane('a', 1, 0.9), lane('b', 2, 0.95), lane('c', 3, 0.94))).toEqual(['a', 'b'])
    expect(best(lane('a', 1, 0.9), lane('b', 1, 0.9))).toEqual(['a', 'b'])
    expect(best(lane('a', 1, 0.9), lane('b', 1.00001, 0.9))).toEqual(['a', 'b'])
    expect(best(lane('a', 1, 0.9), lane('b', 1.001, 0.9))).toEqual(['a'])
  })

  it('names the cheapest lane and the one with the most needed context present', () => {
    expect(title(lane('A', 1, 0.9), lane('B', 2, 0.95), lane('C', 3, 0.94))).toBe(
      'A costs the least ($1.0000, 90.0 % of the needed context present), B keeps the most (95.0 %, $2.0000)',
    )
    expect(title(lane('A', 1, 0.96), lane('B', 2, 0.95))).toBe(
      'A costs the least, $1.0000, with the most needed context present, 96.0 %',
    )
    expect(title(lane('A', 1, 0.96), lane('B', 1, 0.96), lane('C', 2, 0.9))).toBe(
      'A and B cost the least, $1.0000, with the most needed context present, 96.0 %',
    )
    expect(title(lane('A', 1, 0.96), lane('B', 1, 0.96))).toBe(
      'All lanes cost $1.0000 with 96.0 % of the needed context present',
    )
  })

  it('does not praise a run that cost less because it ended', () => {
    const ended = lane('E', 0.1, 0.99, 4, true)
    expect(best(ended, lane('A', 1, 0.9), lane('B', 2, 0.8))).toEqual(['A'])
    expect(title(ended, lane('A', 1, 0.9))).toBe('')
  })

  it('says of which lanes it speaks, if not of all', () => {
    const [ended, over] = [lane('E', 0.1, 0.99, 4, true), refused('R', 0.1)]
    expect(title(lane('A', 1, 0.9), lane('B', 1, 0.9), ended)).toBe(
      'Of the lanes that came furthest, all cost $1.0000 with 90.0 % of the needed context present',
    )
    expect(title(lane('A', 1, 0.9), lane('B', 2, 0.8), over)).toMatch(
      /^Of the lanes whose requests all fit, A costs the least, /,
    )
    expect(title(lane('A', 1, 0.9), lane('B', 2, 0.95), over, ended)).toMatch(
      /^Of the lanes that came furthest and whose requests all fit, A costs the least /,
    )
  })

  it('tells a lane whose requests did not all fit from one that ended early', () => {
    const unfit = tradePoints([lane('A', 1, 0.9), refused('R', 0.1), lane('E', 0.1, 0.9, 4, true)])
    expect(unfit.map((one) => one.unfit)).toEqual([null, 'refused', 'ended'])
  })

  it('does not praise a run whose requests are refused, unless those of all lanes are', () => {
    expect(best(refused('R', 0.1), lane('A', 1, 0.9))).toEqual(['A'])
    expect(best(refused('R', 0.1), refused('Q', 0.2))).toEqual(['R'])
  })

  it('leaves out lanes without needs or without a cost', () => {
    expect(title(lane('A', 1, null), lane('B', 2, 0.8))).toBe('')
    expect(tradePoints([lane('A', null, 0.5)])).toEqual([])
  })
})

it('COST-2 the range of costs covers the lanes whose cost is known', () => {
  expect(costRange([lane('A', 2, 0.5), lane('B', 1, null), lane('C', null, 0.5)])).toBe('$1.0000 to $2.0000')
  expect(costRange([lane('A', 1, 0.5), lane('B', 1.00001, 0.5)])).toBe('$1.0000')
  expect(costRange([lane('A', null, 0.5)])).toBe('')
})
