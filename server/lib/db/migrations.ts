/**
 * Runs migrations: files of plain SQL in the order of their names, which begin with the time of writing; the first is
 * the baseline. A database knows them by the hash of their text, so one that lands late still runs
 * (docs/decisions/0018).
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Client } from 'pg'

/** `name` is the file's, without its ending. */
export type Migration = { name: string; hash: string; statements: string[] }

export const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url))

/** What drizzle-kit writes between two statements. */
export const betweenStatements = '--> statement-breakpoint'

/** All migrations of this version, first to last. */
export function readMigrations(folder = migrationsFolder): Migration[] {
  return readdirSync(folder)
    .filter(file => file.endsWith('.sql'))
    .sort()
    .map(file => {
      // A checkout may have turned the ends of lines; the migration is the same.
      const text = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n')
      return {
        name: file.slice(0, -'.sql'.length),
        hash: createHash('sha256').update(text).digest('hex'),
        statements: text.split(betweenStatements),
      }
    })
}

/**
 * Refuses a database that ran the migrations of before the baseline, from which there is no way to this schema.
 * @throws Error that says what to do, before anything is changed
 */
export async function requireBaseline(client: Client, migrations: Migration[]): Promise<void> {
  const done = await hashesRun(client)
  const [baseline] = migrations
  if (done.size === 0 || (baseline && done.has(baseline.hash))) return
  throw new Error(
    'This database was made by a version of tend from before its first release and cannot be upgraded. ' +
      'Start with an empty data folder or database, or go on with the version that made it.',
  )
}

/** Runs those that this database has not run yet: all of them or, when one fails, none. */
export async function runMigrations(client: Client, migrations: Migration[]): Promise<void> {
  const done = await hashesRun(client)
  const missing = migrations.filter(({ hash }) => !done.has(hash))
  if (missing.length === 0) return
  await client.query('begin')
  try {
    for (const { name, hash, statements } of missing) {
      for (const statement of statements) await client.query(statement).catch(error => fail(name, error))
      await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
        hash,
        Date.now(),
      ])
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** The hashes of the migrations that this database has run. */
async function hashesRun(client: Client): Promise<Set<string>> {
  await client.query('create schema if not exists drizzle')
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, ' +
      'created_at bigint)',
  )
  const { rows } = await client.query<{ hash: string }>('select hash from drizzle.__drizzle_migrations')
  return new Set(rows.map(({ hash }) => hash))
}

function fail(name: string, cause: Error): never {
  throw new Error(`The migration ${name} failed: ${cause.message}`, { cause })
}
