/** Sealing rows: AES-GCM under the person's key, each bound to its table and its row, so that none can be put in another's place. */

/** What indexes need stays open; the rest of a row is in `sealed`, and the bytes of a photo by themselves in `sealed_bytes`. */
export type SealedRow = Record<string, unknown> & { sealed: ArrayBuffer; sealed_bytes?: ArrayBuffer }
export type Row = Record<string, unknown>

const nonceLength = 12

export const isSealed = (row: Row): row is SealedRow => row.sealed instanceof ArrayBuffer

/** Seals a row; the fields named in `open` stay as they are. `name` tells it from all others. */
export async function sealRow(key: CryptoKey, name: string, open: ReadonlySet<string>, row: Row): Promise<SealedRow> {
  const { bytes, ...rest } = row
  const fields = Object.entries(rest)
  const hidden = Object.fromEntries(fields.filter(([field]) => !open.has(field)))
  const content = bytes instanceof ArrayBuffer ? hidden : { ...hidden, ...(bytes !== undefined && { bytes }) }
  const [sealed, sealed_bytes] = await Promise.all([
    encrypt(key, name, new TextEncoder().encode(JSON.stringify(content))),
    bytes instanceof ArrayBuffer ? encrypt(key, `${name} bytes`, bytes) : undefined,
  ])
  const visible = Object.fromEntries(fields.filter(([field]) => open.has(field)))
  return { ...visible, sealed, ...(sealed_bytes && { sealed_bytes }) }
}

/** Opens a row again. Throws where the key is another, or the row was changed. */
export async function openRow(key: CryptoKey, name: string, row: SealedRow): Promise<Row> {
  const { sealed, sealed_bytes, ...visible } = row
  const [content, bytes] = await Promise.all([
    decrypt(key, name, sealed),
    sealed_bytes && decrypt(key, `${name} bytes`, sealed_bytes),
  ])
  const hidden: Row = JSON.parse(new TextDecoder().decode(content))
  return { ...visible, ...hidden, ...(bytes && { bytes }) }
}

async function encrypt(key: CryptoKey, name: string, content: BufferSource): Promise<ArrayBuffer> {
  const iv = crypto.getRandomValues(new Uint8Array(nonceLength))
  const hidden = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: named(name) }, key, content)
  const whole = new Uint8Array(nonceLength + hidden.byteLength)
  whole.set(iv)
  whole.set(new Uint8Array(hidden), nonceLength)
  return whole.buffer
}

const decrypt = (key: CryptoKey, name: string, whole: ArrayBuffer): Promise<ArrayBuffer> =>
  crypto.subtle.decrypt(
    { name: 'AES-GCM', iv: whole.slice(0, nonceLength), additionalData: named(name) },
    key,
    whole.slice(nonceLength),
  )

const named = (name: string) => new TextEncoder().encode(name)

/** A text sealed for where only texts can be kept, bound to its name. */
export const sealText = async (key: CryptoKey, name: string, text: string): Promise<string> => {
  const sealed = new Uint8Array(await encrypt(key, name, new TextEncoder().encode(text)))
  return btoa(Array.from(sealed, byte => String.fromCharCode(byte)).join(''))
}

/** The text again. Throws where the key is another, or it was changed. */
export const openText = async (key: CryptoKey, name: string, sealed: string): Promise<string> =>
  new TextDecoder().decode(
    await decrypt(key, name, Uint8Array.from(atob(sealed), letter => letter.charCodeAt(0)).buffer),
  )
