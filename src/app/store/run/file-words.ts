import { counted, decimal, whole } from '../../../view/index.ts'

/** Why a file is no log. */
export const FILE_TEXT = Object.freeze({
  emptyFile: 'the file is empty: 0 bytes',
  largeFile: (most: string, found: string) => `a log may be ${most} large, but this file has ${found}`,
  binaryFile: (kind: string) => `a log is text, but this file is ${kind}`,
  nulFile: (offset: number) => `a log is text, but this file has a NUL byte at ${whole(offset)}`,
  unreadable: (found: string) =>
    `the browser could not read the file (a folder, or a file that moved): ${found}`,
})

/** A size in bytes for people. */
export function sizeOf(bytes: number): string {
  if (bytes < 1000) return counted(bytes, 'byte')
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1000, 'KB'] : [bytes / 1_000_000, 'MB']
  return `${decimal(size, size < 10 ? 1 : 0)} ${unit}`
}
