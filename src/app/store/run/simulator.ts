import { createSimClient } from '../../../worker/client.ts'
import type { SimClient } from '../../../worker/client.ts'

let client: SimClient | null = null
/** Of the last request. It grows over all workers: what is asked about a comparison of one is never answered with another's. */
let lastId = 0
let onEnded: () => void = () => undefined

/** The worker in which everything is read and run, started when it is not there. */
export function startSimulator(): SimClient {
  if (client !== null) return client
  const name = `simulator ${[...crypto.getRandomValues(new Uint32Array(2))].join(' ')}`
  const worker = new Worker(new URL('../../../worker/sim.worker.ts', import.meta.url), {
    type: 'module',
    name,
  })
  // A browser has locks on safe origins only; where tests run there may be no navigator at all.
  const locks = (globalThis as { readonly navigator?: { readonly locks?: LockManager } }).navigator?.locks
  const own = createSimClient(worker, {
    nextId: () => ++lastId,
    life: {
      name,
      locks,
      onEnded: () => {
        if (client === own) client = null
        onEnded()
      },
    },
  })
  client = own
  return client
}

/** Has something done whenever a worker ends by itself; the next request starts another. */
export function whenSimulatorEnds(act: () => void): void {
  onEnded = act
}

/** The worker that made what is on the screen. Throws where none is running. */
export function simulator(): SimClient {
  if (client === null) throw new Error('the simulator is not running')
  return client
}

/** Stops the worker and whatever it does; the next run starts another. */
export function closeSimulator(): void {
  client?.close()
  client = null
}
