/**
 * Backups by the clock: each hour one node looks whether tonight's is due. A machine that is off at that hour makes it
 * when it is on again.
 */
import { and, desc, eq, gt, isNotNull, isNull, max, min, type SQL, sql } from 'drizzle-orm'
import { maxBackupAgeHours } from '#shared/system/health.ts'
import { users } from '../accounts/table.ts'
import { type Proof, recordProof, recordRun } from '../lib/backup/runs.ts'
import { WorkerProcessError } from '../lib/concurrency/workerProcess.ts'
import type { Services, Topic } from '../lib/context.ts'
import { clientOf, type Database, noTenant, withDatabase } from '../lib/db/pools.ts'
import { backupRuns } from '../lib/db/tables.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { mailTo } from '../lib/mail/mailLayout.ts'
import { notify } from '../notifications/commands.ts'
import { notices } from '../notifications/table.ts'

/** Administrators are told of the same trouble once a day. */
const toldAgainAfter = sql`now() - interval '23 hours'`

/** The latest hour of the backup by this machine's clock, at or before `now`. */
export function lastDue(now: Date, hour: number): Date {
  const due = new Date(now)
  due.setHours(hour, 0, 0, 0)
  if (due > now) due.setDate(due.getDate() - 1)
  return due
}

/** The last run, the last one that succeeded, and the last of which a drill was made; null where there was none. */
export async function lastRuns(db: Database) {
  const of = async (where?: SQL) => {
    const [run] = await db.select().from(backupRuns).where(where).orderBy(desc(backupRuns.id)).limit(1)
    return run ?? null
  }
  const last = await of()
  const newest = last?.error == null ? last : await of(isNull(backupRuns.error))
  return { last, newest, drilled: await of(isNotNull(backupRuns.proof)) }
}

/** When a drill succeeded last; null where none did. */
export async function lastProvedAt(db: Database): Promise<Date | null> {
  const [run] = await db
    .select({ at: max(backupRuns.drilledAt) })
    .from(backupRuns)
    .where(eq(backupRuns.proof, 'proved'))
  return run?.at ?? null
}

/** Whether a backup waits or is under way. */
export async function isBackingUp(db: Database): Promise<boolean> {
  const { rowCount } = await db.execute(
    sql`select from pgboss.job where name = ${makeBackup.name} and state < 'completed' limit 1`,
  )
  return rowCount === 1
}

