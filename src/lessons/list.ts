import { atomicWindowAsWritten } from './atomic-window.ts'
import { budgetAsWritten } from './budget.ts'
import { checkpointAsWritten } from './checkpoint.ts'
import { compressionAsWritten } from './compression.ts'
import type { AsWritten } from './entry.ts'
import { evictionAsWritten } from './eviction.ts'
import { fidelityAsWritten } from './fidelity.ts'
import { healthAsWritten } from './health.ts'
import { managerAsWritten } from './manager.ts'
import { notesAsWritten } from './notes.ts'
import { pressureAsWritten } from './pressure.ts'
import { rollingSummaryAsWritten } from './rolling-summary.ts'
import { tieredAsWritten } from './tiered.ts'
import { tokenTrimAsWritten } from './token-trim.ts'

/** Every rule of an article's code that does harm, by name, in the order of the article. */
export const asWritten: Readonly<Record<string, AsWritten>> = Object.freeze(
  Object.fromEntries(
    [
      ...atomicWindowAsWritten,
      ...tokenTrimAsWritten,
      ...tieredAsWritten,
      ...pressureAsWritten,
      ...evictionAsWritten,
      ...compressionAsWritten,
      ...notesAsWritten,
      ...budgetAsWritten,
      ...checkpointAsWritten,
      ...healthAsWritten,
      ...fidelityAsWritten,
      ...managerAsWritten,
      ...rollingSummaryAsWritten,
    ].map((entry) => [entry.name, entry]),
  ),
)
