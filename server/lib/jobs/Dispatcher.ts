/**
 * Starts the jobs and deliveries of a node: each queue has a limit for itself and one for each company, and companies
 * take turns. A heartbeat holds a running job, so it may take hours, and a dead node's jobs start again within two
 * minutes.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Job, PgBoss } from 'pg-boss'
import type { Log } from '../log.ts'

/** How many jobs of a queue are under way at once on a node, and of them of one company. */
export type Turns = { atOnce: number; ofOne: number }

/** Another try would bring the same. */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable'
}

export type Dispatched = {
  name: string
  turns: Turns
  /** Throwing repeats the job with growing delays; `Undeliverable` ends it at once. */
  run: (data: never) => Promise<void>
}

/**
 * What each queue is created with, so that a heartbeat and not the time since the start says whether a job still runs.
 */
export const held = { heartbeatSeconds: 60, expireInSeconds: 12 * 3600 } as const
const betweenHeartbeats = 20_000
/** For jobs that are due by the clock or by a retry, and notifications that were lost. */
const betweenLooks = 5_000
const timeToFinish = 10_000

type Running = Map<string, Job<object>>

class Queue {
  readonly work: Dispatched
  readonly running: Running = new Map()
  /** Companies that had a turn in this round. */
  readonly served = new Set<string>()
  isFetching = false
  isWoken = false

  constructor(work: Dispatched) {
    this.work = work
  }

  get hasRoom(): boolean {
    return this.running.size < this.work.turns.atOnce
  }

  /** Companies with as much under way as one may have. */
  full(): string[] {
    const busy = new Map<string, number>()
    for (const { groupId } of this.running.values()) if (groupId) busy.set(groupId, (busy.get(groupId) ?? 0) + 1)
    return [...busy].filter(([, count]) => count >= this.work.turns.ofOne).map(([group]) => group)
  }
}

export class Dispatcher {
  private readonly boss: PgBoss
  private readonly log: Log
  private readonly queues: Map<string, Queue>
  private readonly timers: NodeJS.Timeout[] = []
  private isStopping = false
  private stopListening: (() => Promise<void>) | undefined

  constructor(boss: PgBoss, log: Log, works: Dispatched[]) {
    this.boss = boss
    this.log = log
    this.queues = new Map(works.map(work => [work.name, new Queue(work)]))
  }

  async start(): Promise<void> {
    const db = this.boss.getDb()
    const { rows } = await db.executeSql(channelOfPgBoss)
    const wakeAll = () => this.lookForDue()
    const listening = await db
      .listen?.(rows[0].channel, name => this.wake(name), wakeAll)
      .catch(error => {
        this.log.warn({ err: error }, 'Jobs are polled every five seconds instead of by notification')
      })
    if (listening) this.stopListening = () => listening.close()
    this.timers.push(
      setInterval(() => this.lookForDue(), betweenLooks),
      setInterval(() => this.keepHold(), betweenHeartbeats),
    )
    this.lookForDue()
  }

  /** Starts nothing more, gives what runs ten seconds, and leaves the rest to another node. */
  async stop(): Promise<void> {
    this.isStopping = true
    for (const timer of this.timers) clearInterval(timer)
    await this.stopListening?.()
    const until = Date.now() + timeToFinish
    while (Date.now() < until && [...this.queues.values()].some(({ running }) => running.size > 0)) await delay(20)
    for (const { work, running } of this.queues.values())
      if (running.size > 0) await this.boss.fail(work.name, [...running.values()], { message: 'tend stopped' })
  }

  private wake(name: string): void {
    const queue = this.queues.get(name)
    if (!queue || this.isStopping) return
    queue.isWoken = true
    if (!queue.isFetching) this.fill(queue).catch(error => this.lostDatabase(error))
  }

  /** Starts jobs until none is left that may have a turn, or there is no room. */
  private async fill(queue: Queue): Promise<void> {
    queue.isFetching = true
    try {
      while (queue.hasRoom && !this.isStopping) {
        queue.isWoken = false
        const job = await this.nextOf(queue)
        if (job) void this.run(queue, job)
        else if (!queue.isWoken) return
      }
    } finally {
      queue.isFetching = false
    }
  }

  /** The oldest job of a company that had no turn in this round, or of the next round where there is none. */
  private async nextOf(queue: Queue): Promise<Job<object> | undefined> {
    const { work, served } = queue
    const fetch = async (ignoreGroups: string[]) =>
      (await this.boss.fetch<object>(work.name, { batchSize: 1, ...(ignoreGroups.length > 0 && { ignoreGroups }) }))[0]
    let job = await fetch([...new Set([...served, ...queue.full()])])
    if (!job && served.size > 0) {
      served.clear()
      job = await fetch(queue.full())
    }
    if (job?.groupId) served.add(job.groupId)
    return job
  }

  private async run({ work, running }: Queue, job: Job<object>): Promise<void> {
    const { name } = work
    running.set(job.id, job)
    try {
      await work.run(job.data as never)
      await this.settle(() => this.boss.complete(name, [job]))
    } catch (error) {
      this.log.warn({ err: error, job: name }, 'A job failed')
      await this.settle(async () => {
        if (error instanceof Undeliverable) await this.boss.getDb().executeSql(noMoreTries, [name, job.id])
        await this.boss.fail(name, [job], { message: error instanceof Error ? error.message : String(error) })
      })
    } finally {
      running.delete(job.id)
      this.wake(name)
    }
  }

  /** What cannot be noted is done once more after its heartbeat has ended. */
  private async settle(note: () => Promise<unknown>): Promise<void> {
    await note().catch(error => this.lostDatabase(error))
  }

  private lookForDue(): void {
    this.boss
      .getDb()
      .executeSql(queuesWithDueJobs)
      .then(
        ({ rows }) => {
          for (const { name } of rows) this.wake(name)
        },
        error => this.lostDatabase(error),
      )
  }

  private keepHold(): void {
    for (const { work, running } of this.queues.values())
      if (running.size > 0) this.boss.touch(work.name, [...running.values()]).catch(error => this.lostDatabase(error))
  }

  private lostDatabase(error: unknown): void {
    this.log.warn({ err: error }, 'The job queue lost its database connection')
  }
}

/** As pg-boss names the channel on which it says what queue has a new job. */
const channelOfPgBoss = `select 'pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24) as channel`

const queuesWithDueJobs = `
  select name from pgboss.queue where exists (
    select from pgboss.job where job.name = queue.name and state < 'active' and not blocked and start_after <= now()
  )`

const noMoreTries = 'update pgboss.job set retry_limit = retry_count where name = $1 and id = $2'
