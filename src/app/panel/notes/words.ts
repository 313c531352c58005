import { counted, turnName, whole } from '../../../view/index.ts'
import { strategyLabel } from '../../store/choice/lineup-words.ts'

export const NOTES_TEXT = Object.freeze({
  name: 'Notes',
  title: (lane: string, turn: string) => `Notes of ${lane} at ${turn}`,
  notReached: (lane: string, turn: string) => `${lane} ended before ${turn}.`,
  note: (count: number, inWindow: number, carried: string | null) =>
    count === 0
      ? 'No note was written up to this turn.'
      : `${counted(count, 'note')}, kept outside the window. ${
          carried === null
            ? 'None is in the window yet: notes are added in a turn whose edits break the cache anyway.'
            : `${whole(inWindow)} of them ${inWindow === 1 ? 'is' : 'are'} in the window; last added in ${carried}.`
        }`,
  none: (strategy: string, switched: boolean) =>
    `The strategy of this ${switched ? 'turn' : 'lane'}, ${strategyLabel(strategy)}, takes no notes.`,
  before: (count: number) =>
    `${counted(count, 'note')} taken before ${count === 1 ? 'is' : 'are'} kept outside the window.`,
  off: 'This lane takes no notes: compression.notes is off.',
  written: (turn: number) => `written in ${turnName(turn)}`,
  writtenTitle: 'Turn in which it was written',
  inWindow: (turn: number) => `in the window since ${turnName(turn)}`,
  left: 'not in the window',
  leftTitle: 'Left out for lack of room, or written since notes were last added',
  importances: { critical: 'critical', high: 'high', normal: '' },
  more: (left: number) => `Show all ${whole(left)}`,
  fewer: 'Show fewer',
  file: (name: string) => name,
  fileName: (lane: string, turn: string) => `The notes of ${lane} at ${turn} as Markdown`,
})
