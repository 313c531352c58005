// What `mutants.runner.mjs` has done beside the tests: it loads the files, then calls the tests it is told to.
import { BroadcastChannel } from 'node:worker_threads'
import { relative } from 'node:path'
import { performance } from 'node:perf_hooks'
import { chai, inject, TestRunner } from 'vitest'

const stryker = (globalThis.__stryker__ ??= {})

/** The test that is called, which a snapshot asks for. */
let current
chai.util.overwriteMethod(
  chai.Assertion.prototype,
  'toMatchFileSnapshot',
  (original) =>
    function match(...given) {
      chai.util.flag(this, 'vitest-test', current)
      return original.apply(this, given)
    },
)

export default class extends TestRunner {
  #first = inject('mutants')
  #channel = new BroadcastChannel(this.#first.channel)
  #orders = []
  #wake = () => {}
  #tests = new Map()
  #took = new Map(this.#first.took)
  /** Tests that fail where a law does not look at all its cases. */
  #counting = new Set(this.#first.counting)
  #found = { hits: 0, ran: 0 }
  #files = 0
  #broken = []

  constructor(config) {
    super(config)
    this.#channel.onmessage = ({ data }) => {
      this.#orders.push(data)
      this.#wake()
    }
    const { id, hitLimit } = this.#first
    Object.assign(stryker, { activeMutant: id, hitCount: 0, hitLimit, currentTestId: undefined })
  }

  /** Of a mutant that is on from the beginning, only the files that its tests are in, and none once it is found. */
  importFile(path, source) {
    const { id, tests } = this.#first
    const name = `${relative(this.config.root, path)}#`
    const isLeftOut = tests !== undefined && !tests.some((test) => test.startsWith(name))
    if (source === 'collect' && id !== undefined && (isLeftOut || this.#found.killedBy !== undefined)) return
    return super.importFile(path, source)
  }

  /** No test is run by the usual way; after the last file the orders are. */
  async onCollected([file]) {
    // How long something takes, other processes decide, too.
    const { without } = this.#first
    const isLeftOut = (name) =>
      name.includes('is linear') || (without !== '' && new RegExp(without).test(name))
    const tests = testsOf(file).filter((test) => test.mode !== 'skip' && !isLeftOut(nameOf(test)))
    for (const { message } of file.result?.errors ?? []) this.#broken.push(`${file.name}: ${message}`)
    await this.snapshotClient.setup(file.filepath, this.workerState.config.snapshotOptions)
    for (const test of tests) this.#tests.set(idOf(test), test)
    file.mode = 'skip'
    for (const test of testsOf(file)) test.mode = 'skip'
    const { id, tests: wanted } = this.#first
    if (id !== undefined && this.#found.killedBy === undefined) {
      const here = tests.map(idOf).filter((test) => wanted === undefined || wanted.includes(test))
      const ran = this.#found.ran
      this.#found = await this.#firstFailing(here)
      this.#found.ran += ran
      // A file that does not load with the mutant ends a run of all tests, as a test that fails does.
      const [error] = file.result?.errors ?? []
      const inFile = [...this.#took.keys()].find((test) => test.startsWith(`${file.name}#`))
      if (error !== undefined) Object.assign(this.#found, { killedBy: inFile, message: error.message })
    }
    this.#files += 1
    if (this.#files === this.workerState.ctx.files.length) await this.#serve()
  }

  /** The files stay as they are until the last order. */
  onAfterRunFiles() {}

  async #serve() {
    this.#channel.postMessage('ready')
    for (;;) {
      while (this.#orders.length === 0) await new Promise((resolve) => (this.#wake = resolve))
      const order = this.#orders.shift()
      if (order.kind === 'end') break
      const answer =
        order.kind === 'all'
          ? await this.#all()
          : order.kind === 'found'
            ? this.#found
            : await this.#some(order)
      this.#channel.postMessage(answer)
    }
    this.#channel.close()
  }

  async #all() {
    const tests = []
    if (this.#broken.length > 0) return { tests, errorMessage: this.#broken.join('\n') }
    for (const [id, test] of this.#tests) {
      stryker.currentTestId = id
      const start = performance.now()
      let failure = await this.#failureOf(test)
      if (failure !== null) {
        this.#counting.add(id)
        failure = await this.#failureOf(test)
      }
      const timeSpentMs = performance.now() - start
      stryker.currentTestId = undefined
      this.#took.set(id, timeSpentMs)
      const status = failure === null ? 0 : 1
      tests.push({
        id,
        name: nameOf(test),
        fileName: test.file.filepath,
        timeSpentMs,
        status,
        failureMessage: failure,
      })
    }
    const { mutantCoverage = { static: {}, perTest: {} } } = stryker
    return { tests, mutantCoverage, counting: [...this.#counting], took: [...this.#took] }
  }

  async #some({ id, tests, hitLimit }) {
    Object.assign(stryker, { activeMutant: id, hitCount: 0, hitLimit })
    const found = await this.#firstFailing(
      tests.toSorted((one, other) => (this.#took.get(one) ?? 0) - (this.#took.get(other) ?? 0)),
    )
    stryker.activeMutant = undefined
    const killer = this.#tests.get(found.killedBy)
    return { ...found, spoiled: killer !== undefined && (await this.#failureOf(killer)) !== null }
  }

  async #firstFailing(ids) {
    let ran = 0
    for (const id of ids) {
      ran += 1
      const message = await this.#failureOf(this.#tests.get(id))
      const hits = stryker.hitCount
      if (hits > stryker.hitLimit) return { hits, ran, limit: true }
      if (message !== null) return { hits, ran, killedBy: id, message }
    }
    return { hits: stryker.hitCount, ran }
  }

  async #failureOf(test) {
    current = test
    globalThis.allCases = this.#counting.has(idOf(test))
    try {
      this.onBeforeTryTask(test)
      await TestRunner.getTestFn(test)()
      return null
    } catch (error) {
      return String(error?.message ?? error).slice(0, 300)
    }
  }
}

function testsOf({ tasks }) {
  return tasks.flatMap((task) => (task.type === 'suite' ? testsOf(task) : [task]))
}

/** As Stryker's own runner names it, so that what is known of older runs stays known. */
function idOf(test) {
  return `${test.file.name}#${nameOf(test)}`
}

function nameOf({ name, suite }) {
  return (suite === undefined ? name : `${nameOf(suite)} ${name}`).trim()
}
