import written from './shown-words.json' with { type: 'json' }

/* What the page says about scenarios and formats before the simulator is loaded. Generated from the scenarios and the readers: `npx vitest run src/app/panel/conversation/silhouettes.test.ts -u`. */

export const SCENARIO_LABELS: Readonly<Record<string, string>> = Object.freeze({
  'axios-migration': 'Axios migration',
  'long-coding': 'Long coding session',
})

/** Titles of the formats, in the order in which they are offered. */
export const FORMAT_LABELS: Readonly<Record<string, string>> = Object.freeze(written.FORMAT_LABELS)

/** The sample of each format, by the kind of program that writes it. */
export const SAMPLE_FILES = Object.freeze(written.SAMPLE_FILES)
