/** Jobs: what must happen after a request. The job is a row in the request's own transaction, so it exists exactly if that does. */
import { type JobResult, PgBoss } from 'pg-boss'
import { clientOf, type Database, withDatabase } from '../db/pools.ts'
import { loginsOf, urlFor } from '../db/roles.ts'
import type { Services } from '../services.ts'
import { type Delivery, prepareDeliveries, startDelivery } from './deliveries.ts'
import { queuesOf } from './queues.ts'

export type Job<Data extends object> = {
  name: string
  /**
   * Outside the tenant wall, like everything that no person asked for, in a transaction. What it gives back is done after the commit.
   * Throwing, there too, repeats the job with growing delays.
   */
  work: (data: Data, job: { db: Database; services: Services }) => Promise<AfterCommit | undefined>
  /** Cron expression in UTC, for jobs that come by the clock. */
  schedule?: string
}

export type AfterCommit = () => Promise<void>

/** What a queue holds: work on the database, or what others are asked to bring to people. */
export type Work = Job<never> | Delivery<never>

const isDelivery = (work: Work): work is Delivery<never> => 'deliver' in work

/** What the queue is started with: everything but itself. */
export type JobServices = Omit<Services, 'jobs'>

export type Jobs = {
  /** Writes a job in the transaction of `db`. */
  send: <Data extends object>(db: Database, job: Pick<Job<Data>, 'name'>, data: Data) => Promise<void>
  stop(): Promise<void>
}

const tried = { retryLimit: 5, retryDelay: 10, retryBackoff: true, notify: true }

/** Creates the queue's tables and the queues; called under the migration lock, by the owner. */
export async function prepareJobs(ownerUrl: string, works: Work[]): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, max: 1, supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  const queues = await queuesOf(boss)
  for (const { name } of works.filter(work => !isDelivery(work))) await queues.bring(name, tried)
  await prepareDeliveries(queues, works.filter(isDelivery))
  await boss.stop({ graceful: false })
}

/**
 * A transaction that writes many jobs wakes the worker once. So it takes what is there, and each job of a batch succeeds or fails by
 * itself. The clock is only for what was missed.
 */
const fetching = {
  batchSize: 20,
  burstWhenBatchFull: true,
  perJobResults: true,
  notifyPollingIntervalSeconds: 5,
} as const

/** Works the jobs in the background until it is stopped; without `works` it only writes them, and keeps no clock. */
export async function startJobs(ownerUrl: string, services: JobServices, works: Work[]): Promise<Jobs> {
  const { pools, log } = services
  const stopping = new AbortController()
  const boss = new PgBoss({
    connectionString: urlFor(ownerUrl, loginsOf(ownerUrl).system),
    max: 2,
    migrate: false,
    createSchema: false,
    ...(works.length > 0 ? { useListenNotify: true } : { supervise: false, schedule: false }),
  })
  boss.on('error', error => log.warn({ err: error }, 'The job queue lost the database for a moment'))
  await boss.start()
  const queue: Jobs = {
    send: async (db, job, data) => {
      await boss.send(job.name, data, { db: { executeSql: (text, values) => clientOf(db).query(text, values) } })
    },
    stop: () => {
      stopping.abort()
      return boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
  const all = { ...services, jobs: queue }
  for (const one of works) {
    if (isDelivery(one)) {
      await startDelivery(boss, one, all, stopping.signal)
      continue
    }
    const { name, work, schedule } = one
    await boss.work(name, fetching, async batch => {
      const results: JobResult[] = []
      for (const { id, data } of batch)
        results.push(
          await withDatabase(pools.jobs, { companyId: null, userId: null }, true, db =>
            work(data as never, { db, services: all }),
          )
            .then(afterCommit => afterCommit?.())
            .then(
              () => ({ id, status: 'completed' }),
              error => {
                log.warn({ err: error, job: name }, 'A job failed and will be tried again')
                return { id, status: 'failed', output: { message: String(error) } }
              },
            ),
        )
      return results
    })
    if (schedule) await boss.schedule(name, schedule)
  }
  return queue
}
