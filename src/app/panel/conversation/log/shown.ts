import written from './shown-words.json' with { type: 'json' }

/*
 * What the page says of scenarios and formats before the simulator is loaded. Made from the scenarios and the readers:
 * `npx vitest run src/app/panel/conversation/silhouettes.test.ts -u` makes it again.
 */

export const SCENARIO_LABELS: Readonly<Record<string, string>> = Object.freeze({
  'axios-migration': 'Axios migration',
  'long-coding': 'Long coding session',
})

/** What people call the formats, in the order in which they are offered. */
export const FORMAT_LABELS: Readonly<Record<string, string>> = Object.freeze(written.FORMAT_LABELS)

/** The sample of each format, by what writes such logs. */
export const SAMPLE_FILES = Object.freeze(written.SAMPLE_FILES)
