import { actionsOf } from './audit.ts'
import type { AuditAction, AuditEntry, Status, Work } from './audit.ts'
import type { ManagerCallbacks } from './manager-options.ts'
import type { Turn } from '../core/units.ts'

/** What the log reads of its manager. */
interface Recorded {
  readonly turn: () => Turn
  /** A text of the content store. */
  readonly text: (content: number) => string
}

/**
 * The audit log of one manager, and its status: entries are added and never change. What callbacks throw stops nothing;
 * the hook throws it when its work is done.
 */
export class AuditLog {
  readonly #about: Recorded
  readonly #onStatusChange: ManagerCallbacks['onStatusChange']
  readonly #entries: AuditEntry[] = []
  readonly #listeners = new Set<(entry: AuditEntry) => void>()
  #status: Status = 'healthy'
  #failures: unknown[] = []
  /** Is given what callbacks throw; null: the hook throws it. */
  #held: ((failure: unknown) => void) | null = null

  constructor(about: Recorded, { onEntry, onStatusChange }: ManagerCallbacks = {}) {
    this.#about = about
    this.#onStatusChange = onStatusChange
    if (onEntry !== undefined) this.subscribe(onEntry)
  }

  /** A copy for the caller. */
  get entries(): readonly AuditEntry[] {
    return this.#entries.slice()
  }

  get status(): Status {
    return this.#status
  }

  write(action: AuditAction): void {
    const entry = Object.freeze({ ...action, number: this.#entries.length, turn: this.#about.turn() })
    this.#entries.push(entry)
    for (const listener of this.#listeners) this.#call(() => listener(entry))
  }

  /** What the turn loop did. */
  record(work: Work): void {
    for (const action of actionsOf(work, this.#about.text)) this.write(action)
  }

  become(to: Status): void {
    const from = this.#status
    if (to === from) return
    this.#status = to
    this.write({ action: 'status', from, to })
    this.#call(() => this.#onStatusChange?.(to, from))
  }

  /** Does the work of a hook; then throws the first of what callbacks threw meanwhile. */
  during<Result>(work: () => Result): Result {
    try {
      const result = work()
      this.#throwFirst()
      return result
    } finally {
      this.#failures = []
    }
  }

  /** The same for a hook that waits. */
  async duringAll<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      const result = await work()
      this.#throwFirst()
      return result
    } finally {
      this.#failures = []
    }
  }

  /** @returns a function that lets hooks throw again */
  hold(held: (failure: unknown) => void): () => void {
    this.#held = held
    return () => {
      this.#held = null
    }
  }

  /** @returns a function that ends the subscription */
  subscribe(listener: (entry: AuditEntry) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #throwFirst(): void {
    if (this.#failures.length > 0) throw this.#failures[0]
  }

  #call(callback: () => void): void {
    try {
      callback()
    } catch (failure) {
      if (this.#held === null) this.#failures.push(failure)
      else this.#held(failure)
    }
  }
}
