import { counted, share, whole } from '../../../view/index.ts'
import { strategyLabel } from '../../store/choice/lineup-words.ts'
import texts from './words.json' with { type: 'json' }

export const CHECKPOINT_TEXT = Object.freeze({
  ...texts.CHECKPOINT_TEXT,
  title: (lane: string, turn: string) => `Checkpoints of ${lane} at ${turn}`,
  note: (saves: number, from: number, milestones: boolean) =>
    `${counted(saves, 'save')} in this run: from ${share(from)} of the limit on, scaled to the window without the reserve${
      milestones ? ', and when a subtask is done, a decision made or a blocker found' : ''
    }. The version numbers of an agent only grow.`,
  none: (strategy: string, saves: number, switched: boolean) =>
    `The strategy of this ${switched ? 'turn' : 'lane'}, ${strategyLabel(strategy)}, does not save checkpoints.${
      saves === 0 ? '' : ` ${counted(saves, 'save')} in other turns of this run.`
    }`,
  shown: (name: string) => `Show ${name}`,
  all: (count: number) => `Show all ${whole(count)}`,
  by: (item: string) => `by “${item}”`,
  readWith: (messages: readonly string[]) => `Problems in the answer: ${messages.join('; ')}.`,
  file: (name: string) => name,
  fileName: (form: string, name: string) => `${name} as ${form}`,
  text: (name: string, form: string) => `${name} as ${form}`,
  resume: (name: string, turn: string) => `Items of ${name} found in the request of ${turn}`,
  resumeLoaded: (turn: string) => `Items of the loaded checkpoint found in the request of ${turn}`,
  handover: (turn: string) => `Items carried into the new window in ${turn}`,
  handoverNote: (name: string, orphans: readonly string[]) =>
    `The first request of the new window is searched for each item of ${name}, the newest checkpoint at that time.${
      orphans.length === 0
        ? ''
        : ` It has plans among what is done: ${orphans.map((one) => `“${one}”`).join(', ')}.`
    }`,
  notReached: (lane: string, turn: string) =>
    `${lane} ended before ${turn}, so it has no request for that turn.`,
  count: (found: number, items: number) => `${whole(found)} of ${whole(items)}`,
  broken: (name: string) => `Cannot be read as a checkpoint: ${name}. Nothing was changed.`,
  refused: (name: string) => `Refused: ${name}. Nothing was changed.`,
  tooLarge: (name: string, bytes: number) =>
    `${name} is too large for a checkpoint: at most 4,000,000 characters, found ${whole(bytes)} bytes.`,
  unreadable: (name: string) => `${name} cannot be read from the disk.`,
  place: (line: number, column: number) => `line ${whole(line)}, column ${whole(column)}`,
  loaded: (name: string, file: string) => `Loaded: ${name}, from ${file}`,
  own: (name: string) => `From the run: ${name}`,
})
