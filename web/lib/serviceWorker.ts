/** What the page has to do with the service worker that opens the app without a network (`web/serviceWorker.ts`). */

/** The first screen and its data come first; the worker then fetches the rest of the app. */
const delayMs = 2_000

/**
 * Registers the worker for a signed-in person. Browsers have none on plain http from another machine; development needs
 * none.
 */
export function registerServiceWorker(): void {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker
  if (!import.meta.env.PROD || !workers) return
  setTimeout(() => {
    workers
      .register('/service-worker.js', { updateViaCache: 'none' })
      .catch(cause => console.warn('The app will not open without a network', cause))
  }, delayMs)
}
