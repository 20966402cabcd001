// The owner's own connection, kept open as long as tend runs. It holds the lock that makes tend the only one on this
// database, and it ends the moment either side dies: for PostgreSQL that frees the lock even after kill -9, and for
// tend it is the sign that the server is gone.
import { Client, DatabaseError, escapeIdentifier } from 'pg'
import { errorCode, reason, StartError } from './place.ts'
import type { Postmaster } from './postmaster.ts'

/** The owner role, and the database of the same name. */
export const ownerRole = 'tend'

/** 'tend' in ASCII; any number does if it never changes. */
const lockNumber = 0x74656e64

/**
 * Connects to a server as its owner.
 * @returns undefined when it does not take connections at this moment
 * @throws StartError when it refuses this one, for instance because of its password
 */
export async function connectOwner({ host, port }: Postmaster, password: string): Promise<Client | undefined> {
  const client = new Client({
    host,
    port,
    password,
    ssl: false,
    user: ownerRole,
    database: 'postgres',
    application_name: 'tend lock',
    connectionTimeoutMillis: 5000,
  })
  // The end of the connection is told by 'end' as well, and without a listener an 'error' would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => {})
    if (isPassing(error)) return undefined
    throw new StartError(`The database refuses its owner: ${reason(error)}`)
  }
}

/** Whether the server is only away. Of its own answers, classes 53 (too many connections) and 57 (stopping) say so. */
export function isPassing(error: unknown): boolean {
  return !(error instanceof DatabaseError) || /^5[37]/.test(error.code ?? '')
}

/**
 * Takes the lock of this database, waiting a little for the session of a tend that has just ended.
 * @throws StartError when another living tend holds it
 */
export async function holdLock(client: Client, dataFolder: string): Promise<void> {
  try {
    await client.query("SET lock_timeout = '2s'")
    await client.query('SELECT pg_advisory_lock($1)', [lockNumber])
  } catch (error) {
    if (errorCode(error) !== '55P03') throw error
    throw new StartError(`Another tend process is running on the data folder ${dataFolder}. Stop it first.`)
  }
}

/** Makes tend's database if there is none: the first start may have been killed before this. */
export async function ensureDatabase(client: Client): Promise<void> {
  const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [ownerRole])
  if (found.rowCount === 0) await client.query(`CREATE DATABASE ${escapeIdentifier(ownerRole)}`)
}
