/** The figures of this tend for Prometheus, by its usual client library. */
import cluster from 'node:cluster'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { Problem } from '#shared/lib/problem.ts'
import type { Services } from '../lib/context.ts'
import { type Database, databaseHeld, type Held, noTenant, withDatabase } from '../lib/db/pools.ts'
import { isCall } from '../lib/http/plugins.ts'
import { deadLetters } from '../lib/jobs/deliveries.ts'
import { metricsOfAll } from '../lib/processes/processes.ts'
import { sameSecret } from '../lib/security/secrets.ts'
import { bearerOf } from '../lib/security/sessionToken.ts'
import { lastRuns } from './backups.ts'
import { readQueues } from './checks.ts'

/** Upper bounds in seconds: from an answer out of memory to the patience of a person. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * GET /metrics in the text form of Prometheus, with METRICS_TOKEN as the bearer token; absent without the setting.
 * Several processes behind one port answer with the sum of all.
 */
export function serveMetrics(app: FastifyInstance, services: Services): void {
  const { metricsToken } = services.config
  if (metricsToken === undefined) return
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  measureRequests(app, registry)
  measureConnections(app, services, registry)
  measureInstallation(services, registry)
  if (cluster.isWorker) {
    AggregatorRegistry.setRegistries(registry)
    // Listens for the first process, which asks all.
    new AggregatorRegistry()
  }
  app.get('/metrics', async (request, reply) => {
    if (!sameSecret(bearerOf(request.headers) ?? '', metricsToken)) throw new Problem('unauthenticated')
    const text = cluster.isWorker ? await metricsOfAll() : await registry.metrics()
    return reply.type('text/plain; version=0.0.4').send(text)
  })
}

/** How long answers take, by route and status. Calls of reporters, and pages, leave no trace here either. */
function measureRequests(app: FastifyInstance, registry: Registry): void {
  const durations = new Histogram({
    name: 'tend_http_request_duration_seconds',
    help: 'Time until an answer was sent, by route.',
    labelNames: ['method', 'route', 'status'],
    ...{ buckets, registers: [registry] },
  })
  app.addHook('onResponse', async (request, reply) => {
    if (request.log.level === 'silent' || !isCall(request)) return
    const { method, routeOptions } = request
    durations.observe(
      { method, route: routeOptions.url ?? '', status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    )
  })
}

/** The connections of this process: to the database, and of browsers for realtime. */
function measureConnections(app: FastifyInstance, { pools, realtime }: Services, registry: Registry): void {
  const { isolated, platform, jobs, deliveries } = pools
  const named = Object.entries({ isolated, platform, jobs, deliveries })
  const names = new Map(named.map(([name, pool]) => [pool, name]))
  const held = new Histogram({
    name: 'tend_database_held_seconds',
    help: 'Time for which a connection to the database was held, by pool.',
    labelNames: ['pool'],
    ...{ buckets, registers: [registry] },
  })
  const note = (message: unknown) => {
    const { pool, seconds } = message as Held
    const name = names.get(pool)
    if (name) held.observe({ pool: name }, seconds)
  }
  databaseHeld.subscribe(note)
  app.addHook('onClose', async () => {
    databaseHeld.unsubscribe(note)
  })
  new Gauge({
    name: 'tend_database_connections',
    help: 'Connections to the database that are open or idle, and calls that wait for one.',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of named)
        for (const [state, count] of Object.entries({ open: totalCount, idle: idleCount, awaited: waitingCount }))
          this.set({ pool, state }, count)
    },
  })
  new Gauge({
    name: 'tend_realtime_sockets',
    help: 'Open WebSockets of browsers.',
    registers: [registry],
    collect() {
      this.set(realtime.counts().sockets)
    },
  })
}

type Installation = { queues: Awaited<ReturnType<typeof readQueues>>; undelivered: number } & Awaited<
  ReturnType<typeof lastRuns>
>

/** The same on every process: queues, deliveries, email and backups, read from the database once a time. */
function measureInstallation({ pools, config }: Services, registry: Registry): void {
  let reading: Promise<Installation> | undefined
  const read = () => {
    reading ??= withDatabase(pools.jobs, noTenant, false, readInstallation).finally(() => {
      reading = undefined
    })
    return reading
  }
  const gauge = (name: string, help: string, set: (gauge: Gauge, found: Installation) => void, labelNames: string[]) =>
    new Gauge({
      ...{ name, help, labelNames, aggregator: 'first', registers: [registry] },
      async collect() {
        const found = await read()
        this.reset()
        set(this, found)
      },
    })
  const eachQueue = (name: string, help: string, of: (queue: Installation['queues'][number]) => number) =>
    gauge(
      ...([name, help] as const),
      (shown, { queues }) => {
        for (const queue of queues) shown.set({ queue: queue.name }, of(queue))
      },
      ['queue'],
    )
  const one = (name: string, help: string, of: (found: Installation) => number | undefined) =>
    gauge(
      ...([name, help] as const),
      (shown, found) => {
        const value = of(found)
        // What there is none of yet is no 0, which a moment of 1970 would be.
        if (value === undefined) shown.remove()
        else shown.set(value)
      },
      [],
    )
  eachQueue('tend_jobs_waiting', 'Jobs and deliveries that are to be done, by queue.', ({ waiting }) => waiting)
  eachQueue('tend_jobs_oldest_seconds', 'For how long the oldest job has been due, by queue.', ({ since }) =>
    since ? Math.max(0, Date.now() - since.getTime()) / 1000 : 0,
  )
  one('tend_dead_letters', 'What could not be delivered and is kept.', ({ undelivered }) => undelivered)
  one('tend_email_configured', 'Whether a mail server is set: 1 or 0.', () => (config.smtpUrl ? 1 : 0))
  one('tend_backup_newest_timestamp_seconds', 'When the newest backup began; absent without one.', ({ newest }) =>
    newest ? newest.startedAt.getTime() / 1000 : undefined,
  )
  one('tend_backup_failed', 'Whether the last backup failed: 1 or 0.', ({ last }) => (last?.error ? 1 : 0))
}

async function readInstallation(db: Database): Promise<Installation> {
  const letters = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from pgboss.job where name = ${deadLetters} and state < 'completed'`,
  )
  return { queues: await readQueues({ db }), undelivered: letters.rows[0]?.count ?? 0, ...(await lastRuns(db)) }
}
