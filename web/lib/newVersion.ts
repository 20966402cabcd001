/**
 * The specification's version check: on start and every 5 minutes the server's version is compared with the one that
 * this browser keeps under `tend_version`. Skipped where somebody fills in a public form.
 */
import { request } from './client.ts'
import { onDevice, storedText } from './storage.ts'

export const checkEvery = 300_000
const stored = storedText(onDevice, 'tend_version')
/** How long a waiting service worker has to take over before the page is loaded again all the same. */
const patience = 5000

/**
 * The server's version when it is another than the one kept here, or undefined. The first visit keeps the version of
 * this build.
 */
export async function newVersion(): Promise<string | undefined> {
  if (location.href.includes('/public/')) return undefined
  const kept = stored.read() ?? __TEND_VERSION__
  stored.write(kept)
  const { version } = await request<{ version: string }>('GET', '/system/version')
  return version === kept ? undefined : version
}

/**
 * Lets the new version's service worker take over, keeps that version, and loads the page again. Where that takes too
 * long the page is loaded all the same, and may be the old one: the version is not kept then, and the question comes
 * again.
 */
export async function update(version: string): Promise<void> {
  const tooLong = new Promise<'late'>(resolve => setTimeout(resolve, patience, 'late'))
  const taken = serviceWorkerTakesOver().catch(cause => console.error(cause))
  if ((await Promise.race([taken, tooLong])) !== 'late') stored.write(version)
  location.reload()
}

async function serviceWorkerTakesOver(): Promise<void> {
  // Missing on plain http from another machine.
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker
  const registration = await workers?.getRegistration()
  if (!workers || !registration) return
  await registration.update().catch(() => undefined)
  const waiting = registration.waiting ?? (await installed(registration.installing))
  if (!waiting) return
  const taken = new Promise(resolve => workers.addEventListener('controllerchange', resolve, { once: true }))
  waiting.postMessage({ type: 'SKIP_WAITING' })
  await taken
}

/** The worker once it has been installed; null when there is none, or when that failed. */
function installed(worker: ServiceWorker | null): Promise<ServiceWorker | null> {
  if (!worker) return Promise.resolve(null)
  return new Promise(resolve =>
    worker.addEventListener('statechange', () => resolve(worker.state === 'installed' ? worker : null), { once: true }),
  )
}
