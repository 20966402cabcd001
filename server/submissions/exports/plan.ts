/** Plans an export before its first byte: which submissions, forms and sheets. */
import { and, asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { ExportFilters } from '#shared/exports/contract.ts'
import type { ExportValues } from '#shared/exports/rules.ts'
import { camel } from '#shared/lib/casing.ts'
import type { ExportFormat } from '#shared/lib/fileKinds.ts'
import { filenameOf } from '#shared/lib/filename.ts'
import { plainText } from '#shared/lib/inlineMarkdown.ts'
import { defaultLocale, type Locale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { localDay } from '#shared/lib/localTime.ts'
import { Problem } from '#shared/lib/problem.ts'
import { zoneOfCompany } from '../../companies/queries.ts'
import { forms, formVersions } from '../../forms/table.ts'
import type { Context, Services } from '../../lib/context.ts'
import { type Database, inTurn, tenantOf } from '../../lib/db/pools.ts'
import { sheetNames } from '../../lib/spreadsheets/workbook.ts'
import { namedAtSite } from '../../locations/queries.ts'
import { filterCondition } from '../listQueries.ts'
import { submissions } from '../table.ts'
import { common, repeatsOf, rowColumns, type UsedVersion } from './columns.ts'
import type { SheetPlan } from './rowsThread.ts'

/** The reader: nothing is exported that they may not read. */
export type Reader = Pick<Context, 'ability' | 'actor' | 'locale' | 'now'> & {
  companyId: number
  services: Pick<Services, 'pools' | 'storage' | 'texts'>
}

type Options = { format: ExportFormat; values: ExportValues; filters: ExportFilters }

export type Sheet = SheetPlan & {
  name: string
  /** The form of the sheet; null for all. */
  formId: number | null
  rows: number
}

export type Plan = {
  reader: Reader
  where: SQL | undefined
  sheets: Sheet[]
  /** How many submissions there are. */
  rows: number
  zone: string
  /** The form, or all submissions, and the site where it shows one. */
  name: string
}

/** Forms in one file at most. */
const maxVersions = { number: 500, bytes: 16 * 1024 * 1024 }

/** Reads for an export, holding a connection for no longer than that. */
export const reading = <T>({ services, actor, companyId }: Reader, work: (db: Database) => Promise<T>): Promise<T> =>
  inTurn(services.pools, 'isolated', `company ${companyId}`, tenantOf(actor, companyId), false, work)

/** Plans the sheets; `single` is one table for CSV, with `repeat` that of one repeat's rows. Throws `too_large`. */
export async function planOf(
  db: Database,
  reader: Reader,
  { format, values, filters }: Options,
  one?: { repeat: string | undefined },
): Promise<Plan> {
  const { ability, actor, locale, companyId } = reader
  const zone = await zoneOfCompany(db, companyId)
  const where = await filterCondition({ db, ability, actor }, camel({ ...filters, company_id: companyId }))
  const used = await db
    .select({ id: submissions.formVersionId, formId: submissions.formId, rows: count() })
    .from(submissions)
    .where(where)
    .groupBy(submissions.formVersionId, submissions.formId)
  const formIds = [...new Set(used.map(({ formId }) => formId))]
  const isTogether = one !== undefined && formIds.length > 1
  const versions = isTogether
    ? []
    : await versionsOf(
        db,
        used.map(({ id }) => id),
      )
  const named = await db
    .select({ id: forms.id, name: forms.name })
    .from(forms)
    .where(formIds.length > 0 ? inArray(forms.id, formIds) : sql`false`)
    .orderBy(asc(forms.id))
  const texts = textsFor(reader)
  const plan = { format, values, locale, zone, texts }
  const rows = used.reduce((sum, each) => sum + each.rows, 0)
  const sheets = named.flatMap(({ id, name }): Sheet[] => {
    const of = versions.filter(({ formId }) => formId === id)
    const sheet = {
      ...plan,
      formId: id,
      versions: of,
      rows: used.reduce((sum, each) => sum + (each.formId === id ? each.rows : 0), 0),
    }
    const form = textIn(name, locale, defaultLocale).text
    const repeats = repeatsOf(of).map(repeat => ({
      ...sheet,
      repeat: repeat.id,
      name: named.length === 1 ? repeatName(repeat, locale) : `${form} ${repeatName(repeat, locale)}`,
    }))
    return [{ ...sheet, repeat: null, name: form }, ...repeats]
  })
  const everything: Sheet = {
    ...plan,
    formId: null,
    versions: [],
    rows,
    repeat: null,
    name: texts['submissions.title'] ?? '',
  }
  const chosen = one ? sheets.filter(sheet => sheet.repeat === (one.repeat ?? null)) : sheets
  const shown = chosen.length > 0 && !isTogether ? chosen : [everything]
  if (one?.repeat !== undefined && shown[0] === everything) throw new Problem('not_found')
  const names = sheetNames(shown.map(({ name }) => name))
  const isOfOne = new Set(shown.map(({ formId }) => formId)).size === 1
  return {
    ...{ reader, where, zone, rows },
    sheets: shown.map((sheet, index) => ({ ...sheet, name: names[index] ?? '' })),
    name: await namedAtSite({ ...reader, db }, (isOfOne && names[0]) || everything.name),
  }
}

const repeatName = ({ id, label }: { id: string; label?: Record<string, string> | undefined }, locale: Locale) =>
  plainText(textIn(label ?? {}, locale, defaultLocale).text) || id

/** The newest of each form first. */
async function versionsOf(db: Database, ids: number[]): Promise<UsedVersion[]> {
  if (ids.length > maxVersions.number) throw new Problem('too_large')
  const size = sql<number>`coalesce(sum(octet_length(${formVersions.definition}::text)), 0)::float8`
  const among = ids.length > 0 ? inArray(formVersions.id, ids) : sql`false`
  const [all] = await db.select({ bytes: size }).from(formVersions).where(among)
  if ((all?.bytes ?? 0) > maxVersions.bytes) throw new Problem('too_large')
  const { id, formId, number, definition } = formVersions
  return db
    .select({ id, formId, number, definition })
    .from(formVersions)
    .where(and(among, eq(formVersions.id, id)))
    .orderBy(asc(formId), desc(number))
}

const bands = ['good', 'attention', 'act']

function textsFor({ services, locale }: Reader): Record<string, string> {
  const t = services.texts(locale)
  const keys = [
    ...[...common, ...rowColumns].map(name => `exports.columns.${name}`),
    ...['yes', 'no', 'na'].map(answer => `submissions.answers.${answer}`),
    ...bands.map(band => `submissions.pdf.${band}`),
    ...['draft', 'complete'].map(state => `submissions.states.${state}`),
    ...['received', 'has_issues', 'approved', 'rejected'].map(state => `reviews.states.${state}`),
    'submissions.title',
  ]
  return Object.fromEntries(keys.map(key => [key, t(key)]))
}

export const csvType = 'text/csv; charset=utf-8'

/** `Barn check 2026-11-20.xlsx`: the form, or all submissions, the site where it shows one, and the day. */
export const exportName = ({ name, reader, zone }: Plan, ending: string): string =>
  fileNameOf(name, { now: reader.now, zone }, ending)

export function fileNameOf(name: string, { now, zone }: { now: Date; zone: string }, ending: string): string {
  const day = localDay(now, zone)
  return filenameOf(name, ` ${day}.${ending}`)
}
