import { counted, whole } from '../../../../view/index.ts'

export const EDITOR_TEXT = Object.freeze({
  label: (lane: string) => `The settings of ${lane} as text`,
  keys: 'Ctrl+Space completes, Ctrl+K explains a key, F8 goes to the next problem. Tab leaves the text; if the completion list is open, press Escape first.',
  keysShort: 'Ctrl+Space completes · Ctrl+K explains · Esc, then Tab, leaves',
  start: 'Start from a preset',
  startOption: 'Start from …',
  startNote: (limit: number) =>
    `The text becomes that preset’s. The window stays at ${whole(limit)} tokens, which all lanes share. One step of undo.`,
  preset: (name: string, meaning: string) => `${name}: ${meaning}`,
  presetGroups: { managed: 'Manager', evict: 'One policy only', other: 'Others' },
  copy: 'Copy',
  copied: 'Copied',
  pipeline: 'Edit as a pipeline',
  pipelineNote: 'The lane then runs the same stages, each written out.',
  noPipeline: 'This strategy has no stages.',
  noPipelineNow: 'A text with an error cannot be written out as a pipeline.',
  giveBack: 'Reset all',
  giveBackNote:
    'The lane runs its original preset again; your settings and text are removed. One step of undo.',
  nothingToGiveBack: 'Nothing was changed in this lane.',
  path: 'Key at the cursor',
  top: 'top of the text',
  means: 'What the key at the cursor means (Ctrl+K)',
  comments: 'Comments',
  foldComments: 'Fold the comments into one line each',
  unfoldComments: 'Unfold the comments',
  noMeaning: 'No setting at the cursor.',
  found: { error: 'error', warning: 'warning', info: 'hint' },
  count: (errors: number, warnings: number, hints: number) =>
    [
      errors === 0 ? '' : counted(errors, 'error'),
      warnings === 0 ? '' : counted(warnings, 'warning'),
      hints === 0 ? '' : counted(hints, 'hint'),
    ]
      .filter((part) => part !== '')
      .join(', ') || 'No problems',
  list: 'Problems of the text',
  show: 'Show the list',
  hide: 'Hide the list',
  at: (line: number, column: number) => `line ${line}, column ${column}`,
  fold: 'Fold this section',
  unfold: 'Unfold this section',
  stale: 'showing the last valid config',
  staleRun: 'showing the previous run: the run of this text failed',
  empty: (label: string) =>
    `The text is empty, so every setting has its default value. With them this lane runs ${label}.`,
  changedMark: (standard: string) =>
    standard === '' ? 'Differs from the default' : `Differs from the default: ${standard}`,
  changedBelow: 'Something inside differs from the default',
  doc: {
    default: 'default',
    unit: 'unit',
    range: 'range',
    usual: 'usual',
    type: 'write',
    between: (min: number, max: number) => `${figure(min)} to ${figure(max)}`,
    ofPolicy: 'the policy’s own',
    section: 'section',
  },
})

export const DIFFERENCES_TEXT = Object.freeze({
  with: 'Compare with',
  /** What a text is compared with, by kind. */
  other: {
    defaults: 'the defaults',
    own: 'the original preset',
    lane: (label: string) => `lane ${label}`,
  },
  groups: { here: 'This lane', lanes: 'Other lanes', presets: 'Presets' },
  there: { defaults: 'Default', own: 'Original preset', lane: 'Other lane', preset: 'Preset' },
  error: 'The text has an error. The last valid config is compared, as in the pictures.',
  same: (other: string) => `Nothing differs from ${other}.`,
  count: (settings: number, other: string) =>
    `${counted(settings, 'setting')} ${settings === 1 ? 'differs' : 'differ'} from ${other}.`,
  window: 'The window limit is left out: all lanes share it.',
  table: 'Settings that differ',
  columns: { key: 'Key', here: 'Here', there: 'There', take: 'Use this value' },
  missing: 'not set',
  take: 'Use this value',
  takeOf: (key: string, value: string) =>
    `Use this value: ${key} ${value === '' || value === 'null' ? 'is no longer set' : `becomes ${value}`}`,
  takeFirst: (key: string) => `These apply only with the other ${key}: use that value first`,
  seek: (key: string) => `Show ${key} in the text`,
  noTake: 'Fix the error in the text before changing settings.',
  lines: 'Line by line',
  linesLabel: (other: string) => `The lines of the config that differ from ${other}`,
  linesNote: 'Without comments and in the same order, so that only settings differ: − there, + here.',
  only: 'Only what differs from the defaults',
  onlyNote: 'A complete config: everything left out has its default.',
  onlyLabel: 'Only the differences, as YAML',
  nothing: 'The text sets nothing that differs from the defaults.',
  copy: 'Copy',
  copied: 'Copied',
  file: 'YAML',
  fileName: (lane: string) => `What differs from the defaults in ${lane}, as YAML`,
})

/** Shares stay as they are; large figures get their commas. */
function figure(value: number): string {
  return Number.isInteger(value) ? whole(value) : String(value)
}
