/**
 * What an inspector has opened, on their device for as long as the pass lives. It is encrypted under the secret of the
 * pass's address and its PIN, so that the device alone tells nothing; what has ended is dropped.
 */

/** Answers and photos of one pass on a device; of more, the oldest go. */
const maxKept = 500

const prefix = 'pass-'
const ivLength = 12

export type KeptPass = {
  /** What was kept under a name, or null. */
  read(name: string): Promise<Uint8Array<ArrayBuffer> | null>
  write(name: string, content: Uint8Array<ArrayBuffer>): Promise<void>
}

/** The copies of a pass: `endsAt` where it is known, else those that are here. Null where there are none. */
export async function keptPass(
  { id, token, pin }: { id: string; token: string; pin: string | null },
  endsAt?: string,
): Promise<KeptPass | null> {
  const name = endsAt ? `${prefix}${id}-${Date.parse(endsAt)}` : await nameOfKept(id)
  if (!name) return null
  const secret = new TextEncoder().encode(JSON.stringify([id, token, pin]))
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey', 'deriveBits'])
  const from = (info: string) => ({
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(),
    info: new TextEncoder().encode(info),
  })
  const key = await crypto.subtle.deriveKey(from('content'), material, { name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  // Names are hidden too: they say what was searched for.
  const hidden = async (what: string) => {
    const bits = await crypto.subtle.deriveBits(from(`name ${what}`), material, 128)
    return `/kept-pass/${Array.from(new Uint8Array(bits), byte => byte.toString(16).padStart(2, '0')).join('')}`
  }
  return {
    async read(what) {
      const found = await (await caches.open(name)).match(await hidden(what))
      if (!found) return null
      const sealed = new Uint8Array(await found.arrayBuffer())
      const iv = sealed.slice(0, ivLength)
      const content = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, sealed.slice(ivLength))
      return new Uint8Array(content)
    },
    async write(what, content) {
      const iv = crypto.getRandomValues(new Uint8Array(ivLength))
      const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, content)
      const cache = await caches.open(name)
      await cache.put(await hidden(what), new Response(new Blob([iv, sealed])))
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
