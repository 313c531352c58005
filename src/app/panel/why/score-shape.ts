import type { ScoreDot } from '../../../view/index.ts'

/** Turns and scores to pixels. */
export interface Place {
  readonly x: (turn: number) => number
  readonly y: (score: number) => number
}

/** Ends of the scale: a policy by age has all its scores near 0, and a line along the bottom shows nothing. */
const ENDS = [0.02, 0.05, 0.1, 0.2, 0.5]

/** The least end of the scale that holds every score and cut. */
export function topOfScores(dots: readonly ScoreDot[]): number {
  let most = 0
  for (const { score, lastGone, firstStayed } of dots)
    most = Math.max(most, score ?? 0, lastGone ?? 0, firstStayed ?? 0)
  return ENDS.find((end) => end >= most) ?? 1
}

/** Half of the least height and length of the band, in pixels: a cut of no height is a line, a lone one a dash. */
const LEAST = 0.75
const LONE = 4

/**
 * The band between the last to go and the first to stay, through the decisions. The cuts of the two choices are
 * cuts of two rankings, so that no band leads from the one to the other.
 */
export function cutBand(dots: readonly ScoreDot[], place: Place): string {
  const runs: ScoreDot[][] = []
  for (const dot of dots) {
    if (dot.lastGone === null && dot.firstStayed === null) continue
    const run = runs.at(-1)
    if (run?.[0]?.choice === dot.choice) run.push(dot)
    else runs.push([dot])
  }
  return runs.map((run) => stretchOf(run, place)).join('')
}

function stretchOf(run: readonly ScoreDot[], { x, y }: Place): string {
  const low: string[] = []
  const high: string[] = []
  for (const { x: at, lastGone, firstStayed } of run) {
    const [gone, stayed] = [lastGone ?? firstStayed ?? 0, firstStayed ?? lastGone ?? 0]
    for (const side of run.length === 1 ? [-LONE, LONE] : [0]) {
      low.push(`${x(at) + side} ${y(gone) + LEAST}`)
      high.push(`${x(at) + side} ${y(stayed) - LEAST}`)
    }
  }
  return `M${low.join('L')}L${high.reverse().join('L')}Z`
}
