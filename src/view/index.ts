/** The view's public surface: timelines in, plain numbers and rectangles out. */

// Words and numbers for people
export {
  counted,
  turnsWithNumbers,
  dash,
  decimal,
  delta,
  ordinal,
  share,
  tokens,
  tokensShort,
  turnName,
  whole,
} from './sentence/format.ts'
export { contentWindow } from './sentence/window.ts'
export { changedIn, inputOf, madeWith } from './sentence/generated.ts'
export { HARM_TEXT, harmlessText, harmText } from './sentence/harm.ts'
export { END_WORDS } from './layout/ending.ts'
export { shownName } from './sentence/format.ts'
export {
  blockName,
  blockOfTurn,
  EVENT_WORDS,
  listed,
  NEED_LABELS,
  POINT_LABELS,
  contextName,
  RESOLUTION_LABELS,
  STATE_LABELS,
  TYPE_LABELS,
  TYPE_LETTERS,
  VERB_LABELS,
  verbOf,
  ZONE_LABELS,
} from './sentence/words.ts'
export type { EndReason } from './layout/ending.ts'
export type { LaneEventKind } from './sentence/words.ts'

// The turn axis
export {
  MAIN_WINDOW,
  perWindow,
  POINTS,
  sumOfBlocks,
  turnAt,
  turnOfTick,
  xAt,
  xOfTick,
} from './layout/axis.ts'
export type { TurnPoint } from './layout/axis.ts'

// Ranges of the axis
export { inRange } from './layout/axis.ts'
export type { TurnRange } from './layout/axis.ts'

// Lines and ribbons
export {
  binRows,
  binSeries,
  turnRows,
  turnTable,
  everyTurn,
  typeSeries,
  utilizationSeries,
  velocitySeries,
  zoneRuns,
} from './layout/series.ts'
export type { TurnRow, TypeRow, UtilizationPoint, VelocityPoint, ZoneRun } from './layout/series.ts'

// What happened, as marks and steps
export { gravityOf, laneEvents } from './record/lane-event.ts'
export type { LaneEvent } from './record/lane-event.ts'
export { eventStories } from './record/event-story.ts'
export type { EventStory } from './record/event-story.ts'
export { invalidations } from './layout/series.ts'
export type { Invalidation } from './layout/series.ts'

// Exports to files
export {
  atPrices,
  pricesOfCalls,
  pricesOfLogs,
  estimatesSentence,
  pricesSentence,
} from './sentence/prices.ts'
export { unusableAsks, unusableNotes } from './sentence/unusable.ts'
export { csv } from './record/csv.ts'
export type { CsvCell } from './record/csv.ts'
export {
  eventSheet,
  fileName,
  inFileName,
  metricSheet,
  PRICE_COLUMNS,
  priceCells,
  overlapSheet,
  turnSheet,
  typeSheet,
  utilizationSheet,
  velocitySheet,
} from './record/sheet.ts'
export {
  adviceSentence,
  autopsyFacts,
  autopsyRows,
  autopsySentences,
  autopsySheet,
  autopsyTitle,
  detectionNote,
  detectionRows,
  foreignSentence,
  lostSentence,
  lostText,
} from './record/autopsy.ts'
export type { AutopsyRow, DetectionRow } from './record/autopsy.ts'
export { copiedSentence, versionRows, versionSheet } from './record/autopsy-versions.ts'
export type { AutopsiedLog, VersionRow } from './record/autopsy-versions.ts'
export {
  besideRows,
  RETENTION_AGES,
  retentionRows,
  retentionSentences,
  retentionSheet,
} from './record/retention.ts'
export type { BesideRow, RetentionRow } from './record/retention.ts'
export type { FileSubject, Sheet } from './record/sheet.ts'

