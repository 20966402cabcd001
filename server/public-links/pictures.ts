import { and, eq, isNull } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { Problem } from '#shared/lib/problem.ts'
import { formPictures, publicLinks } from '../forms/table.ts'
import { fairnessKey } from '../lib/concurrency/fairnessKey.ts'
import type { Services } from '../lib/context.ts'
import { inTurn, noTenant } from '../lib/db/pools.ts'
import { ifMissing } from '../lib/files/storage.ts'
import { anonymous } from '../lib/security/identity.ts'
import { derive, sameSecret } from '../lib/security/secrets.ts'

/**
 * GET /storage/public-forms/…: pictures of a form for visitors of its link (`PublicForm.pictures`). An image in a page
 * can carry no PIN, so each has a signed address that ends with the link.
 */
export function servePublicPictures(app: FastifyInstance, services: Services): void {
  app.get('/storage/public-forms/:id/:version/:uuid/:token', async (request, reply) => {
    const { id, version, uuid, token } = request.params as Record<'id' | 'version' | 'uuid' | 'token', string>
    const link = { id: Number(id), version: Number(version) }
    if (!sameSecret(pictureToken(services.serverKey, link, uuid), token)) throw new Problem('not_found')
    const key = fairnessKey(anonymous.actor, request.ip)
    const picture = await inTurn(services.pools, 'platform', key, noTenant, false, async db => {
      const [found] = await db
        .select({ path: formPictures.path, contentType: formPictures.contentType })
        .from(publicLinks)
        .innerJoin(formPictures, eq(formPictures.companyId, publicLinks.companyId))
        .where(
          and(
            eq(publicLinks.id, link.id),
            eq(publicLinks.version, link.version),
            isNull(publicLinks.revokedAt),
            eq(formPictures.uuid, uuid),
          ),
        )
      return found
    })
    const content = picture && (await services.storage.read(picture.path).catch(ifMissing))
    if (!content) throw new Problem('not_found')
    return reply
      .header('content-type', picture.contentType)
      .header('content-disposition', 'inline')
      .header('cache-control', 'private, max-age=86400')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .send(content)
  })
}

type LinkVersion = { id: number; version: number }

/** What opens one picture to visitors and nothing else: of an earlier version of the link it is dead. */
const pictureToken = (serverKey: Buffer, { id, version }: LinkVersion, uuid: string): string =>
  derive(serverKey, 'picture of a public form', id, version, uuid)

/** Below /storage/. */
export const picturePath = (serverKey: Buffer, link: LinkVersion, uuid: string): string =>
  `public-forms/${link.id}/${link.version}/${uuid}/${pictureToken(serverKey, link, uuid)}`
