import type { FastifyInstance } from 'fastify'
import { Problem } from '#shared/lib/problem.ts'
import { storageCookie } from '../auth/storageCookie.ts'
import { withDatabase } from '../lib/db/pools.ts'
import type { Identity } from '../lib/identity.ts'
import type { Services } from '../lib/services.ts'
import { accessFile } from './queries.ts'

/** Finds out who a /storage cookie speaks for. Throws `unauthenticated`. */
export type IdentifyCookie = (cookie: string | undefined) => Promise<Identity>

/**
 * GET /storage/…: the files themselves, for whoever may read the row that names them. Pictures are shown, because they were
 * re-encoded when they came; everything else is only ever saved.
 */
export function serveStorage(app: FastifyInstance, services: Services, identify: IdentifyCookie): void {
  // Avatars are public: their names cannot be guessed, and tell nothing.
  app.get('/storage/avatars/:name', async (request, reply) => {
    const { name } = request.params as { name: string }
    const content = /^[0-9a-f-]{36}\.webp$/.test(name)
      ? await services.storage.read(`avatars/${name}`).catch(() => null)
      : null
    if (!content) throw new Problem('not_found')
    return reply
      .header('content-type', 'image/webp')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(content)
  })

  app.get('/storage/*', async (request, reply) => {
    const { actor, ability, held } = await identify(request.cookies[storageCookie])
    if (held) throw new Problem(held)
    const path = (request.params as { '*': string })['*']
    const pool = services.pools[actor.isAdmin ? 'platform' : 'walled']
    const file = await withDatabase(pool, { companyId: actor.companyId, userId: actor.id }, false, db =>
      accessFile({ db, ability }, path),
    )
    const content = await services.storage.read(file.path).catch(() => {
      throw new Problem('not_found')
    })
    const shown = file.contentType.startsWith('image/') ? 'inline' : 'attachment'
    return reply
      .header('content-type', file.contentType)
      .header('content-disposition', `${shown}; filename*=UTF-8''${encoded(file.name)}`)
      .header('cache-control', 'private, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .send(content)
  })
}

/** As RFC 5987 has it, which leaves fewer signs as they are than addresses do. */
const encoded = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