/** Has one made soon, unless one is, or one was begun since `due`, an hour of the night; false then. */
export async function askForBackup(db: Database, { jobs }: Pick<Services, 'jobs'>, due?: Date): Promise<boolean> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext(${makeBackup.name}))`)
  if (await isBackingUp(db)) return false
  // Another node may have asked for it, and it may have ended, while this one waited.
  const { last } = await lastRuns(db)
  if (due && last && last.startedAt >= due) return false
  await jobs.send(db, makeBackup, { isNightly: due !== undefined }, { companyId: null })
  return true
}

/** Only the backup of the night is proved, because a drill keeps the database busy. */
type Asked = { isNightly?: boolean }

export const makeBackup: Job<Asked> = {
  name: 'backups.make',
  work:
    async ({ isNightly = false }, { services }) =>
    () =>
      backUpNow(services, isNightly && services.config.backups.hasDrill),
}

/** Makes a backup with no connection held, and notes how it ended. One that a stop breaks off is made again. */
async function backUpNow({ backups, config, log, pools, ...services }: Services, isToBeProved: boolean): Promise<void> {
  const begun = { target: config.backups.folder, startedAt: new Date() }
  const answer = await backups.make().catch((error: unknown) => {
    if (error instanceof WorkerProcessError && error.reason !== 'stopped') return { failure: `Ended: ${error.message}` }
    throw error
  })
  if ('notRemoved' in answer) log.warn({ reason: answer.notRemoved }, 'Old backups were not removed')
  if ('failure' in answer) log.error({ reason: answer.failure }, 'The backup failed')
  await withDatabase(pools.jobs, noTenant, true, async db => {
    await recordRun(clientOf(db), { ...begun, ...('done' in answer ? answer.done : { error: answer.failure }) })
    if ('failure' in answer) await tellAdministrators(db, services, { why: 'failed', reason: answer.failure })
    else if (isToBeProved) await services.jobs.send(db, proveBackup, {}, { companyId: null })
  })
}

export const proveBackup: Job<object> = {
  name: 'backups.prove',
  work:
    async (_, { services }) =>
    () =>
      proveNewest(services),
}

/** Has the newest backup proved with no connection held, and notes how that ended. */
async function proveNewest({ backups, config, log, pools, ...services }: Services): Promise<void> {
  const { newest } = await withDatabase(pools.jobs, noTenant, false, lastRuns)
  if (!newest?.name || newest.proof || newest.target !== config.backups.folder) return
  const proof = await backups.prove(newest.name).catch((error: unknown): Proof => {
    if (error instanceof WorkerProcessError && error.reason !== 'stopped')
      return { proof: 'failed', reason: `Ended: ${error.message}` }
    throw error
  })
  if (proof.proof === 'failed') log.error({ reason: proof.reason }, 'The drill of the backup failed')
  await withDatabase(pools.jobs, noTenant, true, async db => {
    await recordProof(clientOf(db), newest.id, proof)
    if (proof.proof === 'failed') await tellAdministrators(db, services, { why: 'unsound', reason: proof.reason })
  })
}

export const watchBackups: Job<object> = {
  name: 'backups.watch',
  schedule: '5 * * * *',
  work: async (_, { db, services }) => {
    await lookAfterBackups(db, services, new Date())
    return undefined
  },
}

/** Asks for tonight's backup when it is due, and tells administrators where the newest is too old. */
export async function lookAfterBackups(db: Database, services: Services, now: Date): Promise<void> {
  const { hour } = services.config.backups
  if (hour === null) return
  const { last, newest } = await lastRuns(db)
  const since = newest?.startedAt ?? (await firstAccountAt(db))
  if (!since) return
  const due = lastDue(now, hour)
  if ((last?.startedAt ?? since) < due) await askForBackup(db, services, due)
  if (now.getTime() - since.getTime() > maxBackupAgeHours * 3600_000)
    await tellAdministrators(db, services, { why: 'old', reason: '' })
}

/** An installation that nobody uses yet has nothing to back up. */
async function firstAccountAt(db: Database): Promise<Date | null> {
  const [found] = await db.select({ at: min(users.createdAt) }).from(users)
  return found?.at ?? null
}

type Trouble = { why: 'failed' | 'old' | 'unsound'; reason: string }

/** To each administrator of the platform, when a backup or its drill failed, or the newest is old. */
export const backupTrouble: Topic<Trouble> = {
  name: 'backup.trouble',
  isFromPlatform: true,
  mail: async ({ why, reason }, { db, services, userId }) => {
    const [admin] = await db
      .select()
      .from(users)
      .where(and(eq(users.id, userId ?? 0), isNotNull(users.adminSince), isNull(users.archivedAt)))
    if (!admin?.email) return null
    return mailTo(services, { ...admin, email: admin.email }, ({ t }) => ({
      subject: t('mails.backup.subject'),
      paragraphs: [
        why === 'old'
          ? t('mails.backup.old', { hours: String(maxBackupAgeHours) })
          : t(`mails.backup.${why}`, { reason }),
        t('mails.backup.advice'),
      ],
      action: { label: t('mails.backup.action'), address: services.address('/system') },
    }))
  },
}

async function tellAdministrators(db: Database, services: Pick<Services, 'jobs'>, trouble: Trouble): Promise<void> {
  const [noted] = await db
    .select({ id: notices.id })
    .from(notices)
    .where(and(eq(notices.topic, backupTrouble.name), gt(notices.createdAt, toldAgainAfter)))
    .limit(1)
  if (noted) return
  const admins = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isNotNull(users.adminSince), isNotNull(users.email), isNull(users.archivedAt)))
  const ids = admins.map(({ id }) => id)
  await notify({ db, services, actor: { companyId: null } }, backupTrouble, ids, trouble)
}
