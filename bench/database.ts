import { Client } from 'pg'
import { startPostgres } from '#server/lib/postgres/embedded.ts'
import { hold } from './holding.ts'

/**
 * The PostgreSQL that comes with tend, in a folder; without the care for power cuts, which only those who write would
 * notice.
 */
export async function startDatabases(folder: string): Promise<{ url: string } & AsyncDisposable> {
  const { url, stop } = await startPostgres({ dataDir: folder, log: () => {}, durable: false })
  return { url, ...hold(stop) }
}

/** A new, empty database beside the others; its address. */
export async function createDatabase(url: string, name: string): Promise<string> {
  await onDatabase(url, client => client.query(`create database ${client.escapeIdentifier(name)}`))
  const own = new URL(url)
  own.pathname = `/${name}`
  return own.toString()
}

/** The address of the database of this name, which is made where there is none. */
export async function findOrCreateDatabase(url: string, name: string): Promise<string> {
  const { rowCount } = await onDatabase(url, client =>
    client.query('select from pg_database where datname = $1', [name]),
  )
  if (!rowCount) return createDatabase(url, name)
  const own = new URL(url)
  own.pathname = `/${name}`
  return own.toString()
}

/** Works on a database as its owner, whom row-level security does not bind. */
export async function onDatabase<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
