import { test } from '@playwright/test'
import { requestsOf, resetProvider, setFaults, setScript } from './admin.ts'
import type { Fault } from './faults.ts'
import type { LoggedRequest } from './log.ts'
import type { Scripted } from './messages.ts'
import { startProvider } from './server.ts'
import type { Provider } from './server.ts'

/** The provider for a spec. */
export interface ProviderInSpec {
  readonly url: string
  /** The only valid key. */
  readonly key: string
  readonly setFaults: (faults: readonly Fault[]) => Promise<void>
  readonly setScript: (answers: readonly Scripted[]) => Promise<void>
  /** Every request of this test. */
  readonly requests: () => Promise<readonly LoggedRequest[]>
}

const KEY = 'sk-local-0123456789-for-tests-only'

/** Tests with a provider: each worker has one on its own port, and it is reset between tests. */
export const withProvider = test.extend<
  { readonly provider: ProviderInSpec },
  { readonly providerOfWorker: Provider }
>({
  providerOfWorker: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const provider = await startProvider({ key: KEY })
      await use(provider)
      await provider.stop()
    },
    { scope: 'worker' },
  ],
  provider: async ({ page, providerOfWorker: { url } }, use) => {
    await resetProvider(url)
    // As if it had been chosen in this tab, and the page loaded again.
    await page.addInitScript((address) => {
      const name = 'context-window-lab address'
      try {
        if (sessionStorage.getItem(name) === null) sessionStorage.setItem(name, address)
      } catch {
        // A page without a storage.
      }
    }, url)
    await use({
      url,
      key: KEY,
      setFaults: (faults) => setFaults(url, faults),
      setScript: (answers) => setScript(url, answers),
      requests: () => requestsOf(url),
    })
  },
})
