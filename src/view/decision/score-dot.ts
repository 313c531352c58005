import { named } from '../../engine/internal.ts'
import { guards } from '../../engine/index.ts'
import type { Turn } from '../../engine/index.ts'
import { xAt } from '../layout/axis.ts'
import { decimal } from '../sentence/format.ts'
import { sentences } from '../sentence/words.ts'

/** A block's place in one decision, as the simulator finds it. */
export interface ScorePointLike {
  readonly turn: Turn
  /** Index in `timeline.edits`; null if the decision led to no edit. */
  readonly edit: number | null
  /** Null if a guard protected it, so that it was not scored. */
  readonly score: number | null
  /** The sort key. */
  readonly key: number | null
  /** 0 is evicted first; null if it was not ranked. */
  readonly rank: number | null
  readonly candidates: number
  /** Whether it was evicted, even along with another block. */
  readonly taken: boolean
  /** Names of its guards; a candidate may be protected from removal but not from clipping. */
  readonly gates: readonly string[]
  /** Scores on both sides of the cutoff of its choice: the last evicted and the first survivor. */
  readonly cut: {
    readonly choice: 'first' | 'last'
    readonly last: number | null
    readonly first: number | null
  }
}

/** A block's score in one decision, with the cutoff. */
export interface ScoreDot {
  readonly x: number
  readonly turn: Turn
  /** Null if it has none, and so no place on the axis of scores. */
  readonly score: number | null
  /** A decision that continues with whole pairs ranks them separately (EVI-4): the choice of this cutoff. */
  readonly choice: 'first' | 'last'
  /** Scores next to that cutoff; null if there is none on that side, and without scores. */
  readonly lastGone: number | null
  readonly firstStayed: number | null
  readonly taken: boolean
  readonly gates: readonly string[]
  /** `turn 30: 0.41, 12th to go of 60; the cut lay between 0.38 and 0.40`. */
  readonly sentence: string
}

/** The history of a block's score as dots of a chart, one for each decision, at the point where it was made. */
export function scoreDots(points: readonly ScorePointLike[]): ScoreDot[] {
  return points.map((point) => {
    const { turn, score, cut, taken } = point
    return {
      x: xAt(turn, 'offered'),
      turn,
      score,
      choice: cut.choice,
      lastGone: cut.last,
      firstStayed: cut.first,
      taken,
      gates: point.gates,
      sentence: sentenceOf(point),
    }
  })
}

function sentenceOf({ turn, score, rank, candidates, taken, gates: held, cut }: ScorePointLike): string {
  if (rank === null) {
    if (taken) return sentences.scoreAlong(turn)
    return held.length > 0 ? sentences.scoreHeld(turn, held.map(labelOf)) : sentences.scoreUnranked(turn)
  }
  const digits = digitsOf([score, cut.last, cut.first])
  const written = (value: number | null): string | null => (value === null ? null : decimal(value, digits))
  return (
    sentences.scoreRanked(turn, written(score), rank, candidates, taken) +
    sentences.cutBetween(written(cut.last), written(cut.first))
  )
}

/** As many digits as it takes to tell different scores apart, between two and eight. */
function digitsOf(scores: readonly (number | null)[]): number {
  const values = new Set(scores.filter((score) => score !== null))
  let digits = 2
  while (digits < 8 && new Set([...values].map((value) => decimal(value, digits))).size < values.size)
    digits++
  return digits
}

function labelOf(name: string): string {
  return named(guards, name)?.label ?? name
}
