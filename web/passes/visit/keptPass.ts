/** What an inspector has opened, on their device for as long as the pass lives; what has ended is dropped. */
import { type SealedCache, type Secret, sealedCache } from './sealedCache.ts'

/** Answers and photos of one pass on a device; of more, the oldest go. */
const maxKept = 500

const prefix = 'pass-'

export type KeptPass = Pick<SealedCache, 'read' | 'write'>

/** The copies of a pass: `endsAt` where it is known, else those that are here. Null where there are none. */
export async function keptPass(secret: Secret, endsAt?: string): Promise<KeptPass | null> {
  const name = endsAt ? `${prefix}${secret.id}-${Date.parse(endsAt)}` : await nameOfKept(secret.id)
  if (!name) return null
  const { read, write } = await sealedCache(name, secret)
  return {
    read,
    async write(what, content) {
      await write(what, content)
      const cache = await caches.open(name)
      const keys = await cache.keys()
      for (const old of keys.slice(0, Math.max(0, keys.length - maxKept))) await cache.delete(old)
    },
  }
}

const nameOfKept = async (id: string) => (await caches.keys()).find(name => name.startsWith(`${prefix}${id}-`))

/** Whether copies of the pass are here, with a PIN or without. */
export const hasKept = async (id: string): Promise<boolean> => (await nameOfKept(id)) !== undefined

/** Drops the copies of a pass that opens nothing any more. */
export async function dropKept(id: string): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(`${prefix}${id}-`)) await caches.delete(name)
}

/** Drops the copies of all passes that have ended by this device's clock. */
export async function dropEnded(now = Date.now()): Promise<void> {
  for (const name of await caches.keys()) {
    const [, endsAt] = /^pass-\d+-(\d+)$/.exec(name) ?? []
    if (endsAt !== undefined && Number(endsAt) <= now) await caches.delete(name)
  }
}
