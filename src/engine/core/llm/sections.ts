import written from './sections.json' with { type: 'json' }

/** A section of a compaction summary (COMP-5): its heading as it is written, and what belongs under it. */
export interface SummarySection {
  readonly name: string
  readonly heading: string
  readonly meaning: string
}

/** The sections, in the order in which they are written. A summary is `## heading` lines with `- item` lines below. */
export const SUMMARY_SECTIONS: readonly SummarySection[] = Object.freeze(written.SUMMARY_SECTIONS)

/** The nine sections of a session's summary (TIER-3), in the order in which they are written. */
export const SESSION_SECTIONS: readonly SummarySection[] = Object.freeze(written.SESSION_SECTIONS)
