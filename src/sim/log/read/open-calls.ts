import type { ToolCallPart } from '../../../engine/index.ts'

/** Ids in the order of their calls; the first ones may have been answered since. */
interface Queue {
  readonly ids: string[]
  next: number
}

/** The calls of the newest reply that wait for a result. Finding one takes no walk through all of them. */
export class OpenCalls {
  readonly #waiting: Set<string>
  readonly #all: Queue = { ids: [], next: 0 }
  readonly #byName = new Map<string, Queue>()

  constructor(calls: readonly ToolCallPart[]) {
    this.#waiting = new Set(calls.map(({ id }) => id))
    for (const { id, name } of calls) {
      const queue = this.#byName.get(name) ?? { ids: [], next: 0 }
      queue.ids.push(id)
      this.#byName.set(name, queue)
      this.#all.ids.push(id)
    }
  }

  answer(id: string): void {
    this.#waiting.delete(id)
  }

  /** The call that a result without an id answers: the first of that name, else the first of all. */
  first(name: unknown): string | undefined {
    const named = typeof name === 'string' ? this.#byName.get(name) : undefined
    return (named && this.#firstOf(named)) ?? this.#firstOf(this.#all)
  }

  #firstOf(queue: Queue): string | undefined {
    for (; queue.next < queue.ids.length; queue.next++) {
      const id = queue.ids[queue.next]
      if (id !== undefined && this.#waiting.has(id)) return id
    }
    return undefined
  }
}
