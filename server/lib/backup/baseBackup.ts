/** Copies the data folder of the PostgreSQL that comes with tend while it runs: what its log is applied to later. */
import { Readable } from 'node:stream'
import { Client } from 'pg'
import type { Storage } from '../files/storage.ts'
import { locate } from '../postgres/place.ts'
import { writePart } from './backUp.ts'
import { type BackupSecrets, encryptionOf } from './encryption.ts'
import { type Base, baseContentOf, baseOf, platform } from './log.ts'
import { slotPattern } from './shipping.ts'
import { entriesBelow, pack } from './tar.ts'

/** What a server makes again at its start, or what belongs to one that runs, as PostgreSQL's own program leaves out. */
const passingFiles =
  /(^|\/)(postmaster\.(pid|opts)|pg_internal\.init|pgsql_tmp[^/]*|backup_label|tablespace_map|standby\.signal)$/
const passingFolders =
  /^cluster\/pg_(wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\/.+|^(socket|server\.log)/

type Source = {
  ownerUrl: string
  dataDir: string
  target: Storage
  secrets: BackupSecrets
  /** The snapshot beside which it goes. */
  name: string
}

/** Copies it, unless its log is not kept: false then. */
export async function backUpBase({ ownerUrl, dataDir, target, secrets, name }: Source): Promise<boolean> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'tend base backup' })
  await client.connect()
  try {
    const slots = await client.query<{ archive: string }>(
      `select substr(slot_name, 6) as archive from pg_replication_slots where slot_name ~ $1 and wal_status <> 'lost'`,
      [slotPattern],
    )
    const archive = slots.rows[0]?.archive
    if (!archive) return false
    const begun = new Date().toISOString()
    const encryption = await encryptionOf(target, secrets)
    await client.query("select pg_backup_start('tend', true)")
    const isLeftOut = (path: string) => passingFiles.test(path) || passingFolders.test(path)
    const content = Readable.from(pack(entriesBelow(locate(dataDir).home, '', isLeftOut)))
    const part = await writePart(target, baseContentOf(name), content, encryption)
    const { rows } = await client.query<{ to: string; label: string; now: Date; version: string; size: string }>(
      `select lsn::text as to, labelfile as label, clock_timestamp() as now,
         current_setting('server_version') as version,
         (select setting from pg_settings where name = 'wal_segment_size') as size
       from pg_backup_stop(false)`,
    )
    const [stopped] = rows
    const start = /^START WAL LOCATION: (\S+)/m.exec(stopped?.label ?? '')?.[1]
    if (!stopped || !start) throw new Error('PostgreSQL does not say where its log begins.')
    const base: Base = {
      ...{ format: 1, archive, begun_at: begun, whole_at: stopped.now.toISOString() },
      ...{ from: start, to: stopped.to, segment_size: Number(stopped.size), label: stopped.label },
      ...{ postgres: stopped.version, platform, bytes: part.bytes, sha256: part.sha256 },
      ...(part.key && { key: part.key }),
    }
    await target.write(baseOf(name), Buffer.from(JSON.stringify(base, null, 1)))
    return true
  } finally {
    await client.end()
  }
}
