/** Jobs: what must happen after a request. The job is a row in the request's own transaction, so it exists exactly if that does. */
import { type JobResult, PgBoss } from 'pg-boss'
import { clientOf, type Database, withDatabase } from './db/pools.ts'
import { loginsOf, urlFor } from './db/roles.ts'
import type { Services } from './services.ts'

export type Job<Data extends object> = {
  name: string
  /**
   * Outside the tenant wall, like everything that no person asked for, in a transaction. What it gives back is done after the commit:
   * sending a mail whose link must be good when it arrives. Throwing, there too, repeats the job with growing delays.
   */
  work: (data: Data, job: { db: Database; services: Services }) => Promise<Afterwards | undefined>
  /** Cron expression in UTC, for jobs that come by the clock. */
  schedule?: string
}

export type Afterwards = () => Promise<void>

/** What the queue is started with: everything but itself. */
export type JobServices = Omit<Services, 'jobs'>

export type Jobs = {
  /** Writes a job in the transaction of `db`. */
  send: <Data extends object>(db: Database, job: Pick<Job<Data>, 'name'>, data: Data) => Promise<void>
  stop(): Promise<void>
}

/** Creates the queue's tables and the queues; called under the migration lock, by the owner. */
export async function prepareJobs(ownerUrl: string, jobs: Pick<Job<never>, 'name'>[]): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, max: 1, supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  for (const { name } of jobs) {
    const queue = { retryLimit: 5, retryDelay: 10, retryBackoff: true, notify: true }
    if (await boss.getQueue(name)) await boss.updateQueue(name, queue)
    else await boss.createQueue(name, queue)
  }
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

/** Works the jobs in the background until it is stopped. */
export async function startJobs(ownerUrl: string, services: JobServices, jobs: Job<never>[]): Promise<Jobs> {
  const { pools, log } = services
  const boss = new PgBoss({
    connectionString: urlFor(ownerUrl, loginsOf(ownerUrl).system),
    max: 2,
    migrate: false,
    createSchema: false,
    useListenNotify: true,
  })
  boss.on('error', error => log.warn({ err: error }, 'The job queue lost the database for a moment'))
  await boss.start()
  const queue: Jobs = {
    send: async (db, job, data) => {
      await boss.send(job.name, data, { db: { executeSql: (text, values) => clientOf(db).query(text, values) } })
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  }
  for (const { name, work, schedule } of jobs) {
    await boss.work(name, fetching, async batch => {
      const results: JobResult[] = []
      for (const { id, data } of batch)
        results.push(
          await withDatabase(pools.platform, { companyId: null, userId: null }, true, db =>
            work(data as never, { db, services: { ...services, jobs: queue } }),
          )
            .then(afterwards => afterwards?.())
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
