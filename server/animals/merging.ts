/**
 * An animal that was registered twice: what was recorded of the duplicate goes over to the animal, and the duplicate
 * into the archive. What points at animals is read from the database's own catalogue, so that a new feature's rows go
 * along too.
 */
import { eq, inArray, sql } from 'drizzle-orm'
import type { AnimalMerge } from '#shared/animals/contract.ts'
import { wire } from '#shared/lib/casing.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { audit } from '../audit/commands.ts'
import { requireRoom } from '../companies/planQueries.ts'
import type { Context } from '../lib/context.ts'
import { accessRow } from '../lib/registers/register.ts'
import { repeatFindings, withdrawRepeated } from '../subjects/commands.ts'
import { lockDescent, requireNoCircle, requireUnrelatedLine } from './descent.ts'
import { keepCurrent } from './eventCommands.ts'
import { animalMerges, animals, type MovedRows } from './table.ts'

type Row = typeof animals.$inferSelect
type MergeRow = typeof animalMerges.$inferSelect
type Pair = { id: number; duplicateId: number }

/**
 * Merges two rows of one animal. Throws 422 for itself, another species or kind, its own ancestor, an archived animal,
 * or too many identifiers.
 */
export async function mergeAnimals(ctx: Context, { id, duplicateId }: Pair): Promise<MergeRow> {
  const { companyId } = await accessRow(ctx, animals, 'Animal', id, 'delete')
  await lockPair(ctx, companyId, { id, duplicateId })
  const animal = await accessRow(ctx, animals, 'Animal', id, 'delete')
  const duplicate = await accessRow(ctx, animals, 'Animal', duplicateId, 'delete')
  const fits =
    animal.companyId === duplicate.companyId && animal.species === duplicate.species && animal.kind === duplicate.kind
  if (id === duplicateId || !fits || animal.archivedAt || duplicate.archivedAt)
    throw invalidField('duplicate_id', 'not_an_option')
  await requireUnrelatedLine(ctx, animal, duplicate, 'duplicate_id')
  const otherIdentifiers = identifiersOfBoth(animal, duplicate)
  if (otherIdentifiers.length > maxIdentifiers)
    throw invalidField('duplicate_id', 'too_many', { maximum: maxIdentifiers })
  const moved: MovedRows[] = []
  for (const { table, column } of await pointing(ctx)) {
    const ids = await reassignReferences(ctx, { table, column, companyId }, duplicateId, id)
    if (ids.length > 0) moved.push({ table, column, ids })
  }
  const said = await repeatFindings(ctx, companyId, { type: 'animal', id: duplicateId }, { type: 'animal', id })
  if (said.length > 0) moved.push({ ...findings, ids: said })
  const [merge] = await ctx.db
    .insert(animalMerges)
    .values({ companyId, animalId: id, duplicateId, moved, userId: ctx.actor.id, createdAt: ctx.now })
    .returning()
  if (!merge) throw new Error('An insert returns its row')
  await change(ctx, duplicate, { archivedAt: ctx.now })
  await change(ctx, animal, { otherIdentifiers })
  await recomputeBoth(ctx, animal, duplicate)
  await audit(ctx, 'entry.merged', { type: 'Animal', id, companyId }, { duplicate: duplicateId })
  return merge
}

/** Undoes a merge; repeating it is harmless. Throws 404 where there is none, or it is more than 30 days ago. */
export async function unmergeAnimals(ctx: Context, mergeId: number): Promise<MergeRow> {
  const [merge] = await ctx.db.select().from(animalMerges).where(eq(animalMerges.id, mergeId)).for('update')
  if (!merge) throw new Problem('not_found')
  const { animalId: id, duplicateId, companyId } = merge
  await lockPair(ctx, companyId, { id, duplicateId })
  const animal = await accessRow(ctx, animals, 'Animal', id, 'delete')
  const duplicate = await accessRow(ctx, animals, 'Animal', duplicateId, 'delete')
  if (merge.undoneAt) return merge
  if (ctx.now.getTime() - merge.createdAt.getTime() > 30 * 24 * 3600_000) throw new Problem('not_found')
  await requireRoom(ctx, companyId, 'animals')
  const known = new Map((await pointing(ctx)).map(one => [`${one.table}.${one.column}`, one]))
  for (const { ids, ...where } of merge.moved)
    if (where.table === findings.table) await withdrawRepeated(ctx, companyId, ids, { type: 'animal', id })
    else if (known.has(`${where.table}.${where.column}`))
      await reassignReferences(ctx, { ...where, companyId }, id, duplicateId, ids)
  for (const row of [animal, duplicate]) await requireNoCircle(ctx, row, 'id')
  const theirs = new Set(identifiersOf(duplicate).map(({ scheme, value }) => `${scheme} ${value}`))
  const own = animal.otherIdentifiers.filter(({ scheme, value }) => !theirs.has(`${scheme} ${value}`))
  await change(ctx, animal, { otherIdentifiers: own })
  await change(ctx, duplicate, { archivedAt: null })
  await ctx.db.update(animalMerges).set({ undoneAt: ctx.now }).where(eq(animalMerges.id, mergeId))
  await recomputeBoth(ctx, animal, duplicate)
  await audit(ctx, 'entry.unmerged', { type: 'Animal', id, companyId }, { duplicate: duplicateId })
  return { ...merge, undoneAt: ctx.now }
}

