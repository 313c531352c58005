// Keeps the page for use without a network. `offline.ts` puts the three constants before it and writes `sw.js`.
// It answers for the files of one build and for nothing else: what goes to another origin it never sees.
/* global VERSION, FILES, LATER */

/** Other builds on the same host have files of their own. */
const OWN = `lab ${self.registration.scope} `
/** Files of this build. Those of earlier builds stay as long as a tab may be open with one of them. */
const CACHE = OWN + VERSION
/** Large files, and what few people open: kept once somebody has used them. Their names change with their content. */
const USED = `used files of ${OWN}`

self.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(CACHE)
      await Promise.all(
        FILES.map(async (file) => {
          // A file of the last build with the same hash in its name is the same file.
          const known = /^assets\//.test(file) ? await caches.match(file) : undefined
          const answer = known ?? (await fetch(file, { cache: 'no-cache' }))
          if (!answer.ok) throw new Error(`${file}: ${answer.status}`)
          // What was redirected may not answer for a page: some hosts send /index.html to /.
          await cache.put(file, answer.redirected ? new Response(answer.body, answer) : answer)
        }),
      )
    })(),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      // On a first visit the open page is kept working, too.
      await self.clients.claim()
      const used = await caches.open(USED)
      const wanted = new Set(LATER.map((file) => new URL(file, self.registration.scope).href))
      for (const request of await used.keys()) if (!wanted.has(request.url)) await used.delete(request)
    })(),
  )
})

self.addEventListener('message', (event) => {
  // The page says that its user wants the new version,
  if (event.data === 'take over') void self.skipWaiting()
  // that it was opened with this build,
  if (event.data === 'opened') event.waitUntil(forgetBuilds())
  // or that there is time to fetch what counting a log needs, which is too large for the first seconds.
  if (event.data === 'keep counting') event.waitUntil(keepCounting())
})

/** Not on taking over: other tabs go on with their builds, and the one that asked may still refuse to be reloaded. */
async function forgetBuilds() {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const { installing, waiting } = self.registration
  if (tabs.length > 1 || installing !== null || waiting !== null) return
  for (const name of await caches.keys())
    if (name.startsWith(OWN) && name !== CACHE) await caches.delete(name)
}

async function keepCounting() {
  const used = await caches.open(USED)
  for (const file of LATER.filter((name) => name.includes('o200k_base'))) {
    if ((await used.match(file)) !== undefined) continue
    const answer = await fetch(file)
    if (answer.ok) await used.put(file, answer)
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  const scope = new URL(self.registration.scope)
  if (request.method !== 'GET' || origin !== scope.origin || !pathname.startsWith(scope.pathname)) return
  const file = pathname.slice(scope.pathname.length) || 'index.html'
  if (FILES.includes(file) || file.startsWith('assets/') || LATER.includes(file))
    event.respondWith(answer(request, file))
})

async function answer(request, file) {
  const own = await caches.open(CACHE)
  const kept = (await own.match(file)) ?? (await caches.match(file))
  if (kept !== undefined) return kept
  const fetched = await fetch(request)
  if (fetched.status === 200 && LATER.includes(file)) {
    const copy = fetched.clone()
    void caches.open(USED).then((used) => used.put(file, copy))
  }
  return fetched
}
