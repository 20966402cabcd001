/** Corrects the cells of an import before it is run again, and takes an import back for a day. */
import { randomUUID } from 'node:crypto'
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { importsUnderWay, importUndoFor } from '#shared/exports/options.ts'
import type { RegisterImport } from '#shared/imports/contract.ts'
import { Problem } from '#shared/lib/problem.ts'
import { audit } from '../audit/commands.ts'
import type { Context } from '../lib/context.ts'
import { attempt, type Calls, call, linesAtOnce } from './portion.ts'
import { presentImport } from './queries.ts'
import { registerContracts } from './registerFields.ts'
import { type ImportRow, registerImportLines as lines, registerImports } from './table.ts'

const ofImport = ({ companyId, id }: ImportRow) => and(eq(lines.companyId, companyId), eq(lines.importId, id))

type Correction = { column: number; number?: number | undefined; from?: string | undefined; value: string }

/** Puts another value into cells of a column: of one line, or of all with the same. Throws 409 while it runs. */
export async function correctLines(ctx: Context, row: ImportRow, correction: Correction): Promise<RegisterImport> {
  const { column, number, from = '', value } = correction
  if (importsUnderWay.includes(row.state)) throw new Problem('import_not_open')
  const at = sql.raw(String(column + 1))
  const wanted = number === undefined ? sql`coalesce(cells[${at}], '') = ${from}` : eq(lines.number, number)
  await ctx.db.execute(sql`
    update ${lines} set cells[${at}] = ${value}, typed[${at}] = case when typed is null then null else '' end
    where ${ofImport(row)} and ${wanted} and cardinality(cells) > ${column}::int`)
  return presentImport(ctx, row)
}

/** Begins to undo an import. Throws 409 a day after its end, and for one that is undone already. */
export async function undoImport(ctx: Context, row: ImportRow, job: { name: string }): Promise<RegisterImport> {
  const { id, state, isTrial, finishedAt } = row
  const isOpen = !isTrial && (state === 'done' || state === 'cancelled' || state === 'failed')
  if (!isOpen || !finishedAt || ctx.now.getTime() - finishedAt.getTime() > importUndoFor)
    throw new Problem('import_not_open')
  const run = randomUUID()
  const [changed] = await ctx.db
    .update(registerImports)
    .set({ state: 'undoing', run, finishedAt: null })
    .where(eq(registerImports.id, id))
    .returning()
  await audit(
    ctx,
    'register.import_undone',
    { type: 'RegisterImport', id, companyId: row.companyId },
    { type: row.type, lines: row.created + row.updated },
  )
  await ctx.services.jobs.send(ctx.db, job, { id, run }, row)
  return presentImport(ctx, changed ?? row)
}

/** Takes back some lines, the last first, because later rows may name earlier ones. Whether more may follow. */
export async function undoLines(ctx: Context, row: ImportRow, calls: Calls): Promise<boolean> {
  const { id, type } = row
  const some = await ctx.db
    .select()
    .from(lines)
    .where(and(ofImport(row), isNotNull(lines.rowId)))
    .orderBy(desc(lines.number))
    .limit(linesAtOnce)
  if (some.length === 0) {
    await ctx.db.update(registerImports).set({ state: 'undone', finishedAt: ctx.now }).where(eq(registerImports.id, id))
    return false
  }
  const { remove, update } = registerContracts[type]
  const released: PromiseLike<unknown>[] = []
  for (const { number, rowId, before } of some) {
    // A row that somebody archived or changed so that it refuses stays as it is.
    await attempt(ctx, { released }, 'updated', () =>
      before ? call(ctx, { calls }, update, { id: rowId, ...before }) : call(ctx, { calls }, remove, { id: rowId }),
    )
    await ctx.db
      .update(lines)
      .set({ rowId: null, before: null })
      .where(and(ofImport(row), eq(lines.number, number)))
  }
  await Promise.all(released)
  return true
}
