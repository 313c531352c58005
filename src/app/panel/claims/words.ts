import type { Verdict } from '../../../claims/index.ts'

/** Every word of the panel that is not a claim's own. */
export const CLAIMS_TEXT = Object.freeze({
  title: 'The articles’ claims',
  about: (claims: number, scenarios: number, seeds: number) =>
    `${claims} claims of the five articles that this lab follows, measured in ${scenarios} scenarios with ${seeds} seeds each. A claim holds where at least nine in ten conversations agree, and holds in part where at least one in four does. What is in a prompt and what it costs is measured, never how well a model does with it.`,
  own: 'To measure them in your own logs: npm run claims, with TRACES_DIR set to their folder.',
  open: (count: number) => `Show the ${count} claims`,
  verdicts: {
    holds: { word: 'Holds', sign: '✓' },
    'in part': { word: 'Holds in part', sign: '◐' },
    'does not hold': { word: 'Does not hold', sign: '✗' },
    'not measurable here': { word: 'Not measurable here', sign: '–' },
  } satisfies Record<Verdict, { readonly word: string; readonly sign: string }>,
  /** Beside a figure: 13 of 30 conversations agree. */
  agree: (agree: number, all: number) => `${agree} of ${all} conversations agree`,
  median: (middle: string, most: string) => `${middle} in the median, ${most} in most`,
  most: (all: string) => `${all} in most`,
  /** Where an article says so: `Section 3, LRU`, or the name of a section that has no number. */
  section: (section: string) => (/^\d/.test(section) ? `Section ${section}` : section),
  how: 'How it was measured',
  agrees: (when: string) => `A conversation agrees if it is: ${when}.`,
  limits: 'Mind:',
})
