/** The functions of the database read people's words while a connection is held; none of them may take long. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { platform } from '../people.ts'

const signs = ['\u0301\u0323', '\u{1d165}\u{1d16d}', 'ü', 'a ', ' ', '-', "'", '"', '/', '.', '@', '1', '%', '\\', '\n']

type Kept = { name: string; types: string[] }

/** Names and identifiers of one animal, and words that are sought; a message and an answer are longer. */
const short: Record<string, number> = { search_grams: 2_000, word_grams: 200 }

/** Functions of texts and numbers that only work something out. */
const readingWords = () =>
  platform(async db => {
    const { rows } = await db.execute<Kept>(sql`
      select proname as name, array(
        select typname::text from unnest(proargtypes) with ordinality as given (type, at) join pg_type on oid = type
          order by at
      ) as types
      from pg_proc
      where pronamespace = 'public'::regnamespace and prokind = 'f' and provolatile = 'i' and prolang <> 12
        and prolang <> 13
      order by proname`)
    const known = new Set(['text', 'jsonb', 'int4'])
    return rows.filter(({ types }) => types.includes('text') && types.every(type => known.has(type)))
  })

const argument = (type: string, text: string) =>
  type === 'text'
    ? sql`${text}`
    : type === 'jsonb'
      ? sql`jsonb_build_array(jsonb_build_object('value', ${text}::text))`
      : sql`1`

test('no words are dear to a function of the database', async () => {
  const found = await readingWords()
  expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(['fold', 'normalized_text', 'message_words']))
  const slow: string[] = []
  const failed: string[] = []
  for (const { name, types } of found)
    for (const sign of signs) {
      const text = sign.repeat(Math.ceil((short[name] ?? 10_000) / sign.length))
      const given = sql.join(
        types.map(type => sql`${argument(type, text)}::${sql.raw(type)}`),
        sql`, `,
      )
      const began = performance.now()
      await platform(db => db.execute(sql`select length(${sql.raw(name)}(${given})::text)`)).catch(error => {
        failed.push(`${name} of ${JSON.stringify(sign)}: ${error.cause?.message ?? error.message}`)
      })
      const took = performance.now() - began
      if (took > 500) slow.push(`${name} of ${JSON.stringify(sign)}: ${took.toFixed()} ms`)
    }
  expect(slow).toEqual([])
  expect(failed).toEqual([])
})
