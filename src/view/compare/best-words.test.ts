import { describe, expect, it } from 'vitest'
import { bestOf, summaryOf } from '../../sim/internal.ts'
import type { Aim } from '../../sim/internal.ts'
import { bestSentence, lackingText, windowOfLogs } from './best-words.ts'

/** What is said of logs that all have the same figures: the baseline costs 1 dollar and has 8 of 10 needs. */
function said(
  logs: number,
  cost: number | ((log: number) => number),
  needed: number,
  lost: readonly number[],
  aim: Aim,
  constraints = 1,
  name?: string,
): string {
  const figures = (usd: number, met: number) => ({
    cost: { top: usd, bottom: 1 },
    needed: { top: met, bottom: 10 },
    constraints: { top: constraints, bottom: constraints },
    fit: true,
    reached: true,
  })
  const all = Array.from({ length: logs }, (_, log) => [
    figures(1, 8),
    figures(typeof cost === 'number' ? cost : cost(log), needed),
  ])
  const summed = summaryOf(all, 0)
  const lanes = summed.map((summary, at) => ({
    label: at === 0 ? 'As recorded' : 'Hybrid',
    summary,
    lost: lost[at] ?? 0,
  }))
  const best = bestOf(all, summed, lost, 0, aim)
  const named = name === undefined ? {} : { name }
  const parts = bestSentence({
    best,
    aim,
    logs,
    ...named,
    lanes,
    baseline: 0,
    baselineName: 'the runs as recorded',
  })
  return parts.map(({ text }) => text).join('')
}

it('UNC-3 says by how much the best lane is ahead, and what it loses', () => {
  expect(said(12, 0.5, 9, [2, 0], 'safe')).toBe(
    'On your 12 logs, Hybrid costs 50.0 % less (−50.0 % to −50.0 %) than the runs as recorded, loses no constraint and has 90.0 % (+10.0 points, +10.0 to +10.0) of the needed context.',
  )
})

it('UNC-3 a single log is named', () => {
  expect(said(1, 0.5, 9, [2, 0], 'safe', 1, 'a.jsonl')).toContain(' On a.jsonl, Hybrid costs 50.0 % less')
})

it('UNC-3 where no constraint was found, none can be lost', () => {
  expect(said(12, 0.5, 9, [0, 0], 'safe', 0)).toContain('loses no constraint (none was found) and has')
  expect(said(12, 0.5, 9, [0, 0], 'safe')).toContain('loses no constraint and has')
})

it('UNC-3 a figure that is the same in every log has no range', () => {
  expect(said(12, 0.5, 8, [0, 0], 'safe')).toContain('has 80.0 % (±0 points) of the needed context.')
})

it('UNC-3 a lane that costs the same costs as much as the baseline', () => {
  expect(said(12, 1, 9, [0, 1], 'keeping')).toContain(
    'Hybrid costs as much as the runs as recorded, loses 1 constraint (+1)',
  )
})

it('UNC-3 few logs give no verdict, and a lane that loses too much is no gain', () => {
  expect(said(2, 0.5, 9, [0, 0], 'safe')).toMatch(/^2 logs are too few for a verdict\. On your 2 logs, /)
  expect(said(12, 0.5, 9, [0, 3], 'safe')).toMatch(
    /^No clear gain: on your 12 logs, no strategy costs less than the runs as recorded without losing more\. Hybrid would cost 50\.0 % less .*, but lose 3 constraints and have 90\.0 %/,
  )
})

it('UNC-3 where most is to be kept, the lane is named that keeps more and costs more', () => {
  expect(said(12, 1.5, 9, [0, 0], 'keeping')).toMatch(
    /without clearly costing more\. Hybrid would have 90\.0 % \(\+10\.0 points, .*\) of the needed context, but cost 50\.0 % more \(.*\)\.$/,
  )
  expect(said(12, 0.5, 7, [0, 0], 'keeping')).not.toContain('Hybrid')
})

it('UNC-3 below five logs no figure has a range', () => {
  const spread = (log: number): number => 0.4 + log / 10
  expect(said(4, spread, 9, [0, 0], 'safe')).not.toMatch(/ to [+−]/)
  expect(said(5, spread, 9, [0, 0], 'safe')).toMatch(
    /costs 40\.0 % less \(−.* to −.*\).*points, \+10\.0 to \+10\.0\)/,
  )
})

