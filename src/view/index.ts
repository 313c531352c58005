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
export { END_WORDS } from './ending.ts'
export { shownName } from './format.ts'
export {
  blockName,
  blockOfTurn,
  COUNTER_LABELS,
  EVENT_WORDS,
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
export type { EndReason } from './ending.ts'
export type { LaneEventKind } from './words.ts'

// The turn axis
export { POINTS, turnAt, turnOfTick, xAt, xOfTick } from './axis.ts'
export type { TurnPoint } from './axis.ts'

// A stretch of the axis
export { inRange } from './axis.ts'
export type { TurnRange } from './axis.ts'

// Lines and ribbons
export {
  binRows,
  binSeries,
  MAIN_WINDOW,
  turnTable,
  typeSeries,
  utilizationSeries,
  velocitySeries,
  zoneRuns,
} from './series.ts'
export type { TurnRow, TypeRow, UtilizationPoint, VelocityPoint, ZoneRun } from './series.ts'

// What happened, as marks and steps
export { laneEvents } from './lane-event.ts'
export type { LaneEvent } from './lane-event.ts'
export { eventStories, gravityOf } from './event-story.ts'
export type { EventStory } from './event-story.ts'
export { invalidations } from './series.ts'
export type { Invalidation } from './series.ts'

// What is taken away as a file
export { csv } from './csv.ts'
export {
  eventSheet,
  fileName,
  metricSheet,
  overlapSheet,
  turnSheet,
  typeSheet,
  utilizationSheet,
  velocitySheet,
} from './sheet.ts'
export type { FileSubject, Sheet } from './sheet.ts'

// The strata picture
export { bandsOf, landmarks, outlineOf, smallestDrawn, strata } from './strata.ts'
export { isScaledLine, limitLines, tokensAt, writtenAt } from './limit-line.ts'
export { laneLines, lineBounds, linesOfConfig } from './lane-line.ts'
export type { LimitLine, LineData, LinePlace } from './limit-line.ts'
export { reserveOfRun } from './strata.ts'
export type { Reserve } from './strata.ts'
export { controlledBy } from './controlled.ts'
export type { Controlled } from './controlled.ts'
export { taskOf } from './task.ts'
export type { Band, Cap, Strata, StrataOptions } from './strata.ts'
export type { BandSegment } from './band-pen.ts'
export type { Connector, ConnectorKind } from './connector.ts'
export { serialOf, windowOpenings } from './window-at.ts'
export type { WindowOpening } from './window-at.ts'
export { edgesAt, hitTest } from './hit.ts'
export type { Hit, HitTest } from './hit.ts'

// The lifelines picture
export { lifelineAt, lifelines } from './lifelines.ts'
export type { Lifeline, LifelineEnd, Lifelines, LifelineSegment, Reach } from './lifelines.ts'

// The window at a tick
export { windowAt } from './window-at.ts'
export type { WindowEntry } from './window-at.ts'

// What its tokens pay for
export { mediaKinds, mediaOfBlock, modalitiesAt } from './modality.ts'
export { countedBy, MODALITY_LABELS, ofMedia } from './modality.ts'

// One block
export { reasonOf } from './ending.ts'
export { biography } from './block.ts'
export type { Biography, LifeSpan, LifeChange } from './block.ts'
export { why } from './why.ts'
export { ranking } from './ranked-row.ts'
export type { Contribution, RankedRow } from './ranked-row.ts'
export { rungOf } from './rung.ts'
export type { Rung } from './rung.ts'
export { demandOf, isEarly, isScaled, rungSentence, stopsAt, writtenKey } from './rung.ts'
export { dueOf } from './due.ts'
export type { Due } from './due.ts'
export { dueBase, dueClause, dueKey, dueShort } from './due.ts'
export { isByHand, stageDone, stageWords } from './stage-words.ts'
export type { StageStory } from './told/story.ts'
export { compressed } from './compressed.ts'
export type { AgeLevel, AskFigures, Compressed, CompressedFigures } from './compressed.ts'
export { keptWords, madeSentence, ratioWords } from './compressed-words.ts'
export { madeBy } from './lineage.ts'
export type { Made, TakenIn } from './lineage.ts'
export { VERDICT_LABELS } from './event-words.ts'
export { gateRows } from './ranked-row.ts'
export type { GateRow } from './ranked-row.ts'
export { roundedToSum } from './format.ts'
export type { Aftermath, Why, WhyGate, WhyOptions, WhyTrigger } from './why.ts'

// What a run tells about its settings
export { hints } from './hints.ts'
export type { Hint } from './hints.ts'
export { unmovedHint } from './hints.ts'

export { scoreDots } from './score-dot.ts'
export type { ScoreDot, ScorePointLike } from './score-dot.ts'

// Several lanes
export { headline } from './headline.ts'
export { toldBlock } from './told-block.ts'
export { strategyChanges } from './series.ts'
export type { StrategyChange } from './series.ts'
export { divergenceParts, mostTelling, sameUntil } from './divergence.ts'
export type { DivergingLane, HeadlineLane } from './divergence.ts'
export { sentenceText } from './sentence.ts'
export type { Claim, SentencePart } from './sentence.ts'
export { overlapSeries } from './overlap.ts'
export type { OverlapPoint } from './overlap.ts'
export { deltaSeries, metricTable } from './comparison.ts'
export type { DeltaPoint, LaneRows, MetricCell, MetricTableRow } from './comparison.ts'

// A fork over the lane that it left
export { firstApart, forkGhost, ghostBands } from './fork-ghost.ts'
export type { ForkGhost, GhostBand, GhostStretch } from './fork-ghost.ts'
export { FORK_METRICS, forkFigures } from './fork-figures.ts'
export type { ForkFigure, ForkMetric } from './fork-figures.ts'
export { forkTurn, isPinnedBy } from './fork-figures.ts'
export type { ForkTurn } from './fork-figures.ts'

// The manager of one lane: its budget, its health, what it saved, noted, asked and did
export { budgetSeries, budgetSheet, budgetTable } from './budget.ts'
export type { BudgetPoint, BudgetRow, BudgetTable } from './budget.ts'
export { ADJUSTMENT_LABEL, BUDGET_LABELS } from './budget-words.ts'
export { alertRows, healthRows, healthSeries, healthSheet } from './health.ts'
export type { AlertRow, HealthRow, HealthStrip } from './health.ts'
export { auditJson, auditRows, auditSheet, filterAudit } from './audit.ts'
export type { AuditFilter, AuditRow } from './audit.ts'
export { AUDIT_KINDS, AUDIT_LABELS } from './audit-words.ts'
export type { AuditKind } from './audit-words.ts'
export { askDetail } from './asks.ts'
export type { AskDetail } from './asks.ts'
export { checkpointChanges, checkpointRows, handovers, requestText } from './checkpoints.ts'
export type { CheckpointField, CheckpointRow, FieldChange, Handover } from './checkpoints.ts'
export { BECAME_WORDS, CHECKPOINT_FIELDS, checkpointSentences } from './checkpoints.ts'
export { notesOfTurn, notesTable } from './notes.ts'
export type { NoteGroup, NoteRow, NotesTable } from './notes.ts'

// Stretches of turns, two prompts compared, and families of summaries
export { bornByType, bornIn, stretchFigures } from './stretch.ts'
export type { BornBlock, BornOfType, Stretch, StretchFigures } from './stretch.ts'
export { turnDiff } from './turn-diff.ts'
export type { DiffRow, Standing, TurnDiff } from './turn-diff.ts'
export { ancestors, heirs } from './lineage.ts'
export type { Ancestor, Heir } from './lineage.ts'
