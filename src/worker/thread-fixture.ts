import { createDoor } from './door.ts'
import type { SimReply, SimRequest } from './protocol.ts'

/** A worker in this thread: the real door, with messages that arrive a little later, as with a real worker. */
export class WorkerInThread {
  #listeners: ((event: { data: SimReply }) => void)[] = []
  #door = createDoor(
    (reply) => {
      setTimeout(() => {
        for (const listener of this.#listeners) listener({ data: reply })
      })
    },
    { now: () => performance.now(), pause: () => new Promise((resolve) => setTimeout(resolve)) },
  )

  postMessage(message: SimRequest): void {
    setTimeout(() => {
      this.#door.receive(message)
    })
  }

  addEventListener(type: string, listener: (event: { data: SimReply }) => void): void {
    if (type === 'message') this.#listeners.push(listener)
  }

  terminate(): void {
    this.#listeners = []
  }
}
