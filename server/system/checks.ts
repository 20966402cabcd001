/** The checks of the health page and of `tend doctor`. Each only reads, and says null where it cannot know. */
import { X509Certificate } from 'node:crypto'
import { existsSync } from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { sql } from 'drizzle-orm'
import { type AreaHealth, type Health, judged, maxBackupAgeHours } from '#shared/system/health.ts'
import { keepsLog } from '../lib/backup/archiver.ts'
import { lastShipped } from '../lib/backup/shipping.ts'
import type { Config } from '../lib/config/config.ts'
import { clientOf, type Database } from '../lib/db/pools.ts'
import { isS3 } from '../lib/files/storage.ts'
import { isPlaceholder, stateOf } from '../lib/http/acme.ts'
import { deadLetters } from '../lib/jobs/deliveries.ts'
import type { RecentError } from '../lib/recentErrors.ts'
import { readKept } from '../lib/security/keptSettings.ts'
import { isNewer, lastAnswer } from '../lib/versions/newer.ts'
import { isBackingUp, lastProvedAt, lastRuns } from './backups.ts'
import { supportWaiting } from './ports.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const gigabyte = 1024 ** 3
/** A log that is older has not reached the backups several times. */
const maxLogAge = 10 * minute

export type Sight = {
  config: Config
  /** The database by the login of the platform, and by the one that serves companies: each sees its own statements. */
  db: Database
  app: Database
  now: Date
  /** The address that links begin with. */
  address: string
  /** The call that asks; absent at a terminal. */
  request?: { ip: string; header: (name: string) => string | null }
  /** Of this process; absent at a terminal. */
  errors?: RecentError[]
}

/** Checks all areas. */
export async function checkHealth(sight: Sight): Promise<Pick<Health, 'areas' | 'details'>> {
  const queues = await readQueues(sight)
  const letters = await readLetters(sight)
  const nodes = await readNodes(sight)
  const errors = sight.errors ?? []
  return {
    areas: [
      checkEmail(sight, queues, letters.length),
      await checkAddress(sight),
      await checkData(sight),
      await checkBackups(sight),
      await checkWork(sight, { queues, letters: letters.length, nodes }),
    ],
    details: [
      ...letters,
      ...queues.map(({ name, waiting, since }) => detail('queue', name, name, waiting, since)),
      ...nodes.map(({ id, version, since }) => detail('node', id, version ?? '', 1, since)),
      ...errors.map(({ kind, times, at }) => detail('error', kind, kind, times, at)),
    ],
  }
}

type Detail = Health['details'][number]

const detail = (
  kind: Detail['kind'],
  id: string,
  name: string,
  count: number,
  at: Date | null,
  reason: string | null = null,
): Detail => ({ kind, id, name, count, at: at?.toISOString() ?? null, reason })

type Queue = { name: string; waiting: number; since: Date | null }

/** Queues with jobs that are to be done, and since when the oldest has been due. */
export async function readQueues({ db }: Pick<Sight, 'db'>): Promise<Queue[]> {
  const { rows } = await db.execute<{ name: string; waiting: number; since: string | null }>(sql`
    select name, count(*)::int as waiting, min(start_after) filter (where start_after <= now() and not blocked) as since
    from pgboss.job where state < 'completed' and name <> ${deadLetters} group by name order by 2 desc, 1 limit 50`)
  return rows.map(row => ({ ...row, since: row.since === null ? null : new Date(row.since) }))
}

/** What could not be delivered, the latest first, named by what it told. */
async function readLetters({ db }: Sight): Promise<Detail[]> {
  const { rows } = await db.execute<{ id: string; name: string; to: string | null; at: string; reason: string | null }>(
    sql`select letter.id, coalesce(notices.topic, letter.source_name, '') as name, users.email as to,
          letter.created_on as at, letter.output ->> 'message' as reason
        from pgboss.job letter
        left join notices on notices.id::text = letter.data ->> 'noticeId'
        left join users on users.id = notices.user_id
        where letter.name = ${deadLetters} and letter.state < 'active' order by letter.created_on desc limit 50`,
  )
  return rows.map(({ id, name, to, at, reason }) =>
    detail('letter', id, to ? `${to} (${name})` : name, 1, new Date(at), reason),
  )
}

