import { createSimClient } from '../../worker/client.ts'
import type { SimClient } from '../../worker/client.ts'

/** Starts the worker in which everything is read and run. */
export function startSimulator(): SimClient {
  const worker = new Worker(new URL('../../worker/sim.worker.ts', import.meta.url), {
    type: 'module',
    name: 'simulator',
  })
  return createSimClient(worker)
}
