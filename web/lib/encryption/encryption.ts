/**
 * Encrypts the rows of a person's database and decrypts them again, but for indexed fields: uuids, ids, states and
 * times. Without a key, rows are written and read as they are.
 */
import { type DBCore, type DBCoreTable, Dexie, type Middleware, type PromiseExtended } from 'dexie'
import { LruMap } from '#shared/lib/LruMap.ts'
import { newKey } from '../attemptKey.ts'
import { sameBytes } from '../hash.ts'
import { findKey } from './deviceKey.ts'

/** The stored rows are encrypted and the key is not here: the browser dropped it, or the person is signed out. */
export class MissingKeyError extends Error {
  constructor() {
    super('There is no key for what is kept here')
    this.name = 'MissingKeyError'
  }
}

type Transaction = { trans: object }

/**
 * Says which tables hold rows that were kept openly, for `encryptExistingRows`; the mark is another one after each such
 * row.
 */
export const plainTable = 'plain'
/** Where nobody knows which tables do. */
export const everyTable = '*'
export type PlainMark = { table: string; mark: string }
export const plainMark = (table: string): PlainMark => ({ table, mark: newKey() })

/** Rows of a table that are remembered by their bytes; the oldest are opened again. */
export const maxKnown = 2_000

type Options = {
  /** The key of the person whose database it is. */
  keyNow: () => CryptoKey | null
  /** Whether rows that are kept openly are to be sealed once there is a key. */
  isMarked: boolean
}

export const encryption = ({ keyNow, isMarked }: Options): Middleware<DBCore> => ({
  stack: 'dbcore',
  name: 'sealing',
  create: core => {
    // Not there yet while an earlier version is brought to this one.
    const isThere = core.schema.tables.some(({ name }) => name === plainTable)
    const marks = isMarked && isThere ? core.table(plainTable) : undefined
    return {
      ...core,
      table: name => (name === plainTable ? core.table(name) : encryptedTable(core.table(name), keyNow, marks)),
      // Unencrypted rows are marked by the same transaction: neither is there without the other, also after a crash.
      transaction: (names, mode, options) =>
        core.transaction(
          marks && mode === 'readwrite' && !keyNow() ? [...new Set([...names, plainTable])] : names,
          mode,
          options,
        ),
    }
  },
})

function encryptedTable(
  table: DBCoreTable,
  keyNow: () => CryptoKey | null,
  marks: DBCoreTable | undefined,
): DBCoreTable {
  const { primaryKey, indexes } = table.schema
  const open = new Set([primaryKey, ...indexes].flatMap(({ keyPath }) => keyPath ?? []))
  const nameOf = (row: Row) => JSON.stringify([table.name, primaryKey.extractKey?.(row)])
  /** Rows as they were sealed or opened last, by name, `maxKnown` of them; not those with the bytes of a photo. */
  const known = new LruMap<string, { key: CryptoKey; sealed: ArrayBuffer; row: Row }>(maxKnown)

  function recall(row: EncryptedRow): Row | undefined {
    const before = known.get(nameOf(row))
    return before && before.key === keyNow() && sameBytes(before.sealed, row.sealed) ? { ...before.row } : undefined
  }
  function note(key: CryptoKey, { sealed, sealed_bytes, ...visible }: EncryptedRow, row: Row): void {
    if (sealed_bytes) return
    known.set(nameOf(visible), { key, sealed, row })
  }
  async function encryptOne(key: CryptoKey, row: Row): Promise<EncryptedRow> {
    const sealed = await encryptRow(key, nameOf(row), open, row)
    note(key, sealed, JSON.parse(JSON.stringify(row)))
    return sealed
  }
  async function decryptOne(row: Row | undefined): Promise<Row | undefined> {
    if (!row || !isEncrypted(row)) return row
    const key = keyNow()
    if (!key) throw new MissingKeyError()
    const found = recall(row) ?? (await decryptRow(key, nameOf(row), row))
    note(key, row, found)
    return { ...found }
  }
  const isKnown = (row: Row | undefined) => !row || !isEncrypted(row) || recall(row) !== undefined
  const decryptAll = (request: Transaction, rows: (Row | undefined)[]) =>
    rows.every(isKnown)
      ? Dexie.Promise.resolve(rows.map(row => (row && isEncrypted(row) ? recall(row) : row)))
      : keepAlive(request, table.name, () => Promise.all(rows.map(decryptOne)))

  return {
    ...table,
    mutate(request) {
      const key = keyNow()
      if (request.type !== 'add' && request.type !== 'put') return table.mutate(request)
      if (!key) {
        const marked = marks?.mutate({ type: 'put', trans: request.trans, values: [plainMark(table.name)] })
        return Dexie.Promise.all([table.mutate(request), marked]).then(([answer]) => answer)
      }
      const { type, trans, keys, wantResults, values } = request
      const sealed = () => Promise.all(values.map((row: Row) => encryptOne(key, row)))
      return keepAlive(request, table.name, sealed).then(rows =>
        table.mutate({ type, trans, values: rows, ...(keys && { keys }), ...(wantResults && { wantResults }) }),
      )
    },
    get: request =>
      Dexie.Promise.resolve(table.get(request)).then(row => decryptAll(request, [row]).then(([found]) => found)),
    getMany: request => Dexie.Promise.resolve(table.getMany(request)).then(rows => decryptAll(request, rows)),
    query: request =>
      Dexie.Promise.resolve(table.query(request)).then(answer =>
        request.values === false ? answer : decryptAll(request, answer.result).then(result => ({ ...answer, result })),
      ),
    openCursor(request) {
      if (request.values) throw new Error('Sealed rows cannot be read one at a time: ask for all of a range')
      return table.openCursor(request)
    },
  }
}

