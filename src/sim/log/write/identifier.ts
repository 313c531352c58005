import { contentHash } from '../../../engine/internal.ts'

/** Names that look random and are not: the n-th of a kind is the same for every writing of a trace. */
export class Identifiers {
  readonly #seed: string
  readonly #made = new Map<string, number>()

  constructor(seed: string) {
    this.#seed = seed
  }

  /** `msg_0f3a…`: a prefix and 16 hex digits. */
  short(prefix: string): string {
    return `${prefix}_${this.#next(prefix)}`
  }

  /** A UUID of version 4 by its looks. */
  uuid(kind: string): string {
    const digits = this.#next(kind) + this.#next(kind)
    const parts = [
      digits.slice(0, 8),
      digits.slice(8, 12),
      `4${digits.slice(13, 16)}`,
      `a${digits.slice(17, 20)}`,
    ]
    return [...parts, digits.slice(20, 32)].join('-')
  }

  #next(kind: string): string {
    const count = this.#made.get(kind) ?? 0
    this.#made.set(kind, count + 1)
    return contentHash([this.#seed, kind, String(count)])
  }
}
