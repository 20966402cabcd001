/** The SHA-256 of bytes in hex; null where the browser withholds it: on plain http from another machine. */
export async function sha256(bytes: ArrayBuffer): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, byte => byte.toString(16).padStart(2, '0')).join('')
}

/** Whether two byte sequences are the same. */
export function sameBytes(one: ArrayBuffer, other: ArrayBuffer | null): boolean {
  if (other === null) return false
  const [left, right] = [new Uint8Array(one), new Uint8Array(other)]
  return left.length === right.length && left.every((byte, index) => byte === right[index])
}
