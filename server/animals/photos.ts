/** Photos of animals: uploaded files, visible to readers of the animal. */
import { and, eq, sql } from 'drizzle-orm'
import { invalidField } from '#shared/lib/problem.ts'
import { allows } from '#shared/lib/rules.ts'
import { eraseNamed, namedFiles, unclaimFiles } from '../files/commands.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import type { FileOwners } from '../lib/files/storage.ts'
import { animals, type StoredPhoto } from './table.ts'

const fileKind = 'animal_photo'

export const animalFiles: FileOwners = {
  [fileKind]: async ({ db, ability }, { companyId, id }) => {
    const named = sql`${animals.photos} @> ${JSON.stringify([{ id }])}::jsonb`
    const rows = await db
      .select()
      .from(animals)
      .where(and(eq(animals.companyId, companyId), named))
    return rows.some(animal => allows(ability, 'read', 'Animal', animal))
  },
}

type Photographed = { id: number; companyId: number; photos: StoredPhoto[] }

/**
 * Sets an animal's photos in this order: present ones, and uploads of the actor. Throws 422 for missing files and
 * other types.
 */
export async function keepPhotos(ctx: Context, animal: Photographed, uuids: readonly string[]): Promise<boolean> {
  if ([...new Set(uuids)].join() === animal.photos.map(({ uuid }) => uuid).join()) return false
  const photos = await namedFiles(ctx, {
    ...{ had: animal.photos, uuids, kind: fileKind },
    naming: ({ id, uuid, path, previewPath, width }): StoredPhoto => {
      if (width === null) throw invalidField('photo_uuids', 'wrong_format')
      return { id, uuid, path, preview_path: previewPath }
    },
  })
  const kept = new Set(photos.map(({ uuid }) => uuid))
  await unclaimFiles(
    ctx.db,
    fileKind,
    animal.photos.filter(({ uuid }) => !kept.has(uuid)),
  )
  await ctx.db.update(animals).set({ photos }).where(eq(animals.id, animal.id))
  return true
}

/** Erases the photos of erased animals. */
export const erasePhotosOf = (db: Database, erased: readonly Pick<Photographed, 'photos'>[]): Promise<void> =>
  eraseNamed(
    db,
    fileKind,
    erased.flatMap(({ photos }) => photos),
  )
