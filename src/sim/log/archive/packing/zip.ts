import type { Packing } from './unpack.ts'

/** A file in a ZIP archive, as the archive's directory has it. */
export interface Entry {
  readonly name: string
  readonly packing: Packing
  readonly bytes: Uint8Array
  /** Checksum and size of what is packed, as they end a gzip file; null in a tar archive, which packs nothing. */
  readonly ending: Uint8Array | null
}

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
/** Bytes of the record at the end, and of the longest comment after it. */
const END_SIZE = 22
const LONGEST_COMMENT = 65_535

/** By the number in the directory. */
const PACKINGS: ReadonlyMap<number, Packing> = new Map([
  [0, 'stored'],
  [8, 'deflate'],
  [93, 'zstd'],
])

/**
 * The files of a ZIP archive, by name; of a name that was written twice the newer one. Throws a RangeError for an archive
 * that is damaged, encrypted or packed in another way.
 *
 * @param decoded bytes in UTF-8 as text
 */
export async function entriesOf(
  archive: Uint8Array,
  decoded: (bytes: Uint8Array) => Promise<string>,
): Promise<ReadonlyMap<string, Entry>> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength)
  const end = endOf(view)
  const entries = new Map<string, Entry>()
  const count = view.getUint16(end + 10, true)
  let at = view.getUint32(end + 16, true)
  for (let nth = 0; nth < count; nth++) {
    if (signAt(view, at) !== ENTRY)
      throw new RangeError(`it has no file ${nth + 1} of ${count} at byte ${at}`)
    const nameLength = view.getUint16(at + 28, true)
    const name = await decoded(archive.subarray(at + 46, at + 46 + nameLength))
    const method = view.getUint16(at + 10, true)
    const packing = PACKINGS.get(method)
    const isEncrypted = (view.getUint16(at + 8, true) & 1) === 1
    if (isEncrypted) throw new RangeError(`${name} in it is encrypted`)
    if (packing === undefined) throw new RangeError(`${name} in it is packed by method ${method}`)
    const local = view.getUint32(at + 42, true)
    if (signAt(view, local) !== LOCAL) throw new RangeError(`${name} in it does not begin at byte ${local}`)
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    const bytes = archive.subarray(start, start + view.getUint32(at + 20, true))
    const ending = Uint8Array.of(...archive.subarray(at + 16, at + 20), ...archive.subarray(at + 24, at + 28))
    if (!name.endsWith('/')) entries.set(name, { name, packing, bytes, ending })
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

function signAt(view: DataView, at: number): number {
  return at + 4 <= view.byteLength ? view.getUint32(at, true) : 0
}

function endOf(view: DataView): number {
  const last = view.byteLength - END_SIZE
  for (let at = last; at >= Math.max(0, last - LONGEST_COMMENT); at--) if (signAt(view, at) === END) return at
  throw new RangeError('it has no directory at its end, so it is cut off')
}
