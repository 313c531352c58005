import type { CutPoint, ScoreDot } from '../../view/index.ts'

/** Turns and scores to pixels. */
export interface Place {
  readonly x: (turn: number) => number
  readonly y: (score: number) => number
}

/** Ends of the scale: a policy by age has all its scores near 0, and a line along the bottom shows nothing. */
const ENDS = [0.02, 0.05, 0.1, 0.2, 0.5]

/** The least end of the scale that holds every score and cut. */
export function topOfScores(dots: readonly ScoreDot[], cuts: readonly CutPoint[]): number {
  let most = 0
  for (const { score } of dots) most = Math.max(most, score ?? 0)
  for (const { lastGone, firstStayed } of cuts) most = Math.max(most, lastGone ?? 0, firstStayed ?? 0)
  return ENDS.find((end) => end >= most) ?? 1
}

/** Half of the least height and length of the band, in pixels: a cut of no height is a line, a lone one a dash. */
const LEAST = 0.75
const LONE = 4

/** The band between the last to go and the first to stay, through every decision. */
export function cutBand(cuts: readonly CutPoint[], { x, y }: Place): string {
  const low: string[] = []
  const high: string[] = []
  for (const { x: at, lastGone, firstStayed } of cuts) {
    const [gone, stayed] = [lastGone ?? firstStayed ?? 0, firstStayed ?? lastGone ?? 0]
    for (const side of cuts.length === 1 ? [-LONE, LONE] : [0]) {
      low.push(`${x(at) + side} ${y(gone) + LEAST}`)
      high.push(`${x(at) + side} ${y(stayed) - LEAST}`)
    }
  }
  return low.length === 0 ? '' : `M${low.join('L')}L${high.reverse().join('L')}Z`
}
