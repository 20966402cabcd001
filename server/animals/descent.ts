/** Animals have a mother and a father, and none descends from itself, however many generations lie between. */
import { sql } from 'drizzle-orm'
import { invalidField } from '#shared/lib/problem.ts'
import type { Context } from '../lib/context.ts'

type Animal = { id: number; companyId: number }
type Parents = { motherId?: number | null | undefined; fatherId?: number | null | undefined }

/**
 * Throws 422 at a parent that is the animal itself or descends from it. Concurrent changes of descent in a company wait
 * for each other.
 */
export async function requireDescent(ctx: Context, animal: Animal, { motherId, fatherId }: Parents): Promise<void> {
  await lockDescent(ctx, animal.companyId)
  for (const [field, parent] of [
    ['mother_id', motherId],
    ['father_id', fatherId],
  ] as const)
    if (parent != null && (await descendsFrom(ctx, animal.companyId, parent, animal.id)))
      throw invalidField(field, 'own_descendant')
}

/** Throws 422 at `field` where an animal descends from itself after a merge was undone. */
export async function requireUnrelatedLine(
  ctx: Context,
  animal: Animal,
  duplicate: Animal,
  field: string,
): Promise<void> {
  await lockDescent(ctx, animal.companyId)
  for (const [one, other] of [
    [animal, duplicate],
    [duplicate, animal],
  ] as const)
    if (await descendsFrom(ctx, animal.companyId, one.id, other.id)) throw invalidField(field, 'own_descendant')
}

/** Throws a 422 at `field` where an animal would descend from itself after two merged ones were separated. */
export async function requireNoCircle(ctx: Context, { id, companyId }: Animal, field: string): Promise<void> {
  const { rows } = await ctx.db.execute<{ parent: number }>(sql`
    select parent from animals cross join lateral (values (mother_id), (father_id)) parents(parent)
    where company_id = ${companyId} and id = ${id} and parent is not null`)
  for (const { parent } of rows)
    if (await descendsFrom(ctx, companyId, parent, id)) throw invalidField(field, 'own_descendant')
}

/** Serialises changes of descent in a company until the transaction ends. */
export const lockDescent = (ctx: Context, companyId: number) =>
  ctx.db.execute(sql`select pg_advisory_xact_lock(hashtext('animals.descent'), ${companyId})`)

/** Whether an animal is the other one, or has it among its ancestors; each of these is visited once. */
async function descendsFrom(ctx: Context, companyId: number, id: number, ancestor: number): Promise<boolean> {
  const { rows } = await ctx.db.execute<{ found: boolean }>(sql`
    with recursive line as (
      select ${id}::int as id
      union
      select parent from line
      join animals on animals.company_id = ${companyId} and animals.id = line.id
      cross join lateral (values (mother_id), (father_id)) parents(parent)
      where parent is not null
    )
    select exists (select from line where id = ${ancestor}) as found`)
  return rows[0]?.found ?? false
}