async function readNodes({ db }: Sight) {
  const { rows } = await db.execute<{ id: string; version: string | null; since: string | null }>(
    sql`select id, version, started_at as since from realtime_nodes
        where expires_at > clock_timestamp() order by started_at limit 50`,
  )
  return rows.map(row => ({ ...row, since: row.since === null ? null : new Date(row.since) }))
}

function checkEmail({ config }: Sight, queues: Queue[], undelivered: number): AreaHealth {
  const { smtpUrl, mailFrom } = config
  const waiting = queues.filter(({ name }) => name.startsWith('deliver.') && name !== 'deliver.push')
  return judged(
    'email',
    { undelivered: undelivered > 0, off: !smtpUrl },
    {
      server: smtpUrl ? new URL(smtpUrl).hostname : undefined,
      sender: mailFrom,
      waiting: waiting.reduce((sum, queue) => sum + queue.waiting, 0),
      undelivered,
    },
  )
}

async function checkAddress({ config, db, now, address, request }: Sight): Promise<AreaHealth> {
  const { tls, acme, trustProxy, publicUrl } = config
  const reason = acme ? stateOf((await readKept(clientOf(db), config)).values)?.reason : undefined
  const until = tls ? new Date(new X509Certificate(tls.cert).validTo) : null
  const left = until ? until.getTime() - now.getTime() : Number.POSITIVE_INFINITY
  const forwarded = request ? request.header('x-forwarded-for') !== null : undefined
  const proto = trustProxy ? request?.header('x-forwarded-proto') : null
  const scheme = tls ? 'https' : (proto ?? 'http')
  return judged(
    'address',
    {
      uncertified: acme !== undefined && tls !== undefined && isPlaceholder(tls.cert),
      expired: left <= 0,
      unrenewed: Boolean(reason),
      expires: left < 14 * day,
      forwarded: forwarded === true && !trustProxy,
      unset: !publicUrl,
      unchecked: !request,
    },
    {
      public_url: publicUrl ?? address,
      scheme: request ? scheme : null,
      host: request?.header('host') ?? null,
      your_address: request?.ip ?? null,
      proxy: forwarded === undefined ? null : !forwarded ? 'none' : trustProxy ? 'trusted' : 'untrusted',
      tls: tls ? 'here' : request ? (scheme === 'https' ? 'before' : 'nowhere') : null,
      tls_until: until?.toISOString(),
      tls_error: reason ?? undefined,
    },
  )
}

async function checkData({ config, db, app }: Sight): Promise<AreaHealth> {
  const { rows } = await db.execute<{ version: string; size: string; open: number; most: number }>(sql`
    select current_setting('server_version') as version, pg_database_size(current_database()) as size,
      (select count(*)::int from pg_stat_activity where datname = current_database()) as open,
      current_setting('max_connections')::int as most`)
  const [found] = rows
  const stored = await db.execute<{ count: string; size: string }>(
    sql`select count(*) as count, coalesce(sum(size::bigint), 0) as size from files`,
  )
  const longest = Math.max(await secondsOfStatement(db), await secondsOfStatement(app))
  const disk = await diskOf(config.dataDir)
  const share = disk ? disk.free / disk.size : 1
  return judged(
    'data',
    {
      full: disk !== null && (share < 0.03 || disk.free < gigabyte / 2),
      filling: disk !== null && (share < 0.1 || disk.free < 2 * gigabyte),
      slow: longest > 60,
      connections: (found?.open ?? 0) > 0.8 * (found?.most ?? 1),
      unknown: disk === null,
    },
    {
      database: `PostgreSQL ${found?.version.split(' ')[0] ?? ''}`,
      database_size: Number(found?.size ?? 0),
      connections: found?.open ?? null,
      connections_max: found?.most ?? null,
      longest,
      files: Number(stored.rows[0]?.count ?? 0),
      files_size: Number(stored.rows[0]?.size ?? 0),
      folder: config.dataDir,
      disk_free: disk?.free ?? null,
      disk_size: disk?.size ?? null,
    },
  )
}

/** Seconds of the longest statement that runs under a login. Others are not shown to it. */
async function secondsOfStatement(db: Database): Promise<number> {
  const { rows } = await db.execute<{ seconds: number }>(sql`
    select coalesce(max(extract(epoch from clock_timestamp() - query_start)), 0)::int as seconds
    from pg_stat_activity where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`)
  return rows[0]?.seconds ?? 0
}