// The strata picture
export { bandsOf, landmarks, outlineOf, smallestDrawn, strata } from './layout/strata.ts'
export { isScaledLine, limitLines, tokensAt, writtenAt } from './layout/limit-line.ts'
export { actsFrom, laneLines, lineBounds, linesOfConfig } from './layout/lane-line.ts'
export type { LimitLine, LineData, LinePlace } from './layout/limit-line.ts'
export { reserveOfRun } from './layout/strata.ts'
export type { Reserve } from './layout/strata.ts'
export { controlledBy } from './hint/controlled.ts'
export type { Controlled } from './hint/controlled.ts'
export { taskFate, taskOf } from './layout/task.ts'
export type { Band, Cap, Strata, StrataOptions } from './layout/strata.ts'
export type { BandSegment } from './layout/band-pen.ts'
export type { Connector, ConnectorKind } from './layout/connector.ts'
export { serialOf, windowOpenings } from './layout/window-at.ts'
export type { WindowOpening } from './layout/window-at.ts'
export { edgesAt, hitTest } from './layout/hit.ts'
export type { Hit, HitTest } from './layout/hit.ts'

// The lifelines picture
export { lifelineAt, lifelines } from './layout/lifelines.ts'
export type { Lifeline, LifelineEnd, Lifelines, LifelineSegment, Reach } from './layout/lifelines.ts'

// The window at a tick
export { windowAt } from './layout/window-at.ts'
export type { WindowEntry } from './layout/window-at.ts'

// Tokens by modality
export { mediaKinds, mediaOfBlock, modalitiesAt } from './record/modality.ts'
export { countedBy, MODALITY_LABELS, ofMedia } from './record/modality.ts'

// One block
export { reasonOf } from './layout/ending.ts'
export { biography } from './decision/block.ts'
export type { Biography, LifeSpan, LifeChange } from './decision/block.ts'
export { why } from './decision/why.ts'
export { ranking } from './decision/ranked-row.ts'
export type { Contribution, RankedRow } from './decision/ranked-row.ts'
export { rungOf } from './decision/rung.ts'
export type { Rung } from './decision/rung.ts'
export { demandOf, isEarly, isScaled, rungSentence, stopsAt, writtenKey } from './decision/rung.ts'
export { dueOf } from './decision/due.ts'
export type { Due } from './decision/due.ts'
export { dueBase, dueClause, dueKey, dueShort } from './decision/due.ts'
export { isByHand, stageDone, stageWords } from './sentence/stage-words.ts'
export type { StageStory } from './sentence/story.ts'
export { compressed } from './decision/compressed.ts'
export type { AgeLevel, AskFigures, Compressed, CompressedFigures } from './decision/compressed.ts'
export { keptWords, madeSentence, ratioWords } from './decision/compressed-words.ts'
export { madeBy } from './decision/lineage.ts'
export type { Made, TakenIn } from './decision/lineage.ts'
export { VERDICT_LABELS } from './sentence/event-words.ts'
export { guardRows } from './decision/ranked-row.ts'
export type { GuardRow } from './decision/ranked-row.ts'
export { roundedToSum } from './sentence/format.ts'
export type { Aftermath } from './decision/aftermath.ts'
export type { Why, WhyGuard, WhyOptions, WhyTrigger } from './decision/why.ts'

// What a run tells about its settings
export { hints } from './hint/hints.ts'
export type { Hint } from './hint/hints.ts'
export { unmovedHint } from './hint/hints.ts'

export { scoreDots } from './decision/score-dot.ts'
export type { ScoreDot, ScorePointLike } from './decision/score-dot.ts'

// Several lanes
export { headline } from './compare/headline.ts'
export { toldBlock } from './compare/told-block.ts'
export { copiesSentence } from './compare/copies.ts'
export { AIM_TEXT, bestSentence, keepsMost, lackingText, windowOfLogs } from './compare/best-words.ts'
export type { AnswerPart } from './compare/best-words.ts'
export { strategyChanges } from './layout/series.ts'
export type { StrategyChange } from './layout/series.ts'
export { divergenceParts, mostTelling, sameUntil } from './compare/divergence.ts'
export type { DivergingLane, HeadlineLane } from './compare/divergence.ts'
export { sentenceText } from './sentence/sentence.ts'
export type { Claim, SentencePart } from './sentence/sentence.ts'
export { overlapSeries } from './layout/overlap.ts'
export { piecesOf } from './layout/piece.ts'
export type { OverlapPoint } from './layout/overlap.ts'
export {
  deltaSeries,
  differenceText,
  fairVerdict,
  metricTable,
  needKindTable,
  shownDifference,
  verdictOf as metricVerdict,
} from './compare/comparison.ts'
export type { DeltaPoint, LaneRows, MetricCell, MetricTableRow } from './compare/comparison.ts'

