/** Photos of animals: files that somebody sent before, seen by whoever may read the animal. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { invalidField } from '#shared/lib/problem.ts'
import { allows } from '#shared/lib/rules.ts'
import { keepFor } from '../files/commands.ts'
import { files } from '../files/table.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import type { FileOwners } from '../lib/files/owners.ts'
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
 * Gives an animal these photos, in this order: those that it has, and pictures that the actor sent before. What is left out is nobody's
 * again: who sent it can name it once more until the night, then it is erased. Throws 422 for what is not there or no picture.
 */
export async function keepPhotos(ctx: Context, animal: Photographed, uuids: readonly string[]): Promise<boolean> {
  const wanted = [...new Set(uuids)]
  const had = new Map(animal.photos.map(photo => [photo.uuid, photo]))
  if (wanted.join() === [...had.keys()].join()) return false
  const added = await keepFor(
    ctx,
    wanted.filter(uuid => !had.has(uuid)),
    fileKind,
  )
  if (added.some(({ width }) => width === null)) throw invalidField('photo_uuids', 'wrong_format')
  const now = new Map<string, StoredPhoto>([
    ...had,
    ...added.map(({ id, uuid, path, previewPath }) => [uuid, { id, uuid, path, preview_path: previewPath }] as const),
  ])
  const photos = wanted.flatMap(uuid => now.get(uuid) ?? [])
  await letGo(
    ctx.db,
    animal.photos.filter(({ uuid }) => !wanted.includes(uuid)),
  )
  await ctx.db.update(animals).set({ photos }).where(eq(animals.id, animal.id))
  return true
}

/** Photos that no animal has any more. */
async function letGo(db: Database, photos: readonly StoredPhoto[]): Promise<void> {
  if (photos.length === 0) return
  const gone = inArray(
    files.id,
    photos.map(({ id }) => id),
  )
  await db
    .update(files)
    .set({ ownedBy: null })
    .where(and(gone, eq(files.ownedBy, fileKind)))
}

/** Those of erased animals: their rows go with the animals, their content with what no row names. */
export async function erasePhotosOf(db: Database, erased: readonly Pick<Photographed, 'photos'>[]): Promise<void> {
  const ids = erased.flatMap(({ photos }) => photos.map(({ id }) => id))
  if (ids.length > 0) await db.delete(files).where(and(inArray(files.id, ids), eq(files.ownedBy, fileKind)))
}
