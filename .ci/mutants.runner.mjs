// Runs the tests of an area for Stryker with everything loaded once: a mutant is switched on and the tests that meet it
// are called again, the quickest first, so that a mutant takes milliseconds. Only code that runs as a file is loaded
// needs a load of its own. `mutants.worker.mjs` is the other half, beside the tests.
import { BroadcastChannel } from 'node:worker_threads'
import { join } from 'node:path'
import process from 'node:process'
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin'
import { createVitest } from 'vitest/node'

class KeptLoaded {
  #vitest
  /** The load that mutants are switched on in. */
  #kept
  #sessions = 0
  /** Of the first run of all tests: which mutants each meets, how long it took, and what the worker has to know. */
  #known

  capabilities() {
    return { reloadEnvironment: true }
  }

  /** Before Stryker looks at the clock: what it takes for overhead it adds to the time that it waits for each mutant. */
  async init() {
    this.#kept = await this.#load({})
  }

  async dryRun() {
    this.#known = await this.#kept.ask({ kind: 'all' })
    const { tests, mutantCoverage, errorMessage } = this.#known
    if (errorMessage !== undefined) return { status: 'error', errorMessage }
    globalThis.tookOfFiles = this.#tookOfFiles()
    return { status: 'complete', tests, mutantCoverage }
  }

  async mutantRun({ activeMutant: { id }, mutantActivation, testFilter, hitLimit: most }) {
    // Stryker lets code run a hundred times as often as in all tests together, because tests look for smallest examples.
    const hitLimit = most === undefined ? undefined : most / 20
    // In a process that stands in for one that hung.
    if (this.#known === undefined) await this.dryRun()
    const isStatic = mutantActivation === 'static'
    const tests = isStatic ? this.#meeting(id) : testFilter
    if (tests.length > 0) {
      this.#kept ??= await this.#load({})
      const found = await this.#kept.ask({ kind: 'some', id, tests, hitLimit })
      if (found.limit) return { status: 'timeout', reason: 'hit limit' }
      if (found.killedBy !== undefined && !found.spoiled) return resultOf(found)
      // What a mutant left behind, such as a value that was kept for later, must not decide about the next.
      if (found.spoiled) await this.#unload()
      if (!isStatic && !found.spoiled && found.hits > 0) return resultOf(found)
    }
    if (isStatic) await this.#unload()
    const load = await this.#load({ id, hitLimit, tests: isStatic ? undefined : tests })
    const found = await load.ask({ kind: 'found' })
    await load.end()
    return found.limit ? { status: 'timeout', reason: 'hit limit' } : resultOf(found)
  }

  async dispose() {
    await this.#unload()
    await this.#vitest?.close()
  }

  #meeting(id) {
    return Object.entries(this.#known.mutantCoverage.perTest).flatMap(([test, mutants]) =>
      mutants[id] ? [test] : [],
    )
  }

  /** For the order that files are loaded in (`mutants.vitest.mjs`). */
  #tookOfFiles() {
    const sums = new Map()
    for (const [test, ms] of this.#known.took) {
      const [file] = test.split('#')
      sums.set(file, (sums.get(file) ?? 0) + ms)
    }
    return sums
  }

  async #unload() {
    await this.#kept?.end()
    this.#kept = undefined
  }

  /** Starts a run of all files, which then waits for orders. `id`: the mutant that is switched on from the beginning. */
  async #load(first) {
    process.env.VITEST = '1'
    process.env.NODE_ENV = 'test'
    this.#vitest ??= await createVitest('test', {
      config: '.ci/mutants.vitest.mjs',
      pool: 'threads',
      maxWorkers: 1,
      watch: false,
      reporters: [{}],
      onConsoleLog: () => false,
    })
    const channel = new BroadcastChannel(`mutants-${process.pid}-${(this.#sessions += 1)}`)
    this.#vitest.state.filesMap.clear()
    const { counting = [], took = [] } = this.#known ?? {}
    const without = process.env.MUTANT_WITHOUT
    this.#vitest.provide('mutants', { ...first, counting, took, without, channel: channel.name })
    for (const { config } of this.#vitest.projects)
      config.runner = join(import.meta.dirname, 'mutants.worker.mjs')
    const next = () =>
      new Promise((resolve) => {
        channel.onmessage = ({ data }) => resolve(data)
      })
    const ready = next()
    const run = this.#vitest.start()
    await ready
    return {
      ask(order) {
        const answer = next()
        channel.postMessage(order)
        return answer
      },
      async end() {
        channel.postMessage({ kind: 'end' })
        await run
        channel.close()
      },
    }
  }
}

function resultOf({ killedBy, message, ran }) {
  return killedBy === undefined
    ? { status: 'survived', nrOfTests: ran }
    : { status: 'killed', killedBy: [killedBy], failureMessage: message, nrOfTests: ran }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'kept-loaded', KeptLoaded)]
