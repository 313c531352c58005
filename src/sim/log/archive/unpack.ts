/** How bytes are packed. */
export type Packing = 'stored' | 'deflate' | 'gzip' | 'zstd'

/**
 * Unpacks bytes that are a text in UTF-8. The platform does it, since the language has no way. Rejects if the bytes are
 * damaged, and with a ProblemError if the text is too long.
 */
export type Unpack = (packing: Packing, bytes: Uint8Array) => Promise<string>

const MAGIC: readonly (readonly ['zip' | Packing, readonly number[]])[] = [
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['gzip', [0x1f, 0x8b]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
]

/** How a file is packed, by its first bytes; null if it is not. */
export function packingOf(head: Uint8Array): 'zip' | Packing | null {
  return MAGIC.find(([, bytes]) => bytes.every((byte, index) => head[index] === byte))?.[0] ?? null
}
