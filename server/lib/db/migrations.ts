/**
 * Migrations are plain SQL, one file each, in the order of their names, which begin with the time they were written at. What a
 * database has run is known by the hash of the file, not by a time: a migration that was written earlier and landed later still runs.
 * The table is the one that drizzle's migrator kept, so databases of every age go on (docs/decisions/0018).
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

/** Runs those that this database has not run yet: all of them or, when one fails, none. */
export async function runMigrations(client: Client, migrations: Migration[]): Promise<void> {
  await client.query('create schema if not exists drizzle')
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  const { rows } = await client.query<{ hash: string }>('select hash from drizzle.__drizzle_migrations')
  const done = new Set(rows.map(({ hash }) => hash))
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

function fail(name: string, cause: Error): never {
  throw new Error(`The migration ${name} failed: ${cause.message}`, { cause })
}
