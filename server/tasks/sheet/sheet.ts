/** The work sheet of a day: what everybody has to do, for where there is no screen. */
import { inArray } from 'drizzle-orm'
import { compareIn } from '#shared/lib/alphabet.ts'
import type { FileAnswer } from '#shared/lib/contract.ts'
import { formatsOf } from '#shared/lib/formats.ts'
import { directionOf, type Locale } from '#shared/lib/language.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { allows } from '#shared/lib/rules.ts'
import { titleIn } from '#shared/lib/taskFields.ts'
import { type CalendarEntry, maxSheetRows } from '#shared/tasks/calendar.ts'
import { users } from '../../accounts/table.ts'
import { findCompany, logoPathForDocument, zoneOf } from '../../companies/queries.ts'
import { printedAtOnce } from '../../documents/commands.ts'
import type { PdfSource, Wanted } from '../../documents/ports.ts'
import type { Context } from '../../lib/context.ts'
import type { Database } from '../../lib/db/pools.ts'
import { daysLater } from '../../lib/localDays.ts'
import { type Template, templateAt } from '../../lib/pdf/template.ts'
import { companyCalendar } from '../calendar/calendar.ts'

export const SHEET_LABELS = ['page', 'due', 'what', 'done'] as const
type SheetLabel = (typeof SHEET_LABELS)[number]

/** One thing to do: until when, what, and about what; `is_late` where its time was over when the sheet was made. */
type SheetRow = { due: string; title: string; about: string; is_late: boolean }

type SheetDocument = {
  language: Locale
  direction: 'ltr' | 'rtl'
  labels: Record<SheetLabel, string>
  company: string
  title: string
  day: string
  /** Beneath the day: how much there is, and of when this is. */
  about: string[]
  people: { name: string; rows: SheetRow[] }[]
}

export const sheetTemplate: Template<SheetDocument> = templateAt(new URL('./sheet.typ', import.meta.url))

/** Days back from which open work is brought forward. */
const daysBack = 14

type WantedDay = { companyId: number; date: string; userId?: number | undefined }

/**
 * Prints the work sheet of a day: what everybody has to do, for where there is no screen. Throws `not_found` for a
 * company that the caller does not work in.
 */
export const workSheet = async (ctx: Context, wanted: WantedDay): Promise<FileAnswer> =>
  printedAtOnce(ctx, await sheetSource(ctx, wanted))

/** The same as a document of the company. Throws `invalid` without a date. */
export async function sheetPdfSource(_: Database, wanted: Wanted & { ctx: Context }): Promise<PdfSource | null> {
  const { ctx, kind, recordId, date, userId } = wanted
  if (kind !== 'sheet') return null
  if (!allows(ctx.ability, 'read', 'Task')) throw new Problem('not_found')
  if (!date) throw invalidField('date', 'required')
  return sheetSource(ctx, { companyId: recordId, date, userId })
}

async function sheetSource(ctx: Context, { companyId, date, userId }: WantedDay): Promise<PdfSource<SheetDocument>> {
  const company = await findCompany(ctx.db, companyId)
  const t = ctx.services.texts(ctx.locale)
  const formats = formatsOf(ctx.locale, zoneOf(company))
  const isToCome = date > formats.dayOf(ctx.now)
  const whoseDays = { companyId, userId }
  const ofDay = await companyCalendar(ctx, { ...whoseDays, startDate: date, endDate: date })
  const before = { startDate: daysLater(date, -daysBack), endDate: daysLater(date, -1), isOpen: true }
  const left = isToCome ? [] : await companyCalendar(ctx, { ...whoseDays, ...before })
  const rows = [...left, ...ofDay.filter(entry => !isOver(entry))]
    .sort((one, other) => (one.due_at < other.due_at ? -1 : 1))
    .flatMap(entry => entry.user_ids.map(id => ({ id, entry })))
    .filter(({ id }) => userId === undefined || id === userId)
  const shown = rows.slice(0, maxSheetRows)
  const people = await namesOf(
    ctx,
    shown.map(({ id }) => id),
  )
  const day = formats.day(date, { dateStyle: 'full' })
  const document: SheetDocument = {
    language: ctx.locale,
    direction: directionOf(ctx.locale),
    labels: Object.fromEntries(
      SHEET_LABELS.map(label => [label, t(`tasks.sheet.labels.${label}`)]),
    ) as SheetDocument['labels'],
    company: company?.name ?? '',
    title: t('tasks.sheet.title'),
    day,
    about: [
      ...(rows.length > 0 ? [t('tasks.sheet.count', { count: rows.length })] : [t('tasks.sheet.nothing')]),
      ...(rows.length > shown.length ? [t('tasks.sheet.more', { count: rows.length - shown.length })] : []),
      t('tasks.sheet.asOf', { when: formats.dateTime(ctx.now) }),
    ],
    people: people.flatMap(({ id, name }) => {
      const own = shown.filter(row => row.id === id)
      return [
        {
          name,
          rows: own.map(({ entry }) => ({
            due: formats.dayOf(entry.due_at) === date ? formats.time(entry.due_at) : formats.dateTime(entry.due_at),
            title: titleIn(entry, ctx.locale),
            about: formats.commas(entry.subjects.map(subject => subject.name)),
            is_late: entry.state === 'overdue',
          })),
        },
      ]
    }),
  }
  // What was to be done is the same until it changes, whenever that day it is asked for.
  const timeless = { about: document.about.slice(0, -1) }
  return {
    ...{ kind: 'sheet', companyId, recordId: null, template: sheetTemplate, data: document, timeless },
    pictures: logoPathForDocument(company),
    filename: `${t('tasks.sheet.title')} ${date}.pdf`,
  }
}

const isOver = ({ state }: CalendarEntry) => state === 'done' || state === 'skipped' || state === 'missed'

/** Reads the people of the sheet in the order of their names. */
async function namesOf({ db, locale }: Context, ids: number[]) {
  if (ids.length === 0) return []
  const people = await db.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, ids))
  const compare = compareIn(locale)
  return people.sort((one, other) => compare(one.name, other.name))
}