// A fork drawn over its lane
export { firstApart, forkGhost, ghostBands } from './layout/fork-ghost.ts'
export type { ForkGhost, GhostBand, GhostStretch } from './layout/fork-ghost.ts'
export { cachedCost, orderSentence, withoutCache } from './compare/cached.ts'
export type { CachedCost } from './compare/cached.ts'
export { costRange, tradePoints, tradeTitle } from './compare/trade.ts'
export type { TradePoint } from './compare/trade.ts'
export { FORK_METRICS, forkFigures } from './compare/fork-figures.ts'
export type { ForkFigure, ForkMetric } from './compare/fork-figures.ts'
export { forkTurn, isPinnedBy } from './compare/fork-figures.ts'
export type { ForkTurn } from './compare/fork-figures.ts'

// The manager of one lane: its budget, health, checkpoints, notes, requests and log
export { budgetSeries, budgetSheet, budgetTable } from './record/budget.ts'
export type { BudgetPoint, BudgetRow, BudgetTable } from './record/budget.ts'
export { ADJUSTMENT_LABEL, BUDGET_LABELS } from './sentence/budget-words.ts'
export { alertRows, healthRows, healthSeries, healthSheet } from './record/health.ts'
export type { AlertRow, HealthRow, HealthStrip } from './record/health.ts'
export { auditJson, auditRows, auditSheet, filterAudit } from './record/audit.ts'
export type { AuditFilter, AuditRow } from './record/audit.ts'
export { AUDIT_KINDS, AUDIT_LABELS } from './record/audit-words.ts'
export type { AuditKind } from './record/audit-words.ts'
export { money } from '../sim/internal.ts'
export {
  billOf,
  tokensOfCalls,
  cacheBins,
  costSheet,
  countsSentence,
  lanePrices,
  paybackSentence,
  paybackWords,
  recordedSentences,
  editTermsSentence,
  timeSentence,
  worstMisses,
} from './record/cost.ts'
export { CAUSE_WORDS } from './record/cause-words.ts'
export type { BillRow, CacheBin, LanePrice, MissRow } from './record/cost.ts'
export { askDetail } from './record/asks.ts'
export type { AskDetail } from './record/asks.ts'
export { checkpointChanges, checkpointRows, handovers, requestText } from './record/checkpoints.ts'
export type { CheckpointField, CheckpointRow, FieldChange, Handover } from './record/checkpoints.ts'
export { BECAME_WORDS, CHECKPOINT_FIELDS, checkpointSentences } from './record/checkpoints.ts'
export { notesOfTurn, notesTable } from './record/notes.ts'
export type { NoteGroup, NoteRow, NotesTable } from './record/notes.ts'

// Ranges of turns, comparisons of two prompts, and ancestors of summaries
export { bornByType, bornIn, stretchFigures } from './compare/stretch.ts'
export type { BornBlock, BornOfType, Stretch, StretchFigures } from './compare/stretch.ts'
export { turnDiff } from './compare/turn-diff.ts'
export type { DiffRow, Standing, TurnDiff } from './compare/turn-diff.ts'
export { ancestors, heirs } from './decision/lineage.ts'
export type { Ancestor, Heir } from './decision/lineage.ts'

// Steps of a lesson: where they stand in a run, and what they say of it
export { momentTurn } from './lesson/moment.ts'
export type { Moment } from './lesson/moment.ts'
export { nextChoices } from './lesson/next.ts'
export type { NextChoices } from './lesson/next.ts'
export { fillIn, onlyIn } from './lesson/slots.ts'

// What leaves the page to be shared
export { LIMIT_SENTENCES, sharedContent } from './share/content.ts'
export type { SharedComparison, SharedContent, SharedLane } from './share/content.ts'
export { readSharedPage, sharedPage } from './share/page.ts'
export { sha256 } from './share/sha256.ts'
export type { SharedPicture } from './share/page.ts'
export { reportMarkdown } from './share/report.ts'
export * as markdown from './share/markdown.ts'
export { loopSnippet } from './share/loop-snippet.ts'
export type { LoopClient } from './share/loop-snippet.ts'
export { managerSnippet } from './share/snippet.ts'
