import type { TimelineData } from '../sim/index.ts'
import { smallestDrawn, strata } from '../view/index.ts'
import type { Strata } from '../view/index.ts'
import type { PreviewRequest } from './protocol.ts'

/** The picture of a run so far. The door fetches this file while it reads and counts a conversation. */
export function previewOf(data: TimelineData, { window, height, maxBands }: PreviewRequest): Strata {
  return strata(data, { window, smallerThan: smallestDrawn(data.limit, height, 2), maxBands })
}
