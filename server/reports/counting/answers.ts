/** What was answered, counted by version, question, part of the period and value: few lines, however many submissions there are. */
import { type SQL, sql } from 'drizzle-orm'
import { Problem } from '#shared/lib/problem.ts'
import { submissions } from '../../submissions/table.ts'
import { type AskedQuestion, hasChoices, hasNumbers } from './questions.ts'
import { bucketOf, isAnonymous, type Selection } from './selection.ts'

type Place = { version: number; question: string; bucket: number }
export type Picked = Place & { value: string; picked: number; answered: number; anonymous: number }
export type Measured = Place & {
  answered: number
  anonymous: number
  sum: number
  lowest: number
  highest: number
  whole: boolean
}
export type Failed = Place & { failed: number }
/** Lines by version and question: thousands of questions are not looked for among all lines of all. */
type ByQuestion<Line> = Map<string, Line[]>
export type Answered = { picked: ByQuestion<Picked>; measured: ByQuestion<Measured>; failed: ByQuestion<Failed> }

/** More lines than anybody reads: of so many questions, values and days a shorter time or fewer forms must be chosen. */
export const mostCounted = { lines: 300_000 }

export async function answersOf(selection: Selection, asked: AskedQuestion[]): Promise<Answered> {
  const { db } = selection.reader
  const idsOf = (fits: (one: AskedQuestion['question']) => boolean) => [
    ...new Set(
      asked
        .map(({ question }) => question)
        .filter(fits)
        .map(({ id }) => id),
    ),
  ]
  const [chosen, numbers] = [idsOf(hasChoices), idsOf(hasNumbers)]
  const [picked, measured, failed] = await Promise.all([
    chosen.length > 0 ? db.execute<Picked>(pickedQuery(selection, chosen)) : { rows: [] },
    numbers.length > 0 ? db.execute<Measured>(measuredQuery(selection, numbers)) : { rows: [] },
    db.execute<Failed>(failedQuery(selection)),
  ])
  if ([picked, measured, failed].some(({ rows }) => rows.length > mostCounted.lines))
    throw new Problem('too_large', { text: 'report_too_large' })
  return { picked: byQuestion(picked.rows), measured: byQuestion(measured.rows), failed: byQuestion(failed.rows) }
}

const byQuestion = <Line extends Place>(lines: Line[]): ByQuestion<Line> =>
  Map.groupBy(lines, ({ version, question }) => `${version} ${question}`)

/** The lines of a question, over all versions that asked it the same. */
export const linesOf = <Line>(lines: ByQuestion<Line>, { question, versionIds }: AskedQuestion): Line[] =>
  versionIds.flatMap(version => lines.get(`${version} ${question.id}`) ?? [])

/** Each answer of a submission to one of the questions, in rows of repeats too. */
export const givenAnswers = (selection: Selection, questions: string[]): SQL => sql`
  select s.version, s.bucket, s.is_anonymous, a.question, a.value
  from (
    select ${submissions.formVersionId} as version, ${bucketOf(selection)} as bucket,
      ${submissions.answers} as answers, (${isAnonymous}) as is_anonymous
    from ${submissions} where ${selection.where}
  ) s
  cross join lateral (
    select split_part(key, '@', 1) as question, value -> 'value' as value from jsonb_each(s.answers)
  ) a
  where a.question = any(${sql.param(questions)}::text[]) and a.value is not null`

/** Several choices of one answer are as many lines, of which the first stands for the answer. */
const pickedQuery = (selection: Selection, questions: string[]): SQL => sql`
  select version, question, bucket, choice as value, count(*)::int as picked,
    count(*) filter (where place = 1)::int as answered,
    count(*) filter (where place = 1 and is_anonymous)::int as anonymous
  from (${givenAnswers(selection, questions)}) given
  cross join lateral jsonb_array_elements_text(
    case jsonb_typeof(value) when 'array' then value else jsonb_build_array(value) end
  ) with ordinality as c(choice, place)
  group by 1, 2, 3, 4 limit ${mostCounted.lines + 1}`

const measuredQuery = (selection: Selection, questions: string[]): SQL => sql`
  select version, question, bucket, count(*)::int as answered,
    count(*) filter (where is_anonymous)::int as anonymous,
    sum(number)::float8 as sum, min(number)::float8 as lowest, max(number)::float8 as highest,
    bool_and(number = trunc(number)) as whole
  from (${numbersGiven(selection, questions)}) given
  group by 1, 2, 3 limit ${mostCounted.lines + 1}`

const numbersGiven = (selection: Selection, questions: string[]): SQL => sql`
  select version, question, bucket, is_anonymous, (value #>> '{}')::numeric as number
  from (${givenAnswers(selection, questions)}) given where jsonb_typeof(value) = 'number'`

const failedQuery = (selection: Selection): SQL => sql`
  select ${submissions.formVersionId} as version, one ->> 'question_id' as question,
    ${bucketOf(selection)} as bucket, count(*)::int as failed
  from ${submissions} cross join lateral jsonb_array_elements(${submissions.score} -> 'failed') one
  where ${selection.where}
  group by 1, 2, 3 limit ${mostCounted.lines + 1}`

/** A question whose numbers are put into bins, `at` its place. */
export type Binned = { at: number; versionIds: number[]; question: string; low: number; high: number; bins: number }
export type BinRow = { at: number; bin: number | null; count: number; median: number }

/** How many numbers lie in each bin of each question; in the line without a bin all of them, with the one in the middle. */
export async function binsOf(selection: Selection, binned: Binned[]): Promise<BinRow[]> {
  if (binned.length === 0) return []
  const lines = binned.flatMap(({ at, versionIds, question, low, high, bins }) =>
    versionIds.map(
      version => sql`(${at}::int, ${version}::int, ${question}::text, ${low}::float8, ${high}::float8, ${bins}::int)`,
    ),
  )
  const questions = [...new Set(binned.map(({ question }) => question))]
  const { rows } = await selection.reader.db.execute<BinRow>(sql`
    select at, bin, count(*)::int as count, percentile_cont(0.5) within group (order by number::float8) as median
    from (
      select b.at, given.number,
        case when b.high > b.low then least(width_bucket(given.number::float8, b.low, b.high, b.bins), b.bins) else 1 end as bin
      from (${numbersGiven(selection, questions)}) given
      join (values ${sql.join(lines, sql`, `)}) b (at, version, question, low, high, bins)
        on b.version = given.version and b.question = given.question
    ) one
    group by grouping sets ((at), (at, bin))`)
  return rows
}
