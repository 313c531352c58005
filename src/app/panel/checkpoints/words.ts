import { counted, share, whole } from '../../../view/index.ts'
import { strategyLabel } from '../../store/choice/lineup-words.ts'

export const CHECKPOINT_TEXT = Object.freeze({
  name: 'Checkpoints',
  title: (lane: string, turn: string) => `Checkpoints of ${lane} at ${turn}`,
  note: (saves: number, from: number, milestones: boolean) =>
    `${counted(saves, 'save')} in this run: from ${share(from)} of the limit on, scaled to what the reserve leaves${
      milestones ? ', and when a subtask is done, a decision made or a blocker found' : ''
    }. Versions only grow.`,
  none: (strategy: string, saves: number, switched: boolean) =>
    `The strategy of this ${switched ? 'turn' : 'lane'}, ${strategyLabel(strategy)}, saves no checkpoints.${
      saves === 0 ? '' : ` ${counted(saves, 'save')} in other turns of this run.`
    }`,
  noneYet: 'This run saved no checkpoint.',
  list: 'Saves of the run',
  turn: 'Turn',
  version: 'version',
  window: 'window',
  reason: 'why',
  changes: 'against the one before',
  shown: (name: string) => `Show ${name}`,
  all: (count: number) => `Show all ${whole(count)}`,
  diff: 'Against the save before',
  same: 'No line was added or removed.',
  leftOut:
    'The answer that this save is made of left these items of the version before out. Goal, criteria, constraints, directory and branch are then carried over, because leaving a rule out does not withdraw it; the others are replaced by a newer one or gone.',
  by: (item: string) => `by “${item}”`,
  readWith: (messages: readonly string[]) => `Said of the answer: ${messages.join('; ')}.`,
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
  resume: (name: string, turn: string) => `What of ${name} is in the request of ${turn}`,
  resumeLoaded: (turn: string) => `What of the loaded one is in the request of ${turn}`,
  handover: (turn: string) => `What went over into the new window in ${turn}`,
  handoverNote: (name: string) =>
    `The new window's first request, asked for every item of ${name}, the newest the run had then.`,
  noHandoverCheckpoint: 'The run went on without a checkpoint.',
  resumeAbout:
    'An item is found where the request says it word for word; case, white space and the grouping of digits do not matter. A paraphrase is not found.',
  asking: 'Asking the request…',
  failed: 'The request could not be loaded.',
  notReached: (lane: string, turn: string) => `${lane} ended before ${turn}, so it has no request there.`,
  found: 'found',
  missing: 'not found',
  count: (found: number, items: number) => `${whole(found)} of ${whole(items)}`,
  nothing: 'This checkpoint has no items.',
  load: 'Load a checkpoint',
  loadNote:
    'A JSON or Markdown file, to see beside the run and to ask its request for. Nothing of the run changes, and nothing leaves this machine.',
  choose: 'Choose a file',
  paste: 'Paste a checkpoint',
  pasted: 'the pasted text',
  read: 'Read it',
  drop: 'or drop it here',
  broken: (name: string) => `Cannot be read as a checkpoint: ${name}. What is on the screen stays.`,
  refused: (name: string) => `Refused: ${name}. What is on the screen stays.`,
  tooLarge: (name: string, bytes: number) =>
    `${name} is too large for a checkpoint: at most 4,000,000 characters, found ${whole(bytes)} bytes.`,
  unreadable: (name: string) => `${name} cannot be read from the disk.`,
  place: (line: number, column: number) => `line ${whole(line)}, column ${whole(column)}`,
  loaded: (name: string, file: string) => `Loaded: ${name}, from ${file}`,
  warnings: 'Read all the same',
  close: 'Put it away',
  own: (name: string) => `Of the run: ${name}`,
})
