import { createSimClient } from '../../worker/client.ts'
import type { SimClient } from '../../worker/client.ts'

let client: SimClient | null = null

/** The worker in which everything is read and run, started when it is not there. */
export function startSimulator(): SimClient {
  if (client !== null) return client
  const worker = new Worker(new URL('../../worker/sim.worker.ts', import.meta.url), {
    type: 'module',
    name: 'simulator',
  })
  client = createSimClient(worker)
  return client
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
