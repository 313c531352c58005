/** Milliseconds between two questions to the server for a new version. */
const HOUR = 3_600_000

/**
 * Keeps the page in the browser, so that it opens without a network after the first visit. Only for the built page, on
 * an address where the browser allows it, and not inside a page of somebody else.
 *
 * @param onReady called when a new version has been fetched; its argument puts that version in place, for the next load
 */
export async function keepForOffline(onReady: (takeOver: () => Promise<void>) => void): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || window.top !== window) return
  const { serviceWorker } = navigator
  const registration = await serviceWorker.register(new URL('sw.js', document.baseURI))
  const look = (): void => {
    // On a first visit none is active yet; that one controls the page is no sign: WebKit may say so before the first is active.
    if (registration.waiting !== null && registration.active !== null)
      onReady(() => takeOver(serviceWorker, registration))
  }
  const follow = (): void => {
    registration.installing?.addEventListener('statechange', look)
  }
  look()
  follow()
  registration.addEventListener('updatefound', follow)
  void serviceWorker.ready.then(({ active }) => {
    const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } }
    active?.postMessage('opened')
    if (connection?.saveData !== true) active?.postMessage('keep counting')
  })
  let asked = performance.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || performance.now() - asked < HOUR) return
    asked = performance.now()
    // Without a network there is nothing new.
    registration.update().catch(() => undefined)
  })
}

/** Puts the newest version in place, unless another tab did so. */
export function takeOver(
  container: ServiceWorkerContainer,
  { waiting }: Pick<ServiceWorkerRegistration, 'waiting'>,
): Promise<void> {
  if (waiting === null) return Promise.resolve()
  return new Promise((resolve) => {
    container.addEventListener('controllerchange', () => resolve(), { once: true })
    waiting.postMessage('take over')
  })
}
