import { and, asc, desc, eq, isNotNull, type SQL } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { LineOutcome } from '#shared/exports/rules.ts'
import type { ImportLine, RegisterImport } from '#shared/imports/contract.ts'
import { wire } from '#shared/lib/casing.ts'
import { formatsOf } from '#shared/lib/formats.ts'
import { type FieldErrors, Problem, problems } from '#shared/lib/problem.ts'
import { foldWord } from '#shared/lib/searching.ts'
import type { SubjectType } from '#shared/subjects/registry.ts'
import type { Context } from '../lib/context.ts'
import { ownRows } from '../lib/registers/accessible.ts'
import { type PageRequest, pageOf, slice, totalOf } from '../lib/registers/listing.ts'
import { namesOf } from './lookups.ts'
import { columnValue, type FileFacts, factsOf, type Reading, readingOf, rowOf } from './portion.ts'
import {
  choiceLabel,
  fieldsOf,
  idHeading,
  idName,
  keysOf,
  labelOf,
  type RegisterField,
  wordOf,
} from './registerFields.ts'
import { type ImportRow, type LineRow, registerImportLines as lines, registerImports } from './table.ts'

/** An import is visible only to the person who began it, in the company where they did. */
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

/** The last matching of columns by the person, else by anybody in the company, for headings that this file has. */
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
      ...fieldsOf(row.type).map(({ isRequired, ...field }) => ({
        name: field.name,
        label: labelOf(t, row.type, field.name),
        is_required: isRequired,
        choices: field.kind === 'choice' ? field.choices.map(one => choiceLabel(t, row.type, field.name, one)) : null,
      })),
      { name: idName, label: idHeading, is_required: false, choices: null },
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
      errors: describeErrors(ctx, type, errors ?? {}).map(({ name, ...error }) => {
        const column = row.matching[name] ?? null
        return { ...error, column, cell: column === null ? '' : (cells[column] ?? '').slice(0, 2_000) }
      }),
    }),
  })
}

/** Faults of a line in the reader's language. */
export function describeErrors(ctx: Pick<Context, 'services' | 'locale'>, type: SubjectType, errors: FieldErrors) {
  const t = ctx.services.texts(ctx.locale)
  return Object.entries(errors).flatMap(([name, found]) =>
    found.map(({ code, values, message }) => ({
      name,
      field: name && labelOf(t, type, name),
      message: message ?? t(name || !(code in problems) ? `problem.field.${code}` : `problem.${code}`, values),
    })),
  )
}

// What the cells of some lines mean, as a reader's language shows it: a trial shows it beside the cells.

type Understood = { field: string; cell: string; value: string | null }

/** Keeps the facts of the files whose lines were listed last. A file never changes, and each page needs all of them. */
const listedLast = new LRUCache<string, FileFacts>({
  maxSize: 200_000,
  sizeCalculation: ({ firstAt, bareAt, added }) => 1 + firstAt.size + bareAt.size + added.size,
})

async function factsListed(ctx: Context, row: ImportRow): Promise<FileFacts> {
  const { companyId, id, key, matching, isTrial } = row
  const name = JSON.stringify([companyId, id, key, matching, isTrial])
  const facts = listedLast.get(name) ?? (await factsOf(ctx, row))
  listedLast.set(name, facts)
  return facts
}

/** By the numbers of the lines; a value is null where the cell means nothing to its field. */
async function understoodIn(ctx: Context, row: ImportRow, lines: LineRow[]): Promise<Map<number, Understood[]>> {
  const reading = await readingOf(ctx, row, lines, await factsListed(ctx, row))
  const meant = lines.map(line => ({ line, values: valuesOf(reading, line) }))
  const names = new Map<string, Map<number, string>>()
  for (const { field } of reading.matched) {
    if (field.kind !== 'reference') continue
    const ids = meant.flatMap(({ values }) => values.get(field.name) ?? []).filter(value => typeof value === 'number')
    names.set(field.name, await namesOf(ctx, field.of, ids))
  }
  const t = ctx.services.texts(ctx.locale)
  const shown = (field: RegisterField, cell: string, value: unknown): string | null => {
    if (value === null) return null
    if (field.kind === 'reference') return names.get(field.name)?.get(Number(value)) ?? cell
    if (field.kind === 'choice') return choiceLabel(t, row.type, field.name, String(value))
    if (field.kind === 'flag') return t(`submissions.answers.${value ? 'yes' : 'no'}`)
    const formats = formatsOf(ctx.locale, 'UTC')
    if (field.kind === 'day') return formats.date(String(value))
    if (field.kind === 'number') return formats.number(Number(value), { maximumFractionDigits: 15 })
    return wordOf[field.name]?.shown(ctx.locale, String(value)) ?? String(value)
  }
  return new Map(
    meant.map(({ line, values }) => [
      line.number,
      reading.matched.flatMap(({ field, column }) => {
        const cell = line.cells[column] ?? ''
        if (cell === '') return []
        return [{ field: labelOf(t, row.type, field.name), cell, value: shown(field, cell, values.get(field.name)) }]
      }),
    ]),
  )
}

/** Null for a cell that means nothing, undefined for what an earlier line is to add. */
function valuesOf(reading: Reading, line: LineRow): Map<string, unknown> {
  const row = orNull(() => rowOf(reading, line)) ?? undefined
  return new Map(
    reading.matched.map(matched => [matched.field.name, orNull(() => columnValue(reading, matched, line, row))]),
  )
}

function orNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return null
  }
}
