import { Decompress } from 'fzstd'
import { ProblemError } from '../../../engine/index.ts'
import type { PackedLog, Packing, Unpack } from '../../../sim/internal.ts'
import { FILE_TEXT, sizeOf } from './file-words.ts'

const FORMATS = { deflate: 'deflate-raw', gzip: 'gzip' } as const

/** Bytes that are unpacked at once: between pieces the page stays responsive. */
const PIECE = 64_000

/**
 * Browsers know only the older packings. A small archive may hold far more than fits into memory, so what comes out is
 * measured on the way.
 *
 * @param most bytes that a file may have when it is unpacked; more rejects with a ProblemError
 */
export function unpackUpTo(most: number): Unpack {
  const inPieces = async (
    packing: Packing,
    bytes: Uint8Array,
    onPiece: (piece: Uint8Array) => void,
  ): Promise<void> => {
    let size = 0
    const take = (piece: Uint8Array): void => {
      size += piece.length
      if (size > most) {
        const message = FILE_TEXT.largePacked(sizeOf(most))
        throw new ProblemError([{ severity: 'error', code: 'file-too-large', message }])
      }
      onPiece(piece)
    }
    if (packing === 'stored') take(bytes)
    else if (packing === 'zstd') {
      const zstd = new Decompress(take)
      for (let at = 0; at < bytes.length; at += PIECE) {
        zstd.push(bytes.subarray(at, at + PIECE), at + PIECE >= bytes.length)
        await new Promise((resolve) => setTimeout(resolve))
      }
    } else {
      const packed = new Blob([new Uint8Array(bytes)]).stream()
      const reader = packed.pipeThrough(new DecompressionStream(FORMATS[packing])).getReader()
      for (let part = await reader.read(); !part.done; part = await reader.read()) take(part.value)
    }
  }
  return {
    text: async (packing, bytes) => {
      const decoder = new TextDecoder()
      let text = ''
      await inPieces(packing, bytes, (piece) => {
        text += decoder.decode(piece, { stream: true })
      })
      return text + decoder.decode()
    },
    bytes: async (packing, bytes) => {
      const pieces: Blob[] = []
      await inPieces(packing, bytes, (piece) => {
        pieces.push(new Blob([new Uint8Array(piece)]))
      })
      return new Uint8Array(await new Blob(pieces).arrayBuffer())
    },
    decode: (bytes, encoding) => new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes),
    pause: () => new Promise((resolve) => setTimeout(resolve)),
  }
}

/** The first bytes of a gzip file without a name or a time. */
const GZIP = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]

/** A log of an archive as a file that is unpacked when it is read. */
export function packedFile(name: string, { packing, bytes, ending }: NonNullable<PackedLog['entry']>): File {
  const copy = new Uint8Array(bytes)
  const isGzip = packing === 'deflate' && ending !== null
  const parts = isGzip ? [Uint8Array.from(GZIP), copy, new Uint8Array(ending)] : [copy]
  return new File(parts, name)
}