it('UNC-3 of a cheaper lane that loses no constraint, “but” begins what it lacks', () => {
  expect(said(12, 0.5, 5, [1, 1], 'safe')).toMatch(
    / and lose 1 constraint, but have 50\.0 % .* of the needed context\.$/,
  )
})

it('UNC-3 of enough logs, a lane that is not clearly cheaper is not said to cost less', () => {
  // A tenth of the cost in most logs, seven times the cost in one: (7.2 + 8 × 0.1) / 9 is 11.1 % less.
  const skewed = (log: number): number => (log === 0 ? 7.2 : 0.1)
  expect(said(12, skewed, 5, [0, 0], 'safe')).toBe(
    'No clear gain: on your 12 logs, no strategy costs less than the runs as recorded without losing more. None clearly costs less.',
  )
  expect(said(9, skewed, 5, [0, 0], 'safe')).toContain(' Hybrid would cost 11.1 % less')
})

it('UNC-3 a setting that changes nothing has the same figures; another may not be clearly more expensive', () => {
  const costs = [() => 1, () => 0.5, () => 0.5, (log: number) => (log % 2 === 0 ? 0.2 : 0.84)]
  const all = Array.from({ length: 12 }, (_, log) =>
    costs.map((costOf) => ({
      cost: { top: costOf(log), bottom: 1 },
      needed: { top: 8, bottom: 10 },
      constraints: { top: 1, bottom: 1 },
      fit: true,
      reached: true,
    })),
  )
  const summed = summaryOf(all, 0)
  const labels = ['As recorded', 'Managed', 'Managed at 65 %', 'Managed at 85 %']
  const lanes = summed.map((summary, at) => ({ label: labels[at] ?? '', summary, lost: 0 }))
  const best = bestOf(all, summed, [0, 0, 0, 0], 0, 'safe')
  const parts = bestSentence({
    best,
    aim: 'safe',
    logs: 12,
    lanes,
    baseline: 0,
    baselineName: 'the runs as recorded',
  })
  expect(parts.map(({ text }) => text).join('')).toMatch(
    / of the needed context\. The same figures: Managed at 65 %\. Not clearly more expensive: Managed at 85 %\.$/,
  )
})

it('UNC-3 says which logs a lane did not finish, and which lanes finish too few', () => {
  const figures = (usd: number, isWhole: boolean) => ({
    cost: { top: usd, bottom: 1 },
    needed: { top: 8, bottom: 10 },
    constraints: { top: 1, bottom: 1 },
    fit: isWhole,
    reached: isWhole,
  })
  const sentence = (stops: number): string => {
    const all = Array.from({ length: 14 }, (_, log) => [figures(1, true), figures(0.8, log >= stops)])
    const summed = summaryOf(all, 0)
    const lanes = summed.map((summary, at) => ({ label: at === 0 ? 'Client' : 'Hybrid', summary, lost: 0 }))
    const best = bestOf(all, summed, [0, 0], 0, 'safe')
    const parts = bestSentence({
      best,
      aim: 'safe',
      logs: 14,
      lanes,
      baseline: 0,
      baselineName: 'the client',
    })
    // What is about another lane than the answer can be set apart.
    expect(parts.filter(({ beside }) => beside).map(({ text }) => text)).toEqual(
      parts.map(({ text }) => text).filter((text) => text.startsWith(' Ended early')),
    )
    return parts.map(({ text }) => text).join('')
  }
  expect(sentence(1)).toMatch(
    /^On your 14 logs, Hybrid costs 20\.0 % less .*\. In 1 log Hybrid ended early where the client did not: the differences leave those out\.$/,
  )
  expect(sentence(12)).toBe(
    'No clear gain: on your 14 logs, no strategy costs less than the client without losing more. Ended early where the baseline did not: Hybrid in 12 logs.',
  )
})

