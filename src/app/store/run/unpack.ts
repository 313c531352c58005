import { decompress } from 'fzstd'
import type { Unpack } from '../../../sim/internal.ts'

const FORMATS = { deflate: 'deflate-raw', gzip: 'gzip' } as const

/** Browsers know only the older packings. */
export const unpack: Unpack = async (packing, bytes) => {
  if (packing === 'stored') return new TextDecoder().decode(bytes)
  if (packing === 'zstd') {
    // It is done in one go.
    await new Promise((done) => setTimeout(done))
    return new TextDecoder().decode(decompress(bytes))
  }
  const stream = new Blob([new Uint8Array(bytes)])
    .stream()
    .pipeThrough(new DecompressionStream(FORMATS[packing]))
  return await new Response(stream).text()
}
