/** The view's public surface: a timeline goes in, plain numbers and rectangles come out. */

// Words and numbers for people
export {
  counted,
  dash,
  decimal,
  delta,
  ordinal,
  share,
  tokens,
  tokensShort,
  turnName,
  whole,
} from './format.ts'
export {
  blockName,
  blockOfTurn,
  COUNTER_LABELS,
  END_WORDS,
  NEED_LABELS,
  POINT_LABELS,
  RESOLUTION_LABELS,
  STATE_LABELS,
  TYPE_LABELS,
  TYPE_LETTERS,
  VELOCITY_LABELS,
  VERB_LABELS,
  verbOf,
  ZONE_LABELS,
} from './words.ts'
export type { EndReason } from './words.ts'

// The turn axis
export { POINTS, turnAt, turnOfTick, xAt, xOfTick } from './axis.ts'
export type { TurnPoint } from './axis.ts'

// Lines and ribbons
export {
  binSeries,
  MAIN_WINDOW,
  turnTable,
  typeSeries,
  utilizationSeries,
  velocitySeries,
  zoneRuns,
} from './series.ts'
export type { TurnRow, TypeRow, UtilizationPoint, VelocityPoint, ZoneRun } from './series.ts'

// What is taken away as a file
export { csv } from './csv.ts'
export { fileName, metricSheet, turnSheet } from './sheet.ts'
export type { FileSubject } from './sheet.ts'

// The strata picture
export { bandsOf, landmarks, outlineOf, smallestDrawn, strata } from './strata.ts'
export type { Band, Cap, LimitLine, Strata, StrataOptions } from './strata.ts'
export type { BandSegment } from './band-pen.ts'
export { edgesAt, hitTest } from './hit.ts'
export type { Hit, HitTest } from './hit.ts'

// The lifelines picture
export { lifelineAt, lifelines } from './lifelines.ts'
export type { Lifeline, LifelineEnd, Lifelines, LifelineSegment, Reach } from './lifelines.ts'

// The window at a tick
export { windowAt } from './window-at.ts'
export type { WindowEntry } from './window-at.ts'

// One block
export { biography } from './block.ts'
export type { Biography, LifeSpan, LifeChange } from './block.ts'
export { ranking, why } from './why.ts'
export type { Aftermath, Contribution, RankedRow, Why, WhyGate, WhyOptions, WhyTrigger } from './why.ts'

// Several lanes
export { deltaSeries, divergenceSentence, metricTable } from './comparison.ts'
export type { DeltaPoint, DivergingLane, LaneRows, MetricCell, MetricTableRow } from './comparison.ts'
