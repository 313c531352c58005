import {
  boundaryMoves,
  indexZeroFalsy,
  onePartner,
  pairCountedTwice,
  tokenSettingsUnread,
} from './atomic-window.ts'
import { bootstrapOmits, everyVersionTwo } from './checkpoint.ts'
import { cascadeLacksSteps, cascadeResultDiscarded, everyTurnAgain, oldInFull } from './compression.ts'
import { onlySystemProtected, placeholdersNeverMade, setPolicyKeepsHybrid } from './eviction.ts'
import { lruInverted } from './lru.ts'
import { budgetBeforeMessage, keptLoopsForever, listNoBoundary } from './rolling-summary.ts'
import {
  bytesAndCharacters,
  countSetToZero,
  cutAgain,
  noSummaryReplaces,
  storedAgain,
  windowBelowZero,
} from './tiered.ts'
import {
  laterSystemsLost,
  middleDropsNewest,
  oversizeNeverRefused,
  proseGoesWithSystem,
  reserveUnderflows,
  twinsByEquality,
} from './token-trim.ts'
import type { AsWritten } from './entry.ts'

/** The defects that a lane of each strategy shows, apart from the strategies: a run has no use for their texts. */
export const SHOWN: Readonly<Record<string, readonly AsWritten[]>> = Object.freeze({
  as_written_lru: [lruInverted],
  as_written_eviction: [lruInverted, setPolicyKeepsHybrid, placeholdersNeverMade, onlySystemProtected],
  as_written_cascade: [cascadeLacksSteps, cascadeResultDiscarded, everyTurnAgain, oldInFull],
  as_written_overflow: [bootstrapOmits, everyVersionTwo],
  as_written_atomic_window: [
    pairCountedTwice,
    boundaryMoves,
    indexZeroFalsy,
    onePartner,
    tokenSettingsUnread,
  ],
  as_written_token_trim: [
    proseGoesWithSystem,
    middleDropsNewest,
    oversizeNeverRefused,
    reserveUnderflows,
    laterSystemsLost,
    twinsByEquality,
  ],
  as_written_tiered: [
    windowBelowZero,
    cutAgain,
    storedAgain,
    noSummaryReplaces,
    countSetToZero,
    bytesAndCharacters,
  ],
  as_written_rolling_summary: [budgetBeforeMessage, listNoBoundary, keptLoopsForever],
})
