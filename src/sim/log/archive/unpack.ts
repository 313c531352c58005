/** How bytes are packed. */
export type Packing = 'stored' | 'deflate' | 'gzip' | 'zstd'

/**
 * Unpacks bytes. The platform does it, since the language has no way. Both reject if the bytes are damaged, and with a
 * ProblemError if there is too much in them.
 */
export interface Unpack {
  /** For a text in UTF-8. */
  readonly text: (packing: Packing, bytes: Uint8Array) => Promise<string>
  readonly bytes: (packing: Packing, bytes: Uint8Array) => Promise<Uint8Array>
}

const MAGIC: readonly (readonly ['zip' | 'tar' | Packing, number, readonly number[]])[] = [
  ['zip', 0, [0x50, 0x4b, 0x03, 0x04]],
  ['gzip', 0, [0x1f, 0x8b]],
  ['zstd', 0, [0x28, 0xb5, 0x2f, 0xfd]],
  ['tar', 257, [0x75, 0x73, 0x74, 0x61, 0x72]],
]

/** How a file is packed, by its first bytes; null if it is not. */
export function packingOf(head: Uint8Array): 'zip' | 'tar' | Packing | null {
  return (
    MAGIC.find(([, from, bytes]) => bytes.every((byte, index) => head[from + index] === byte))?.[0] ?? null
  )
}
