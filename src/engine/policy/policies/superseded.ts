import { recency } from '../signals/recency.ts'
import { superseded as newestVersion } from '../signals/superseded.ts'
import { definePolicy } from './policy.ts'

/** More than half on the version: an old one of this turn still goes before the oldest of what is current. */
export const superseded = definePolicy({
  name: 'superseded',
  label: 'Old versions first',
  meaning: 'Reads of files that were read or written again go first, then the oldest.',
  weights: { superseded: 0.6, recency: 0.4 },
  signals: (scoring) => [newestVersion, recency(scoring.recencyDecay)],
})
