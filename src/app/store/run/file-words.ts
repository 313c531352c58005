import { counted, decimal, whole } from '../../../view/index.ts'

/** Why a file is no log. */
export const FILE_TEXT = Object.freeze({
  emptyFile: 'the file is empty',
  largeFile: (most: string, found: string) =>
    `a log may have ${most}, but this file has ${found}. Cut it: head -c 20000000 log.jsonl > part.jsonl`,
  largeDatabase: (most: string, found: string) =>
    `a database may have ${most}, but this file has ${found}. Export the conversation, or use the command line: context-window-lab inspect <file>`,
  largePacked: (most: string) =>
    `a log may have ${most}, but what is in this archive has more. Unpack it, and cut it: head -c 20000000 log.jsonl > part.jsonl`,
  nulFile: (offset: number) => `a log is text, but this file has a NUL byte at ${whole(offset)}`,
  unreadable: (found: string) =>
    `the browser could not read the file (a folder, or a file that moved): ${found}`,
})

/** A length for people, in millions. */
export function charactersOf(length: number): string {
  return `${decimal(length / 1e6, 1)} million characters`
}

const UNITS = ['KB', 'MB', 'GB'] as const

/** A size in bytes for people. */
export function sizeOf(bytes: number): string {
  if (bytes < 1000) return counted(bytes, 'byte')
  let size = bytes / 1000
  let unit = 0
  for (; size >= 1000 && unit < UNITS.length - 1; unit++) size /= 1000
  return `${decimal(size, size < 10 ? 1 : 0)} ${UNITS[unit]}`
}
