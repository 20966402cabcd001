import type { FastifyInstance } from 'fastify'
import { Problem } from '#shared/lib/problem.ts'
import type { Services } from '../context.ts'
import { noTenant, withDatabase } from '../db/pools.ts'

/** /health: the process answers. /ready: it can serve, which needs the database; ONCE asks for that at /up. */
export function serveHealth(app: FastifyInstance, services: Services): void {
  app.get('/health', () => ({ status: 'ok', version: services.config.version }))
  for (const path of ['/ready', '/up'])
    app.get(path, async () => {
      await withDatabase(services.pools.isolated, noTenant, false, db => db.execute('select 1')).catch(() => {
        throw new Problem('unavailable')
      })
      return { status: 'ready' }
    })
}
