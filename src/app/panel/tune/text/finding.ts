import type { ConfigProblem } from '../../../../config/index.ts'
import type { Hint } from '../../../../view/index.ts'
import type { Declarations } from '../../../store/choice/declarations.ts'
import type { TextChange } from './text-change.ts'
import { sameRun, useChoices } from '../../../store/choice/choices.ts'
import { useSession } from '../../../store/run/session.ts'

/** A remark about a range of the text. */
export interface Finding {
  readonly severity: 'error' | 'warning' | 'info'
  readonly message: string
  readonly from: number
  readonly to: number
  /** Both count from 1; the column counts UTF-16 units. */
  readonly line: number
  readonly column: number
  /** A one-click fix; null if there is none. */
  readonly fix: { readonly title: string; readonly change: TextChange } | null
}

/** A text with everything read from it. */
export interface Reading {
  readonly text: string
  /** Whether it can be run. */
  readonly valid: boolean
  readonly findings: readonly Finding[]
  readonly places: readonly KeyPlace[]
}

export type KeyPlace = ReturnType<Declarations['keyPlaces']>[number]

/** Reads a text once for everything that the editor shows. Its line breaks are single ones. */
export function readingOf(text: string, declarations: Reads): Reading {
  const { config, problems } = declarations.parseConfig(text)
  const places = declarations.keyPlaces(text)
  const placed = new Map(places.map((place) => [nameOf(place.path), place]))
  const starts = lineStarts(text)
  const findings = problems.map((problem): Finding => {
    const { from, to } = stretchOf(text, problem, starts, placed)
    const { message, line, column } = problem
    return {
      severity: problem.severity === 'note' ? 'info' : problem.severity,
      message,
      from,
      to,
      line,
      column,
      fix: declarations.fixOf(text, problem),
    }
  })
  return { text, valid: config !== null, findings, places }
}

type Reads = Pick<Declarations, 'parseConfig' | 'keyPlaces' | 'fixOf'>

/** Hints of a run as findings in its text; those whose key is not in the text are at its section. */
export function hintFindings(
  hints: readonly Pick<Hint, 'path' | 'message' | 'severity'>[],
  { text, places }: Reading,
): readonly Finding[] {
  const starts = lineStarts(text)
  return hints.map(({ path, message, severity }) => {
    const place = nearestPlace(places, path.join('.'))
    const { from, to } = place === null ? { from: 0, to: 0 } : place.key
    const line = place?.line ?? 1
    return {
      severity: severity === 'warning' ? 'warning' : 'info',
      message,
      from,
      to,
      line,
      column: from - (starts[line - 1] ?? 0) + 1,
      fix: null,
    }
  })
}

/** The place of a key, or of the closest one above it in the text; null if there is neither. */
export function nearestPlace(places: readonly KeyPlace[], key: string): KeyPlace | null {
  let best: KeyPlace | null = null
  for (const place of places) {
    const own = place.path.join('.')
    const covers = key === own || key.startsWith(`${own}.`)
    if (covers && (best === null || place.path.length > best.path.length)) best = place
  }
  return best
}

/** The range of a problem: its key or value at its line and column, else the word that begins there. */
function stretchOf(
  text: string,
  { path, at, line, column }: ConfigProblem,
  starts: readonly number[],
  places: ReadonlyMap<string, KeyPlace>,
): { readonly from: number; readonly to: number } {
  const from = Math.min((starts[line - 1] ?? text.length) + column - 1, text.length)
  const place = places.get(nameOf(path))
  const range = at === 'key' ? place?.key : place?.value
  // For a mapping only its head: underlining all its lines would hide errors in them.
  if (
    range !== null &&
    range !== undefined &&
    range.from <= from &&
    from < range.to &&
    !text.slice(from, range.to).includes('\n')
  )
    return { from, to: range.to }
  const rest = text.slice(from, (starts[line] ?? text.length + 1) - 1)
  const word = WORD.exec(rest)?.[0].length ?? 0
  if (word > 0) return { from, to: from + word }
  // At the end of a line there is nothing to underline, so the text before it is used.
  return {
    from: Math.max(starts[line - 1] ?? 0, from - (rest === '' ? 1 : 0)),
    to: from + (rest === '' ? 0 : 1),
  }
}

const WORD = /^(?:"(?:\\.|[^"\\])*"|'[^']*'|[^\s:,#[\]{}]+)/

/** A path as one string; keys may have dots. */
function nameOf(path: readonly string[]): string {
  return JSON.stringify(path)
}

function lineStarts(text: string): readonly number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** Whether the screen does not show the chosen settings because their run failed. */
export function useRunFailed(): boolean {
  const failure = useSession((state) => state.failure)
  const shown = useSession((state) => state.shown)
  const running = useSession((state) => state.progress !== null)
  const differs = useChoices((choices) => failure !== null && shown !== null && !sameRun(shown, choices))
  return differs && !running
}
