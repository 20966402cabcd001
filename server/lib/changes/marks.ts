/** Moments of the counting of transactions: how far back changes are known, and since when what came after a time. */
import { lt, sql } from 'drizzle-orm'
import type { Database } from '../db/pools.ts'
import { deleteSome, nightly, requeueIf } from '../jobs/erasing.ts'
import type { Job } from '../jobs/jobs.ts'
import { changeMarks, changes } from './table.ts'

/** How long a deleted row is remembered. */
export const keptDays = 90

export type Horizon = {
  /** Of this database and its counting: another where it was restored, copied, or went back to an earlier moment. */
  epoch: string
  /** Transactions below this one have ended, and what they wrote is seen. */
  end: string
  /** Above all numbers that were given so far. */
  next: string
  /** Changes of transactions below this one may be forgotten. */
  oldest: string
  /** What was written after the time that was asked for has this number or a higher one; null where it is forgotten. */
  since: string | null
}

/**
 * The oldest transaction under way in this database: what has a lower number has ended. Those of other databases of the
 * cluster, such as a backup that is restored beside, hold up nothing; one of which nothing is known is taken for ours.
 */
const endOfEnded = sql`(
  select coalesce(min(going.number::text::bigint), max(pg_snapshot_xmax(taken.snapshot)::text::bigint))
  from (select pg_current_snapshot() as snapshot offset 0) taken
  left join lateral pg_snapshot_xip(taken.snapshot) going (number) on not exists (
    select from pg_locks held join pg_stat_activity backend on backend.pid = held.pid
    where held.locktype = 'transactionid' and held.mode = 'ExclusiveLock' and held.transactionid = going.number::xid
      and backend.datid <> 0 and backend.datname <> current_database()))`

/**
 * Reads up to where all changes are known, and for a time from where on. A database that went back in time has another
 * line of its log (`pg_walfile_name`), one that was copied another number.
 */
export async function readHorizon(db: Database, after: string | undefined): Promise<Horizon> {
  const { rows } = await db.execute<Horizon>(sql`
    select concat_ws(' ', m.epoch, d.oid, left(pg_walfile_name(pg_current_wal_lsn()), 8)) as epoch,
      ${endOfEnded}::text as "end", pg_snapshot_xmax(pg_current_snapshot())::text as "next",
      m.transaction::text as oldest,
      (select s.transaction::text from ${changeMarks} s where s.at <= ${after ?? null}::timestamptz
        order by s.at desc limit 1) as since
    from ${changeMarks} m, pg_database d where d.datname = current_database() order by m.at limit 1`)
  const [horizon] = rows
  if (!horizon) throw new Error('The counting of changes has no beginning.')
  return horizon
}

/** Read after the snapshot, and never rounded to before it: no later commit is below the mark. */
const afterSnapshot = sql`clock_timestamp() + interval '1 millisecond'`

/** Marks each hour, so that a read that begins at a time repeats no more than an hour. */
export const markChanges: Job<object> = {
  name: 'changes.mark',
  schedule: '0 * * * *',
  work: async (_, { db }) => {
    await db.execute(sql`
      insert into ${changeMarks} (epoch, transaction, at)
      select epoch, ${endOfEnded}, ${afterSnapshot}
      from ${changeMarks} order by at limit 1`)
  },
}

/** Forgets changes that are older than `keptDays`, the marks first: a cursor from before is then refused. */
export const forgetChanges: Job<object> = {
  name: 'changes.forget',
  schedule: nightly,
  work: async (_, { db, services }) => {
    const last = sql`(select max(id) from ${changeMarks} where at < now() - make_interval(days => ${keptDays}))`
    await db.execute(sql`delete from ${changeMarks} where id < ${last}`)
    const oldest = sql`(select min(transaction) from ${changeMarks})`
    const isMore = await deleteSome(db, changes, lt(changes.transaction, oldest))
    await requeueIf(db, services, forgetChanges.name, isMore)
  },
}
