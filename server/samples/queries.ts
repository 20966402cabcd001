import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Samples } from '#shared/samples/contract.ts'
import { animalGroups, animals } from '../animals/table.ts'
import type { Database } from '../lib/db/pools.ts'
import { locations } from '../locations/table.ts'
import { tasks } from '../tasks/table.ts'
import { type SampleRow, sampleSets } from './table.ts'

export const tablesOf = { animal: animals, animal_group: animalGroups, location: locations } as const

/** The company's set; `lock` keeps another call from removing it too. */
export async function findSamples(db: Database, companyId: number, lock = false) {
  const query = db.select().from(sampleSets).where(eq(sampleSets.companyId, companyId))
  const [set] = await (lock ? query.for('update') : query)
  return set
}

/** Which of these rows are there and called as they were when they were added. */
export async function unchanged(db: Database, companyId: number, rows: readonly SampleRow[]): Promise<SampleRow[]> {
  const found: SampleRow[] = []
  for (const kind of ['animal', 'animal_group', 'location', 'task'] as const) {
    const wanted = rows.filter(row => row.kind === kind)
    if (wanted.length === 0) continue
    const names = await namesOf(db, companyId, kind, wanted)
    found.push(...wanted.filter(({ id, name }) => names.get(id) === name))
  }
  return found
}

async function namesOf(db: Database, companyId: number, kind: SampleRow['kind'], rows: readonly SampleRow[]) {
  const ids = rows.map(({ id }) => id)
  if (kind === 'task') {
    const living = and(eq(tasks.companyId, companyId), inArray(tasks.id, ids), isNull(tasks.archivedAt))
    const found = await db.select({ id: tasks.id, name: tasks.title }).from(tasks).where(living)
    return new Map(found.map(({ id, name }) => [id, name]))
  }
  const table = tablesOf[kind]
  const living = and(eq(table.companyId, companyId), inArray(table.id, ids), isNull(table.archivedAt))
  const found = await db.select({ id: table.id, name: table.name }).from(table).where(living)
  return new Map(found.map(({ id, name }) => [id, name]))
}

/** Counts the sample rows that are left. */
export async function presentSamples(db: Database, companyId: number): Promise<Samples> {
  const set = await findSamples(db, companyId)
  const living = set ? await unchanged(db, companyId, set.rows) : []
  const count = (kind: SampleRow['kind']) => living.filter(row => row.kind === kind).length
  return {
    added_at: set?.createdAt.toISOString() ?? null,
    animals: count('animal'),
    animal_groups: count('animal_group'),
    locations: count('location'),
    tasks: count('task'),
  }
}
