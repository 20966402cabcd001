/**
 * A cache on the device whose content and names are encrypted under the secret of a pass's address and its PIN, so that
 * the device alone tells nothing.
 */

const ivLength = 12

export type Secret = { id: string; token: string; pin: string | null }
type Bytes = Uint8Array<ArrayBuffer>

export type SealedCache = {
  /** What was kept under a name, or null. Throws where it was kept under another PIN. */
  read(name: string): Promise<Bytes | null>
  write(name: string, content: Bytes): Promise<void>
  remove(name: string): Promise<void>
  /** Everything of a group: names that begin with `group/`. */
  all(group: string): Promise<Bytes[]>
}

/** The cache of this name, for those who have the address and the PIN. Throws where the browser has no such cache. */
export async function sealedCache(name: string, { id, token, pin }: Secret): Promise<SealedCache> {
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
    const [group] = what.includes('/') ? what.split('/') : []
    return `${pathOf(group)}${Array.from(new Uint8Array(bits), byte => byte.toString(16).padStart(2, '0')).join('')}`
  }
  const open = async (found: Response): Promise<Bytes> => {
    const sealed = new Uint8Array(await found.arrayBuffer())
    const iv = sealed.slice(0, ivLength)
    return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, sealed.slice(ivLength)))
  }
  return {
    async read(what) {
      const found = await (await caches.open(name)).match(await hidden(what))
      return found ? open(found) : null
    },
    async write(what, content) {
      const iv = crypto.getRandomValues(new Uint8Array(ivLength))
      const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, content)
      await (await caches.open(name)).put(await hidden(what), new Response(new Blob([iv, sealed])))
    },
    async remove(what) {
      await (await caches.open(name)).delete(await hidden(what))
    },
    async all(group) {
      const cache = await caches.open(name)
      const found = await Promise.all((await keysOf(cache, group)).map(request => cache.match(request)))
      return Promise.all(found.flatMap(response => response ?? []).map(open))
    },
  }
}

const pathOf = (group?: string) => `/kept-pass/${group ? `${group}/` : ''}`

/** The entries of a group, which are counted without reading them. */
export async function keysOf(cache: Cache, group: string): Promise<readonly Request[]> {
  const keys = await cache.keys()
  return keys.filter(({ url }) => new URL(url).pathname.startsWith(pathOf(group)))
}
