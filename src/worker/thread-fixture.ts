import { createDoor } from './door.ts'
import type { SimReply, SimRequest } from './protocol.ts'

/** Calls back as the next task, without the millisecond that a timer waits at least. */
export function soon(call: () => void): void {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    port1.close()
    call()
  }
  port2.postMessage(null)
}

/** A worker in this thread: the real door, with messages that arrive a little later, as with a real worker. */
export class WorkerInThread {
  #listeners: ((event: { data: SimReply }) => void)[] = []
  #door = createDoor(
    (reply) => {
      soon(() => {
        for (const listener of this.#listeners) listener({ data: reply })
      })
    },
    { now: () => performance.now(), pause: () => new Promise(soon) },
  )

  postMessage(message: SimRequest): void {
    soon(() => {
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