type Work = { end?: () => void; fail: (error: unknown) => void }
/** What each transaction waits for: one request after the other serves all of it. */
const held = new WeakMap<object, Set<Work>>()

/**
 * Does other work while a transaction stays open by one request after the other. Dexie's own `waitFor` hangs when two
 * waits of one transaction end in another order than they began.
 */
function keepAlive<T>({ trans }: Transaction, table: string, work: () => Promise<T>): PromiseExtended<T> {
  return new Dexie.Promise((resolve, reject) => {
    const own: Work = { fail: reject }
    Dexie.ignoreTransaction(work).then(
      result => {
        own.end = () => resolve(result)
      },
      error => {
        own.end = () => reject(error)
      },
    )
    const others = held.get(trans)
    if (others) others.add(own)
    else wait(trans as IDBTransaction, table, new Set([own]))
  }) as PromiseExtended<T>
}

function wait(trans: IDBTransaction, table: string, works: Set<Work>): void {
  held.set(trans, works)
  for (const work of works) {
    if (!work.end) continue
    works.delete(work)
    work.end()
  }
  if (works.size === 0) return void held.delete(trans)
  const fail = (error: unknown) => {
    held.delete(trans)
    for (const work of works) work.fail(error)
  }
  try {
    const request = trans.objectStore(table).get(Number.NEGATIVE_INFINITY)
    request.onsuccess = () => wait(trans, table, works)
    request.onerror = () => fail(request.error)
  } catch (error) {
    fail(error)
  }
}

// Sealing rows: AES-GCM under the person's key, each bound to its table and its row, so that none can be put in
// another's place.

/**
 * What indexes need stays open; the rest of a row is in `encrypted`, and the bytes of a photo by themselves in
 * `sealed_bytes`.
 */
export type EncryptedRow = Record<string, unknown> & { sealed: ArrayBuffer; sealed_bytes?: ArrayBuffer }
export type Row = Record<string, unknown>

const nonceLength = 12

export const isEncrypted = (row: Row): row is EncryptedRow => row.sealed instanceof ArrayBuffer

/** Seals a row; the fields named in `open` stay as they are. `name` tells it from all others. */
export async function encryptRow(
  key: CryptoKey,
  name: string,
  open: ReadonlySet<string>,
  row: Row,
): Promise<EncryptedRow> {
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
export async function decryptRow(key: CryptoKey, name: string, row: EncryptedRow): Promise<Row> {
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
export const encryptText = async (key: CryptoKey, name: string, text: string): Promise<string> => {
  const sealed = new Uint8Array(await encrypt(key, name, new TextEncoder().encode(text)))
  return btoa(Array.from(sealed, byte => String.fromCharCode(byte)).join(''))
}

/** The text again. Throws where the key is another, or it was changed. */
export const decryptText = async (key: CryptoKey, name: string, sealed: string): Promise<string> =>
  new TextDecoder().decode(
    await decrypt(key, name, Uint8Array.from(atob(sealed), letter => letter.charCodeAt(0)).buffer),
  )

// Texts that versions before the one outbox hid in local storage, by a key stream of their own. They are read and
// carried over; nothing is written this way any more (docs/decisions/0021).

/** A hidden text, with what tells its stretch of the key stream. */
export type LegacyText = { nonce: number[]; at: number; hidden: string }

/** The text; undefined where this device has no key. Throws `SignedOutError` after the end of the session. */
export async function decryptLegacyText(
  userId: number,
  { nonce, at, hidden }: LegacyText,
): Promise<string | undefined> {
  const key = await findKey(userId)
  if (!key) return undefined
  const bytes = Uint8Array.from(atob(hidden), letter => letter.charCodeAt(0))
  const iv = Uint8Array.from(nonce)
  const stream = new Uint8Array(
    await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new Uint8Array(at + bytes.length)),
  ).subarray(at)
  return new TextDecoder().decode(bytes.map((byte, index) => byte ^ (stream[index] ?? 0)))
}
