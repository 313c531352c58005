import { describe, expect, it } from 'vitest'
import { BLOCK_TYPES } from '../../../engine/internal.ts'
import { chartTitles } from './words.ts'

describe('titles of charts', () => {
  const line = { lane: 'FIFO', falls: 7, ended: null, exact: true }

  it('LED-3 a peak that was sent is one figure, a peak before eviction comes with the largest prompt', () => {
    const top = { value: 0.7712, turn: 47 }
    expect(chartTitles.utilization({ ...line, top, prompt: 0.7712 })).toBe(
      'FIFO peaks at 77.1 % in turn 47 and falls seven times',
    )
    expect(chartTitles.utilization({ ...line, top, prompt: 0.6 })).toBe(
      'FIFO reaches 77.1 % in turn 47, sends at most 60.0 % and falls seven times',
    )
  })

  it.each([
    [0, 'never falls'],
    [1, 'falls once'],
    [2, 'falls twice'],
    [12, 'falls twelve times'],
    [1300, 'falls 1,300 times'],
  ])('%d falls are: %s', (falls, words) => {
    const title = chartTitles.utilization({ ...line, top: { value: 0.5, turn: 1 }, prompt: 0.5, falls })
    expect(title).toBe(`FIFO peaks at 50.0 % in turn 1 and ${words}`)
  })

  it('STRAT-1 TOK-5 an early end and an estimate are said', () => {
    const top = { value: 1.04, turn: 31 }
    expect(chartTitles.utilization({ ...line, top, prompt: 1.04, falls: 0, ended: 31, exact: false })).toBe(
      'FIFO peaks at ≈ 104.0 % in turn 31 and never falls; its run ends in turn 31',
    )
  })

  it('PRES-3 spikes are counted and the largest is named', () => {
    const base = { mean: 1234, largest: { value: 4100, turn: 12 }, exact: true }
    const largestSpike = { value: 4100, turn: 12 }
    expect(chartTitles.velocity({ ...base, spikes: 3, largestSpike })).toBe(
      'Arrivals average 1.2K tokens a turn; three spikes, the largest 4.1K in turn 12',
    )
    expect(chartTitles.velocity({ ...base, spikes: 1, largestSpike, exact: false })).toBe(
      'Arrivals average ≈ 1.2K tokens a turn; one spike, 4.1K in turn 12',
    )
    expect(chartTitles.velocity({ ...base, spikes: 0, largestSpike: null })).toBe(
      'Arrivals average 1.2K tokens a turn and never spike; the most is 4.1K in turn 12',
    )
  })

  it('PRES-1 zones are counted with their base', () => {
    expect(chartTitles.zones('Hybrid', { green: 37, yellow: 34, orange: 8, red: 0 })).toBe(
      'Hybrid spends 34 of 79 turns in yellow, 8 in orange, none in red',
    )
    expect(chartTitles.zones('Hybrid', { green: 1, yellow: 0, orange: 0, red: 1 })).toBe(
      'Hybrid spends none of 2 turns in yellow, none in orange, 1 in red',
    )
    expect(chartTitles.zones('Hybrid', { green: 5, yellow: 0, orange: 0, red: 0 })).toBe(
      'Hybrid stays in green in all of 5 turns',
    )
    expect(chartTitles.zones('Hybrid', { green: 1, yellow: 0, orange: 0, red: 0 })).toBe(
      'Hybrid stays in green in its only turn',
    )
  })

  it('the verb agrees with the type, and no type is without words', () => {
    expect(
      chartTitles.types({ type: 'tool_result', share: 0.713 }, { type: 'thinking', share: 0.12 }, true),
    ).toBe('Tool results make up 71.3 % of all tokens sent, thinking 12.0 %')
    expect(chartTitles.types({ type: 'system_prompt', share: 1 }, null, false)).toBe(
      'The system prompt makes up ≈ 100.0 % of all tokens sent',
    )
    const titles = BLOCK_TYPES.map((type) => chartTitles.types({ type, share: 0.5 }, null, true))
    expect(new Set(titles).size).toBe(BLOCK_TYPES.length)
    for (const title of titles) expect(title).toMatch(/^[A-Z][a-z ]+ makes? up 50\.0 % of all tokens sent$/)
  })
})
