import { createSimClient } from '../../../worker/client.ts'
import type { SimClient } from '../../../worker/client.ts'

let client: SimClient | null = null
/**
 * Number of the last request. It grows across all workers: a question about one worker's comparison never gets
 * another's answer.
 */
let lastId = 0
let onEnded: () => void = () => undefined

function newWorker(name: string): Worker {
  return new Worker(new URL('../../../worker/sim.worker.ts', import.meta.url), { type: 'module', name })
}

/** The worker that reads and runs everything, started if there is none. */
export function startSimulator(): SimClient {
  if (client !== null) return client
  const name = `simulator ${[...crypto.getRandomValues(new Uint32Array(2))].join(' ')}`
  const worker = newWorker(name)
  // Browsers have locks on secure origins only; tests may have no navigator at all.
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

/** Calls `act` whenever a worker ends unexpectedly; the next request starts another. */
export function whenSimulatorEnds(act: () => void): void {
  onEnded = act
}

/** A worker of its own for a study, which its caller closes; the page's is not disturbed. */
export function anotherSimulator(): SimClient {
  return createSimClient(newWorker(''))
}

/** The worker that made the shown comparison. Throws if none is running. */
export function simulator(): SimClient {
  if (client === null) throw new Error('the simulator is not running')
  return client
}

/** Stops the worker and its work; the next run starts another. */
export function closeSimulator(): void {
  client?.close()
  client = null
}
