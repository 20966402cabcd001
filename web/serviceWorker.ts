/**
 * Opens the app without a network: each version is kept whole in a cache of its own, and a new one waits until the
 * pages of the old one are closed or a person agrees (`SKIP_WAITING`). Nothing below /api is answered here; the outbox
 * and the response cache keep that (`web/lib/offline`).
 */
// A plain script that imports nothing: scripts/serviceWorkerPlugin.ts puts `built` before it.
declare const built: import('./serviceWorkerScope.ts').Built
type Pack = import('./serviceWorkerScope.ts').Pack
const scope = self as unknown as import('./serviceWorkerScope.ts').ServiceWorkerScope

const prefix = 'tend-app-'
const own = prefix + built.version
/** Which version is in charge; the next one keeps its files for the pages that are open. */
const memory = { cache: 'tend-app', key: '/in-charge' }
const serverPaths = new RegExp(built.serverPaths)
const page = '/index.html'
const files = new Set([...built.packs.map(({ files }) => files), built.alone].flatMap(Object.keys))

scope.addEventListener('install', event => event.waitUntil(keepAll()))
scope.addEventListener('activate', event => event.waitUntil(takeCharge()))
scope.addEventListener('message', event => {
  const { data } = event
  const type = typeof data === 'object' && data !== null && 'type' in data ? data.type : undefined
  if (type === 'SKIP_WAITING') event.waitUntil(scope.skipWaiting())
  if (type === 'FORGET_NOTICES') event.waitUntil(forgetNotices())
})
scope.addEventListener('push', event => event.waitUntil(showNotice(event.data?.json())))
scope.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(openNotice(event.notification.data))
})
scope.addEventListener('fetch', event => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== scope.location.origin) return
  if (files.has(pathname)) event.respondWith(kept(pathname, request))
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(request))
  else if (request.mode === 'navigate' && !serverPaths.test(pathname)) event.respondWith(kept(page, request))
})

/**
 * Fetches every file of this version that is not here yet, and fails where one is missing: half an app must not take
 * over. One file at a time, because the screen needs the browser's six connections to a server.
 */
async function keepAll(): Promise<void> {
  const cache = await caches.open(own)
  const here = await pathsOf([own])
  const before = await pathsOf((await caches.keys()).filter(name => name.startsWith(prefix) && name !== own))
  for (const pack of [...built.packs, { files: built.alone }]) {
    const wanted = Object.keys(pack.files).filter(path => !here.has(path))
    // A name with a hash in it is the same file in every version.
    const known = wanted.filter(path => path.startsWith('/assets/') && before.has(path))
    const copied = new Set((await Promise.all(known.map(path => copy(cache, path)))).filter(path => path !== undefined))
    const missing = wanted.filter(path => !copied.has(path))
    // Of a pack that changed in a few files, those are less to fetch.
    if ('path' in pack && missing.length > Object.keys(pack.files).length / 2) await unpack(cache, pack, missing)
    else for (const path of missing) await cache.put(path, await fetched(path, pack.files[path], 'no-cache'))
  }
}

/** Copies a file from another version, and tells whether it could; the browser may have cleared it in between. */
async function copy(cache: Cache, path: string): Promise<string | undefined> {
  const known = await caches.match(path, { ignoreVary: true })
  if (!known) return undefined
  await cache.put(path, known)
  return path
}

/**
 * Fetches a pack and keeps the requested files of it, each as if it had come alone: the pack's headers count for all of
 * its files.
 */
async function unpack(cache: Cache, { path, integrity }: Pack, wanted: string[]): Promise<void> {
  const answer = await fetched(path, integrity, 'no-store')
  const headers = new Headers(answer.headers)
  for (const ofThePack of ['content-encoding', 'content-length', 'etag', 'last-modified']) headers.delete(ofThePack)
  const contents: Record<string, string> = await answer.json()
  await Promise.all(
    wanted.map(file => {
      headers.set('content-type', file.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8')
      return cache.put(file, new Response(contents[file], { headers }))
    }),
  )
}

async function fetched(path: string, integrity: string | undefined, cache: RequestCache): Promise<Response> {
  const response = await fetch(path, { cache, ...(integrity && { integrity }) })
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return response
}

/** The paths of all files that these caches keep: asking once is much less than asking for each file. */
async function pathsOf(names: string[]): Promise<Set<string>> {
  const requests = await Promise.all(names.map(async name => (await caches.open(name)).keys()))
  return new Set(requests.flat().map(({ url }) => new URL(url).pathname))
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

/**
 * Stores a notification and shows it. A push that shows nothing costs the permission, so an unreadable one says that
 * something came.
 */
async function showNotice(told: unknown): Promise<void> {
  const notice = told as import('#shared/notifications/rules.ts').PushedNotification | undefined
  if (!notice?.text) return scope.registration.showNotification('tend', { icon: '/icons/icon-192.png' })
  await keepNotice(notice).catch(error => console.error('This device cannot keep a notice', error))
  await scope.registration.showNotification(notice.company, {
    body: notice.text,
    lang: notice.lang,
    dir: notice.lang === 'ar' ? 'rtl' : 'ltr',
    // The same notice again replaces itself.
    tag: notice.id,
    icon: '/icons/icon-192.png',
    data: notice.href,
    requireInteraction: notice.is_urgent,
    timestamp: Date.parse(notice.at),
  })
}

async function keepNotice(notice: { id: string }): Promise<void> {
  const { cache: name, path, most } = built.pushes
  const cache = await caches.open(name)
  await cache.put(path + encodeURIComponent(notice.id), new Response(JSON.stringify(notice)))
  const kept = await cache.keys()
  await Promise.all(kept.slice(0, Math.max(0, kept.length - most)).map(old => cache.delete(old)))
}

/** Nobody is signed in here any more: what came for them goes, and nothing more comes. */
async function forgetNotices(): Promise<void> {
  await caches.delete(built.pushes.cache)
  for (const shown of await scope.registration.getNotifications()) shown.close()
  await (await scope.registration.pushManager.getSubscription())?.unsubscribe()
}

/** Goes where a notice leads: in the page that is open, or in a new one. Never to another server. */
async function openNotice(href: unknown): Promise<void> {
  const address = new URL(typeof href === 'string' ? href : '/notifications', scope.location.origin)
  const path = address.origin === scope.location.origin ? address.pathname + address.search : '/notifications'
  const [open] = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (!open) {
    await scope.clients.openWindow(path)
    return
  }
  open.postMessage({ type: 'OPEN', path })
  await open.focus()
}
