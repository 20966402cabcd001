/** Takes the sample data away as a whole, and nothing that people made: what their own rows need stays, and is theirs from then on. */
import { and, eq, inArray, isNull, notInArray, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { animalGroups } from '../animal-groups/table.ts'
import { animals } from '../animals/table.ts'
import { audit } from '../audit/commands.ts'
import type { CompanyRow } from '../companies/queries.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { locations } from '../locations/table.ts'
import { archiveTask } from '../tasks/endSeries.ts'
import { taskSubjects, tasks } from '../tasks/table.ts'
import { findSamples, tablesOf, unchanged } from './queries.ts'
import { type SampleRow, sampleSets } from './table.ts'

type Kind = keyof typeof tablesOf

/** Archives what is still as it was added and what nothing of theirs needs. A repeated call is harmless. */
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
