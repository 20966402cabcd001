import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Definition } from '#shared/forms/definition.ts'
import { tablesOf } from '#shared/forms/tables/contents.ts'
import type { TableContent } from '#shared/forms/tables/formTable.ts'
import { invalidField } from '#shared/lib/problem.ts'
import { requireRoom } from '../../companies/planQueries.ts'
import { fairnessKey } from '../../lib/concurrency/fairnessKey.ts'
import { inThread } from '../../lib/concurrency/threads.ts'
import { type Context, companyOf } from '../../lib/context.ts'
import { formTables } from '../table.ts'
import type { TableRead } from './readTableThread.ts'

const thread = new URL('./readTableThread.ts', import.meta.url)

/** Reads a sent file of comma-separated values, as JSON. Throws 422 for a file that is no such table. */
export async function readSentTable(ctx: Context): Promise<string> {
  const { upload } = ctx
  if (!upload) throw invalidField('file', 'required')
  const turnKey = fairnessKey(ctx.actor, ctx.ip)
  const read = await inThread<Uint8Array, TableRead>('spreadsheet', turnKey, thread, upload.content)
  if ('fault' in read) throw invalidField('file', read.fault, read.values)
  return read.json
}

/**
 * Keeps a table that definitions of the company may name. Sent again under the same uuid, it is the first. Throws
 * `plan_limit_reached` where there is no room for it.
 */
export async function addTable(
  ctx: Context,
  uuid: string,
  json: string,
): Promise<{ uuid: string; columns: string[]; rows: number }> {
  await insertTable(ctx, uuid, json)
  const [kept] = await ctx.db
    .select({
      columns: sql<string[]>`${formTables.content} -> 'columns'`,
      rows: sql<number>`jsonb_array_length(${formTables.content} -> 'rows')`,
    })
    .from(formTables)
    .where(and(eq(formTables.companyId, companyOf(ctx)), eq(formTables.uuid, uuid)))
  if (!kept) throw new Error('The table was not stored.')
  return { uuid, ...kept }
}

/** Keeps a content under its uuid, unless the company has it already. */
export const keepTable = (ctx: Context, uuid: string, content: TableContent): Promise<void> =>
  insertTable(ctx, uuid, JSON.stringify(content))

async function insertTable(ctx: Context, uuid: string, json: string): Promise<void> {
  const companyId = companyOf(ctx)
  const content = sql`${json}::jsonb`
  const [inserted] = await ctx.db
    .insert(formTables)
    .values({ companyId, uuid, userId: ctx.actor.id, content, size: Buffer.byteLength(json), createdAt: ctx.now })
    .onConflictDoNothing({ target: [formTables.companyId, formTables.uuid] })
    .returning({ id: formTables.id })
  // Its bytes are counted already.
  if (inserted) await requireRoom(ctx, companyId, 'storage', 0)
}

/** Gives a company the tables that a form of another company names, under the same uuids. */
export async function copyTables(ctx: Context, definition: Definition, from: number, to: number): Promise<void> {
  const uuids = tablesOf(definition)
  if (uuids.length === 0 || from === to) return
  const there = await ctx.db
    .select()
    .from(formTables)
    .where(and(eq(formTables.companyId, from), inArray(formTables.uuid, uuids)))
  for (const { id: _, ...table } of there)
    await ctx.db
      .insert(formTables)
      .values({ ...table, companyId: to, userId: ctx.actor.id, createdAt: ctx.now })
      .onConflictDoNothing({ target: [formTables.companyId, formTables.uuid] })
  await requireRoom(ctx, to, 'storage', 0)
}
