import { crc32, deflateRawSync, gunzipSync, inflateRawSync } from 'node:zlib'
import { decompress } from 'fzstd'
import type { Unpack } from '../sim/internal.ts'

const OPEN = {
  stored: (all: Uint8Array) => all,
  deflate: inflateRawSync,
  gzip: gunzipSync,
  zstd: decompress,
}

export const unpackInNode: Unpack = {
  bytes: async (packing, bytes) => await Promise.resolve(OPEN[packing](bytes)),
  text: async (packing, bytes) => Buffer.from(await unpackInNode.bytes(packing, bytes)).toString(),
  decode: (bytes, encoding) => new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes),
  pause: () => Promise.resolve(),
}

/** A tar archive, as GNU's program or (with `pax`) Python's writes one. */
export function tarOf(
  files: readonly (readonly [name: string, text: string])[],
  pax = false,
): Uint8Array<ArrayBuffer> {
  const record = (name: string, kind: string, content: Buffer): Buffer => {
    const head = Buffer.alloc(512)
    head.write(name.slice(0, 99), 0)
    head.write('0000644\0', 100)
    head.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124)
    head.write(kind, 156)
    head.write(pax ? 'ustar\x0000' : 'ustar  \0', 257)
    return Buffer.concat([head, content, Buffer.alloc((512 - (content.length % 512)) % 512)])
  }
  const parts = files.flatMap(([name, text]) => {
    const file = record(name, name.endsWith('/') ? '5' : '0', Buffer.from(text))
    if (name.length < 100) return [file]
    // the length of a line of pax counts its own digits
    const line = `${name.length + 10} path=${name}\n`
    return pax
      ? [record('PaxHeader', 'x', Buffer.from(line)), file]
      : [record('././@LongLink', 'L', Buffer.from(`${name}\0`)), file]
  })
  return new Uint8Array(Buffer.concat([...parts, Buffer.alloc(1024)]))
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
    const bytes = Buffer.from(text)
    const packed = pack(bytes)
    // From the version that is needed up to the lengths, the two records are the same.
    const about = numbers(
      [20, 2],
      [0, 2],
      [method, 2],
      [0, 4],
      [crc32(bytes), 4],
      [packed.length, 4],
      [bytes.length, 4],
    )
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
