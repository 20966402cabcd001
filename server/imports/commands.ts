import { randomUUID } from 'node:crypto'
import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { RegisterImport } from '#shared/imports/contract.ts'
import type { FileAnswer } from '#shared/lib/contract.ts'
import type { Encoding } from '#shared/lib/fileKinds.ts'
import { filenameOf } from '#shared/lib/filename.ts'
import type { Locale } from '#shared/lib/language.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { allows } from '#shared/lib/rules.ts'
import { registry, type SubjectType } from '#shared/subjects/registry.ts'
import { audit } from '../audit/commands.ts'
import { requireLivingPlan } from '../companies/planQueries.ts'
import { fairnessKey } from '../lib/concurrency/fairnessKey.ts'
import { inThread } from '../lib/concurrency/threads.ts'
import { type Context, companyOf } from '../lib/context.ts'
import { inTurn, tenantOf } from '../lib/db/pools.ts'
import { rowsAs } from '../lib/spreadsheets/rows.ts'
import { describeErrors, presentImport, rememberedMatching } from './queries.ts'
import type { FileRead, ToRead } from './readThread.ts'
import { fieldsOf, idName, keysOf, languageOf, matchingOf } from './registerFields.ts'
import { type ImportRow, registerImportLines, registerImports } from './table.ts'
import { undoUntilOf } from './undo.ts'

const thread = new URL('./readThread.ts', import.meta.url)

/**
 * Keeps the lines of a file, with what its columns may be. Throws 403 for who may not add rows, 422 for a file without
 * a table and for one with a quotation mark that is not closed.
 */
export async function createImport(ctx: Context, type: SubjectType, file: ReadableFile): Promise<RegisterImport> {
  return presentImport(ctx, await storeImport(ctx, type, file))
}

/** Reads a file and runs it with the columns that are proposed. Throws what `createImport` and `runImport` do. */
export async function createAndRun(
  ctx: Context,
  type: SubjectType,
  { dryRun, file }: { dryRun: boolean; file: ReadableFile },
  job: { name: string },
): Promise<RegisterImport> {
  const row = await storeImport(ctx, type, file)
  return runImport(ctx, row, { matching: row.matching, key: row.key, isTrial: dryRun }, job)
}

export type ReadableFile = Extract<FileRead, { portions: unknown }> & { filename: string }

/** Reads the sent file in a thread. Throws 403 for who may not import, and what the file cannot be read for. */
export async function readImport(ctx: Context, type: SubjectType, wanted: Encoding | undefined): Promise<ReadableFile> {
  await requireMay(ctx, companyOf(ctx), type)
  const { upload } = ctx
  if (!upload) throw invalidField('file', 'required')
  const read = await inThread<ToRead, FileRead>('spreadsheet', fairnessKey(ctx.actor, ctx.ip), thread, {
    content: upload.content,
    encoding: wanted,
    areAnimals: type === 'animal',
  })
  if ('problem' in read) throw new Problem(read.problem)
  if ('fault' in read) throw invalidField('file', read.fault, read.values)
  return { ...read, filename: upload.name }
}

async function storeImport(ctx: Context, type: SubjectType, file: ReadableFile): Promise<ImportRow> {
  const companyId = companyOf(ctx)
  await requireMay(ctx, companyId, type)
  const { filename, headings, lines, portions, encoding, readings } = file
  const language = languageOf(ctx.services.texts, type, headings, ctx.locale)
  const remembered = await rememberedMatching(ctx, companyId, type, headings)
  const matching = { ...matchingOf(ctx.services.texts, type, headings, language), ...remembered.matching }
  const keys = keysOf(type)
  // An identifier tells rows apart, also where names were the key of an earlier file.
  const key =
    [keys.find(name => name !== 'name'), remembered.key, ...keys].find(
      name => name !== undefined && matching[name] !== undefined,
    ) ??
    keys[0] ??
    ''
  const [row] = await ctx.db
    .insert(registerImports)
    .values({
      ...{ companyId, userId: ctx.actor.id, type, filename, headings, encoding, readings, language },
      ...{ matching: eachOnce(matching), key, total: lines, createdAt: ctx.now },
    })
    .returning()
  if (!row) throw new Error('The import was not stored.')
  for (const portion of portions)
    await ctx.db.execute(sql`
      insert into register_import_lines (company_id, import_id, number, cells, typed)
      select ${companyId}::int, ${row.id}::int, (line ->> 0)::int, array(
        select cell from jsonb_array_elements_text(line -> 1) with ordinality as cells (cell, at) order by at
      ), case when jsonb_typeof(line -> 2) = 'array' then array(
        select cell from jsonb_array_elements_text(line -> 2) with ordinality as cells (cell, at) order by at
      ) end
      from jsonb_array_elements(${portion}::jsonb) line`)
  return row
}

/** A column is one field. */
const eachOnce = (matching: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(matching).filter(
      ([name, column]) => Object.entries(matching).find(([, other]) => other === column)?.[0] === name,
    ),
  )

/** The limit of calls that add single rows. */
async function requireMay(ctx: Context, companyId: number, type: SubjectType): Promise<void> {
  if (!allows(ctx.ability, 'create', registry[type].subject)) throw new Problem('forbidden')
  if (!ctx.actor.isAdmin) await requireLivingPlan(ctx.db, companyId, ctx.now)
}

