/** A book as a PDF that is kept, or as a table. */
import { type BookFormat, type BookKind, maxLines, yearsOfTreatments } from '#shared/documents/rules.ts'
import type { FileAnswer } from '#shared/lib/contract.ts'
import { formatsOf } from '#shared/lib/formats.ts'
import { directionOf, type Locale } from '#shared/lib/language.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { findCompany, logoPathForDocument, zoneOf } from '../companies/queries.ts'
import { printedAtOnce } from '../documents/commands.ts'
import { type Context, companyOf } from '../lib/context.ts'
import { type Template, templateAt } from '../lib/pdf/template.ts'
import { accessRow } from '../lib/registers/register.ts'
import { type Cell, csvType, sheetFile } from '../lib/spreadsheets/rows.ts'
import { locations } from '../locations/table.ts'
import { books, wordsOf } from './lines.ts'

type Wanted = { book: BookKind; format: BookFormat; from: string; until: string; locationId?: number | undefined }

/**
 * Throws 404 for a place that the caller may not read, 422 for days that end before they begin, 413 for too many lines.
 */
export async function readBook({ book, format, from, until, locationId }: Wanted, ctx: Context): Promise<FileAnswer> {
  if (until < from) throw invalidField('until', 'before_start')
  const companyId = companyOf(ctx)
  const company = await findCompany(ctx.db, companyId)
  const place = locationId === undefined ? undefined : await accessRow(ctx, locations, 'Location', locationId, 'read')
  const t = ctx.services.texts(ctx.locale)
  const formats = formatsOf(ctx.locale, zoneOf(company))
  const { columns, lines } = books[book]
  const most = maxLines[format]
  const rows = await lines(ctx, { companyId, from, until, locationId, most: most + 1 }, wordsOf(t, formats))
  return madeBook(ctx, {
    ...{ format, from, until, rows, title: t(`books.titles.${book}`) },
    headings: columns.map(column => t(`books.columns.${column}`)),
    of: place && t('books.ofPlace', { place: place.name }),
    kept: book === 'treatment' ? t('books.kept', { years: yearsOfTreatments }) : undefined,
  })
}

type Made = {
  format: BookFormat
  from: string
  until: string
  title: string
  headings: string[]
  /** One more than a book can have, where there are more. */
  rows: Cell[][]
  /** What the book is limited to. */
  of?: string | undefined
  /** For how long it is kept. */
  kept?: string | undefined
}

const isDay = (cell: Cell): cell is string => typeof cell === 'string' && /^\d{4}-\d\d-\d\d$/.test(cell)

/** A book of these lines. Throws 413 for more than one can have. */
export async function madeBook(ctx: Context, { format, from, until, title, headings, rows, of, kept }: Made) {
  if (rows.length > maxLines[format]) throw new Problem('too_large')
  const companyId = companyOf(ctx)
  const company = await findCompany(ctx.db, companyId)
  const t = ctx.services.texts(ctx.locale)
  const formats = formatsOf(ctx.locale, zoneOf(company))
  const name = `${title} ${from} ${until}`
  if (format !== 'pdf') {
    const all = (async function* () {
      yield rows.map(row => row.map(cell => (isDay(cell) ? { day: cell } : cell)))
    })()
    return async () => ({
      content: sheetFile(format, { name: title, locale: ctx.locale, headings, rows: all }),
      filename: `${name}.${format}`,
      contentType: format === 'csv' ? csvType : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    })
  }
  const day = (value: string) => formats.day(value, { dateStyle: 'medium' })
  const shown = (cell: Cell) => (isDay(cell) ? day(cell) : String(cell ?? ''))
  const data: BookDocument = {
    language: ctx.locale,
    direction: directionOf(ctx.locale),
    page: t('books.page'),
    ...{ company: company?.name ?? '', title, columns: headings },
    about: [
      t('books.period', { from: day(from), until: day(until) }),
      ...(of ? [of] : []),
      t('books.lines', { count: rows.length }),
      ...(kept ? [kept] : []),
      t('books.asOf', { when: formats.dateTime(ctx.now) }),
    ],
    rows: rows.map(row => row.map(shown)),
  }
  // The same lines are the same book, whenever they are asked for.
  const timeless = { about: data.about.slice(0, -1) }
  return printedAtOnce(ctx, {
    ...{ kind: 'book', companyId, recordId: null, template: bookTemplate, data, timeless },
    ...{ pictures: logoPathForDocument(company), filename: `${name}.pdf` },
  })
}

// Data of `book.typ`. All texts are in the reader's language.

type BookDocument = {
  language: Locale
  direction: 'ltr' | 'rtl'
  /** With {page} and {pages}. */
  page: string
  company: string
  title: string
  /** The days, the place, how many lines, for how long it is kept, and when this was made. */
  about: string[]
  columns: string[]
  rows: string[][]
}

export const bookTemplate: Template<BookDocument> = templateAt(new URL('./book.typ', import.meta.url))
