import { and, eq, inArray, isNull, notInArray, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { species } from '#shared/animals/rules.ts'
import type { KindOfBusiness } from '#shared/companies/rules.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { localeOf, locales } from '#shared/lib/language.ts'
import { Problem } from '#shared/lib/problem.ts'
import { roles } from '#shared/lib/roles.ts'
import type { locationTypes } from '#shared/locations/rules.ts'
import type { Samples } from '#shared/samples/contract.ts'
import type { SubjectRef } from '#shared/subjects/contract.ts'
import { animalGroups, animals } from '../animals/table.ts'
import { audit } from '../audit/commands.ts'
import { requireRoom } from '../companies/planQueries.ts'
import type { CompanyRow } from '../companies/queries.ts'
import { type Context, companyOf } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { locations } from '../locations/table.ts'
import { createTask } from '../tasks/assign.ts'
import { archiveTask } from '../tasks/endSeries.ts'
import { taskSubjects, tasks } from '../tasks/table.ts'
import { findSamples, presentSamples, tablesOf, unchanged } from './queries.ts'
import { type SampleRow, sampleSets } from './table.ts'

/**
 * Adds the sample data that fits the company's business, once. Throws `plan_limit_reached` where the plan has no room
 * for the animals.
 */
export async function addSamples(ctx: Context, company: CompanyRow): Promise<Samples> {
  const { id: companyId } = company
  if (companyOf(ctx) !== companyId) throw new Problem('not_found')
  const [set] = await ctx.db
    .insert(sampleSets)
    .values({ companyId, rows: [], createdAt: ctx.now })
    .onConflictDoNothing()
    .returning()
  if (!set) return presentSamples(ctx.db, companyId)
  const rows = await makeRows(ctx, company)
  await ctx.db.update(sampleSets).set({ rows }).where(eq(sampleSets.id, set.id))
  await audit(ctx, 'samples.added', { type: 'Company', id: companyId, companyId })
  return presentSamples(ctx.db, companyId)
}

async function makeRows(ctx: Context, { id: companyId, languageId, kindOfBusiness }: CompanyRow): Promise<SampleRow[]> {
  const t = ctx.services.texts(localeOf(languageId))
  const marked = (name: string) => t(`samples.names.${name}`)
  const { species, places } = contentFor(kindOfBusiness)
  const made: SampleRow[] = []
  const stored = { companyId, createdAt: ctx.now, updatedAt: ctx.now }

  for (const { name, type } of places) {
    const [row] = await ctx.db
      .insert(locations)
      .values({ ...stored, name: marked(name), type })
      .returning()
    if (row) made.push({ kind: 'location', id: row.id, name: row.name })
  }
  const [barn] = made
  if (species) {
    await requireRoom(ctx, companyId, 'animals', animalNames.length)
    const group = { ...stored, name: marked('group'), purpose: 'enclosure' as const, species, locationId: barn?.id }
    const [herd] = await ctx.db.insert(animalGroups).values(group).returning()
    if (herd) made.push({ kind: 'animal_group', id: herd.id, name: herd.name })
    const inside = { ...stored, species, sex: 'female' as const, animalGroupId: herd?.id }
    const living = await ctx.db
      .insert(animals)
      .values(animalNames.map(name => ({ ...inside, name: marked(name) })))
      .returning()
    made.push(...living.map(({ id, name }) => ({ kind: 'animal' as const, id, name })))
  }
  const subjects: SubjectRef[] = barn ? [{ type: 'location', id: barn.id }] : []
  const inAll = (key: string): LocalizedText =>
    Object.fromEntries(locales.map(locale => [locale, ctx.services.texts(locale)(key)]))
  const task = await createTask(ctx, {
    ...{ title: t('samples.task.title'), titles: inAll('samples.task.title'), description: t('samples.task.text') },
    ...{ priority: 'normal', doneBy: 'any_one', assignees: [{ role_id: roles.manager }], subjects },
  })
  return [...made, { kind: 'task', id: task.id, name: task.title }]
}

// Removing sample data. Rows that other rows need stay, and belong to the company from then on.

type Kind = keyof typeof tablesOf

/** Archives sample rows that are unchanged and not needed by other rows. A repeated call is harmless. */
export async function removeSamples(ctx: Context, { id: companyId }: CompanyRow): Promise<void> {
  const set = await findSamples(ctx.db, companyId, true)
  if (!set) return
  const going = await unchanged(ctx.db, companyId, set.rows)
  for (const { kind, id } of going) {
    const [task] = kind === 'task' ? await ctx.db.select().from(tasks).where(eq(tasks.id, id)) : []
    if (!task) continue
    await archiveTask(ctx, task, ctx.now)
  }
  // Animals before the group that they are in, and that before its place.
  for (const kind of ['animal', 'animal_group', 'location'] as const)
    await archive(ctx, companyId, kind, idsOf(going, kind))
  await ctx.db.delete(sampleSets).where(eq(sampleSets.id, set.id))
  await audit(ctx, 'samples.removed', { type: 'Company', id: companyId, companyId })
}

const idsOf = (rows: readonly SampleRow[], kind: Kind) => rows.filter(row => row.kind === kind).map(({ id }) => id)

async function archive(ctx: Context, companyId: number, kind: Kind, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  const needed = await neededOf(ctx.db, companyId, kind, ids)
  const going = ids.filter(id => !needed.has(id))
  if (going.length === 0) return
  const table = tablesOf[kind]
  await ctx.db
    .update(table)
    .set({ archivedAt: ctx.now, updatedAt: ctx.now, revision: sql`${table.revision} + 1` })
    .where(and(eq(table.companyId, companyId), inArray(table.id, going)))
}

/** Which of them something that lives needs: an open task about it, an animal or a group in it, a place below it. */
async function neededOf(db: Database, companyId: number, kind: Kind, ids: number[]): Promise<Set<number>> {
  const pointer = {
    animal: taskSubjects.animalId,
    animal_group: taskSubjects.animalGroupId,
    location: taskSubjects.locationId,
  }[kind]
  const byTasks = await db
    .selectDistinct({ id: pointer })
    .from(taskSubjects)
    .innerJoin(tasks, and(eq(tasks.companyId, taskSubjects.companyId), eq(tasks.id, taskSubjects.taskId)))
    .where(and(eq(taskSubjects.companyId, companyId), inArray(pointer, ids), isNull(tasks.archivedAt)))
  const within: [AnyPgColumn, SQL | undefined][] = {
    animal: [],
    animal_group: [livingIn(animals, companyId, animals.animalGroupId, ids)],
    location: [
      livingIn(animalGroups, companyId, animalGroups.locationId, ids),
      // Those that go themselves need no other.
      livingIn(locations, companyId, locations.parentId, ids, notInArray(locations.id, ids)),
    ],
  }[kind] as [AnyPgColumn, SQL | undefined][]
  const needed = new Set(byTasks.map(({ id }) => id ?? 0))
  for (const [column, where] of within) {
    const rows = await db.selectDistinct({ id: column }).from(column.table).where(where)
    for (const { id } of rows) needed.add(Number(id))
  }
  return needed
}

const livingIn = (
  table: typeof animals | typeof animalGroups | typeof locations,
  companyId: number,
  column: AnyPgColumn,
  ids: number[],
  also?: SQL,
): [AnyPgColumn, SQL | undefined] => [
  column,
  and(eq(table.companyId, companyId), inArray(column, ids), isNull(table.archivedAt), also),
]

// Contents of the sample data: species, group and places.

type Species = (typeof species)[number]
type PlaceType = (typeof locationTypes)[number]

const ofAnimals: Partial<Record<KindOfBusiness, Species>> = {
  mixed_farm: 'cattle',
  dairy: 'cattle',
  beef: 'cattle',
  pigs: 'pig',
  poultry: 'chicken',
  sheep_and_goats: 'sheep',
  horses: 'horse',
  veterinary: 'cattle',
  shelter: 'dog',
}

/** The names in `samples.names` of the texts. */
const animalNames = ['first', 'second', 'third'] as const

type Content = { species: Species | null; places: { name: 'barn' | 'paddock' | 'yard' | 'hall'; type: PlaceType }[] }

/** Returns the contents that fit a kind of business: only places for unknown kinds and those without animals. */
function contentFor(kind: KindOfBusiness | null): Content {
  const found = (kind && ofAnimals[kind]) ?? null
  return {
    species: found,
    places: found
      ? [
          { name: 'barn', type: 'barn' },
          { name: 'paddock', type: 'paddock' },
        ]
      : [
          { name: 'yard', type: 'site' },
          { name: 'hall', type: 'building' },
        ],
  }
}