type Running = {
  matching: Record<string, number>
  key: string
  language?: Locale | undefined
  isTrial: boolean
}

/**
 * Tries the import or carries it out in the background. What was begun in the same way goes on where it had come to.
 */
export async function runImport(
  ctx: Context,
  row: ImportRow,
  { matching, key, language = row.language, isTrial }: Running,
  job: { name: string },
): Promise<RegisterImport> {
  await requireMay(ctx, row.companyId, row.type)
  requireMatching(row, matching, key)
  const isSame =
    sorted(row.matching) === sorted(matching) && row.key === key && row.language === language && row.isTrial === isTrial
  if (row.state === 'undoing' || row.state === 'undo_failed') throw new Problem('import_not_open')
  const goesOn = isSame && row.run !== null && !['tried', 'done', 'undone'].includes(row.state)
  if (!goesOn)
    await ctx.db
      .update(registerImportLines)
      .set({ outcome: null, errors: null })
      .where(
        and(
          ...[eq(registerImportLines.companyId, row.companyId), eq(registerImportLines.importId, row.id)],
          isNotNull(registerImportLines.outcome),
        ),
      )
  const run = randomUUID()
  const [changed] = await ctx.db
    .update(registerImports)
    .set({
      ...{ matching, key, language, isTrial, run, state: isTrial ? 'trying' : 'working', finishedAt: null },
      ...(!goesOn && { created: 0, updated: 0, unchanged: 0, faulty: 0, stayed: 0 }),
    })
    .where(eq(registerImports.id, row.id))
    .returning()
  if (!isTrial)
    await audit(
      ctx,
      'register.imported',
      { type: 'RegisterImport', id: row.id, companyId: row.companyId },
      { type: row.type, lines: row.total },
    )
  await ctx.services.jobs.send(ctx.db, job, { id: row.id, run }, row)
  return presentImport(ctx, changed ?? row)
}

const sorted = (matching: Record<string, number>) => JSON.stringify(Object.entries(matching).sort())

function requireMatching({ type, headings }: ImportRow, matching: Record<string, number>, key: string): void {
  const names = [idName, ...fieldsOf(type).map(({ name }) => name)]
  const columns = Object.values(matching)
  if (Object.keys(matching).some(name => !names.includes(name))) throw invalidField('matching', 'not_an_option')
  if (columns.some(column => column >= headings.length)) throw invalidField('matching', 'not_an_option')
  if (new Set(columns).size < columns.length) throw invalidField('matching', 'duplicate')
  if (!keysOf(type).includes(key) || matching[key] === undefined) throw invalidField('key', 'not_an_option')
}

/** Ends an import that is under way; doing it again changes nothing. */
export async function cancelImport(ctx: Context, row: ImportRow): Promise<RegisterImport> {
  if (!['read', 'trying', 'tried', 'working'].includes(row.state)) return presentImport(ctx, row)
  const [ended] = await ctx.db
    .update(registerImports)
    .set({ state: 'cancelled', finishedAt: ctx.now, undoUntil: undoUntilOf(row, ctx.now) })
    .where(eq(registerImports.id, row.id))
    .returning()
  return presentImport(ctx, ended ?? row)
}

/** The lines with faults as they were in the file, with what is wrong in a column of its own. */
export async function faultsFile(ctx: Context, row: ImportRow): Promise<FileAnswer> {
  const { services, actor, ip, locale } = ctx
  const t = services.texts(locale)
  const tenant = tenantOf(actor, row.companyId)
  const after = (number: number) =>
    inTurn(services.pools, 'isolated', fairnessKey(tenant, ip), tenant, false, db =>
      db
        .select()
        .from(registerImportLines)
        .where(
          and(
            ...[eq(registerImportLines.companyId, row.companyId), eq(registerImportLines.importId, row.id)],
            ...[eq(registerImportLines.outcome, 'faulty'), gt(registerImportLines.number, number)],
          ),
        )
        .orderBy(asc(registerImportLines.number))
        .limit(1_000),
    )
  // A line may have more cells than there are headings.
  const [widest] = await ctx.db
    .select({ cells: sql<number>`coalesce(max(cardinality(cells)), 0)` })
    .from(registerImportLines)
    .where(and(eq(registerImportLines.companyId, row.companyId), eq(registerImportLines.importId, row.id)))
  const columns = Array.from(
    { length: Math.max(row.headings.length, widest?.cells ?? 0) },
    (_, column) => row.headings[column] ?? '',
  )
  async function* content() {
    yield Buffer.from(`\ufeff${rowsAs('csv', [[...columns, t('imports.line'), t('imports.fault')]], 1, locale)}`)
    for (let last = 0; ; ) {
      const found = await after(last)
      if (found.length === 0) return
      last = found.at(-1)?.number ?? last
      const said = found.map(({ cells, number, errors }) => [
        ...[...columns.map((_, column) => cells[column] ?? ''), number],
        describeErrors({ services, locale }, row.type, errors ?? {})
          .map(({ field, message }) => (field ? `${field}: ${message}` : message))
          .join(' '),
      ])
      yield Buffer.from(rowsAs('csv', said, 2, locale))
    }
  }
  const filename = filenameOf(row.filename.replace(/\.\w+$/, ''), `-${t('imports.faultsFile')}.csv`)
  return async () => ({ content: content(), filename, contentType: 'text/csv; charset=utf-8' })
}
