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
import type { PassKind, RecordState, SinceFilter, SinceMark } from '#shared/passes/rules.ts'
import { registry, subjectTypes } from '#shared/subjects/registry.ts'
import { forms } from '../forms/table.ts'
import type { Context } from '../lib/context.ts'
import { inAnyLanguage } from '../lib/db/localized.ts'
import { endOfDay, startOfDay } from '../lib/localDays.ts'
import { contains } from '../lib/registers/listing.ts'
import { registers, type SubjectColumns } from '../subjects/registers.ts'
import { enter, type OpenPass, type PassLink, type PassRow } from './door.ts'
import { passFileAddress, type ShownFile } from './files.ts'
import { type People, peopleOfPass } from './people.ts'
import { passes } from './table.ts'

export type Reading = Context & {
  open: OpenPass
  companyId: number
  people: People
  /** The pass that this one renews. */
  earlier: Earlier | null
  t: Translate
  formats: Formats
  /** A text of the company in the reader's language, or in one that it has. */
  read(text: LocalizedText | null | undefined): string
  /** Where its reader finds a file of the store: at an address of the pass, or in its pack. */
  fileAddress(file: ShownFile): string
}

/** A pass that is renewed: what it showed, and when. */
export type Earlier = PassRow

export type Filters = {
  page: number
  perPage: number
  search?: string | undefined
  formId?: number | null | undefined
  place?: string | null | undefined
  state?: RecordState | null | undefined
  since?: SinceFilter | null | undefined
  from?: string | null | undefined
  to?: string | null | undefined
  /** These alone: what was drawn. */
  ids?: number[] | undefined
}

/** How many records of a form are about the same places; none where they are about no place. */
export type Tally = { formId: number | null; places: string[]; count: number }

/** A kind of records, as a pass shows it. */
export type KindOfRecords = {
  /** How many there are, by form and places. */
  tallies(reading: Reading): Promise<Tally[]>
  list(reading: Reading, filters: Filters): Promise<Page<PassRecord>>
  /** The numbers of what the filters leave, up to one more than `most`. */
  ids(reading: Reading, filters: Filters, most: number): Promise<{ id: number }[]>
  /** What a renewal says of these, and of how many. */
  marks(reading: Reading, ids: number[]): Promise<Map<number, SinceMark>>
  markCounts(reading: Reading): Promise<{ mark: SinceMark; count: number }[]>
  /** Throws 404 for a record outside the pass. */
  get(reading: Reading, id: number): Promise<Omit<PassRecordDetail, 'views'>>
}

/** Lets somebody in by a link, in the language in which they ask. Throws what `enter` throws. */
export async function beginReading(ctx: Context, link: PassLink): Promise<Reading> {
  const open = await enter(ctx, link)
  return readingOf(ctx, open, file => passFileAddress(ctx.services, open, file, ctx.now))
}

/** What an open pass reads with. */
export async function readingOf(ctx: Context, open: OpenPass, fileAddress: Reading['fileAddress']): Promise<Reading> {
  const { pass, company } = open
  const own = localeOf(company.languageId)
  const people = await peopleOfPass(ctx, open)
  return {
    ...ctx,
    ...{ open, fileAddress, companyId: pass.companyId, people, earlier: await earlierPass(ctx, pass) },
    ...ownWords(people, ctx.services.texts(ctx.locale), formatsOf(ctx.locale, company.timeZone)),
    read: (text: LocalizedText | null | undefined) => textIn(text ?? undefined, ctx.locale, own ?? defaultLocale).text,
  }
}

/**
 * Texts and days of tend's own are left as they are where names are replaced: everybody knows them, and what came in
 * place of "May" would say who is called so. A text with values in it is read like any other.
 */
function ownWords({ own }: People, texts: Translate, formats: Formats): Pick<Reading, 't' | 'formats'> {
  const t = ((...asked: Parameters<Translate>) => {
    const text = texts(...asked)
    return asked.length > 1 ? text : own(text)
  }) as Translate
  return {
    t,
    formats: {
      ...formats,
      date: value => own(formats.date(value)),
      day: (value, options) => own(formats.day(value, options)),
      dateTime: value => own(formats.dateTime(value)),
    },
  }
}

/** The pass that another renews; null where it renews none. */
async function earlierPass({ db }: Context, { companyId, renewsId }: PassRow): Promise<Earlier | null> {
  if (renewsId === null) return null
  const [found] = await db
    .select()
    .from(passes)
    .where(and(eq(passes.companyId, companyId), eq(passes.id, renewsId)))
  return found ?? null
}

/** Throws 404 for a kind that the pass does not show. */
export function requireKind({ open }: Reading, kind: PassKind): void {
  if (!open.pass.kinds.includes(kind)) throw new Problem('not_found')
}

/** When a record happened, as a moment or as a day, when it was noted, and when it was archived. */
export type Moments = { happenedAt?: AnyPgColumn; day?: AnyPgColumn; notedAt: AnyPgColumn; archivedAt?: AnyPgColumn }

/**
 * The one condition of everything that a pass shows: rows of its company, of its period by the company's days, noted
 * before its start and not archived until then. Its reach is asked by row-level security. A renewal shows of the period
 * of the earlier pass too what has `changed` since.
 */
