import { gunzipSync, inflateRawSync } from 'node:zlib'
import { decompress } from 'fzstd'
import type { Unpack } from '../../sim/internal.ts'

/** Bytes: more than a log may have. */
const MOST = 500_000_000

/** Zstandard is in Node only since 22.15. */
export const unpack: Unpack = async (packing, bytes) => {
  await Promise.resolve()
  const options = { maxOutputLength: MOST }
  const unpacked = {
    stored: () => bytes,
    deflate: () => inflateRawSync(bytes, options),
    gzip: () => gunzipSync(bytes, options),
    zstd: () => decompress(bytes),
  }[packing]()
  return new TextDecoder().decode(unpacked)
}
