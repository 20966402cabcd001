import type { FastifyInstance } from 'fastify'
import { linkMinutes } from '#shared/files/contract.ts'
import { Problem } from '#shared/lib/problem.ts'
import { identifyBySession } from '../accounts/identity.ts'
import { fairnessKey } from '../lib/concurrency/fairnessKey.ts'
import type { Context, Services } from '../lib/context.ts'
import { inTurn, noTenant, tenantOf } from '../lib/db/pools.ts'
import { sendStored, shareOfAddress } from '../lib/files/sendStored.ts'
import { ifMissing } from '../lib/files/storage.ts'
import type { IdentifyCookie, Identity } from '../lib/security/identity.ts'
import { derive, sameSecret } from '../lib/security/secrets.ts'
import { sharerOf } from './ports.ts'
import { accessStored } from './queries.ts'

/**
 * GET /storage/…: files, or parts of them, for readers of the row that names them. A cookie identifies them, a link for
 * clients without cookies, or the address on a shared page.
 */
export function serveStorage(app: FastifyInstance, services: Services, identify: IdentifyCookie): void {
  // Avatars and logos are public: their names cannot be guessed, and tell nothing.
  for (const [folder, ending] of [
    ['avatars', 'webp'],
    ['logos', 'png'],
  ] as const)
    app.get(`/storage/${folder}/:name`, async (request, reply) => {
      const { name } = request.params as { name: string }
      const content = new RegExp(`^[0-9a-f-]{36}\\.${ending}$`).test(name)
        ? await services.storage.read(`${folder}/${name}`).catch(ifMissing)
        : null
      if (!content) throw new Problem('not_found')
      return reply
        .header('content-type', `image/${ending}`)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('x-content-type-options', 'nosniff')
        .send(content)
    })

  // Parts of what is compressed would be parts of something else.
  app.get('/storage/*', { compress: false }, async (request, reply) => {
    const path = (request.params as { '*': string })['*']
    const { link, shared } = request.query as { link?: unknown; shared?: unknown }
    const { actor, ability, blockedReason } =
      typeof link === 'string'
        ? await byLink(services, link, path)
        : typeof shared === 'string'
          ? await byShare(services, shared, path)
          : await identify(request.cookies)
    if (blockedReason) throw new Problem(blockedReason)
    const pool = actor.isAdmin ? 'platform' : 'isolated'
    const tenant = tenantOf(actor)
    const file = await inTurn(services.pools, pool, fairnessKey(actor, request.ip), tenant, false, db =>
      accessStored({ db, actor, ability, services }, path),
    )
    // What a link opens is not kept beyond its time.
    const isOwn = link === undefined && shared === undefined
    reply.header('cache-control', isOwn ? 'private, max-age=31536000, immutable' : 'private, no-store')
    return sendStored({ request, reply, storage: services.storage }, file)
  })
}

/** Whom a link speaks for: the session that asked for it, while that lives. */
function byLink(services: Services, link: string, path: string): Promise<Identity> {
  const now = new Date()
  const sessionId = sessionOfLink(services.serverKey, link, path, now)
  return inTurn(services.pools, 'platform', `session ${sessionId}`, noTenant, false, db =>
    identifyBySession(db, sessionId, now),
  )
}

/** The identity of an address of a shared page: its sharer, while that link lives. */
function byShare(services: Services, shared: string, path: string): Promise<Identity> {
  const now = new Date()
  const shareId = shareOfAddress(services, shared, path, now)
  return inTurn(services.pools, 'platform', `share ${shareId}`, noTenant, false, db =>
    sharerOf.queryOne(db, { shareId, now }),
  )
}

// The links of files for clients without a browser: GET /storage/{path}?link=…

/**
 * A link speaks for the session that asked for it, so that it ends with that session, and with the right to see the
 * file, however many of its minutes are left.
 */
export function linkTo({ services, session, now }: Context, path: string): { url: string; expires_at: string } {
  if (!session) throw new Problem('unauthenticated')
  const expires = now.getTime() + linkMinutes * 60_000
  const link = signed(services.serverKey, session.id, expires, path)
  return { url: services.address(`/storage/${path}?link=${link}`), expires_at: new Date(expires).toISOString() }
}

/** The session that a link to `path` speaks for. Throws `link_expired`, and 404 for one that we did not make. */
function sessionOfLink(serverKey: Buffer, link: string, path: string, now: Date): number {
  const [session = 0, expires = 0] = link.split('.').map(Number)
  if (!sameSecret(link, signed(serverKey, session, expires, path))) throw new Problem('not_found')
  if (expires <= now.getTime()) throw new Problem('link_expired')
  return session
}

const signed = (serverKey: Buffer, sessionId: number, expires: number, path: string) =>
  `${sessionId}.${expires}.${derive(serverKey, 'file link', sessionId, expires, path)}`
