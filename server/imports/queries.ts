import { and, asc, desc, eq, isNotNull, type SQL } from 'drizzle-orm'
import type { ImportLine, RegisterImport } from '#shared/imports/contract.ts'
import type { LineOutcome } from '#shared/imports/options.ts'
import { wire } from '#shared/lib/casing.ts'
import { type FieldErrors, Problem, problems } from '#shared/lib/problem.ts'
import { foldWord } from '#shared/lib/searching.ts'
import type { SubjectType } from '#shared/subjects/registry.ts'
import type { Context } from '../lib/context.ts'
import { ownRows } from '../lib/registers/accessible.ts'
import { type PageRequest, pageOf, slice, totalOf } from '../lib/registers/listing.ts'
import { fieldsOf, idHeading, idName, keysOf, labelOf } from './registerFields.ts'
import { type ImportRow, type LineRow, registerImportLines as lines, registerImports } from './table.ts'
import { understoodIn } from './understood.ts'

/** An import is for whoever began it alone, in the company where they did. */
const own = (ctx: Context) => ownRows(ctx, registerImports)

/** The own import; 404 otherwise. To change it is to lock it. */
export async function accessImport(ctx: Context, id: number, lock = false): Promise<ImportRow> {
  const query = ctx.db
    .select()
    .from(registerImports)
    .where(and(own(ctx), eq(registerImports.id, id)))
  const [found] = await (lock ? query.for('no key update') : query)
  if (!found) throw new Problem('not_found')
  return found
}

/** How the person matched columns last, else whoever did in the company, by headings: those that this file has too. */
export async function rememberedMatching(ctx: Context, companyId: number, type: SubjectType, headings: string[]) {
  const columns = headings.map(foldWord)
  const last = async (whose: SQL | undefined) =>
    (
      await ctx.db
        .select()
        .from(registerImports)
        .where(
          and(
            eq(registerImports.companyId, companyId),
            eq(registerImports.type, type),
            isNotNull(registerImports.run),
            whose,
          ),
        )
        .orderBy(desc(registerImports.id))
        .limit(1)
    )[0]
  const former = (await last(eq(registerImports.userId, ctx.actor.id))) ?? (await last(undefined))
  const matching = Object.entries(former?.matching ?? {}).flatMap(([field, column]) => {
    const now = columns.indexOf(foldWord(former?.headings[column] ?? ''))
    return now < 0 ? [] : [[field, now] as const]
  })
  return { key: former?.key, matching: Object.fromEntries(matching) }
}

export async function presentImport(ctx: Context, row: ImportRow): Promise<RegisterImport> {
  const { headings, companyId, id, created, updated, unchanged, faulty } = row
  const t = ctx.services.texts(ctx.locale)
  const first = await ctx.db
    .select({ cells: lines.cells })
    .from(lines)
    .where(and(eq(lines.companyId, companyId), eq(lines.importId, id)))
    .orderBy(asc(lines.number))
    .limit(20)
  const sample = (column: number) => first.find(({ cells }) => cells[column])?.cells[column]?.slice(0, 100) ?? ''
  return {
    ...wire(row),
    columns: headings.map((title, column) => ({ title, sample: sample(column) })),
    fields: [
      ...fieldsOf(row.type).map(({ name, isRequired }) => ({
        name,
        label: labelOf(t, row.type, name),
        is_required: isRequired,
      })),
      { name: idName, label: idHeading, is_required: false },
    ],
    keys: keysOf(row.type),
    done: created + updated + unchanged + faulty,
  }
}

/** One page of the lines, in the order of the file. */
export async function listLines(
  ctx: Context,
  row: ImportRow,
  { outcome, ...paging }: PageRequest & { outcome?: LineOutcome | undefined },
) {
  const { companyId, id, type } = row
  const where = and(eq(lines.companyId, companyId), eq(lines.importId, id), outcome && eq(lines.outcome, outcome))
  const found = await ctx.db
    .select()
    .from(lines)
    .where(where)
    .orderBy(asc(lines.number))
    .limit(slice(paging).limit)
    .offset(slice(paging).offset)
  const understood = await understoodIn(ctx, row, found)
  return pageOf(paging, {
    rows: Promise.resolve(found),
    totals: totalOf(ctx.db, lines, where),
    present: ({ number, outcome, cells, errors }: LineRow): ImportLine => ({
      ...{ number, outcome, cells, values: understood.get(number) ?? [] },
      errors: inWords(ctx, type, errors ?? {}),
    }),
  })
}

/** What is wrong with a line, in the reader's language. */
export function inWords(ctx: Pick<Context, 'services' | 'locale'>, type: SubjectType, errors: FieldErrors) {
  const t = ctx.services.texts(ctx.locale)
  return Object.entries(errors).flatMap(([name, found]) =>
    found.map(({ code, values, message }) => ({
      field: name && labelOf(t, type, name),
      message: message ?? t(name || !(code in problems) ? `problem.field.${code}` : `problem.${code}`, values),
    })),
  )
}
