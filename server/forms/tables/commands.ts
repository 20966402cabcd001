import { and, eq, inArray } from 'drizzle-orm'
import type { Definition } from '#shared/forms/definition.ts'
import { tablesOf } from '#shared/forms/tables/contents.ts'
import { longestCell, mostTableColumns, mostTableRows, type TableContent } from '#shared/forms/tables/formTable.ts'
import { invalidField } from '#shared/lib/problem.ts'
import { type Context, companyOf } from '../../lib/context.ts'
import { csvLines } from '../../lib/spreadsheets/csvFile.ts'
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
  const { columns, rows } = await keepTable(ctx, uuid, tableOf(textOf(upload.content).text))
  return { uuid, columns, rows: rows.length }
}

/** The table that a text is. Throws a 422 that says why it is none, and in which line. */
function tableOf(text: string): TableContent {
  const { lines, quoteOpenIn } = csvLines(text, mostTableRows + 2)
  if (quoteOpenIn !== null) throw invalidField('file', 'quote_open', { line: quoteOpenIn })
  const [head, ...rows] = lines
  const columns = head?.cells.map(cell => cell.trim()) ?? []
  while (columns.at(-1) === '') columns.pop()
  if (columns.length === 0) throw invalidField('file', 'table_empty')
  if (columns.length > mostTableColumns) throw invalidField('file', 'table_too_wide', { maximum: mostTableColumns })
  const isClear =
    columns.every(column => column !== '' && column.length <= 200) && new Set(columns).size === columns.length
  if (!isClear) throw invalidField('file', 'table_headings')
  if (rows.length > mostTableRows) throw invalidField('file', 'table_too_long', { maximum: mostTableRows })
  for (const { number, cells } of rows) {
    if (cells.slice(head?.cells.length).some(cell => cell.trim() !== ''))
      throw invalidField('file', 'line_too_wide', { line: number })
    if (cells.some(cell => cell.trim().length > longestCell))
      throw invalidField('file', 'cell_too_long', { line: number, maximum: longestCell })
  }
  return { columns, rows: rows.map(({ cells }) => columns.map((_, index) => (cells[index] ?? '').trim())) }
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
