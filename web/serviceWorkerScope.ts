/**
 * The part of the service worker's world that ours uses. TypeScript has it only in a library that replaces the page's, for the whole
 * program.
 */
type Lasting = { waitUntil(work: Promise<unknown>): void }

type Events = {
  install: Lasting
  activate: Lasting
  message: Lasting & { data: unknown }
  fetch: { request: Request; respondWith(answer: Promise<Response>): void }
}

export type ServiceWorkerScope = {
  location: Location
  addEventListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void
  skipWaiting(): Promise<void>
  clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<unknown[]>
  }
}

/** What the build knows: the files of this version with their hashes, the version's name, and the server's own addresses. */
export type Built = { version: string; files: Record<string, string>; serverPaths: string }
