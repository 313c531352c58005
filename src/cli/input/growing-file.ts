import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** Bytes before the old end that must be the same, so that what is after it was appended. */
const OVERLAP = 4096

/**
 * A text file that grows at its end: only what was appended is read again. A file that was written anew, or is shorter
 * than before, is read whole.
 */
export class GrowingFile {
  readonly #path: string
  /** Whole characters that were read, and the bytes after them. */
  #text = ''
  #rest: Buffer = Buffer.alloc(0)
  #size = 0
  #end: Buffer = Buffer.alloc(0)
  /** Bytes that were read in all, for tests. */
  bytesRead = 0

  constructor(path: string) {
    this.#path = path
  }

  /** The text as it is now. Throws if the file cannot be read. */
  text(): string {
    const file = openSync(this.#path, 'r')
    try {
      const { size } = fstatSync(file)
      const start = this.#isAppended(file, size) ? this.#size : 0
      if (start === 0) {
        this.#text = ''
        this.#rest = Buffer.alloc(0)
      }
      const added = this.#read(file, start, size)
      this.#size = start + added.length
      const before = start === 0 ? Buffer.alloc(0) : this.#end
      this.#end = Buffer.from(Buffer.concat([before, added]).subarray(-OVERLAP))
      const bytes = Buffer.concat([this.#rest, added])
      const whole = wholeCharacters(bytes)
      this.#text += bytes.toString('utf8', 0, whole)
      this.#rest = Buffer.from(bytes.subarray(whole))
      return this.#text + this.#rest.toString('utf8')
    } finally {
      closeSync(file)
    }
  }

  #isAppended(file: number, size: number): boolean {
    if (this.#size === 0 || size < this.#size) return false
    return this.#read(file, this.#size - this.#end.length, this.#size).equals(this.#end)
  }

  #read(file: number, from: number, to: number): Buffer {
    const bytes = Buffer.alloc(Math.max(0, to - from))
    let done = 0
    while (done < bytes.length) {
      const count = readSync(file, bytes, done, bytes.length - done, from + done)
      if (count === 0) break
      done += count
    }
    this.bytesRead += done
    return bytes.subarray(0, done)
  }
}

/** Bytes up to the last character that is there whole: one of UTF-8 has at most four bytes. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if ((byte & 0xc0) === 0x80) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return length > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}
