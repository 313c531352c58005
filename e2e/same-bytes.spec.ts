import { test } from '@playwright/test'
import { build } from 'vite'
import { expect } from './expect.ts'
import * as sim from '../src/sim/index.ts'

type Sim = typeof sim

/** Runs a scenario through every policy and writes each timeline, with its columns. Runs in Node and in the browser. */
function everyTimeline({
  encodeTimeline,
  run,
  scenario,
}: Pick<Sim, 'encodeTimeline' | 'run' | 'scenario'>): string[] {
  const policies = ['fifo', 'lru', 'priority', 'type_based', 'hybrid', 'hybrid_equal', 'random']
  return policies.map((policy) =>
    encodeTimeline(
      run(scenario('axios-migration', 7), { max_context_tokens: 32_000, eviction: { policy } }).data,
    ),
  )
}

test('EDIT-3 a run has the same bytes in Node and in Chromium', async ({ page }) => {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: { entry: 'src/sim/index.ts', formats: ['es'], fileName: 'sim' },
    },
  })
  const first = Array.isArray(output) ? output[0] : undefined
  const [entry, ...others] = (first?.output ?? []).flatMap((file) => (file.type === 'chunk' ? [file] : []))
  if (entry === undefined) throw new Error('the simulator did not build')
  const scripts = new Map(others.map(({ fileName, code }) => [fileName, code]))
  // The same function runs in Node and in the browser.
  scripts.set(entry.fileName, `${entry.code}\nexport ${everyTimeline.toString()}\n`)
  await page.route('**/sim-under-test/*', (route) => {
    const name = new URL(route.request().url()).pathname.split('/').at(-1) ?? ''
    return route.fulfill({ contentType: 'text/javascript', body: scripts.get(name) ?? '' })
  })
  await page.goto('/')
  const inChromium = await page.evaluate(
    async ({ url }) => {
      const module = (await import(url)) as Pick<Sim, never> & {
        everyTimeline: (from: unknown) => string[]
      }
      return module.everyTimeline(module)
    },
    { url: `/sim-under-test/${entry.fileName}` },
  )
  const inNode = everyTimeline(sim)
  expect(inChromium.map((text) => text.length)).toEqual(inNode.map((text) => text.length))
  expect(inChromium.every((text, index) => text === inNode[index])).toBe(true)
})
