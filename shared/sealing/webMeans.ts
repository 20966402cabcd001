/** Checks by WebCrypto, which Node has too. Browsers before Chrome 137, Firefox 129 and Safari 17 lack Ed25519. */
import { bytesOf, fromPem, type Means } from './link.ts'

const algorithm = { name: 'Ed25519' }
const keys = new Map<string, Promise<CryptoKey>>()

export const webMeans: Means = {
  sha256: async content =>
    hex(await crypto.subtle.digest('SHA-256', typeof content === 'string' ? bytesOf(content) : content)),
  verify: async (publicKey, signed, signature) => {
    if (!(await knowsEd25519())) return null
    const key = keys.get(publicKey) ?? crypto.subtle.importKey('spki', fromPem(publicKey), algorithm, false, ['verify'])
    keys.set(publicKey, key)
    return key.then(
      known => crypto.subtle.verify(algorithm, known, signature, signed),
      // An invalid key signed nothing.
      () => false,
    )
  },
}

let known: Promise<boolean> | undefined

/** A valid key, so that a broken one is not taken for a browser without Ed25519. */
export function knowsEd25519(): Promise<boolean> {
  known ??= crypto.subtle.generateKey(algorithm, false, ['sign', 'verify']).then(
    () => true,
    () => false,
  )
  return known
}

export const hex = (bytes: ArrayBuffer | Uint8Array): string =>
  Array.from(new Uint8Array(bytes), byte => byte.toString(16).padStart(2, '0')).join('')
