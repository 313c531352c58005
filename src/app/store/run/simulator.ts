import { createSimClient } from '../../../worker/client.ts'
import type { ClientOptions, SimClient } from '../../../worker/client.ts'

let client: SimClient | null = null
/**
 * Number of the last request. It grows across all workers: a question about one worker's comparison never gets
 * another's answer.
 */
let lastId = 0
let watcher: Pick<NonNullable<ClientOptions['life']>, 'onEnded' | 'onSilent'> | null = null

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
        watcher?.onEnded()
      },
      onSilent: (wait) => watcher?.onSilent(wait),
    },
  })
  client = own
  return client
}

/** Who is told that a worker ended unexpectedly, or is silent; the next request after an end starts another. */
export function watchSimulator(by: typeof watcher): void {
  watcher = by
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
