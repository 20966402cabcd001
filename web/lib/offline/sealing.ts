/**
 * Seals what is written to a person's database and opens what is read from it, below everything that uses the database. Fields of
 * indexes stay open: uuids, ids, states and times. Where there is no key, rows are kept and read as they are.
 *
 * Encryption takes a moment in which a transaction would end for want of requests, so one is asked for after the other until it is
 * done (`hold`). Dexie's own `waitFor` hangs when two waits of one transaction end in another order than they began.
 */
import { type DBCore, type DBCoreTable, Dexie, type Middleware, type PromiseExtended } from 'dexie'
import { isSealed, openRow, type Row, sealRow } from './seal.ts'

type Transaction = { trans: unknown }

/** `keyNow` gives the key of the person whose database it is. */
export const sealing = (keyNow: () => CryptoKey | null): Middleware<DBCore> => ({
  stack: 'dbcore',
  name: 'sealing',
  create: core => ({ ...core, table: name => sealedTable(core.table(name), keyNow) }),
})

function sealedTable(table: DBCoreTable, keyNow: () => CryptoKey | null): DBCoreTable {
  const { primaryKey, indexes } = table.schema
  const open = new Set([primaryKey, ...indexes].flatMap(({ keyPath }) => keyPath ?? []))
  const nameOf = (row: Row) => JSON.stringify([table.name, primaryKey.extractKey?.(row)])
  /** Rows as they were opened last, by name: lists are read again after each change, and few of their rows are others then. */
  const opened = new Map<string, { sealed: string; row: Row }>()

  async function openOne(row: Row | undefined): Promise<Row | undefined> {
    if (!row || !isSealed(row)) return row
    const key = keyNow()
    if (!key) throw new Error('There is no key for what is kept here')
    const name = nameOf(row)
    const sealed = new Uint8Array(row.sealed, 0, 12).join()
    const before = opened.get(name)
    if (before?.sealed === sealed && !row.sealed_bytes) return { ...before.row }
    const found = await openRow(key, name, row)
    if (!row.sealed_bytes) opened.set(name, { sealed, row: found })
    return { ...found }
  }
  const openAll = (request: Transaction, rows: (Row | undefined)[]) =>
    rows.some(row => row && isSealed(row))
      ? hold(request, table.name, () => Promise.all(rows.map(openOne)))
      : Dexie.Promise.resolve(rows)

  return {
    ...table,
    mutate(request) {
      const key = keyNow()
      if (!key || (request.type !== 'add' && request.type !== 'put')) return table.mutate(request)
      const { type, trans, keys, wantResults, values } = request
      const sealed = () => Promise.all(values.map((row: Row) => sealRow(key, nameOf(row), open, row)))
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

/** Does work that is no work of the database, while the transaction waits. */
function hold<T>({ trans }: Transaction, table: string, work: () => Promise<T>): PromiseExtended<T> {
  return new Dexie.Promise((resolve, reject) => {
    let end: (() => void) | undefined
    Dexie.ignoreTransaction(work).then(
      result => {
        end = () => resolve(result)
      },
      error => {
        end = () => reject(error)
      },
    )
    const wait = () => {
      if (end) return end()
      try {
        const request = (trans as IDBTransaction).objectStore(table).get(Number.NEGATIVE_INFINITY)
        request.onsuccess = wait
        request.onerror = () => reject(request.error)
      } catch (error) {
        reject(error)
      }
    }
    wait()
  }) as PromiseExtended<T>
}
