import type { WorkerPort } from './client.ts'
import type { SimReply, SimRequest } from './protocol.ts'

/** A worker that a test controls: it records its messages and replies as told. */
export function fakeWorker() {
  const sent: SimRequest[] = []
  const listeners = new Map<string, ((event: never) => void)[]>()
  let terminated = false
  const port: WorkerPort = {
    postMessage(message) {
      sent.push(structuredClone(message))
    },
    addEventListener(type: string, listener: (event: never) => void) {
      listeners.set(type, [...(listeners.get(type) ?? []), listener])
    },
    terminate() {
      terminated = true
    },
  }
  const emit = (type: string, event: unknown): void => {
    for (const listener of listeners.get(type) ?? []) listener(event as never)
  }
  return {
    port,
    sent,
    emit,
    say: (reply: SimReply) => {
      emit('message', { data: reply })
    },
    terminated: () => terminated,
  }
}

/** The reason of a rejected promise. */
export async function reasonOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error('it was fulfilled')
    },
    (reason: unknown) => reason,
  )
}

export const isAbort = (reason: unknown): boolean =>
  reason instanceof DOMException && reason.name === 'AbortError'
