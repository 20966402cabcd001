/**
 * Seals what is written to a person's database and opens what is read from it, below everything that uses the database. Fields of
 * indexes stay open: uuids, ids, states and times. Where there is no key, rows are kept and read as they are.
 *
 * Encryption takes a moment in which a transaction would end for want of requests, so one is asked for after the other until it is
 * done (`hold`). Dexie's own `waitFor` hangs when two waits of one transaction end in another order than they began. Rows that this tab
 * sealed or opened before are known by all their bytes and need neither, which is most of what is read while somebody types.
 */

import { type DBCore, type DBCoreTable, Dexie, type Middleware, type PromiseExtended } from 'dexie'
import { LruMap } from '#shared/lib/LruMap.ts'
import { newKey } from '../../attemptKey.ts'
import { sameBytes } from '../hash.ts'
import { isSealed, openRow, type Row, type SealedRow, sealRow } from './seal.ts'

/** What is kept here is sealed, and the key is not here: the browser dropped it, or the person is signed out. */
export class NoKey extends Error {
  constructor() {
    super('There is no key for what is kept here')
    this.name = 'NoKey'
  }
}

type Transaction = { trans: object }

/** Says which tables hold rows that were kept openly, for `sealPlainRows`; the mark is another one after each such row. */
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

export const sealing = ({ keyNow, isMarked }: Options): Middleware<DBCore> => ({
  stack: 'dbcore',
  name: 'sealing',
  create: core => {
    // Not there yet while an earlier version is brought to this one.
    const isThere = core.schema.tables.some(({ name }) => name === plainTable)
    const marks = isMarked && isThere ? core.table(plainTable) : undefined
    return {
      ...core,
      table: name => (name === plainTable ? core.table(name) : sealedTable(core.table(name), keyNow, marks)),
      // What is kept openly is marked by the same transaction: none of the two is there without the other, whatever ends the browser.
      transaction: (names, mode, options) =>
        core.transaction(
          marks && mode === 'readwrite' && !keyNow() ? [...new Set([...names, plainTable])] : names,
          mode,
          options,
        ),
    }
  },
})

function sealedTable(table: DBCoreTable, keyNow: () => CryptoKey | null, marks: DBCoreTable | undefined): DBCoreTable {
  const { primaryKey, indexes } = table.schema
  const open = new Set([primaryKey, ...indexes].flatMap(({ keyPath }) => keyPath ?? []))
  const nameOf = (row: Row) => JSON.stringify([table.name, primaryKey.extractKey?.(row)])
  /** Rows as they were sealed or opened last, by name, `maxKnown` of them; not those with the bytes of a photo. */
  const known = new LruMap<string, { key: CryptoKey; sealed: ArrayBuffer; row: Row }>(maxKnown)

  function recall(row: SealedRow): Row | undefined {
    const before = known.get(nameOf(row))
    return before && before.key === keyNow() && sameBytes(before.sealed, row.sealed) ? { ...before.row } : undefined
  }
  function note(key: CryptoKey, { sealed, sealed_bytes, ...visible }: SealedRow, row: Row): void {
    if (sealed_bytes) return
    known.set(nameOf(visible), { key, sealed, row })
  }
  async function sealOne(key: CryptoKey, row: Row): Promise<SealedRow> {
    const sealed = await sealRow(key, nameOf(row), open, row)
    note(key, sealed, JSON.parse(JSON.stringify(row)))
    return sealed
  }
  async function openOne(row: Row | undefined): Promise<Row | undefined> {
    if (!row || !isSealed(row)) return row
    const key = keyNow()
    if (!key) throw new NoKey()
    const found = recall(row) ?? (await openRow(key, nameOf(row), row))
    note(key, row, found)
    return { ...found }
  }
  const isAtHand = (row: Row | undefined) => !row || !isSealed(row) || recall(row) !== undefined
  const openAll = (request: Transaction, rows: (Row | undefined)[]) =>
    rows.every(isAtHand)
      ? Dexie.Promise.resolve(rows.map(row => (row && isSealed(row) ? recall(row) : row)))
      : hold(request, table.name, () => Promise.all(rows.map(openOne)))

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
      const sealed = () => Promise.all(values.map((row: Row) => sealOne(key, row)))
      return hold(request, table.name, sealed).then(rows =>
        table.mutate({ type, trans, values: rows, ...(keys && { keys }), ...(wantResults && { wantResults }) }),
      )
    },
    get: request =>
      Dexie.Promise.resolve(table.get(request)).then(row => openAll(request, [row]).then(([found]) => found)),
    getMany: request => Dexie.Promise.resolve(table.getMany(request)).then(rows => openAll(request, rows)),
    query: request =>
      Dexie.Promise.resolve(table.query(request)).then(answer =>
        request.values === false ? answer : openAll(request, answer.result).then(result => ({ ...answer, result })),
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

/** Does work that is no work of the database, while the transaction waits. */
function hold<T>({ trans }: Transaction, table: string, work: () => Promise<T>): PromiseExtended<T> {
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
