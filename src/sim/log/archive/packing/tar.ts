import type { Entry } from './zip.ts'

/** Bytes of a record, and of everything in steps of it. */
const RECORD = 512

/**
 * The files of a tar archive, by name; of a name that was written twice the newer one. Throws a RangeError for an archive
 * that is cut off.
 *
 * @param decoded bytes in UTF-8 as text
 */
export async function tarEntriesOf(
  archive: Uint8Array,
  decoded: (bytes: Uint8Array) => Promise<string>,
): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>()
  /** A name that is too long for a record stands in one of its own before it. */
  let long: string | undefined
  for (let at = 0; at + RECORD <= archive.length && archive[at] !== 0;) {
    const field = (from: number, length: number): Uint8Array => {
      const bytes = archive.subarray(at + from, at + from + length)
      const end = bytes.indexOf(0)
      return end < 0 ? bytes : bytes.subarray(0, end)
    }
    const size = Number.parseInt(await decoded(field(124, 12)), 8)
    const content = archive.subarray(at + RECORD, at + RECORD + size)
    if (!(content.length === size)) throw new RangeError(`it is cut off in the file at byte ${at}`)
    const kind = String.fromCharCode(archive[at + 156] ?? 0)
    if (kind === 'L') long = (await decoded(content)).replace(/\0.*$/s, '')
    else if (kind === 'x') long = /^\d+ path=(.*)$/m.exec(await decoded(content))?.[1]
    else {
      const [folder, name] = [await decoded(field(345, 155)), await decoded(field(0, 100))]
      const path = long ?? (folder === '' ? name : `${folder}/${name}`)
      if (kind === '0' || kind === '\0') {
        entries.set(path, { name: path, packing: 'stored', bytes: content, ending: null })
      }
      long = undefined
    }
    at += RECORD + Math.ceil(size / RECORD) * RECORD
  }
  return entries
}

/** True for the beginning of what was unpacked as text, if it is a tar archive. */
export function isTar(text: string): boolean {
  return /^[^\0]{1,100}\0[^]*\0ustar/.test(text.slice(0, RECORD))
}
