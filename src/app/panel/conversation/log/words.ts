import { counted, whole, shownName } from '../../../../view/index.ts'
import { ALSO_READ } from '../../../../sim/internal.ts'
import type { RunChoices } from '../../../store/choice/choices.ts'
import { SCENARIO_LABELS } from './shown.ts'
import texts from './words.json' with { type: 'json' }

/** The name of the current conversation. */
export function nameOf(source: RunChoices['source']): string {
  return source.kind === 'scenario' && Object.hasOwn(SCENARIO_LABELS, source.name)
    ? (SCENARIO_LABELS[source.name] ?? '')
    : shownName(source.name)
}

const SAMPLE_NOTES: Readonly<Record<string, string>> = Object.freeze({ anthropic: 'with pictures' })

export const LOG_TEXT = Object.freeze({
  ...texts.LOG_TEXT,
  otherFormats: `${ALSO_READ.reduce((sum, { names }) => sum + names.length, 0)} other formats`,
  decoded: (name: string, encoding: string) =>
    encoding === 'archive' ? `${name} (unpacked)` : `${name} (no UTF-8, read as ${encoding})`,
  size: (characters: number, lines: number) =>
    `${counted(characters, 'character')}, ${counted(lines, 'line')}`,
  onlyBeginning: (characters: number) => `The box shows the first ${whole(characters)}.`,
  /** Notes on single samples, by format. */
  sampleNotes: SAMPLE_NOTES,
  sampleFailed: (label: string, found: string) =>
    `The ${label} sample could not be fetched from this page’s server: ${found}.`,
  fetching: (label: string) => `Fetching the ${label} sample…`,
  failed: (name: string) => `${name} could not be run`,
  fix: (value: string) => `Try ${value}.`,
  place: (line: number, column: number) => `line ${whole(line)}, column ${whole(column)}`,
  moreProblems: (count: number) => `and ${whole(count)} more`,
  unopened: (found: string) => `the file could not be opened: ${found}`,
})
