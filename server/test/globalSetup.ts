/**
 * One PostgreSQL for the whole run, with a migrated template database that every worker clones. TEST_DATABASE_URL names
 * another server for the run (its user must be allowed to create databases and roles); without it tend's own starter is
 * used.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../lib/db/migrate.ts'
import { prepareJobs } from '../lib/jobs/jobs.ts'
import { startPostgres } from '../lib/postgres/embedded.ts'
import { isolation, jobs } from '../registry.ts'

declare module 'vitest' {
  interface ProvidedContext {
    templateUrl: string
  }
}

export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'tend-test-'))
  // PostgreSQL runs as another user when the tests run as root, and must be able to reach its folder.
  await chmod(folder, 0o755)
  const outside = process.env.TEST_DATABASE_URL
  const postgres = outside ? null : await startPostgres({ dataDir: folder, log: () => {}, durable: false })
  const templateUrl = withDatabaseName(outside ?? postgres?.url ?? '', `tend_template_${process.pid}`)
  await onServer(templateUrl, client => client.query(`create database ${nameOf(templateUrl)}`))
  await migrate(templateUrl, { isolation, prepare: () => prepareJobs(templateUrl, jobs) })
  // Most tests of plans are about an operator who sells.
  await onDatabase(templateUrl, client => client.query('update plan_settings set is_selling = true'))
  project.provide('templateUrl', templateUrl)
  return async () => {
    await onServer(templateUrl, dropClones)
    await postgres?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The template and what the workers made of it. */
async function dropClones(client: Client): Promise<void> {
  const pattern = `tend\\_template\\_${process.pid}%`
  const { rows } = await client.query<{ datname: string }>('select datname from pg_database where datname like $1', [
    pattern,
  ])
  for (const { datname } of rows) await client.query(`drop database ${client.escapeIdentifier(datname)} with (force)`)
}

const nameOf = (url: string) => new URL(url).pathname.slice(1)

function withDatabaseName(url: string, name: string): string {
  const renamed = new URL(url)
  renamed.pathname = `/${name}`
  return renamed.toString()
}

/** A statement that no database of the tests may be connected for. */
const onServer = (url: string, work: (client: Client) => Promise<unknown>): Promise<void> =>
  onDatabase(withDatabaseName(url, 'postgres'), work)

async function onDatabase(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
