import { deflateRawSync, gunzipSync, inflateRawSync } from 'node:zlib'
import { decompress } from 'fzstd'
import type { Unpack } from '../sim/internal.ts'

export const unpackInNode: Unpack = async (packing, bytes) => {
  const open = {
    stored: (all: Uint8Array) => all,
    deflate: inflateRawSync,
    gzip: gunzipSync,
    zstd: decompress,
  }
  return Buffer.from(await Promise.resolve(open[packing](bytes))).toString()
}

/** A ZIP archive, as Python writes one. */
export function zipOf(
  files: readonly (readonly [name: string, text: string])[],
  packing: 'stored' | 'deflate' | 'zstd' = 'deflate',
): Uint8Array<ArrayBuffer> {
  const pack = { stored: (bytes: Buffer) => bytes, deflate: deflateRawSync, zstd: zstdOf }[packing]
  const method = { stored: 0, deflate: 8, zstd: 93 }[packing]
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, text] of files) {
    const packed = pack(Buffer.from(text))
    // From the version that is needed up to the lengths, the two records are the same.
    const about = numbers([20, 2], [0, 2], [method, 2], [0, 4], [0, 4], [packed.length, 4], [text.length, 4])
    const nameLength = numbers([Buffer.byteLength(name), 2])
    const local = [numbers([0x04034b50, 4]), about, nameLength, numbers([0, 2]), Buffer.from(name), packed]
    const more = numbers([0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [at, 4])
    directory.push(numbers([0x02014b50, 4], [20, 2]), about, nameLength, more, Buffer.from(name))
    parts.push(...local)
    at += Buffer.concat(local).length
  }
  const listed = Buffer.concat(directory)
  const count = [files.length, 2] as const
  const end = numbers([0x06054b50, 4], [0, 4], count, count, [listed.length, 4], [at, 4], [0, 2])
  return new Uint8Array(Buffer.concat([...parts, listed, end]))
}

/** A frame of Zstandard (RFC 8878) with one block, which is not compressed. */
export function zstdOf(bytes: Uint8Array): Buffer {
  const head = numbers([0xfd2fb528, 4], [0xa0, 1], [bytes.length, 4], [(bytes.length << 3) | 1, 3])
  return Buffer.concat([head, bytes])
}

/** Little-endian numbers of so many bytes. */
function numbers(...fields: readonly (readonly [value: number, bytes: number])[]): Buffer {
  return Buffer.concat(
    fields.map(([value, bytes]) => {
      const field = Buffer.alloc(bytes)
      field.writeUIntLE(value, 0, bytes)
      return field
    }),
  )
}
