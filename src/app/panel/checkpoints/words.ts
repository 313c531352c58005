import { counted, share, whole } from '../../../view/index.ts'
import { strategyLabel } from '../../store/choice/lineup-words.ts'

export const CHECKPOINT_TEXT = Object.freeze({
  name: 'Checkpoints',
  title: (lane: string, turn: string) => `Checkpoints of ${lane} at ${turn}`,
  note: (saves: number, from: number, milestones: boolean) =>
    `${counted(saves, 'save')} in this run: from ${share(from)} of the limit on, scaled to the window without the reserve${
      milestones ? ', and when a subtask is done, a decision made or a blocker found' : ''
    }. Version numbers only grow.`,
  none: (strategy: string, saves: number, switched: boolean) =>
    `The strategy of this ${switched ? 'turn' : 'lane'}, ${strategyLabel(strategy)}, does not save checkpoints.${
      saves === 0 ? '' : ` ${counted(saves, 'save')} in other turns of this run.`
    }`,
  noneYet: 'This run saved no checkpoint.',
  list: 'Saves of the run',
  turn: 'Turn',
  version: 'version',
  window: 'window',
  reason: 'why',
  changes: 'changes since the previous one',
  shown: (name: string) => `Show ${name}`,
  all: (count: number) => `Show all ${whole(count)}`,
  diff: 'Changes since the previous save',
  same: 'No line was added or removed.',
  leftOut:
    'The model’s answer omitted these items of the previous version. Goal, criteria, constraints, directory and branch are carried over, because omitting a rule does not withdraw it. The others are replaced by newer items or gone.',
  by: (item: string) => `by “${item}”`,
  readWith: (messages: readonly string[]) => `Problems in the answer: ${messages.join('; ')}.`,
  added: 'added',
  removed: 'removed',
  form: 'Form',
  markdown: 'Markdown',
  json: 'JSON',
  copy: 'Copy',
  copied: 'Copied',
  file: (name: string) => name,
  fileName: (form: string, name: string) => `${name} as ${form}`,
  text: (name: string, form: string) => `${name} as ${form}`,
  resume: (name: string, turn: string) => `Items of ${name} found in the request of ${turn}`,
  resumeLoaded: (turn: string) => `Items of the loaded checkpoint found in the request of ${turn}`,
  handover: (turn: string) => `Items carried into the new window in ${turn}`,
  handoverNote: (name: string) =>
    `The first request of the new window is searched for each item of ${name}, the newest checkpoint at that time.`,
  noHandoverCheckpoint: 'The run continued without a checkpoint.',
  resumeAbout:
    'An item counts as found if the request contains it word for word, ignoring case, white space and digit grouping. Paraphrases do not count.',
  asking: 'Searching the request…',
  failed: 'The request could not be loaded.',
  notReached: (lane: string, turn: string) =>
    `${lane} ended before ${turn}, so it has no request for that turn.`,
  found: 'found',
  missing: 'not found',
  count: (found: number, items: number) => `${whole(found)} of ${whole(items)}`,
  nothing: 'This checkpoint has no items.',
  load: 'Load a checkpoint',
  loadNote:
    'A JSON or Markdown file to compare with the run and to look up in its request. It does not change the run and does not leave this machine.',
  choose: 'Choose a file',
  paste: 'Paste a checkpoint',
  pasted: 'the pasted text',
  read: 'Read it',
  drop: 'or drop it here',
  broken: (name: string) => `Cannot be read as a checkpoint: ${name}. Nothing was changed.`,
  refused: (name: string) => `Refused: ${name}. Nothing was changed.`,
  tooLarge: (name: string, bytes: number) =>
    `${name} is too large for a checkpoint: at most 4,000,000 characters, found ${whole(bytes)} bytes.`,
  unreadable: (name: string) => `${name} cannot be read from the disk.`,
  place: (line: number, column: number) => `line ${whole(line)}, column ${whole(column)}`,
  loaded: (name: string, file: string) => `Loaded: ${name}, from ${file}`,
  warnings: 'Read anyway',
  close: 'Remove',
  own: (name: string) => `From the run: ${name}`,
})
