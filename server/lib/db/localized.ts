/** Texts in several languages, as SQL: `{"en": "Gate", "hu": "Kapu"}`. */
import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { type Locale, locales } from '#shared/lib/language.ts'
import { alphabetOf } from './naturalOrder.ts'

/** What all languages say, to search in. */
export const inAnyLanguage = (column: AnyPgColumn): SQL<string> =>
  sql`(select string_agg(value, E'\n') from jsonb_each_text(${column}))`

/**
 * The text that a reader of the language sees, by the same choice as `textIn`: theirs, else the content's own, else
 * any. Ordering by it gives the alphabet of that language.
 */
export function textFor(column: AnyPgColumn, asked: Locale, own: SQL): SQL<string> {
  const inLanguage = (language: SQL) => sql`nullif(trim(${column} ->> (${language})), '')`
  const choices = [sql`${asked}::text`, own, ...locales.map(locale => sql`${locale}::text`)].map(inLanguage)
  return sql`coalesce(${sql.join(choices, sql`, `)}) collate ${sql.identifier(alphabetOf(asked))}`
}
