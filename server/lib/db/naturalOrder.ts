/**
 * The order of names in lists: "Ewe 9" before "Ewe 10", and the alphabet of the reader's language. English, German and
 * French have the order that is every language's own where it says nothing else (CLDR's root), and the columns have it;
 * Hungarian has letters of two and three signs, Arabic its script before the others.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Client } from 'pg'
import type { Locale } from '#shared/lib/language.ts'
import { naturalOrder } from './columns.ts'

/**
 * Languages with an alphabet of their own, and its collation; each has an index beside that of the column
 * (`nameIndexes`).
 */
export const ownAlphabets = { hu: 'natural_order_hu', ar: 'natural_order_ar' } as const

/** The collation of a language's alphabet. */
export const alphabetOf = (locale: Locale): string =>
  locale in ownAlphabets ? ownAlphabets[locale as keyof typeof ownAlphabets] : naturalOrder

/** A text under a collation. */
export const collated = (text: AnyPgColumn | SQL, collation: string) =>
  sql`(${text} collate ${sql.identifier(collation)})`

/** What a list is ordered by to have names in the alphabet of the reader's language; `name` is an `orderedText`. */
export const alphabetical = (name: AnyPgColumn, locale: Locale): AnyPgColumn | SQL =>
  locale in ownAlphabets ? collated(name, alphabetOf(locale)) : name

/**
 * Rebuilds indexes over names where PostgreSQL has come with another version of the ICU library, because rows would not
 * be found in the old order. The source is PostgreSQL's ALTER COLLATION, "Notes".
 */
export async function renewNaturalOrder(client: Client): Promise<void> {
  const { rows } = await client.query<{ collation: string; index: string | null }>(
    `select c.collname as collation, i.indexrelid::regclass::text as index
     from pg_collation c left join pg_index i on c.oid = any (i.indcollation)
     where c.collname = any($1) and c.collversion is distinct from pg_collation_actual_version(c.oid)`,
    [[naturalOrder, ...Object.values(ownAlphabets)]],
  )
  for (const { index } of rows) if (index) await client.query(`reindex index ${index}`)
  for (const collation of new Set(rows.map(row => row.collation)))
    await client.query(`alter collation ${client.escapeIdentifier(collation)} refresh version`)
}