export function withinPass(
  reading: Reading,
  table: PgTable & { companyId: AnyPgColumn },
  moments: Moments,
  changed?: SQL | null,
): SQL | undefined {
  const { open, earlier } = reading
  const { moments: byMoment, days, ...always } = passConditions
  const period = and(byMoment(open, moments, table), days(open, moments, table))
  return and(
    ...Object.values(always).map(condition => condition(open, moments, table)),
    period && earlier && changed ? or(period, and(shownEarlier(reading, earlier, moments), changed)) : period,
  )
}

type Condition = (open: OpenPass, moments: Moments, table: { companyId: AnyPgColumn }) => SQL | undefined

/** Its parts, each of which a test takes away in turn (server/test/passWalk/mutations.test.ts). */
export const passConditions: Record<'company' | 'arrived' | 'archived' | 'moments' | 'days', Condition> = {
  company: ({ pass }, _, table) => eq(table.companyId, pass.companyId),
  arrived: ({ asOf }, { notedAt }) => lte(notedAt, asOf),
  archived: ({ asOf }, { archivedAt }) =>
    archivedAt && or(sql`${archivedAt} is null`, sql`${archivedAt} > ${asOf.toISOString()}::timestamptz`),
  moments: ({ pass, company }, { happenedAt }) =>
    happenedAt && betweenDays(happenedAt, company.timeZone, pass.firstDay, pass.lastDay),
  days: ({ pass }, { day }) => day && onDays(day, pass.firstDay, pass.lastDay),
}

/** Rows of a pass's period; no condition where it has none. */
const ofDays = (
  { open: { company } }: Reading,
  { firstDay, lastDay }: Pick<PassRow, 'firstDay' | 'lastDay'>,
  { happenedAt, day }: Moments,
): SQL | undefined =>
  and(happenedAt && betweenDays(happenedAt, company.timeZone, firstDay, lastDay), day && onDays(day, firstDay, lastDay))

/** Rows that were there at the start of an earlier pass, of its period. */
export const shownEarlier = (reading: Reading, earlier: Earlier, moments: Moments): SQL | undefined =>
  and(lte(moments.notedAt, earlier.startsAt), ofDays(reading, earlier, moments))

/** The same of a column of days; `or_none` takes rows without a day too. */
export function onDays(
  column: AnyPgColumn,
  from: string | null | undefined,
  to: string | null | undefined,
  none?: 'or_none',
): SQL | undefined {
  const within = and(from ? gte(column, from) : undefined, to ? lte(column, to) : undefined)
  return within && none ? or(sql`${column} is null`, within) : within
}

/** From the first moment of one day to the last of another. */
const betweenDays = (
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
async function named(
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
      const ids = await idsNamed(reading, search, registers[type])
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

/** Which records of forms some filters leave: by form, by the days of `at`, and by names. */
export const ofForms =
  ({ at, ...columns }: Named & { at: AnyPgColumn }) =>
  async (reading: Reading, { search, formId, from, to }: Filters): Promise<SQL | undefined> =>
    and(
      formId ? eq(columns.form, formId) : undefined,
      betweenDays(at, reading.open.company.timeZone, from, to),
      await named(reading, search, columns),
    )

type Register = PgTable & { id: AnyPgColumn; companyId: AnyPgColumn; name: AnyPgColumn }

/** Records of which one of these columns names a row of a register that is called so, as the pass shows its name. */
export async function namedAmong(
  { db, companyId, people }: Reading,
  search: string | undefined,
  columns: [register: Register, column: AnyPgColumn][],
): Promise<SQL | undefined> {
  if (!search) return undefined
  const parts = await Promise.all(
    columns.map(async ([register, column]) => {
      const ids = await idsNamed({ db, companyId, people }, search, register)
      return ids.length > 0 ? inArray(column, ids) : undefined
    }),
  )
  return or(...parts) ?? sql`false`
}

async function idsNamed(
  { db, companyId, people }: Pick<Reading, 'db' | 'companyId' | 'people'>,
  search: string,
  register: Register,
): Promise<number[]> {
  // Ear tags and plates are looked for too.
  const { identifier, plate } = register as Register & Partial<Record<'identifier' | 'plate', AnyPgColumn>>
  const mark = identifier ?? plate
  const rows = await db
    .select({ id: register.id, name: register.name, mark: mark ?? register.name })
    .from(register as PgTable)
    .where(and(eq(register.companyId, companyId), contains(search, register.name, ...(mark ? [mark] : []))))
    .limit(maxNamed)
  const wanted = folded(search)
  const shows = (...names: unknown[]) => names.some(name => folded(people.clean(String(name ?? ''))).includes(wanted))
  return rows.filter(row => shows(row.name, row.mark)).map(({ id }) => id as number)
}

const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** When a record without versions was last changed, where that is later than the start of the pass. */
export const laterChange = ({ open, formats }: Reading, { updatedAt }: { updatedAt: Date }): string | null =>
  updatedAt > open.asOf ? formats.dateTime(updatedAt) : null
