import { counted, shownName } from '../../../view/index.ts'
import type { Unreadable } from './record.ts'
import texts from './words.json' with { type: 'json' }

export const LIBRARY_TEXT = Object.freeze({
  ...texts.LIBRARY_TEXT,
  second: (name: string) => `${name} (2)`,
  turns: (count: number) => counted(count, 'turn'),
  noText: (found: unknown) =>
    `its content should be a text, and is ${found === null ? 'null' : typeof found}`,
  changed: (name: string) =>
    `“${shownName(name)}” was changed in another tab meanwhile. Nothing was overwritten.`,
  unreadable: (broken: Unreadable) =>
    broken.kind === 'newer'
      ? `a newer version of this page saved it (format ${broken.version})`
      : broken.said,
})

export const FILE_TEXT = Object.freeze({
  ...texts.FILE_TEXT,
  newer: (version: number, known: number) =>
    `a newer version of this page wrote this file: version ${version}, and this page reads versions up to ${known}`,
  badVersion: (found: string) => `version should be a whole number from 1 on, and is ${found}`,
  wrongHash: (at: string, expected: string, found: string) =>
    `${at}: the content was changed or cut off: its hash should be ${expected}, and is ${found}`,
})

/** Day and minute, on this machine's clock. */
export function momentOf(time: number): string {
  const two = (part: number): string => String(part).padStart(2, '0')
  const at = new Date(time)
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`
}
