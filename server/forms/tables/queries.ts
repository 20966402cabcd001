import { and, eq, inArray } from 'drizzle-orm'
import type { Definition } from '#shared/forms/definition.ts'
import { keepContent, missingTables, tablesOf } from '#shared/forms/tables/contents.ts'
import type { TableContent } from '#shared/forms/tables/formTable.ts'
import { Problem } from '#shared/lib/problem.ts'
import { type Context, companyOf } from '../../lib/context.ts'
import type { Database } from '../../lib/db/pools.ts'
import { formTables } from '../table.ts'

type Tabled = Pick<Definition, 'tables'>

/** Sees to it that the tables of definitions are at hand, before anything is worked out or said by them. */
export async function loadTables(
  db: Database,
  companyId: number,
  definitions: readonly (Tabled | undefined)[],
): Promise<void> {
  const missing = definitions.flatMap(definition => (definition ? missingTables(definition) : []))
  for (const { uuid, content } of await findTables(db, companyId, missing)) keepContent(uuid, content)
}

/** The contents that definitions name, as far as the company has them. */
export async function contentsNamed(
  db: Database,
  companyId: number,
  definition: Tabled,
): Promise<({ uuid: string } & TableContent)[]> {
  const found = await findTables(db, companyId, tablesOf(definition))
  return found.map(({ uuid, content }) => ({ uuid, ...content }))
}

/** The content of a table of the company; 404 for one that it does not have. */
export async function readTable(ctx: Context, uuid: string): Promise<{ uuid: string } & TableContent> {
  const [found] = await findTables(ctx.db, companyOf(ctx), [uuid])
  if (!found) throw new Problem('not_found')
  return { uuid, ...found.content }
}

async function findTables(db: Database, companyId: number, uuids: string[]) {
  if (uuids.length === 0) return []
  const { uuid, content } = formTables
  return db
    .select({ uuid, content })
    .from(formTables)
    .where(and(eq(formTables.companyId, companyId), inArray(uuid, [...new Set(uuids)])))
}