describe('UNC-3 of runs that ended early', () => {
  const figures = (usd: number, reached: boolean, needs = 10) => ({
    cost: { top: usd, bottom: 1 },
    needed: { top: needs, bottom: needs },
    constraints: { top: 1, bottom: 1 },
    fit: reached,
    reached,
  })
  /** Of 20 logs, those below a number ended early in the client's lane, and in Hybrid's those that are named. */
  const sentence = (client: number, hybrid: (log: number) => boolean, usd = 0.8, needs = 10): string => {
    const all = Array.from({ length: 20 }, (_, log) => [
      figures(1, log >= client, needs),
      figures(usd, !hybrid(log), needs),
    ])
    const summed = summaryOf(all, 0)
    const lanes = summed.map((summary, at) => ({ label: at === 0 ? 'Client' : 'Hybrid', summary, lost: 0 }))
    const best = bestOf(all, summed, [0, 0], 0, 'safe')
    const names = { baseline: 0, baselineName: 'the client' }
    const parts = bestSentence({ best, aim: 'safe', logs: 20, lanes, ...names })
    return parts.map(({ text }) => text).join('')
  }

  it('counts those that ended where the baseline did not, not those that ended together', () => {
    expect(sentence(2, (log) => log < 3)).toContain(' In 1 log Hybrid ended early where the client did not: ')
  })

  it('names a lane that ended in as many logs as the baseline, but in others', () => {
    expect(sentence(3, (log) => log >= 17)).toMatch(
      / In 3 logs Hybrid ended early where the client did not: the differences leave those out\. In 3 logs the client ended early, which looks cheaper than it is\.$/,
    )
  })

  it('says so where all of them ended early', () => {
    expect(sentence(20, () => true, 2)).toBe(
      'No clear gain: on your 20 logs, no strategy costs less than the client without losing more. In 20 logs the client ended early, which looks cheaper than it is.',
    )
  })

  it('says that no needed context was found', () => {
    expect(sentence(0, () => false, 0.8, 0)).toContain(' has all of the needed context (none was found).')
  })
})

it('UNC-3 says of a baseline whose runs ended early that it looks cheaper than it is', () => {
  const figures = (usd: number, isWhole: boolean) => ({
    cost: { top: usd, bottom: 1 },
    needed: { top: 8, bottom: 10 },
    constraints: { top: 1, bottom: 1 },
    fit: isWhole,
    reached: isWhole,
  })
  const all = Array.from({ length: 12 }, (_, log) => [figures(1, log < 9), figures(2, true)])
  const summed = summaryOf(all, 0)
  const lanes = summed.map((summary, at) => ({ label: at === 0 ? 'Unmanaged' : 'Hybrid', summary, lost: 0 }))
  const best = bestOf(all, summed, [0, 0], 0, 'safe')
  const parts = bestSentence({ best, aim: 'safe', logs: 12, lanes, baseline: 0, baselineName: 'unmanaged' })
  expect(parts.map(({ text }) => text).join('')).toMatch(
    /^On your 12 logs, Hybrid costs 100\.0 % more .*\. In 3 logs unmanaged ended early, which looks cheaper than it is\.$/,
  )
})

it('EDITAPI-1 what the logs’ providers do not have is named, and for how many logs it exists', () => {
  const lane = (label: string, offered: number, ...lackedBy: readonly string[]) => ({
    label,
    summary: { offered, lackedBy },
  })
  expect(lackingText([lane('Managed', 30)])).toBeNull()
  expect(
    lackingText([lane('Managed', 30), lane('Edits', 0, 'OpenAI'), lane('Edits at 65 %', 0, 'OpenAI')]),
  ).toBe('Edits and Edits at 65 % cannot run: OpenAI’s API has no such edits.')
  expect(lackingText([lane('Edits', 12, 'Google', 'OpenAI')])).toBe(
    'Edits can run in only 12 logs: Google’s and OpenAI’s APIs have no such edits.',
  )
})

it('UNC-3 the answer names its window: one that nobody gave is not the user’s', () => {
  const of = (
    ...windows: readonly (readonly [window: number, windowFrom: 'content' | 'given' | 'model' | 'lane'])[]
  ) => windowOfLogs(windows.map(([window, windowFrom]) => ({ window, windowFrom })))
  expect(of([2000, 'content'], [3000, 'content'])).toBe('at half of each conversation')
  expect(of([2000, 'content'])).toBe('at half of the conversation')
  expect(of([16_000, 'given'], [16_000, 'given'])).toBe('at 16,000 tokens')
  expect(of([200_000, 'model'], [1_000_000, 'model'])).toBe('at the window of each log’s model')
  expect(of([200_000, 'model'], [3000, 'content'])).toBe(
    'at half of a conversation or the window of its model',
  )
  expect(of([3000, 'lane'])).toBeNull()
})
