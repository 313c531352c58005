import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { afterEach, expect, test, vi } from 'vitest'
import { keepForOffline, takeOver } from './offline.ts'

const SOURCE = readFileSync(join(import.meta.dirname, '../../../hosting/service-worker.js'), 'utf8')

/** A browser with this many tabs of the page, in which builds are installed, become active and hear of opened pages. */
function browser() {
  const stores = new Map<string, Map<unknown, unknown>>()
  const caches = {
    open: async (name: string) => {
      const files = stores.get(name) ?? new Map<unknown, unknown>()
      stores.set(name, files)
      return {
        put: async (file: unknown, answer: unknown) => files.set(file, answer),
        keys: async () => [...files.keys()],
      }
    },
    match: async () => undefined,
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
  }
  const state = { tabs: 1, waiting: null as unknown }
  const build = (version: string) => {
    const handlers = new Map<string, (event: unknown) => void>()
    const self = {
      registration: {
        scope: 'https://host/',
        installing: null,
        get waiting() {
          return state.waiting
        },
      },
      clients: { claim: async () => undefined, matchAll: async () => Array.from({ length: state.tabs }) },
      addEventListener: (name: string, handler: (event: unknown) => void) => handlers.set(name, handler),
    }
    const constants = `const VERSION = '${version}', FILES = ['index.html'], LATER = []\n`
    const fetch = async () => ({ ok: true, redirected: false })
    runInNewContext(constants + SOURCE, { self, caches, fetch, URL, Set, Promise })
    return async (name: string, data?: string) => {
      let done: unknown
      handlers.get(name)!({ data, waitUntil: (work: unknown) => (done = work) })
      await done
    }
  }
  const kept = () =>
    [...stores.keys()].flatMap((name) => /^lab https:\/\/host\/ (\w+)$/.exec(name)?.[1] ?? [])
  return { state, build, kept }
}

test('a build stays as long as a tab may run it, also if another one was never active', async () => {
  const { state, build, kept } = browser()
  const [first, second, third] = ['first', 'second', 'third'].map(build) as [Build, Build, Build]
  await first('install')
  await first('activate')
  state.tabs = 2
  await second('install')
  await third('install')
  await third('activate')
  await third('message', 'opened')
  expect(kept()).toEqual(['first', 'second', 'third'])
  state.tabs = 1
  await third('message', 'opened')
  expect(kept()).toEqual(['third'])
})

test('a build that waits is not forgotten', async () => {
  const { state, build, kept } = browser()
  const [first, second] = ['first', 'second'].map(build) as [Build, Build]
  await first('install')
  await first('activate')
  await second('install')
  state.waiting = {}
  await first('message', 'opened')
  expect(kept()).toEqual(['first', 'second'])
})

type Build = (name: string, data?: string) => Promise<void>

test('a new version is put in place once: a second tab reloads without waiting for it', async () => {
  const container = new EventTarget() as ServiceWorkerContainer
  const said: unknown[] = []
  const waiting = { postMessage: (message: unknown) => said.push(message) } as unknown as ServiceWorker
  const first = takeOver(container, { waiting })
  container.dispatchEvent(new Event('controllerchange'))
  await first
  await takeOver(container, { waiting: null })
  expect(said).toEqual(['take over'])
})

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

test('a first visit is told of no new version, though its worker controls the page before it is active', async () => {
  const changed: (() => void)[] = []
  const installing = { addEventListener: (_: string, heard: () => void) => changed.push(heard) }
  const registration = {
    installing,
    waiting: null as unknown,
    active: null as unknown,
    addEventListener: () => undefined,
  }
  const serviceWorker = {
    controller: {},
    register: async () => registration,
    ready: new Promise(() => undefined),
  }
  vi.stubEnv('PROD', true)
  vi.stubGlobal('navigator', { serviceWorker })
  vi.stubGlobal('document', { baseURI: 'https://host/', addEventListener: () => undefined })
  const page = { top: null as unknown }
  page.top = page
  vi.stubGlobal('window', page)
  const told = vi.fn()
  await keepForOffline(told)
  registration.waiting = installing
  for (const heard of changed) heard()
  expect(told).not.toHaveBeenCalled()
  registration.active = {}
  for (const heard of changed) heard()
  expect(told).toHaveBeenCalledOnce()
})
