import type { Json, Milliseconds } from '../../../../engine/index.ts'
import { at, countOf, textOf } from '../../json/guard.ts'
import type { JsonRecord } from '../../json/guard.ts'
import { baseIn } from './history.ts'

/** The client writes copied lines in one go; a call to a model takes longer than this, in milliseconds. */
const IN_ONE_GO = 500

/** The session that another one was forked from, or that started it as a sub-agent, by the first line of that one. */
function parentOf(meta: JsonRecord): string | undefined {
  return (
    textOf(at(meta, 'forked_from_id')) ??
    textOf(at(meta, 'parent_thread_id')) ??
    textOf(at(meta, 'source', 'subagent', 'thread_spawn', 'parent_thread_id'))
  )
}

/**
 * Tells the lines at the beginning of a session that are copies of its parent's. They have the time at which they were
 * copied; newer versions note the number of the first line that is the session's own.
 */
export class CopiedLines {
  readonly #parent: string | undefined
  readonly #firstOwn: number | null
  #newest: Milliseconds | null

  /** `time`: that of the session's first line. */
  constructor(meta: JsonRecord, time: Milliseconds | null) {
    this.#parent = parentOf(meta)
    const noted = countOf(at(meta, 'subagent_history_start_ordinal') ?? null)
    const base = baseIn(meta)
    this.#firstOwn = noted === null && base === null ? null : Math.max(noted ?? 0, base?.end ?? 0)
    this.#newest = this.#parent === undefined ? null : time
  }

  /** True while the parent's lines may follow, which begin with its own first line. */
  mayBegin(id: string): boolean {
    return id === this.#parent && this.#newest !== null
  }

  /** True for a copied line; lines are asked for in their order. */
  has(line: Json, time: Milliseconds | null): boolean {
    const ordinal = countOf(at(line, 'ordinal') ?? null)
    if (this.#firstOwn !== null && ordinal !== null) return ordinal < this.#firstOwn
    if (this.#newest === null) return false
    this.#newest = time !== null && time - this.#newest < IN_ONE_GO ? Math.max(time, this.#newest) : null
    return this.#newest !== null
  }
}
