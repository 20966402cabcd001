import { keptPushes, type PushedNotice } from '#shared/notifications/rules.ts'

/** The notices that came to this device while the app was closed, the latest first. They go with the session. */
export async function keptNotices(): Promise<PushedNotice[]> {
  if (!('caches' in globalThis)) return []
  const cache = await caches.open(keptPushes.cache)
  const kept = await Promise.all((await cache.keys()).map(request => cache.match(request)))
  const notices = await Promise.all(kept.map(async response => (await response?.json()) as PushedNotice | undefined))
  return notices.filter(notice => notice !== undefined).sort((one, other) => other.at.localeCompare(one.at))
}
