/**
 * Opens the app without a network. Each version of the app is kept whole, in a cache of its own: a page never gets files of two
 * versions. A new version waits until the pages of the old one are closed, or until a person agrees (`SKIP_WAITING`); pages of the
 * old one that are still open then go on finding its files.
 *
 * Nothing below /api is ever answered here, neither `form/submission` nor `form/submission/`: what people wrote and what the server
 * says about it live in the outbox and in the copies (`web/lib/offline`), with their age.
 *
 * A plain script: it imports nothing, and scripts/serviceWorkerPlugin.ts puts `built` before it.
 */
declare const built: import('./serviceWorkerScope.ts').Built
const scope = self as unknown as import('./serviceWorkerScope.ts').ServiceWorkerScope

const prefix = 'tend-app-'
const own = prefix + built.version
/** Which version is in charge; the next one keeps its files for the pages that are open. */
const memory = { cache: 'tend-app', key: '/in-charge' }
const serverPaths = new RegExp(built.serverPaths)
const page = '/index.html'

scope.addEventListener('install', event => event.waitUntil(keepAll()))
scope.addEventListener('activate', event => event.waitUntil(takeCharge()))
scope.addEventListener('message', event => {
  const { data } = event
  if (typeof data === 'object' && data !== null && 'type' in data && data.type === 'SKIP_WAITING')
    event.waitUntil(scope.skipWaiting())
})
scope.addEventListener('fetch', event => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== scope.location.origin) return
  if (pathname in built.files) event.respondWith(kept(pathname, request))
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(request))
  else if (request.mode === 'navigate' && !serverPaths.test(pathname)) event.respondWith(kept(page, request))
})

/**
 * Fetches every file of this version, and fails whole: half an app must not take charge. What is there already is not fetched again.
 * One after the other: a browser has six connections to a server, and the screen needs them.
 */
async function keepAll(): Promise<void> {
  const cache = await caches.open(own)
  for (const [path, integrity] of Object.entries(built.files)) {
    if (await cache.match(path, { ignoreVary: true })) continue
    // A name with a hash in it is the same file in every version.
    const known = path.startsWith('/assets/') && (await caches.match(path, { ignoreVary: true }))
    const response = known || (await fetch(path, { cache: 'no-cache', integrity }))
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    await cache.put(path, response)
  }
}

/** Removes the files of versions that no page can need any more. */
async function takeCharge(): Promise<void> {
  const note = await caches.open(memory.cache)
  const before = await (await note.match(memory.key))?.text()
  const isPageOpen = (await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })).length > 0
  const needed = isPageOpen ? [own, before] : [own]
  const names = await caches.keys()
  const old = names.filter(name => name.startsWith(prefix) && !needed.includes(name))
  await Promise.all(old.map(name => caches.delete(name)))
  await note.put(memory.key, new Response(own))
  // The page that registered the first worker works without a network from now on, not only after it is loaded again.
  await scope.clients.claim()
}

/** A file of this version; the browser may have cleared it. */
async function kept(path: string, request: Request): Promise<Response> {
  return (await caches.match(path, { cacheName: own, ignoreVary: true })) ?? fetch(request)
}

/** A file of another version, for a page that is still open, or one that is kept when it is used: a font. */
async function asset(request: Request): Promise<Response> {
  const known = await caches.match(request, { ignoreVary: true })
  if (known) return known
  const response = await fetch(request)
  if (response.ok) await (await caches.open(own)).put(request, response.clone())
  return response
}