/** The disk of a folder; null where the system does not say. */
async function diskOf(folder: string) {
  const found = await statfs(folder).catch(unknownToSystem)
  return found && found.blocks > 0 ? { free: found.bavail * found.bsize, size: found.blocks * found.bsize } : null
}

/** What the operating system does not tell is not known. */
function unknownToSystem(error: NodeJS.ErrnoException): null {
  if (error.syscall === undefined) throw error
  return null
}

async function checkBackups({ config, db, now }: Sight): Promise<AreaHealth> {
  const { hour: atHour, folder, hasDrill } = config.backups
  const { last, newest, drilled } = await lastRuns(db)
  const age = newest ? now.getTime() - newest.startedAt.getTime() : Number.POSITIVE_INFINITY
  const isOld = age > maxBackupAgeHours * hour
  const moments = keepsLog(config) ? 'log' : config.databaseUrl ? 'outside' : 'off'
  const log = moments === 'log' ? await lastShipped(config.dataDir) : null
  // Nothing was shipped yet by a tend that has just started.
  const isFresh = !log?.until || now.getTime() - Date.parse(log.until) < maxLogAge
  return judged(
    'backups',
    {
      failed: last !== null && last.error !== null,
      unsound: hasDrill && drilled?.proof === 'failed',
      old: newest !== null && isOld && atHour !== null,
      never: newest === null && atHour !== null,
      off: atHour === null && isOld,
      log: moments === 'log' && (log?.error != null || !isFresh),
      missing: (newest?.missing ?? 0) > 0,
      sameDisk: newest !== null && (await areOnOneDisk(config.dataDir, newest.target)),
    },
    {
      newest: newest?.startedAt.toISOString(),
      newest_folder: newest?.target,
      newest_size: newest?.bytes ?? undefined,
      missing: newest?.missing ?? undefined,
      moments,
      log_until: moments === 'log' ? log?.until : undefined,
      log_error: moments === 'log' ? (log?.error ?? undefined) : undefined,
      proved: (await lastProvedAt(db))?.toISOString(),
      proof: drilled?.proof ?? (hasDrill ? 'none' : 'off'),
      proof_error: drilled?.proofError ?? undefined,
      last: (await isBackingUp(db)) ? 'running' : last === null ? 'none' : last.error === null ? 'made' : 'failed',
      last_at: last?.startedAt.toISOString(),
      last_error: last?.error ?? undefined,
      hour: atHour ?? undefined,
      folder,
    },
  )
}

/** Whether the loss of one disk takes both. False where that cannot be known. */
async function areOnOneDisk(one: string, other: string): Promise<boolean> {
  if (isS3(other)) return false
  const place = (folder: string): string => (existsSync(folder) ? folder : place(dirname(folder)))
  const found = await Promise.all([stat(place(one)), stat(place(other))]).catch(unknownToSystem)
  return found !== null && found[0].dev === found[1].dev
}

type Work = { queues: Queue[]; letters: number; nodes: { version: string | null }[] }

async function checkWork({ config, db, now, errors }: Sight, { queues, letters, nodes }: Work): Promise<AreaHealth> {
  const due = queues.flatMap(({ since }) => since ?? []).sort((one, other) => one.getTime() - other.getTime())
  const oldest = due[0] ?? null
  const [support = { count: 0, since: null }] = await supportWaiting.query(db, {})
  const newest = await lastAnswer(config)
  const isOld = newest !== null && newest.version !== null && isNewer(newest.version, config.version)
  const lately = errors?.filter(({ at }) => now.getTime() - at.getTime() < day)
  return judged(
    'work',
    {
      stuck: oldest !== null && now.getTime() - oldest.getTime() > hour,
      versions: new Set(nodes.map(({ version }) => version)).size > 1,
      letters: letters > 0,
      errors: (lately?.length ?? 0) > 0,
      support: support.count > 0,
      newer: isOld,
    },
    {
      version: config.version,
      newer_version: isOld && newest?.version ? newest.version : undefined,
      newer_error: newest?.error ?? undefined,
      waiting: queues.reduce((sum, queue) => sum + queue.waiting, 0),
      oldest: oldest?.toISOString(),
      letters,
      errors: lately ? lately.reduce((sum, { times }) => sum + times, 0) : null,
      support: support.count,
      support_since: support.since?.toISOString(),
    },
  )
}
