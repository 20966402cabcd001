/**
 * A backup of a million submissions and a hundred thousand files while somebody writes, beside the bare COPY of the
 * same tables and a plain copy of the same files.
 */
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { to as copyTo } from 'pg-copy-streams'
import type { BackupAnswer, BackupRequest } from '#server/lib/backup/backupProcess.ts'
import { startWorkerProcess } from '#server/lib/concurrency/workerProcess.ts'
import { createDatabase, onDatabase, startDatabases } from './database.ts'
import { temporaryFolder } from './folder.ts'
import { startTend } from './processes.ts'
import { childrenOf, megabytesOf } from './resources.ts'
import type { Row } from './row.ts'
import { fillCompanies, settle, signIn } from './rows/companies.ts'
import { percentile } from './statistics.ts'

const submissions = 1_000_000
const storedFiles = 100_000
/** A photo as a phone sends it after it was made smaller is larger; a preview has about this. */
const bytesPerFile = 20_000
const filesPerFolder = 1_000
/** How long it is written before the backup, to compare with. */
const calmMs = 20_000

export async function measure(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  await using databases = await startDatabases(folder.path)
  const url = await createDatabase(databases.url, 'backed_up')
  const data = join(folder.path, 'data')
  await using tend = await startTend(data, { DATABASE_URL: url })
  const token = await onDatabase(url, async client => {
    await fillCompanies(client, { first: 1, last: 1, submissions })
    await client.query(`select setval(pg_get_serial_sequence('locations', 'id'), 100)`)
    await client.query(
      `insert into files (company_id, uuid, user_id, path, name, content_type, size, sha256, owned_by)
       select 1, uuidv7(), 1, '1/' || n / $2 || '/' || n || '.jpg', 'photo.jpg', 'image/jpeg', $3::int, n::text, 'photo'
       from generate_series(0, $1::int - 1) n`,
      [storedFiles, filesPerFolder, bytesPerFile],
    )
    await settle(client)
    return signIn(client, 1)
  })
  const files = join(data, 'files')
  await writeFiles(files)

  const place = `${tend.address}/api/location`
  const calm = writing(place, token)
  await new Promise(resolve => setTimeout(resolve, calmMs))
  const before = await calm.stop()

  const busy = writing(place, token)
  const target = join(folder.path, 'backups')
  const backup = await timedBackup({ ownerUrl: url, files, folder: target })
  const during = await busy.stop()

  const bare = await milliseconds(async () => {
    await copyTables(url, join(folder.path, 'bare'))
    await cp(files, join(folder.path, 'copied'), { recursive: true })
  })
  const again = await timedBackup({ ownerUrl: url, files, folder: target })
  const bareTables = await milliseconds(() => copyTables(url, join(folder.path, 'bare again')))
  return [
    {
      what: 'backup of 1,000,000 submissions and 100,000 files',
      unit: 'ms',
      measured: backup.ms,
      baseline: { what: 'COPY of the same tables and a copy of the same files', value: bare },
      budget: { on: 'ratio', atMost: 1.5 },
    },
    {
      what: 'the next backup, which has the files already',
      unit: 'ms',
      measured: again.ms,
      baseline: { what: 'COPY of the same tables', value: bareTables },
    },
    {
      what: 'the same: memory of the backup',
      unit: 'MB',
      measured: Math.max(backup.megabytes, again.megabytes),
      baseline: { what: 'the limit', value: 150 },
      budget: { on: 'measured', atMost: 150 },
    },
    {
      what: 'a write of somebody else meanwhile, 95th percentile',
      unit: 'ms',
      measured: percentile(during, 0.95),
      baseline: { what: 'the same without a backup', value: percentile(before, 0.95) },
      budget: { on: 'ratio', atMost: 2 },
    },
  ]
}

/** Content that cannot be compressed, as that of photos. */
async function writeFiles(files: string): Promise<void> {
  const noise = randomBytes(bytesPerFile + storedFiles)
  for (let at = 0; at < storedFiles; at += filesPerFolder) {
    const folder = join(files, '1', String(at / filesPerFolder))
    await mkdir(folder, { recursive: true })
    await Promise.all(
      Array.from({ length: filesPerFolder }, (_, n) =>
        writeFile(join(folder, `${at + n}.jpg`), noise.subarray(at + n, at + n + bytesPerFile)),
      ),
    )
  }
}

/** Writes a location every 20 ms until it is stopped, and returns how many milliseconds each took. */
function writing(url: string, token: string): { stop(): Promise<number[]> } {
  const times: number[] = []
  let goesOn = true
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'Barn', type: 'barn' })
  const done = (async () => {
    while (goesOn) {
      const begun = performance.now()
      const answer = await fetch(url, { method: 'POST', headers, body })
      if (answer.status !== 201) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
      await answer.arrayBuffer()
      times.push(performance.now() - begun)
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  })()
  return {
    stop: async () => {
      goesOn = false
      await done
      return times
    },
  }
}

/** A backup by the process that a running tend starts for it, and the most memory that this process had. */
async function timedBackup(asked: Pick<BackupRequest, 'ownerUrl' | 'files' | 'folder'>) {
  const others = new Set(childrenOf(process.pid))
  const file = new URL('../server/lib/backup/backupProcess.ts', import.meta.url)
  const child = startWorkerProcess<BackupRequest, BackupAnswer>(file)
  const sizes: number[] = []
  const watch = setInterval(() => {
    sizes.push(megabytesOf(childrenOf(process.pid).filter(pid => !others.has(pid))) ?? 0)
  }, 250)
  try {
    const beside = { s3: undefined, version: '0.0.0', sealingSecret: undefined, secrets: {}, continuous: null }
    const ms = await milliseconds(async () => {
      const answer = await child.ask({ ...asked, ...beside }, 3600_000)
      if ('failure' in answer) throw new Error(answer.failure)
    })
    return { ms, megabytes: Math.max(...sizes) }
  } finally {
    clearInterval(watch)
    await child.stop()
  }
}

/** Each table as PostgreSQL hands it out, one after the other, into files. */
const copyTables = (url: string, folder: string) =>
  onDatabase(url, async client => {
    await mkdir(folder)
    const { rows } = await client.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' order by 1",
    )
    for (const { name } of rows)
      await pipeline(
        client.query(copyTo(`copy ${client.escapeIdentifier(name)} to stdout`)),
        createWriteStream(join(folder, name)),
      )
  })

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}
