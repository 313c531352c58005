import { createSimClient } from '../../../worker/client.ts'
import type { ClientOptions, SimClient } from '../../../worker/client.ts'

let client: SimClient | null = null
/**
 * Number of the last request. It grows across all workers: a question about one worker's comparison never gets
 * another's answer.
 */
let lastId = 0
let watcher: Watch | null = null

type Life = NonNullable<ClientOptions['life']>
type Watch = Pick<Life, 'onEnded' | 'onSilent'>

/** A worker whose end is noticed: what waits for it is then rejected. */
function newSimulator(watch: Watch): SimClient {
  const name = `simulator ${[...crypto.getRandomValues(new Uint32Array(2))].join(' ')}`
  const worker = new Worker(new URL('../../../worker/sim.worker.ts', import.meta.url), {
    type: 'module',
    name,
  })
  // Browsers have locks on secure origins only; tests may have no navigator at all.
  const locks = (globalThis as { readonly navigator?: { readonly locks?: LockManager } }).navigator?.locks
  return createSimClient(worker, { nextId: () => ++lastId, life: { name, locks, ...watch } })
}

/** The worker that reads and runs everything, started if there is none. */
export function startSimulator(): SimClient {
  if (client !== null) return client
  const own = newSimulator({
    onEnded: (mayGoOn, reason) => {
      if (client === own) client = null
      watcher?.onEnded(mayGoOn, reason)
    },
    onSilent: (wait) => watcher?.onSilent(wait),
  })
  client = own
  return client
}

/** Who is told that a worker ended unexpectedly, or is silent; the next request after an end starts another. */
export function watchSimulator(by: typeof watcher): void {
  watcher = by
}

/**
 * A worker of its own for a study, which its caller closes; the page's is not disturbed. Nobody is asked about its
 * silence: one measurement may take minutes, and a study can be stopped and resumed.
 */
export function anotherSimulator(): SimClient {
  return newSimulator({ onEnded: () => undefined, onSilent: () => undefined })
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
