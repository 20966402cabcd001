import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Pool } from 'pg'
import { Problem } from '#shared/lib/problem.ts'
import type { Services } from '../context.ts'
import { withDatabase } from '../db/pools.ts'
import { deadLetters } from '../jobs/deliveries.ts'
import { sameSecret } from '../security/secrets.ts'
import { bearerOf } from '../security/sessionToken.ts'

/** GET /metrics in the text form of Prometheus, with METRICS_TOKEN as the bearer token. Absent without the setting. */
export function serveMetrics(app: FastifyInstance, services: Services): void {
  const { metricsToken } = services.config
  if (metricsToken === undefined) return
  app.get('/metrics', async (request, reply): Promise<FastifyReply> => {
    const bearer = bearerOf(request.headers) ?? ''
    if (!sameSecret(bearer, metricsToken)) throw new Problem('unauthenticated')
    const lines = [...(await queueLines(services)), ...poolLines(services)]
    return reply.type('text/plain; version=0.0.4').send(`${lines.join('\n')}\n`)
  })
}

async function queueLines({ pools }: Services): Promise<string[]> {
  const { rows } = await withDatabase(pools.jobs, { companyId: null, userId: null }, false, db =>
    db.execute<{ name: string; waiting: number }>(
      `select name, count(*)::int as waiting from pgboss.job where state in ('created', 'retry', 'active') ` +
        'group by name',
    ),
  )
  const waiting = new Map(rows.map(row => [row.name, row.waiting]))
  return [
    '# HELP tend_dead_letters What could not be delivered and is kept for somebody to look at.',
    '# TYPE tend_dead_letters gauge',
    `tend_dead_letters ${waiting.get(deadLetters) ?? 0}`,
    '# HELP tend_jobs_waiting Jobs and deliveries that are to be done, by queue.',
    '# TYPE tend_jobs_waiting gauge',
    ...[...waiting]
      .filter(([name]) => name !== deadLetters)
      .map(([name, n]) => `tend_jobs_waiting{queue="${name}"} ${n}`),
  ]
}

function poolLines({ pools: { walled, platform, jobs, deliveries } }: Services): string[] {
  const states = (name: string, pool: Pool) => [
    `tend_database_connections{pool="${name}",state="open"} ${pool.totalCount}`,
    `tend_database_connections{pool="${name}",state="idle"} ${pool.idleCount}`,
    `tend_database_connections{pool="${name}",state="awaited"} ${pool.waitingCount}`,
  ]
  return [
    '# HELP tend_database_connections Connections of this node to the database, and who waits for one.',
    '# TYPE tend_database_connections gauge',
    ...Object.entries({ walled, platform, jobs, deliveries }).flatMap(([name, pool]) => states(name, pool)),
  ]
}