/**
 * Two merges that share an animal come one after the other, in the order of ids. Descent is locked first, as a change
 * of descent does.
 */
async function lockPair(ctx: Context, companyId: number, { id, duplicateId }: Pair): Promise<void> {
  await lockDescent(ctx, companyId)
  await ctx.db
    .select({ id: animals.id })
    .from(animals)
    .where(inArray(animals.id, [id, duplicateId]))
    .orderBy(animals.id)
    .for('no key update')
}

/** The identifiers of the duplicate beside those of the animal, each once. */
function identifiersOfBoth(animal: Row, duplicate: Row): Row['otherIdentifiers'] {
  const known = new Set(identifiersOf(animal).map(({ scheme, value }) => `${scheme} ${value}`))
  const more = identifiersOf(duplicate).filter(({ scheme, value }) => !known.has(`${scheme} ${value}`))
  return [...animal.otherIdentifiers, ...more]
}

const maxIdentifiers = 10
const findings = { table: 'subject_statuses', column: 'animal_id' }
const identifiersOf = ({ identifier, identifierScheme, otherIdentifiers }: Row) => [
  ...(identifier === null ? [] : [{ scheme: identifierScheme, value: identifier }]),
  ...otherIdentifiers,
]

const change = ({ db, now }: Context, { id }: Row, changes: Partial<Row>) =>
  db
    .update(animals)
    .set({ ...changes, revision: sql`${animals.revision} + 1`, updatedAt: now })
    .where(eq(animals.id, id))

async function recomputeBoth(ctx: Context, ...both: Row[]): Promise<void> {
  for (const row of both) await keepCurrent(ctx, { type: 'animal', row })
}

type Where = { table: string; column: string }

/**
 * Tables that reference animals, except for identifiers and places, which follow their rows, findings, which are
 * derived again, and merges.
 */
async function pointing({ db }: Context): Promise<Where[]> {
  const { rows } = await db.execute<Where>(sql`
    select c.relname as table, a.attname::text as column
    from pg_constraint f join pg_class c on c.oid = f.conrelid
    join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[2]
    where f.contype = 'f' and f.confrelid = 'animals'::regclass
      and c.relname not in ('animal_identifiers', 'animal_merges', 'animal_places', ${findings.table})
    order by 1, 2`)
  return rows
}

/**
 * Has rows point elsewhere; what cannot, because such a row is there already, stays. Returns the ids of those that do.
 */
async function reassignReferences(
  ctx: Context,
  { table, column, companyId }: Where & { companyId: number },
  from: number,
  to: number,
  only?: number[],
): Promise<number[]> {
  const [rows, pointer] = [sql.identifier(table), sql.identifier(column)]
  const those = only ? sql`and id = any(${sql.param(only)}::int[])` : sql``
  // Uses a savepoint: a transaction of the driver's would commit the request's own.
  const move = async (which: typeof those) => {
    await ctx.db.execute(sql`savepoint repointing`)
    try {
      const moved = await ctx.db.execute<{ id: number }>(
        sql`update ${rows} set ${pointer} = ${to} where company_id = ${companyId} and ${pointer} = ${from} ${which}
          returning id`,
      )
      await ctx.db.execute(sql`release savepoint repointing`)
      return moved.rows.map(({ id }) => id)
    } catch (error) {
      await ctx.db.execute(sql`rollback to savepoint repointing`)
      throw error
    }
  }
  try {
    return await move(those)
  } catch (error) {
    if (!isTaken(error)) throw error
  }
  const found = await ctx.db.execute<{ id: number }>(
    sql`select id from ${rows} where company_id = ${companyId} and ${pointer} = ${from} ${those} order by id`,
  )
  const moved: number[] = []
  for (const { id } of found.rows) moved.push(...(await move(sql`and id = ${id}`).catch(ignoreTaken)))
  return moved
}

function isTaken(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if ('code' in at && at.code === '23505') return true
  return false
}
const ignoreTaken = (error: unknown): number[] => {
  if (isTaken(error)) return []
  throw error
}

export const presentMerge = ({ id, animalId, duplicateId, createdAt, undoneAt }: MergeRow): AnimalMerge =>
  wire({ id, animalId, duplicateId, createdAt, undoneAt })
