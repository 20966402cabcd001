/** The picture of a farm below its locations: one of each company, whose file is as private as the locations. */
import { eq, sql } from 'drizzle-orm'
import { invalidField } from '#shared/lib/problem.ts'
import { allows } from '#shared/lib/rules.ts'
import type { MapPicture, mapPicture } from '#shared/locations/contract.ts'
import { audit } from '../audit/commands.ts'
import { namedFiles, unclaimFiles } from '../files/commands.ts'
import { type Context, companyOf } from '../lib/context.ts'
import type { FileOwners } from '../lib/files/storage.ts'
import type { Handler } from '../lib/http/routes.ts'
import { mapPictures } from './table.ts'

const fileKind = 'map_picture'

const present = ({ file, description, north, south, east, west }: typeof mapPictures.$inferSelect): MapPicture => ({
  ...{ file_uuid: file.uuid, path: file.path, description, north, south, east, west },
})

const findPicture = ({ db }: Context, companyId: number) =>
  db.select().from(mapPictures).where(eq(mapPictures.companyId, companyId))

/** Reads the company's picture. */
export async function getMapPicture(_: object, ctx: Context): Promise<MapPicture | null> {
  const [found] = await findPicture(ctx, companyOf(ctx))
  return found ? present(found) : null
}

/** People who set it at once wait for each other, so that no file stays claimed by nothing. */
async function lockPicture(ctx: Context) {
  const companyId = companyOf(ctx)
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtext('map_pictures'), ${companyId})`)
  return { companyId, before: (await findPicture(ctx, companyId))[0] }
}

/** Sets or replaces the picture. Throws 422 for a file that is no picture of the actor's, and for turned edges. */
export const setMapPicture: Handler<typeof mapPicture.set> = async ({ fileUuid, ...place }, ctx) => {
  if (place.south >= place.north) throw invalidField('south', 'wrong_format')
  if (place.west >= place.east) throw invalidField('west', 'wrong_format')
  const { companyId, before } = await lockPicture(ctx)
  const [file] = await namedFiles(ctx, {
    ...{ had: before ? [before.file] : [], uuids: [fileUuid], kind: fileKind },
    naming: ({ id, uuid, path, width }) => {
      if (width === null) throw invalidField('file_uuid', 'wrong_format')
      return { id, uuid, path }
    },
  })
  if (!file) throw invalidField('file_uuid', 'not_found')
  if (before && before.file.id !== file.id) await unclaimFiles(ctx.db, fileKind, [before.file])
  const [row] = await ctx.db
    .insert(mapPictures)
    .values({ companyId, file, ...place })
    .onConflictDoUpdate({ target: mapPictures.companyId, set: { file, ...place } })
    .returning()
  if (!row) throw new Error('The picture was not stored.')
  await audit(ctx, 'company.map_set', { type: 'Company', id: companyId })
  return present(row)
}

/** Removes the picture. A repeated call is harmless. */
export const removeMapPicture: Handler<typeof mapPicture.remove> = async (_, ctx) => {
  const { companyId, before } = await lockPicture(ctx)
  if (!before) return null
  await ctx.db.delete(mapPictures).where(eq(mapPictures.companyId, companyId))
  await unclaimFiles(ctx.db, fileKind, [before.file])
  await audit(ctx, 'company.map_removed', { type: 'Company', id: companyId })
  return null
}

/** People who may read locations see it. */
export const mapPictureFiles: FileOwners = {
  [fileKind]: async ({ db, ability }, { companyId, id }) => {
    if (!allows(ability, 'read', 'Location')) return false
    const [found] = await db.select().from(mapPictures).where(eq(mapPictures.companyId, companyId))
    return found?.file.id === id
  },
}
