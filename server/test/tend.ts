/** The real app on a clone of the template database, one for each test worker. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { inject } from 'vitest'
import { forbidHeavyWorkWhileHolding } from '../lib/concurrency/connectionGuard.ts'
import { readConfig } from '../lib/config/config.ts'
import { type Running, startTend } from '../start.ts'
import { type Recording, recordEvents } from './heard.ts'
import { watchEvaluations } from './watchEvaluations.ts'

export type TestTend = Running & { ownerUrl: string; recording: Recording }

let running: Promise<TestTend> | undefined

/** Starts it at the first call in a worker; the worker's end stops it. */
export function tend(): Promise<TestTend> {
  running ??= start()
  return running
}

/** Lets everything that a test makes be made by another tend, until what this answers is called. */
export function workOn(other: Running, ownerUrl: string): () => Promise<void> {
  const before = running
  const recording = recordEvents(ownerUrl, other.services)
  running = recording.then(made => ({ ...other, ownerUrl, recording: made }))
  return async () => {
    await (await recording).close()
    running = before
  }
}

async function start(): Promise<TestTend> {
  forbidHeavyWorkWhileHolding()
  watchEvaluations()
  const template = inject('templateUrl')
  const url = new URL(template)
  const name = `${url.pathname.slice(1)}_${process.env.VITEST_POOL_ID ?? 0}_${process.pid}`
  url.pathname = '/postgres'
  const client = new Client({ connectionString: url.toString() })
  await client.connect()
  await client.query(`create database ${name} template ${new URL(template).pathname.slice(1)}`)
  await client.end()
  url.pathname = `/${name}`
  const dataDir = await mkdtemp(join(tmpdir(), 'tend-files-'))
  const config = readConfig(
    {
      DATA_DIR: dataDir,
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'error',
      PUSHER_HTTP_API: 'on',
      PUBLIC_FORM_WORK: '4',
      BACKUP_HOUR: 'off',
      BACKUP_DRILL: 'off',
    },
    { demo: false, version: '1.3.9' },
  )
  const tend = await startTend(config, url.toString())
  // Mails are files here, and the settings say that they leave, as they do nearly everywhere.
  Object.assign(config, { smtpUrl: 'smtp://127.0.0.1:1' })
  process.once('beforeExit', () => void rm(dataDir, { recursive: true, force: true }))
  const ownerUrl = url.toString()
  return { ...tend, ownerUrl, recording: await recordEvents(ownerUrl, tend.services) }
}
