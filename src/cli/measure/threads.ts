import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { inOrder } from '../input/each.ts'
import type { Given, GivenData } from '../option/options.ts'
import type { Io } from '../terminal/io.ts'
import { progressOn } from '../terminal/progress.ts'
import type { Measuring } from './measure.ts'
import type { Part, Share } from './part.ts'

/** What a thread is given. Its counter is loaded there. */
export interface ThreadData {
  readonly given: GivenData
  readonly cwd: string
  readonly measuring: Omit<Measuring, 'counter'> & { readonly counter: Measuring['counter']['name'] }
  readonly share: Share
  /** Places of the sources that are meant; null: all. */
  readonly wanted: readonly number[] | null
  readonly tellsMissing: boolean
}

/** The file that a thread runs: beside the program, compiled or not. */
const [, ENDING = 'js'] = /\.(ts|js)$/.exec(import.meta.url) ?? []
const FILE = new URL(`../thread.${ENDING}`, import.meta.url)

/** As `measurePart`, in several threads: each gets every nth log. */
export async function measureInThreads(
  most: number,
  given: Given,
  io: Io,
  { counter, ...measuring }: Measuring,
  wanted: readonly number[] | null,
  tellsMissing: boolean,
): Promise<Part> {
  const progress = progressOn(io)
  const jobs = Math.min(most, availableParallelism())
  let done = 0
  const parts = await Promise.all(
    Array.from({ length: jobs }, async (_, nth) => {
      const data = {
        given: given.data,
        cwd: io.cwd,
        measuring: { ...measuring, counter: counter.name },
        share: { nth, of: jobs },
        wanted,
        tellsMissing: tellsMissing && nth === 0,
      }
      const part = await inThread(data)
      done += 1
      progress.say(`${done} of ${jobs} threads are done`)
      return part
    }),
  )
  progress.end()
  return {
    logs: parts.flatMap(({ logs }) => logs).toSorted((a, b) => a.order - b.order),
    unreadable: inOrder(parts.flatMap(({ unreadable }) => unreadable)),
    others: parts[0]?.others ?? [],
    sources: parts[0]?.sources ?? 0,
  }
}

/** Uncompiled, a thread registers the loader of TypeScript first: it does not inherit that of the program. */
const WITH_LOADER = `
  const found = require('node:module').createRequire(${JSON.stringify(FILE.href)}).resolve('tsx/esm/api')
  import(found.replace(/cjs$/, 'mjs')).then(({ register }) => {
    register()
    return import(${JSON.stringify(FILE.href)})
  })
`

async function inThread(workerData: ThreadData): Promise<Part> {
  const worker =
    ENDING === 'ts'
      ? new Worker(WITH_LOADER, { workerData, eval: true, execArgv: [] })
      : new Worker(FILE, { workerData })
  try {
    return await new Promise<Part>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => {
        reject(new Error('a thread ended before its logs were done'))
      })
    })
  } finally {
    await worker.terminate()
  }
}
