/**
 * One key for all attempts at creating the same thing. It is kept from the first attempt until the server has answered:
 * after a network failure or a 5xx nobody knows whether the row exists, and the same key finds out; after an answer a
 * new wish is a new key.
 */
import { RequestError } from './requestError.ts'

const open = new Map<string, string>()

/** `companyId` is where the person works at the moment: the same words in another company are another wish. */
export function attemptKey(path: string, body: object, companyId: number | null) {
  const wish = `${companyId} ${path} ${JSON.stringify(body)}`
  const key = open.get(wish) ?? newKey()
  open.set(wish, key)
  const answered = () => open.delete(wish)
  return {
    key,
    answered,
    failed(error: unknown) {
      const isKnown = error instanceof RequestError && error.status >= 400 && error.status < 500
      if (isKnown) answered()
    },
  }
}

/** A random UUID also where the browser withholds `randomUUID`: on plain http from another machine. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte, index) => {
    const value = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte
    return value.toString(16).padStart(2, '0')
  }).join('')
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')
}
