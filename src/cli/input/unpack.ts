import { gunzipSync, inflateRawSync } from 'node:zlib'
import { Decompress } from 'fzstd'
import type { Unpack } from '../../sim/internal.ts'

/** Bytes: more than a log may have. */
const MOST = 500_000_000

/** Zstandard is in Node only since 22.15. */
const unpacked: Unpack['bytes'] = async (packing, bytes) => {
  await Promise.resolve()
  const options = { maxOutputLength: MOST }
  return {
    stored: () => bytes,
    deflate: () => inflateRawSync(bytes, options),
    gzip: () => gunzipSync(bytes, options),
    zstd: () => unzstd(bytes),
  }[packing]()
}

export const unpack: Unpack = {
  bytes: unpacked,
  text: async (packing, bytes) => new TextDecoder().decode(await unpacked(packing, bytes)),
  decode: (bytes, encoding) => new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes),
  pause: () => Promise.resolve(),
}

function unzstd(bytes: Uint8Array): Uint8Array {
  const pieces: Buffer[] = []
  let size = 0
  const stream = new Decompress((piece) => {
    size += piece.length
    if (size > MOST) throw new RangeError(`it has more than ${MOST} bytes`)
    pieces.push(Buffer.from(piece))
  })
  stream.push(bytes, true)
  return Buffer.concat(pieces)
}
