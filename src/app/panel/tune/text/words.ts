import { counted, whole } from '../../../../view/index.ts'
import texts from './words.json' with { type: 'json' }

export const EDITOR_TEXT = Object.freeze({
  ...texts.EDITOR_TEXT,
  label: (lane: string) => `The settings of ${lane} as text`,
  startNote: (limit: number) =>
    `The text becomes that preset’s. The window stays at ${whole(limit)} tokens, which all lanes share. One step of undo.`,
  preset: (name: string, meaning: string) => `${name}: ${meaning}`,
  count: (errors: number, warnings: number, hints: number) =>
    [
      errors === 0 ? '' : counted(errors, 'error'),
      warnings === 0 ? '' : counted(warnings, 'warning'),
      hints === 0 ? '' : counted(hints, 'hint'),
    ]
      .filter((part) => part !== '')
      .join(', ') || 'No problems',
  at: (line: number, column: number) => `line ${line}, column ${column}`,
  empty: (label: string) =>
    `The text is empty, so every setting has its default value. With them this lane runs ${label}.`,
  changedMark: (standard: string) =>
    standard === '' ? 'Differs from the default' : `Differs from the default: ${standard}`,
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
  ...texts.DIFFERENCES_TEXT,
  /** What a text is compared with, by kind. */
  other: {
    defaults: 'the defaults',
    own: 'the original preset',
    lane: (label: string) => `lane ${label}`,
  },
  same: (other: string) => `Nothing differs from ${other}.`,
  count: (settings: number, other: string) =>
    `${counted(settings, 'setting')} ${settings === 1 ? 'differs' : 'differ'} from ${other}.`,
  takeOf: (key: string, value: string) =>
    `Use this value: ${key} ${value === '' || value === 'null' ? 'is no longer set' : `becomes ${value}`}`,
  takeFirst: (key: string) => `These apply only with the other ${key}: use that value first`,
  seek: (key: string) => `Show ${key} in the text`,
  linesLabel: (other: string) => `The lines of the config that differ from ${other}`,
  fileName: (lane: string) => `What differs from the defaults in ${lane}, as YAML`,
})

/** Shares are unchanged; large numbers get commas. */
function figure(value: number): string {
  return Number.isInteger(value) ? whole(value) : String(value)
}
