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
  /** A text that is not packed; what is no text in this encoding has marks for it. */
  readonly decode: (bytes: Uint8Array, encoding: 'utf-8' | 'utf-16le' | 'utf-16be') => string
  /** Lets others work between the pieces of something long. */
  readonly pause: () => Promise<unknown>
}

const MAGIC: readonly (readonly ['zip' | 'tar' | 'sqlite' | Packing, number, readonly number[]])[] = [
  ['zip', 0, [0x50, 0x4b, 0x03, 0x04]],
  ['gzip', 0, [0x1f, 0x8b]],
  ['zstd', 0, [0x28, 0xb5, 0x2f, 0xfd]],
  [
    'sqlite',
    0,
    [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20, 0x66, 0x6f, 0x72, 0x6d, 0x61, 0x74, 0x20, 0x33, 0],
  ],
  ['tar', 257, [0x75, 0x73, 0x74, 0x61, 0x72]],
]

/** How a file is packed, by its first bytes; null if it is not. */
export function packingOf(head: Uint8Array): 'zip' | 'tar' | 'sqlite' | Packing | null {
  return (
    MAGIC.find(([, from, bytes]) => bytes.every((byte, index) => head[from + index] === byte))?.[0] ?? null
  )
}
