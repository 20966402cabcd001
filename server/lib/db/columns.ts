/** Columns that tables share, so that the same thing has the same name, type and default everywhere. */
import { sql } from 'drizzle-orm'
import { customType, integer, timestamp } from 'drizzle-orm/pg-core'

export const naturalOrder = 'natural_order'

export const identity = () => integer().primaryKey().generatedAlwaysAsIdentity()

/** Milliseconds, as JavaScript counts: what was written is what is read. */
export const moment = () => timestamp({ withTimezone: true, precision: 3 })

/**
 * A name or title by which lists are ordered: "Ewe 2" comes before "Ewe 10", and "Ágnes" beside "Agnes", independent of
 * the database's own order. Equality stays exact.
 */
export const orderedText = customType<{ data: string }>({ dataType: () => `text collate "${naturalOrder}"` })

/** Text that the database searches in, and that no query brings out of it. */
const neverRead = customType<{ data: undefined; driverData: string }>({
  dataType: () => 'text',
  fromDriver: () => undefined,
})

/**
 * What a row is found by, folded by the database (`fold` in the migrations) whenever one of these columns changes:
 * small letters without accents.
 */
export const searchText = (...columns: string[]) =>
  neverRead().generatedAlwaysAs(
    sql.raw(`fold(${columns.map(column => `coalesce(${column}, '')`).join(` || E'\\n' || `)})`),
  )

/** Words that the database looks up, and that no query brings out of it; made by the database, too. */
export const searchWords = customType<{ data: undefined; driverData: string }>({
  dataType: () => 'tsvector',
  fromDriver: () => undefined,
})

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

const now = sql`now()`

export const created = () => moment().notNull().default(now)

/**
 * The places at which the subjects of a record were when it was made: a list for each subject, as `isWithin` of
 * shared/lib/reach.ts reads them. Triggers stamp them. Null where it is about nothing.
 */
export const stampedPlaces = customType<{ data: string[][]; driverData: string[][] }>({ dataType: () => 'text[]' })

/** Columns of everything that people edit and archive. */
export const editable = () => ({
  revision: integer().notNull().default(1),
  createdAt: created(),
  updatedAt: created(),
  archivedAt: moment(),
})
