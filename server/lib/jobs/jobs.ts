/**
 * Jobs: what must happen after a request. The job is a row in the request's own transaction, so it exists exactly if
 * that does.
 */
import { PgBoss } from 'pg-boss'
import type { JobOwner, JobServices, Jobs, Services } from '../context.ts'
import { clientOf, type Database, noTenant, withDatabase } from '../db/pools.ts'
import { loginsOf, urlFor } from '../db/roles.ts'
import { type Dispatched, Dispatcher, held, type Turns } from './Dispatcher.ts'
import { type Delivery, prepareDeliveries, usualTurns, withinTimeLimit } from './deliveries.ts'
import { queuesOf } from './queues.ts'

export type Job<Data extends object> = {
  name: string
  /**
   * Across companies, like everything that no person asked for, in a transaction. What it gives back is done
   * after the commit. Throwing, there too, repeats the job with growing delays.
   */
  work: (data: Data, job: { db: Database; services: Services }) => Promise<AfterCommit | undefined>
  /** Cron expression in UTC, for jobs that come by the clock. */
  schedule?: string
  /** How many are under way at once on a node, and of them of one company; without it one after the other. */
  turns?: Turns
}

export type AfterCommit = () => Promise<void>

/** What a queue holds: work on the database, or what others are asked to bring to people. */
export type Work = Job<never> | Delivery<never>

const isDelivery = (work: Work): work is Delivery<never> => 'deliver' in work

const tried = { retryLimit: 5, retryDelay: 10, retryBackoff: true, notify: true, ...held }
const oneByOne: Turns = { atOnce: 1, ofOne: 1 }

/** Creates the queue's tables and the queues; called under the migration lock, by the owner. */
export async function prepareJobs(ownerUrl: string, works: Work[]): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, max: 1, supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  const queues = await queuesOf(boss)
  for (const { name } of works.filter(work => !isDelivery(work))) await queues.ensure(name, tried)
  await prepareDeliveries(queues, works.filter(isDelivery))
  await boss.stop({ graceful: false })
}

/** Works the jobs in the background until it is stopped; without `works` it only writes them, and keeps no clock. */
export async function startJobs(ownerUrl: string, services: JobServices, works: Work[]): Promise<Jobs> {
  const { log } = services
  const stopping = new AbortController()
  const boss = new PgBoss({
    connectionString: urlFor(ownerUrl, loginsOf(ownerUrl).system),
    max: 2,
    migrate: false,
    createSchema: false,
    ...(works.length === 0 && { supervise: false, schedule: false }),
  })
  boss.on('error', error => log.warn({ err: error }, 'The job queue lost its database connection'))
  await boss.start()
  let dispatcher: Dispatcher | undefined
  const queue: Jobs = {
    send: (db, job, data, owner) => queue.sendEach(db, job, [{ data, owner }]),
    sendEach: async (db, job, all) => {
      if (all.length === 0) return
      const jobs = all.map(({ data, owner }) => ({ data, group: { id: groupOf(owner) } }))
      await boss.insert(job.name, jobs, {
        db: { executeSql: (text, values) => clientOf(db).query(text, values) },
      })
    },
    stop: async () => {
      stopping.abort()
      await dispatcher?.stop()
      await boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
  const all = { ...services, jobs: queue }
  if (works.length === 0) return queue
  dispatcher = new Dispatcher(
    boss,
    log,
    works.map(work => dispatched(work, all, stopping.signal)),
  )
  await dispatcher.start()
  for (const work of works) if (!isDelivery(work) && work.schedule) await boss.schedule(work.name, work.schedule)
  return queue
}

function dispatched(work: Work, services: Services, stopping: AbortSignal): Dispatched {
  const found = dispatchedAs(work, services, stopping)
  const noted = (data: never) =>
    found.run(data).catch(error => {
      services.recentErrors.note(found.name, error)
      throw error
    })
  return { ...found, run: noted }
}

function dispatchedAs(work: Work, services: Services, stopping: AbortSignal): Dispatched {
  const { name } = work
  if (isDelivery(work)) {
    const run = (data: never) => withinTimeLimit(work.deliver(data, services), stopping)
    return { name, turns: work.turns ?? usualTurns, run }
  }
  const run = async (data: object | null) => {
    // The clock sends no data.
    const given = (data ?? {}) as never
    const afterCommit = await withDatabase(services.pools.jobs, noTenant, true, db =>
      work.work(given, { db, services }),
    )
    await afterCommit?.()
  }
  return { name, turns: work.turns ?? oneByOne, run }
}

const groupOf = ({ companyId, userId }: JobOwner): string => {
  if (companyId !== null) return `company ${companyId}`
  return userId ? `person ${userId}` : 'strangers'
}
