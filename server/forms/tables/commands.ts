import { and, eq, inArray } from 'drizzle-orm'
import type { Definition } from '#shared/forms/definition.ts'
import { tablesOf } from '#shared/forms/tables/contents.ts'
import { tableFrom } from '#shared/forms/tables/csv.ts'
import { mostTableColumns, mostTableRows, type TableContent } from '#shared/forms/tables/formTable.ts'
import { invalidField } from '#shared/lib/problem.ts'
import { type Context, companyOf } from '../../lib/context.ts'
import { textOf } from '../../lib/spreadsheets/textFile.ts'
import { requireRoom } from '../../plans/commands.ts'
import { formTables } from '../table.ts'

/**
 * Keeps a file of comma-separated values as a table that definitions of the company may name. Sent again under the same uuid, it is the
 * first. 422 for a file that is no such table, `plan_limit_reached` where there is no room for it.
 */
export async function addTable(ctx: Context, uuid: string): Promise<{ uuid: string; columns: string[]; rows: number }> {
  const { upload } = ctx
  if (!upload) throw invalidField('file', 'required')
  const read = tableFrom(textOf(upload.content))
  if ('fault' in read)
    throw invalidField('file', read.fault, {
      maximum: read.fault === 'table_too_wide' ? mostTableColumns : mostTableRows,
    })
  const { columns, rows } = await keepTable(ctx, uuid, read)
  return { uuid, columns, rows: rows.length }
}

/** Keeps a content under its uuid, unless the company has it already; what it has then. */
export async function keepTable(ctx: Context, uuid: string, content: TableContent): Promise<TableContent> {
  const companyId = companyOf(ctx)
  const [inserted] = await ctx.db
    .insert(formTables)
    .values({ companyId, uuid, userId: ctx.actor.id, content, size: sizeOf(content), createdAt: ctx.now })
    .onConflictDoNothing({ target: [formTables.companyId, formTables.uuid] })
    .returning({ id: formTables.id })
  // Its bytes are counted already.
  if (inserted) await requireRoom(ctx, companyId, 'storage', 0)
  if (inserted) return content
  const [first] = await ctx.db
    .select({ content: formTables.content })
    .from(formTables)
    .where(and(eq(formTables.companyId, companyId), eq(formTables.uuid, uuid)))
  if (!first) throw new Error('The table was not stored.')
  return first.content
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

const sizeOf = (content: TableContent) => Buffer.byteLength(JSON.stringify(content))
