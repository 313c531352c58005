import { linesOfConfig } from '../../view/index.ts'
import type { LimitLine } from '../../view/index.ts'
import { useChoices } from '../state/choices.ts'
import { declarationsNow } from '../state/declarations.ts'
import { alter } from '../state/history.ts'
import { laneText, ownConfig, writeSettings, writeText } from '../state/lane-text.ts'

/** The lines of a chosen lane as its settings put them now, ahead of any run; null before the declarations are there. */
export function chosenLines(index: number, limit: number): readonly LimitLine[] | null {
  const declarations = declarationsNow()
  const choice = useChoices.getState().lanes[index]
  if (declarations === null || choice === undefined) return null
  const { completeConfig, overlaid } = declarations
  const own = ownConfig(choice, declarations)
  return linesOfConfig(
    choice.byHand === undefined ? own : completeConfig(overlaid(own, choice.byHand)),
    limit,
  )
}

/**
 * Writes what brings a line to its new place: one scalar of the lane's text, the name of a rung, or the window that all
 * lanes share.
 *
 * @param line as it is chosen now
 * @returns why nothing was written, in a sentence
 */
export function writeLine(index: number, line: LimitLine, value: number): string | null {
  if (line.kind === 'limit') {
    alter({ budget: { kind: 'tokens', tokens: value } }, 'limit line')
    return null
  }
  return line.steps === undefined
    ? writeSettings(index, [{ path: line.path, value }])
    : renameRung(index, line, String(value))
}

/** A rung is a key: it gets another name and keeps its steps and their comments. */
function renameRung(index: number, line: LimitLine, to: string): string | null {
  const declarations = declarationsNow()
  const choice = useChoices.getState().lanes[index]
  if (declarations === null || choice === undefined) return null
  const text = laneText(choice, declarations)
  const [section, ladder] = line.path
  // People write 0.750, and a config says 0.75.
  const written = declarations
    .keyPlaces(text)
    .find(({ path }) => path[0] === section && path[1] === ladder && Number(path[2]) === line.written)?.path
  const renamed = declarations.renameKey(text, written ?? line.path, to)
  if ('refused' in renamed) return renamed.refused
  writeText(index, renamed.text, line.id)
  return null
}
