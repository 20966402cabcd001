/**
 * Searches by words, by the function `search_ids` of the isolation's owner, which adds the company of the connection
 * and returns ids. Behind row-level security PostgreSQL uses no index for `like`, `@@` and `%`, because they could leak
 * hidden rows.
 */
import { getTableName, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { normalizedText } from '#shared/lib/folding.ts'
import { maxCounted } from '#shared/lib/paging.ts'
import { soughtTexts } from '#shared/lib/searching.ts'
import type { Database } from './pools.ts'

/** What rows are searched by: registers and tasks by their `searchText`, forms and people by their names. */
export type SearchedType = 'animal' | 'animal_group' | 'location' | 'vehicle' | 'task' | 'form' | 'person'

/** A little more than lists count: so some of them suffice to say that there are more, though a few may not be read. */
const maxAnswered = 1.2 * maxCounted
/**
 * Beyond `ids` matches ids are no help, because a list read in its order soon fills a page. Texts shorter than
 * `letters` are not looked up. Animals, of which one company may have a million, have an index
 * of two letters and of their company alone.
 */
const most = (type: SearchedType) => (type === 'animal' ? { ids: maxAnswered, letters: 2 } : { ids: 2000, letters: 3 })
/** A list of more rows is not read in its order to come upon what holds the words. Tests make it less. */
export const vast = { readThrough: 100_000 }
/**
 * Of more ids than this, in a company with no more rows than that, the list's own index is walked and asked which it
 * has: it stands in order and all in one place. Each row that is looked up lies on a page of its own among those of
 * other companies.
 */
const [maxLookedUp, maxWalked] = [200, 20_000]

/** The ids of a company's rows that hold the words, accents and capitals aside; nothing where too many might. */
export async function searchIds(db: Database, type: SearchedType, words: string): Promise<number[] | undefined> {
  const { ids, areAll } = await firstIds(db, type, words)
  return areAll ? ids : undefined
}

type FirstIds = { ids: number[]; areAll: boolean; isSmall: boolean }

/**
 * The ids that are come upon first, whether they are all, and whether they are many of few: of a company with up to
 * `maxWalked` rows of the table.
 */
async function firstIds(db: Database, type: SearchedType, words: string, table?: PgTable): Promise<FirstIds> {
  const { ids: maxIds, letters } = most(type)
  if ((soughtLines(words)[0]?.length ?? 0) < letters) return { ids: [], areAll: false, isSmall: false }
  const hasMore = table && sql`company_has_more(${getTableName(table)}, ${maxWalked}::int)`
  const isSmall = hasMore && sql`case when count(*) > ${maxLookedUp}::int then not ${hasMore} end`
  const found = await asOneValue(db, searched(type, soughtLines(words), maxIds), isSmall)
  const ids = found.count === 0 ? [] : found.ids.slice(1, -1).split(',').map(Number)
  return { ids, areAll: found.count <= maxIds, isSmall: found.also === true }
}

/** What words are looked for by, folded. Line breaks stay, since they part the columns of what is searched in. */
const soughtLines = (words: string): string[] => {
  const lines = words.split('\n').map(soughtTexts)
  return [...new Set([0, -1].map(at => lines.map(readings => readings.at(at)).join('\n')))]
}

/** The ids of what has one of the texts: one more than are wanted says that there are others. */
const searched = (type: string, sought: string[], wanted: number): SQL => {
  const each = sought.map(one => sql`search_ids(${type}, ${one}, ${wanted + 1}::int)`)
  return each.length === 1 && each[0]
    ? each[0]
    : sql`(${sql.join(
        each.map(one => sql`select * from ${one}`),
        sql` union `,
      )})`
}

/**
 * How many there are and which, as PostgreSQL writes them: thousands of rows take longer to be sent and read one by one
 * than to be found. And what else is to be known of them.
 */
async function asOneValue(db: Database, found: SQL, also = sql`null`) {
  const { rows } = await db.execute<{ count: number; ids: string | null; also: boolean | null }>(
    sql`select count(*)::int as count, array_agg(id)::text as ids, ${also}::boolean as also from ${found} found (id)`,
  )
  const [row] = rows
  return { count: row?.count ?? 0, ids: row?.ids ?? '{}', also: row?.also }
}

/** Ids per type; the reader may not be allowed to read all of them. */
const maxOfEach = 50

/**
 * Ids of the best matches of each type, best first: by beginnings of words, without accents and capitals, and with
 * typing mistakes where there are few. None outside a company or for a single letter.
 */
export async function bestIds<Kind extends SearchedType | 'finding' | 'guide'>(
  db: Database,
  types: Kind[],
  words: string,
): Promise<Map<Kind, number[]>> {
  const best = new Map<Kind, number[]>()
  for (const sought of soughtLines(words)) {
    const { rows } = await db.execute<{ type: Kind; ids: number[] }>(
      sql`select record_type as type, ids from search_best(${sql.param(types)}::text[], ${sought}, ${maxOfEach}::int)`,
    )
    for (const { type, ids } of rows)
      best.set(type, [...new Set([...(best.get(type) ?? []), ...ids])].slice(0, maxOfEach))
  }
  return best
}

/** Column by which an import finds rows. */
type ImportKey = { type: SearchedType; key: string }

/**
 * Ids of living rows by name or identifier, in small letters and trimmed: at most twenty each, readable or not. Throws
 * for a key that the type does not have.
 */
export async function idsByIdentifier(
  db: Database,
  { type, key }: ImportKey,
  identifiers: string[],
): Promise<Map<string, number[]>> {
  const found = sql`search_identifiers(${type}, ${key}, ${sql.param(identifiers)}::text[])`
  const { rows } = await db.execute<{ identifier: string; ids: number[] }>(
    sql`select identifier, array_agg(id) as ids from ${found} group by identifier`,
  )
  return new Map(rows.map(({ identifier, ids }) => [identifier, ids]))
}

/**
 * What submissions are found by: the words of their texts and notes, or a choice that answers a question which is asked
 * once.
 */
export type Answered = { words: string } | { questionId: string; choice: string }

/** A condition, and where very many rows meet it a cheaper one that enough of them meet to exceed what lists count. */
export type StagedCondition = { all: SQL; some?: SQL | undefined }

/**
 * The condition that a submission of the company holds the words, or answers with the choice; where too many have it,
 * they are looked at in the order of the list.
 */
export async function answerCondition(
  db: Database,
  companyId: number,
  row: { id: AnyPgColumn; words: AnyPgColumn },
  answered: Answered,
): Promise<StagedCondition> {
  const [type, sought] =
    'words' in answered
      ? (['submission', soughtLines(answered.words)] as const)
      : (['answer', [`${answered.questionId}=${answered.choice}`]] as const)
  const { count, ids } = await asOneValue(db, searched(type, [...sought], maxAnswered))
  const some = sql`${row.id} = any(${ids}::int[])`
  if (count <= maxAnswered) return { all: some }
  const query = type === 'submission' ? sql`answer_query` : sql`chosen_query`
  // In a query of its own it is made once, and not for each row.
  const asked = sql.join(
    [...sought].map(one => sql`${query}(${companyId}, ${one})`),
    sql` || `,
  )
  return { all: sql`${row.words} @@ (select ${asked})`, some }
}

/**
 * Returns the condition of a list that its rows hold the words. `text` is the searched text of `type`, for words that
 * too many rows hold; `bareIdentifiers` its identifiers, which are found with any separators.
 */
export async function searchCondition(
  db: Database,
  type: SearchedType,
  words: string | undefined,
  row: { id: AnyPgColumn; text: AnyPgColumn | SQL; bareIdentifiers?: SQL | undefined },
): Promise<SearchCondition> {
  if (!words) return {}
  const { ids, areAll, isSmall } = await firstIds(db, type, words, row.id.table)
  // No index is looked up by a sum.
  if (areAll) return isSmall ? { where: inIds(sql`${row.id} + 0`, ids), isWalked: true } : { where: inIds(row.id, ids) }
  // Of a company with very many rows, those that were found first stand for all: a list says so.
  if (ids.length > maxCounted && (await isVast(db, row.id))) return { where: inIds(row.id, ids), isFirstFound: true }
  const identifier = sql`search_pattern(searched_identifier(${soughtLines(words)[0]}))`
  const orIdentified =
    row.bareIdentifiers && or(sql`${row.text} like ${identifier}`, sql`${row.bareIdentifiers} like ${identifier}`)
  return { where: or(holds(row.text, words), orIdentified) }
}

/**
 * The condition, if there is one; whether of all that have the words only those that were found first meet it; and
 * whether it is one that the list's own index is walked with.
 */
export type SearchCondition = { where?: SQL | undefined; isFirstFound?: true; isWalked?: true }

async function isVast(db: Database, id: AnyPgColumn): Promise<boolean> {
  const [far] = await db.select({ id }).from(id.table).offset(vast.readThrough).limit(1)
  return far !== undefined
}

/** The condition that `column` refers to a row of `type` whose `text` holds the words. */
export async function referenceCondition(
  db: Database,
  type: SearchedType,
  words: string | undefined,
  column: AnyPgColumn,
  { table, id, text }: { table: PgTable; id: AnyPgColumn; text: AnyPgColumn | SQL },
): Promise<SQL | undefined> {
  if (!words) return undefined
  const ids = await searchIds(db, type, words)
  return ids ? inIds(column, ids) : inArray(column, db.select({ id }).from(table).where(holds(text, words)))
}

/** Any of many ids, as one parameter. */
export const inIds = (column: AnyPgColumn | SQL, ids: number[]): SQL =>
  sql`${column} = any(${`{${ids.join(',')}}`}::int[])`

/** Folded text that holds the words, taken literally. */
export const holds = (folded: AnyPgColumn | SQL, words: string): SQL | undefined =>
  or(...soughtLines(words).map(sought => sql`${folded} like search_pattern(${sought})`))

/** Messages to search: those in one of `within` that are newer than the id beside it. */
export type SearchScope = {
  within: { id: number; sinceId: number }[]
  userId?: number | undefined
  from?: Date | undefined
  to?: Date | undefined
  hasFile?: boolean | undefined
}

/** Conversations searched at once; a person in more of them searches the latest. */
export const maxPlaces = 1000

/** The ids of messages that have the words, newest first. */
export async function searchMessageIds(
  db: Database,
  words: string,
  scope: SearchScope,
  { limit, offset }: { limit: number; offset: number },
): Promise<number[]> {
  const within = scope.within.slice(0, maxPlaces)
  if (within.length === 0) return []
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from search_ids(
      'message', ${normalizedText(words)},
      ${`{${within.map(({ id }) => id).join(',')}}`}::int[],
        ${`{${within.map(({ sinceId }) => sinceId).join(',')}}`}::int[],
      ${scope.userId ?? null}::int, ${scope.from?.toISOString() ?? null}::timestamptz,
      ${scope.to?.toISOString() ?? null}::timestamptz, ${scope.hasFile ?? null}::boolean,
      ${limit}::int, ${offset}::int
    )`)
  return rows.map(({ id }) => id)
}

/**
 * The ids of messages that contain one of these names as a whole word, ignoring accents and capitals, latest first. A
 * Hungarian ending may follow the name.
 */
export async function namingIds(
  db: Database,
  names: string[],
  { within, until }: Pick<SearchScope, 'within'> & { until?: Date | undefined },
  most: number,
): Promise<number[]> {
  if (within.length === 0) return []
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from naming_ids(
      ${sql.param(names.flatMap(soughtTexts))}::text[],
      ${`{${within.map(({ id }) => id).join(',')}}`}::int[],
        ${`{${within.map(({ sinceId }) => sinceId).join(',')}}`}::int[],
      ${until?.toISOString() ?? null}::timestamptz, ${most}::int
    ) id`)
  return rows.map(({ id }) => id)
}
