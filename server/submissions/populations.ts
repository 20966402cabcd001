import { and, count, eq, isNull } from 'drizzle-orm'
import type { FormState } from '#shared/forms/evaluation/FormState.ts'
import { rosterGroup } from '#shared/forms/evaluation/roster.ts'
import { withPicking } from '#shared/forms/scoring/picking.ts'
import type { Score } from '#shared/forms/scoring/score.ts'
import { animals } from '../animals/table.ts'
import type { Database } from '../lib/db/pools.ts'

/**
 * The score, with how the animals of rosters were chosen, and how many animals the groups had of which rosters were made: what is found among some of them says something of all only
 * while that is known, and groups change.
 */
export async function withPopulations(
  db: Database,
  { companyId, subjects }: { companyId: number; subjects: { type: string; id: number }[] },
  state: FormState,
  worked: Score,
): Promise<Score> {
  const score = withPicking(state, worked)
  if (!score.measures) return score
  const about = subjects.find(({ type }) => type === 'animal_group')?.id
  const measures = []
  for (const measure of score.measures) {
    const isRoster = measure.picked === 'random' || measure.picked === 'all'
    const group =
      isRoster && measure.population === undefined ? (rosterGroup(state, measure.repeat_id)?.id ?? about) : undefined
    const population = group === undefined ? undefined : await headsIn(db, companyId, group)
    measures.push(population ? { ...measure, population } : measure)
  }
  return { ...score, measures }
}

async function headsIn(db: Database, companyId: number, groupId: number): Promise<number> {
  const [row] = await db
    .select({ heads: count() })
    .from(animals)
    .where(and(eq(animals.companyId, companyId), eq(animals.animalGroupId, groupId), isNull(animals.archivedAt)))
  return row?.heads ?? 0
}
