import { hash32 } from '../number/hash.ts'
import type { Block } from '../message/block.ts'
import type { Turn } from '../units.ts'
import { Holders } from './holders.ts'
import type { Ordinal } from './holders.ts'

/** Contents of the blocks of one window: strong tokens, shingles, and versions of files. */
export class WindowMemory {
  readonly tokens = new Holders()
  readonly shingles = new Holders()
  readonly blocks: Block[] = []
  /** By ordinal: the turn of the block, not counting turns of other windows. */
  readonly turns: Turn[] = []
  /** Token row of a path → the newest result that read it. */
  readonly #versions = new Map<number, Ordinal>()
  /** A result → the newer one that replaced it. */
  readonly #replaced = new Map<Ordinal, Ordinal>()
  /** What a result was requested with: its call's arguments, and the number of files. */
  readonly #asked = new Map<Ordinal, { readonly call: number; readonly files: number }>()
  /** Paths that were written since they were last read. */
  readonly #written = new Set<number>()
  /** Reads whose result has not arrived yet, by call id. */
  readonly #open = new Map<string, { readonly call: number; readonly paths: ReadonlySet<number> }>()
  /** Token rows used so far in the current turn and their sources, by the block that first brought them. */
  readonly #turnClues = new Map<Ordinal, Map<number, Ordinal>>()

  /**
   * Adds a block; returns its ordinal.
   *
   * @param elsewhere how many turns so far had only blocks of other windows
   */
  enter(block: Block, elsewhere: Turn): Ordinal {
    if (this.blocks.at(-1)?.turn !== block.turn) this.#turnClues.clear()
    this.turns.push(block.turn - elsewhere)
    return this.blocks.push(block) - 1
  }

  /** Strings of `origin` used so far in the current turn; the caller adds to it. */
  cluesOfTurn(origin: Ordinal): Map<number, Ordinal> {
    let clues = this.#turnClues.get(origin)
    if (clues === undefined) this.#turnClues.set(origin, (clues = new Map<number, Ordinal>()))
    return clues
  }

  /** Turns of this window from one block to another; other windows' turns in between do not count. */
  turnsBetween(earlier: Ordinal, later: Ordinal): Turn {
    return (this.turns[later] as number) - (this.turns[earlier] as number)
  }

  /** Remembers the files that a call reads and writes, as token rows, until its result arrives. */
  called(call: Block, text: string, reads: readonly number[], writes: readonly number[]): void {
    for (const path of writes) this.#written.add(path)
    if (call.call === null || call.call.id === '' || reads.length === 0) return
    this.#open.set(call.call.id, { call: hash32(text, hash32(call.call.name)), paths: new Set(reads) })
  }

  /**
   * A result becomes the newest version of each file that its call read. It replaces the previous version if that came
   * from the same call, or if the call read only this file and the file was written since. Other lines of an unchanged
   * file replace nothing.
   */
  answered(result: Block, ordinal: Ordinal): void {
    const asked = this.#open.get(result.call?.id ?? '')
    if (asked === undefined) return
    this.#open.delete(result.call?.id ?? '')
    this.#asked.set(ordinal, { call: asked.call, files: asked.paths.size })
    for (const path of asked.paths) {
      const older = this.#versions.get(path)
      const before = older === undefined ? undefined : this.#asked.get(older)
      if (older !== undefined && before !== undefined) {
        const rewritten = this.#written.has(path) && before.files === 1
        if (before.call === asked.call || rewritten) this.#replaced.set(older, ordinal)
      }
      this.#versions.set(path, ordinal)
      this.#written.delete(path)
    }
  }

  /** The current origin of a string: the newest version of the block that first held it. */
  originOf(row: number): Ordinal {
    return this.newest(this.#versions.get(row) ?? (this.tokens.origin[row] as Ordinal))
  }

  /** The latest block that holds a strong token; for a path, the newest version of its file. */
  holderOf(row: number): Ordinal {
    return this.newest(this.#versions.get(row) ?? (this.tokens.holder[row] as Ordinal))
  }

  /**
   * The last block in a chain of replacements, or the block itself if nothing replaced it. Chains are shortened as they
   * are walked.
   */
  newest(block: Ordinal): Ordinal {
    let newest = block
    for (let next = this.#replaced.get(newest); next !== undefined; next = this.#replaced.get(newest))
      newest = next
    for (let at = block; at !== newest;) {
      const next = this.#replaced.get(at) as Ordinal
      this.#replaced.set(at, newest)
      at = next
    }
    return newest
  }
}
