import { linesOfConfig } from '../../../view/index.ts'
import type { LimitLine } from '../../../view/index.ts'
import { useChoices } from '../../store/choice/choices.ts'
import { declarationsNow } from '../../store/choice/declarations.ts'
import { alter } from '../../store/choice/history.ts'
import { moveRung, ownConfig, writeSettings } from '../../store/choice/lane-text.ts'

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
    : moveRung(index, Number(line.id.split(' ').at(-1)), value)
}
