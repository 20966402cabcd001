/** What a pass reads with: its own part of the company, at its moment, and in which words. */
import { and, eq, gte, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { type Formats, formatsOf } from '#shared/lib/formats.ts'
import { defaultLocale, localeOf } from '#shared/lib/language.ts'
import { type Translate, textIn } from '#shared/lib/localizedText.ts'
import type { Page } from '#shared/lib/paging.ts'
import { Problem } from '#shared/lib/problem.ts'
import type { PassRecord, PassRecordDetail } from '#shared/passes/passPage.ts'
import type { PassKind } from '#shared/passes/rules.ts'
import { registry, subjectTypes } from '#shared/subjects/registry.ts'
import { forms } from '../forms/table.ts'
import type { Context } from '../lib/context.ts'
import { inAnyLanguage } from '../lib/db/localized.ts'
import { endOfDay, startOfDay } from '../lib/localDays.ts'
import { contains } from '../lib/registers/listing.ts'
import { registers, type SubjectColumns } from '../subjects/registers.ts'
import { enter, type OpenPass, type PassLink } from './door.ts'
import { type People, peopleOfPass } from './people.ts'

export type Reading = Context & {
  open: OpenPass
  companyId: number
  people: People
  t: Translate
  formats: Formats
  /** A text of the company in the reader's language, or in one that it has. */
  read(text: LocalizedText | null | undefined): string
}

export type Filters = {
  page: number
  perPage: number
  search?: string | undefined
  formId?: number | null | undefined
  from?: string | null | undefined
  to?: string | null | undefined
}

/** A kind of records, as a pass shows it. */
export type KindOfRecords = {
  count(reading: Reading): Promise<number>
  /** Forms by which it can be filtered. */
  forms(reading: Reading): Promise<{ id: number; name: string }[]>
  list(reading: Reading, filters: Filters): Promise<Page<PassRecord>>
  /** Throws 404 for a record outside the pass. */
  get(reading: Reading, id: number): Promise<PassRecordDetail>
}

/** Lets somebody in by a link, in the language in which they ask. Throws what `enter` throws. */
export async function beginReading(ctx: Context, link: PassLink): Promise<Reading> {
  const open = await enter(ctx, link)
  const { pass, company } = open
  const own = localeOf(company.languageId)
  return {
    ...ctx,
    ...{ open, companyId: pass.companyId, people: await peopleOfPass(ctx, pass) },
    ...{ t: ctx.services.texts(ctx.locale), formats: formatsOf(ctx.locale, company.timeZone) },
    read: (text: LocalizedText | null | undefined) => textIn(text ?? undefined, ctx.locale, own ?? defaultLocale).text,
  }
}

/** Throws 404 for a kind that the pass does not show. */
export function requireKind({ open }: Reading, kind: PassKind): void {
  if (!open.pass.kinds.includes(kind)) throw new Problem('not_found')
}

type Moments = { happenedAt: AnyPgColumn; notedAt: AnyPgColumn; archivedAt?: AnyPgColumn }

/**
 * The one condition of everything that a pass shows: rows of its company, of its period by the company's days, noted
 * before its start and not archived until then. Its reach is asked by row-level security.
 */
export function withinPass(
  { open: { pass, company, asOf } }: Reading,
  table: PgTable & { companyId: AnyPgColumn },
  { happenedAt, notedAt, archivedAt }: Moments,
): SQL | undefined {
  return and(
    eq(table.companyId, pass.companyId),
    lte(notedAt, asOf),
    archivedAt && or(sql`${archivedAt} is null`, sql`${archivedAt} > ${asOf.toISOString()}::timestamptz`),
    betweenDays(happenedAt, company.timeZone, pass.firstDay, pass.lastDay),
  )
}

/** From the first moment of one day to the last of another. */
export const betweenDays = (
  column: AnyPgColumn,
  zone: string,
  from: string | null | undefined,
  to: string | null | undefined,
): SQL | undefined =>
  and(from ? gte(column, startOfDay(from, zone)) : undefined, to ? lt(column, endOfDay(to, zone)) : undefined)

/** Names that a search looks at; more are not found by it. */
const maxNamed = 200

type Named = {
  form: AnyPgColumn
  subjects: PgTable & SubjectColumns & { companyId: AnyPgColumn }
  owner: AnyPgColumn
  id: AnyPgColumn
}

/**
 * Records whose form, or something that they are about, is called so. The words are looked for in the names as the pass
 * shows them, so that nobody finds a worker by their name where names are replaced.
 */
export async function named(
  reading: Reading,
  search: string | undefined,
  { form, subjects, owner, id }: Named,
): Promise<SQL | undefined> {
  if (!search) return undefined
  const { db, companyId, people } = reading
  const wanted = folded(search)
  const shows = (...names: (string | null)[]) => names.some(name => name && folded(people.clean(name)).includes(wanted))
  const foundForms = await db
    .select({ id: forms.id, name: forms.name })
    .from(forms)
    .where(and(eq(forms.companyId, companyId), contains(search, inAnyLanguage(forms.name))))
    .limit(maxNamed)
  const about = await Promise.all(
    subjectTypes.map(async type => {
      const register = registers[type]
      const rows = await db
        .select({ id: register.id, name: register.name })
        .from(register as PgTable)
        .where(and(eq(register.companyId, companyId), contains(search, register.name)))
        .limit(maxNamed)
      const ids = rows.filter(row => shows(row.name as string)).map(row => row.id as number)
      return ids.length > 0 ? inArray(subjects[registry[type].column], ids) : undefined
    }),
  )
  const formIds = foundForms.filter(({ name }) => shows(...Object.values(name))).map(found => found.id)
  const aboutSome = or(...about)
  const parts = [
    formIds.length > 0 ? inArray(form, formIds) : undefined,
    aboutSome &&
      inArray(
        id,
        db
          .select({ id: owner })
          .from(subjects)
          .where(and(eq(subjects.companyId, companyId), aboutSome)),
      ),
  ].filter(part => part !== undefined)
  return parts.length > 0 ? or(...parts) : sql`false`
}

const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
