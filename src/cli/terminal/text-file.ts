import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { utf16Of } from '../../sim/internal.ts'
import { UsageError } from './io.ts'
import type { Io } from './io.ts'
import { reasonOf } from './reason.ts'

/** Bytes that tell the encoding. */
const HEAD = 4096

/** The text of a file, also as PowerShell writes one: in UTF-16, or with a byte order mark. Throws a UsageError. */
export function textOf(path: string, io: Pick<Io, 'cwd'>): string {
  try {
    const bytes = readFileSync(resolve(io.cwd, path))
    return new TextDecoder(utf16Of(bytes.subarray(0, HEAD)) ?? 'utf-8').decode(bytes)
  } catch (error) {
    throw new UsageError(`${path}: ${reasonOf(error)}`)
  }
}
