import { and, count, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { EventDetails } from '#shared/animal-events/details.ts'
import { animals as calls } from '#shared/animals/contract.ts'
import { invalidField } from '#shared/lib/problem.ts'
import { requireRoom } from '../companies/planQueries.ts'
import { usage } from '../companies/ports.ts'
import { todayIn } from '../companies/queries.ts'
import { type Context, companyOf } from '../lib/context.ts'
import { routes } from '../lib/http/routes.ts'
import { eraseArchived, maxErased, nightly, requeueIf } from '../lib/jobs/erasing.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { accessRow } from '../lib/registers/register.ts'
import { headsByPlace } from '../locations/ports.ts'
import { locations } from '../locations/table.ts'
import type { Module } from '../module.ts'
import { subjectRegister } from '../subjects/commands.ts'
import { presentSubject } from '../subjects/queries.ts'
import { subjectStatuses } from '../subjects/table.ts'
import { lockDescent, requireDescent } from './descent.ts'
import { keepCurrent, noteToday, noteTodayOfAnimals } from './eventCommands.ts'
import { mergeAnimals, presentMerge, unmergeAnimals } from './merging.ts'
import { animalFiles, erasePhotosOf, keepPhotos } from './photos.ts'
import { animalGroups, animalIsolation, animals } from './table.ts'

type Row = typeof animals.$inferSelect
const registered = subjectRegister('animal', animals, 'Animal', presentSubject<Row>)
const current = (ctx: Context, id: number) => accessRow(ctx, animals, 'Animal', id, 'read')

type Born = { birthDate?: string | null | undefined }
type Changed = Born & {
  id: number
  revision?: number | undefined
  kind?: Row['kind'] | undefined
  motherId?: number | null | undefined
  fatherId?: number | null | undefined
  photoUuids?: string[] | undefined
}

type Named = { name?: string | undefined; identifier?: string | null | undefined }

/** Names an animal by its identifier where it has no other name. Throws a 422 where it has neither. */
function withName<Draft extends Named>(draft: Draft): Draft & { name: string } {
  const name = draft.name ?? draft.identifier
  if (!name) throw invalidField('name', 'required')
  return { ...draft, name }
}

/** Adds an animal. */
export const createAnimal = async (
  { photoUuids = [], ...draft }: Born & Named & { photoUuids?: string[] | undefined },
  ctx: Context,
) => {
  await requireRoom(ctx, companyOf(ctx), 'animals')
  await requireBorn(ctx, companyOf(ctx), [draft])
  const [placed] = await withGroupPlace(ctx, [withName(draft)])
  const { id } = await registered.create({ ...placed?.draft }, ctx)
  await keepPhotos(ctx, await current(ctx, id), photoUuids)
  return presentSubject(await noteChanges(ctx, await current(ctx, id), placed?.before ?? withoutPlacement))
}

/** Changes an animal. */
export const updateAnimal = async ({ photoUuids, ...input }: Changed, ctx: Context) => {
  const before = await accessRow(ctx, animals, 'Animal', input.id, 'update')
  if (input.kind && input.kind !== before.kind) throw invalidField('kind', 'not_an_option')
  if (input.birthDate !== before.birthDate) await requireBorn(ctx, before.companyId, [input])
  const motherId = input.motherId === before.motherId ? null : input.motherId
  const fatherId = input.fatherId === before.fatherId ? null : input.fatherId
  if (motherId || fatherId) await lockDescent(ctx, before.companyId)
  await registered.update(input, ctx)
  if (motherId || fatherId) await requireDescent(ctx, before, { motherId, fatherId })
  if (photoUuids) await keepPhotos(ctx, before, photoUuids)
  return presentSubject(await noteChanges(ctx, await current(ctx, input.id), before))
}

/** Restores an animal. */
export const restoreAnimal = async ({ id }: { id: number }, ctx: Context) => {
  const animal = await accessRow(ctx, animals, 'Animal', id, 'delete')
  if (animal.archivedAt) await requireRoom(ctx, animal.companyId, 'animals')
  await registered.restore({ id }, ctx)
  await keepCurrent(ctx, { type: 'animal', row: animal })
  return presentSubject(await current(ctx, id))
}

/** Merges two records of one animal. */
export const createMerge = async (pair: { id: number; duplicateId: number }, ctx: Context) =>
  presentMerge(await mergeAnimals(ctx, pair))

/** Reverts a merge, within 30 days. */
export const deleteMerge = async ({ id }: { id: number }, ctx: Context) => presentMerge(await unmergeAnimals(ctx, id))

/**
 * The company's plan limits how many animals there are. Group, place and number that one was given belong to its
 * history.
 */
const animalRoutes = routes(calls, {
  ...registered,
  create: createAnimal,
  update: updateAnimal,
  restore: restoreAnimal,
  merge: createMerge,
  unmerge: deleteMerge,
})

/** Many at once, as the call makes one; photos are given one by one. */
async function createAnimals(drafts: (Born & Named)[], ctx: Context) {
  await requireRoom(ctx, companyOf(ctx), 'animals', drafts.length)
  await requireBorn(ctx, companyOf(ctx), drafts)
  const placed = await withGroupPlace(
    ctx,
    drafts.map(({ photoUuids, ...draft }: Born & Named & { photoUuids?: unknown }) => withName(draft)),
  )
  const made = await registered.createMany(
    placed.map(({ draft }) => draft),
    ctx,
  )
  const changed = made.flatMap(
    ({ id, animal_group_id: animalGroupId, location_id: locationId, head_count: headCount, kind }, at) => {
      const before = placed[at]?.before ?? withoutPlacement
      const noted = changesOf({ animalGroupId, locationId, headCount, kind }, before)
      return noted.length > 0 ? [{ id, noted }] : []
    },
  )
  await noteTodayOfAnimals(ctx, companyOf(ctx), changed)
  return made
}

/** Throws a 422 for a day of birth that has not come yet by the company's clock. */
async function requireBorn(ctx: Context, companyId: number, drafts: Born[]): Promise<void> {
  const today = await todayIn(ctx, companyId)
  if (drafts.some(({ birthDate }) => birthDate && birthDate > today)) throw invalidField('birth_date', 'after_today')
}

const withoutPlacement: Placement = { animalGroupId: null, locationId: null, headCount: null }
type Placement = Pick<Row, 'animalGroupId' | 'locationId' | 'headCount'>
type Placing = { animalGroupId?: number | null | undefined; locationId?: number | null | undefined }

/**
 * Animals that join a group and name no place are at that of the group, as their history will say: who works there
 * sees them from the first statement on. `before` has the places that are no move of their own.
 */
async function withGroupPlace<Draft extends object>(ctx: Context, drafts: (Draft & Placing)[]) {
  const joined = drafts.flatMap(({ animalGroupId, locationId }) => (animalGroupId && !locationId ? animalGroupId : []))
  if (joined.length === 0) return drafts.map(draft => ({ draft, before: withoutPlacement }))
  // Who sees a group by its name may not see where it is, and needs no place to see its animals.
  const seen = and(eq(locations.companyId, animalGroups.companyId), eq(locations.id, animalGroups.locationId))
  const groups = await ctx.db
    .select({ id: animalGroups.id, locationId: locations.id })
    .from(animalGroups)
    .innerJoin(locations, seen)
    .where(and(eq(animalGroups.companyId, companyOf(ctx)), inArray(animalGroups.id, joined)))
  const places = new Map(groups.map(({ id, locationId }) => [id, locationId]))
  return drafts.map(draft => {
    const locationId = (!draft.locationId && draft.animalGroupId && places.get(draft.animalGroupId)) || null
    return locationId
      ? { draft: { ...draft, locationId }, before: { ...withoutPlacement, locationId } }
      : { draft, before: withoutPlacement }
  })
}

async function noteChanges(ctx: Context, animal: Row, before: Placement): Promise<Row> {
  const noted = changesOf(animal, before)
  if (noted.length === 0) return animal
  await noteToday(ctx, 'animal', animal, noted)
  return current(ctx, animal.id)
}

/** Returns the changes of a row that belong to its history, as events. */
function changesOf(animal: Placement & Pick<Row, 'kind'>, before: Placement) {
  const { animalGroupId, locationId, headCount, kind } = animal
  if (kind === 'individual' && headCount !== null) throw invalidField('head_count', 'not_an_option')
  const changed = (name: keyof Placement) => animal[name] !== before[name]
  const group: EventDetails = { type: animalGroupId === null ? 'leave_group' : 'join_group' }
  return [
    ...(changed('animalGroupId') ? [{ details: group, joinedGroupId: animalGroupId }] : []),
    ...(changed('locationId') ? [{ details: { type: 'move' } as const, locationId }] : []),
    ...(changed('headCount') ? [{ details: { type: 'count' } as const, headCount: headCount ?? 0 }] : []),
  ]
}

export const eraseArchivedAnimals: Job<object> = {
  name: 'animals.erase-archived',
  schedule: nightly,
  work: async (_, { db, services }) => {
    const parts = [{ table: subjectStatuses, of: subjectStatuses.animalId }]
    const erased = await eraseArchived(db, animals, { parts })
    await erasePhotosOf(db, erased)
    await requeueIf(db, services, 'animals.erase-archived', erased.length === maxErased)
  },
}

/** Living animals count for the plan. */
const animalCount = usage.providedBy(async (db, { companyId, thing }) => {
  if (thing !== 'animals') return 0
  const living = and(eq(animals.companyId, companyId), isNull(animals.archivedAt))
  return (await db.select({ used: count() }).from(animals).where(living))[0]?.used ?? 0
})

/** Counts living animals by place. A batch counts with all its heads. Places follow from the history (`status.ts`). */
const headCounts = headsByPlace.providedBy(async (db, companyId) => {
  const heads = sql<number>`sum(case when ${animals.kind} = 'batch' then coalesce(${animals.headCount}, 0)
    else 1 end)::int`
  const rows = await db
    .select({ place: animals.locationId, heads })
    .from(animals)
    .where(
      and(
        ...[eq(animals.companyId, companyId), isNull(animals.archivedAt)],
        ...[eq(animals.lifeStatus, 'alive'), isNotNull(animals.locationId)],
      ),
    )
    .groupBy(animals.locationId)
  return new Map(rows.flatMap(({ place, heads }) => (place === null ? [] : [[place, heads] as const])))
})

export const animalsModule: Module = {
  isolation: animalIsolation,
  routes: animalRoutes,
  incremental: [
    { call: calls.list, table: animals },
    { call: calls.statuses, table: subjectStatuses, of: 'animalId' },
  ],
  many: [[calls.create, createAnimals]],
  jobs: [eraseArchivedAnimals],
  queryProviders: [animalCount, headCounts],
  fileOwners: animalFiles,
}
