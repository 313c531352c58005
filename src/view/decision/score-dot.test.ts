import { expect, it } from 'vitest'
import { scoreDots } from './score-dot.ts'
import type { ScorePointLike } from './score-dot.ts'

const ranked: ScorePointLike = {
  turn: 30,
  edit: 4,
  score: 0.41,
  key: 0.41,
  rank: 11,
  candidates: 60,
  taken: false,
  gates: [],
  cut: { choice: 'first', last: 0.38, first: 0.4 },
}

function said(point: Partial<ScorePointLike>): string | undefined {
  return scoreDots([{ ...ranked, ...point }])[0]?.sentence
}

it('a dot lies at the turn and score of its decision, with both sides of the eviction cutoff', () => {
  expect(scoreDots([ranked])).toEqual([
    {
      x: 30.25,
      turn: 30,
      score: 0.41,
      choice: 'first',
      lastGone: 0.38,
      firstStayed: 0.4,
      taken: false,
      gates: [],
      sentence: 'turn 30: 0.41, 12th to go of 60; the cutoff was between 0.38 and 0.40',
    },
  ])
  expect(scoreDots([])).toEqual([])
})

it('says that the block was evicted', () => {
  expect(said({ score: 0.2, rank: 0, taken: true })).toBe(
    'turn 30: 0.20, 1st to go of 60, and it went; the cutoff was between 0.38 and 0.40',
  )
})

it('names the protecting guards by their labels, and an unknown guard by its name', () => {
  const held = { score: null, rank: null, gates: ['current_user_message'] }
  expect(said(held)).toBe('turn 30: protected by current request')
  expect(said({ ...held, gates: ['task', 'pinned'] })).toBe('turn 30: protected by the task and pinned')
  expect(said({ ...held, gates: ['__proto__'] })).toBe('turn 30: protected by __proto__')
})

it('describes a rank without a score, a partly protected candidate, and a block evicted with another one', () => {
  const bare: Partial<ScorePointLike> = { score: null, cut: { choice: 'first', last: null, first: null } }
  expect(said(bare)).toBe('turn 30: 12th to go of 60')
  expect(said({ ...bare, taken: true, gates: ['running_results'] })).toBe(
    'turn 30: 12th to go of 60, and it went',
  )
  expect(said({ ...bare, key: null, rank: null, taken: true, gates: ['running_thinking'] })).toBe(
    'turn 30: not ranked itself, evicted with another block',
  )
})

it('says that the block was not among the candidates', () => {
  expect(said({ score: null, rank: null })).toBe('turn 30: not among the candidates')
})

it('shows as many digits as it takes to distinguish the scores', () => {
  expect(said({ score: 0.38004, cut: { choice: 'first', last: 0.38, first: 0.38009 } })).toBe(
    'turn 30: 0.38004, 12th to go of 60; the cutoff was between 0.38000 and 0.38009',
  )
  expect(said({ score: 0.38, cut: { choice: 'first', last: 0.38, first: 0.38 } })).toBe(
    'turn 30: 0.38, 12th to go of 60; the cutoff was 0.38',
  )
})

it('describes a cutoff with one known side, or none', () => {
  expect(said({ cut: { choice: 'first', last: null, first: 0.4 } })).toBe(
    'turn 30: 0.41, 12th to go of 60; the first to stay had 0.40',
  )
  expect(said({ cut: { choice: 'first', last: 0.38, first: null } })).toBe(
    'turn 30: 0.41, 12th to go of 60; the last evicted block had 0.38',
  )
  expect(said({ cut: { choice: 'first', last: null, first: null } })).toBe('turn 30: 0.41, 12th to go of 60')
})
