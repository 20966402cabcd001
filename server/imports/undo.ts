/** Corrects the cells of an import before it is run again, and takes an import back for a day. */
import { randomUUID } from 'node:crypto'
import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { importsUnderWay, importUndoFor } from '#shared/exports/rules.ts'
import type { RegisterImport } from '#shared/imports/contract.ts'
import { type FieldErrors, Problem } from '#shared/lib/problem.ts'
import { allows } from '#shared/lib/rules.ts'
import { registry } from '#shared/subjects/registry.ts'
import { audit } from '../audit/commands.ts'
import type { Context } from '../lib/context.ts'
import { inIds } from '../lib/db/searchIds.ts'
import { registers } from '../subjects/registers.ts'
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
    update ${lines} set cells[${at}] = ${value}, typed = (
      select array_agg(case when at = ${at} then '' else cell end order by at)
      from unnest(typed) with ordinality as u (cell, at)
    )
    where ${ofImport(row)} and ${wanted} and cardinality(cells) > ${column}::int`)
  return presentImport(ctx, row)
}

/** Until when the rows of an import that ends now can be taken back; another try of it changes nothing there. */
export const undoUntilOf = ({ isTrial, created, updated, undoUntil }: ImportRow, now: Date): Date | null =>
  !isTrial && created + updated > 0 ? new Date(now.getTime() + importUndoFor) : undoUntil

/** Begins to undo an import. Throws 409 a day after its end, and for one that is undone already. */
export async function undoImport(ctx: Context, row: ImportRow, job: { name: string }): Promise<RegisterImport> {
  const { id, state, undoUntil } = row
  if (importsUnderWay.includes(state) || !undoUntil || ctx.now > undoUntil) throw new Problem('import_not_open')
  const run = randomUUID()
  const [changed] = await ctx.db
    .update(registerImports)
    .set({ state: 'undoing', isTrial: false, run, finishedAt: null })
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
  if (!allows(ctx.ability, 'create', registry[type].subject)) throw new Problem('forbidden')
  const some = await ctx.db
    .select()
    .from(lines)
    .where(and(ofImport(row), isNotNull(lines.rowId)))
    .orderBy(desc(lines.number))
    .limit(linesAtOnce)
  if (some.length === 0) {
    await ctx.db
      .update(registerImports)
      .set({ state: 'undone', finishedAt: ctx.now, undoUntil: null })
      .where(eq(registerImports.id, id))
    return false
  }
  const { remove, update } = registerContracts[type]
  const revisions = await lockedRevisions(
    ctx,
    row,
    some.map(line => Number(line.rowId)),
  )
  const released: PromiseLike<unknown>[] = []
  let stayed = 0
  for (const { number, rowId, rowRevision: revision, before } of some) {
    const isAsImported = revision !== null && revisions.get(Number(rowId)) === revision
    const { errors } = isAsImported
      ? await attempt(ctx, { released }, 'updated', () =>
          before
            ? call(ctx, { calls }, update, { id: rowId, revision, ...before })
            : call(ctx, { calls }, remove, { id: rowId }),
        )
      : { errors: changedSince }
    if (errors) stayed++
    await ctx.db
      .update(lines)
      .set({ rowId: null, before: null, rowRevision: null, ...(errors && { outcome: 'stayed', errors }) })
      .where(and(ofImport(row), eq(lines.number, number)))
  }
  await Promise.all(released)
  await ctx.db
    .update(registerImports)
    .set({ stayed: sql`${registerImports.stayed} + ${stayed}` })
    .where(eq(registerImports.id, id))
  return true
}

const changedSince: FieldErrors = { '': [{ code: 'changed_since_import' }] }

/** By row, locked: nobody changes one between the look and the undo. */
async function lockedRevisions(ctx: Context, { companyId, type }: ImportRow, ids: number[]) {
  const table = registers[type]
  const rows = await ctx.db
    .select({ id: table.id, revision: table.revision })
    .from(table)
    .where(and(eq(table.companyId, companyId), inIds(table.id, ids)))
    .orderBy(asc(table.id))
    .for('no key update')
  return new Map(rows.map(({ id, revision }) => [id, revision]))
}
