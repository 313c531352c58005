import { register } from 'node:module'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { findChromium } from '../src/testing/find-chromium.ts'

register('./plain-source.mjs', import.meta.url)

/** A separate port, so that the tests can run beside an open page. */
const port = Number(process.env['E2E_PORT'] ?? 43119)
const root = join(import.meta.dirname, '..')
const executablePath = findChromium()

/**
 * Arguments of Chromium: to run as root in a container, to make no connections of its own, and to compile code for speed
 * only where it is hot for long. A page lives for seconds here, so by default compiling costs a third of all work.
 */
const args = [
  '--no-sandbox',
  '--js-flags=--no-turbofan --invocation-count-for-maglev=8000',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Specs that call a provider's model. They take longest, so they start first. */
const withModel = ['**/model.spec.ts', '**/live*.spec.ts', '**/fidelity.spec.ts', '**/provider/*.spec.ts']

export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'model', testMatch: withModel },
    { name: 'page', testMatch: '*.spec.ts', testIgnore: withModel },
  ],
  outputDir: join(root, 'test-results'),
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: process.env['CI'] !== undefined,
  // Only for tests that hang: a busy machine takes several times what a quiet one does.
  timeout: 150_000,
  expect: { timeout: 40_000 },
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    baseURL: `http://127.0.0.1:${port}/`,
    // The tests are about everything on the page; `story.spec.ts` begins as a first visit does.
    storageState: {
      cookies: [],
      origins: [
        {
          origin: `http://127.0.0.1:${port}`,
          localStorage: [{ name: 'context-window-lab.depth', value: 'expert' }],
        },
      ],
    },
    locale: 'en-US',
    timezoneId: 'UTC',
    // A new context opens a new window, which costs Chromium as much work as the page. Tests change only the page, its
    // storage, its routes and its media, which are reset; no test grants permissions or goes offline.
    reuseContext: true,
    // A service worker would answer what tests route.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    launchOptions: { args, ...(executablePath === null ? {} : { executablePath }) },
  },
  webServer: {
    command: `node node_modules/vite/bin/vite.js preview --logLevel warn --port ${port}`,
    cwd: root,
    url: `http://127.0.0.1:${port}/`,
    reuseExistingServer: false,
    stdout: 'ignore',
    timeout: 30_000,
  },
})
