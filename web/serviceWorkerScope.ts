/**
 * The part of the service worker's world that ours uses. TypeScript has it only in a library that replaces the page's,
 * for the whole program.
 */
type Lasting = { waitUntil(work: Promise<unknown>): void }

type Events = {
  install: Lasting
  activate: Lasting
  message: Lasting & { data: unknown }
  push: Lasting & { data: { json(): unknown } | null }
  notificationclick: Lasting & { notification: { data: unknown; close(): void } }
  fetch: { request: Request; respondWith(answer: Promise<Response>): void }
}

/** A page of ours that is open. */
type OpenPage = { focus(): Promise<unknown>; postMessage(message: unknown): void }

export type ServiceWorkerScope = {
  registration: {
    showNotification(title: string, options: NotificationOptions & { timestamp?: number }): Promise<void>
    getNotifications(): Promise<{ close(): void }[]>
    pushManager: PushManager
  }
  location: Location
  addEventListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void
  skipWaiting(): Promise<void>
  clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<OpenPage[]>
    openWindow(address: string): Promise<unknown>
  }
}

/** Many small files in one: their contents by their paths, as JSON. `files` has the hash of each, as `Built.alone`. */
export type Pack = { path: string; integrity: string; files: Record<string, string> }

/**
 * What the build knows: the files of this version with their hashes, in packs or alone, the version's name, the
 * server's own addresses, and where notices are kept.
 */
export type Built = {
  version: string
  packs: Pack[]
  alone: Record<string, string>
  serverPaths: string
  pushes: { cache: string; path: string; most: number }
}
