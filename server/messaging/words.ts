import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Locale } from '#shared/lib/language.ts'

/** What a message is found by: made by the database, with the stems of the writer's language and without accents. */
export const wordsOf = (
  text: string | Placeholder,
  locale: Locale | Placeholder,
  { companyId, id }: Record<'companyId' | 'id', number | Placeholder>,
): SQL<string> => sql<string>`message_words(${text}, ${locale}, ${companyId}, ${id})`
