/**
 * What was answered, counted by question, part of the period and value: few lines, however many submissions there are.
 * Each answer is read once: how often each value was given is counted first, and all else is worked out from that.
 */
import { type SQL, sql } from 'drizzle-orm'
import { canFail } from '#shared/forms/scoreAnswer.ts'
import { Problem } from '#shared/lib/problem.ts'
import { submissions } from '../../submissions/table.ts'
import { type AskedQuestion, hasChoices, hasNumbers } from './questions.ts'
import { inParts, isAnonymous, type Selection } from './selection.ts'

/** `at` is the place of the question among those that were asked. */
type Place = { at: number; bucket: number }
export type Picked = Place & { value: string; picked: number; answered: number; anonymous: number }
export type Measured = Place & { sum: number; answered: number; anonymous: number }
export type Failed = Place & { failed: number }
/** How many numbers of a question lie in a bin, counted from one. */
type Bin = { bin: number; picked: number }
/**
 * Between which two the numbers of a question lie, up to where how many bins of the same width reach, and the one in
 * the middle.
 */
type Spread = { spread: [lowest: number, highest: number, end: number, bins: number, median: number] }
/** Lines by question: thousands of questions are not looked for among all lines of all. */
type ByQuestion<Line> = Map<number, Line[]>
export type Answered = {
  picked: ByQuestion<Picked>
  measured: ByQuestion<Measured>
  failed: ByQuestion<Failed>
  spread: ByQuestion<Spread>
  bins: ByQuestion<Bin>
}

/**
 * More lines than anybody reads: beyond this number of questions, values and days a shorter time or fewer forms must be
 * chosen.
 */
export const maxCounted = { lines: 300_000 }

/** A line of the part that it names, with what such a line has. */
type Line = { part: Exclude<keyof Answered, 'failed'> } & Picked & Measured & Bin & Spread

export async function answersOf(selection: Selection, asked: AskedQuestion[]): Promise<Answered> {
  const { db } = selection.reader
  const [given, failed] = await Promise.all([
    db.execute<Line>(givenQuery(selection, asked)),
    db.execute<Failed>(failedQuery(selection, asked)),
  ])
  const parts = Map.groupBy(given.rows, ({ part }) => part)
  if ([failed.rows, ...parts.values()].some(lines => lines.length > maxCounted.lines))
    throw new Problem('too_large', { text: 'report_too_large' })
  const linesOf = (part: Line['part']) => byQuestion(parts.get(part) ?? [])
  return {
    ...{ picked: linesOf('picked'), measured: linesOf('measured') },
    ...{ spread: linesOf('spread'), bins: linesOf('bins') },
    failed: byQuestion(failed.rows),
  }
}

const byQuestion = <One extends { at: number }>(lines: One[]): ByQuestion<One> => Map.groupBy(lines, ({ at }) => at)

/** In which version of a form each question that fits was asked, as a table `asked`. */
function askedIn(asked: AskedQuestion[], fits: Fits): SQL {
  const rows = asked.flatMap(({ versionIds, question }, at) =>
    fits(question) ? versionIds.map(version => [at, version, question.id]) : [],
  )
  const column = (place: number) => sql.param(rows.map(row => row[place]))
  return sql`unnest(${column(0)}::int[], ${column(1)}::int[], ${column(2)}::text[]) as asked (at, version, question)`
}

type Fits = (question: AskedQuestion['question']) => boolean
const idsOf = (asked: AskedQuestion[], fits: Fits) => [
  ...new Set(asked.flatMap(({ question }) => (fits(question) ? [question.id] : []))),
]
/** Texts are nearly all different, and counted by nothing. */
const isCounted: Fits = question => hasChoices(question) || hasNumbers(question)

const placesOf = (asked: AskedQuestion[], fits: Fits) =>
  sql`any(${sql.param(asked.flatMap(({ question }, at) => (fits(question) ? [at] : [])))}::int[])`

const maxBins = 10
/** Whole numbers in a span like this each have a bin of their own. */
const maxSingles = 12

/**
 * Every value with how often it was given, in rows of repeats too (`told`), by the place of its question (`given`);
 * several choices of one answer are one value there, and as many lines of `picked`, of which the first stands for the
 * answer. The median is the mean of the two in the middle, which may be one.
 */
export const givenQuery = (selection: Selection, asked: AskedQuestion[]): SQL => sql`
  with told as materialized (
    select ${submissions.formVersionId} as version, split_part(answer.key, '@', 1) as question, bucket,
      answer.value -> 'value' as value, count(*)::int as count, count(*) filter (where ${isAnonymous})::int as anonymous
    from ${inParts(selection)} cross join lateral jsonb_each(${submissions.answers}) answer
    where split_part(answer.key, '@', 1) = any(${sql.param(idsOf(asked, isCounted))}::text[])
    group by 1, 2, 3, 4
  ), given as materialized (
    select at, bucket, value, count, anonymous from told join ${askedIn(asked, isCounted)} using (version, question)
  ), numbers as materialized (
    select at, bucket, (value #>> '{}')::numeric as number, count, anonymous
    from given where jsonb_typeof(value) = 'number' and at = ${placesOf(asked, hasNumbers)}
  ), ends as (
    select at, min(number) as lowest, max(number) as highest,
      bool_and(number = trunc(number)) and max(number) - min(number) < ${maxSingles} as is_single
    from numbers group by at
  ), spread as materialized (
    select at, lowest, highest, case when is_single then highest + 1 else highest end as end,
      case when is_single then (highest - lowest)::int + 1 when highest > lowest then ${maxBins} else 1 end as bins
    from ends
  ), ordered as (
    select at, number, count, sum(count) over (partition by at
      order by number) as upto, sum(count) over (partition by at) as whole
    from (select at, number, sum(count) as count from numbers group by 1, 2) one
  ), middle as (
    select at, avg(number) as median from ordered
    where upto > floor((whole - 1) / 2) and upto - count <= ceil((whole - 1) / 2)
    group by at
  )
  (select 'picked' as part, at, bucket, null::int as bin, choice as value, sum(count)::int as picked,
    (sum(count) filter (where place = 1))::int as answered, (sum(anonymous) filter (where place = 1))::int as anonymous,
    null::float8 as sum, null::float8[] as spread
  from given cross join lateral jsonb_array_elements_text(
    case jsonb_typeof(value) when 'array' then value else jsonb_build_array(value) end
  ) with ordinality as c(choice, place)
  where value is not null and at = ${placesOf(asked, hasChoices)}
  group by at, bucket, choice limit ${maxCounted.lines + 1})
  union all
  (select 'measured', at, bucket, null, null, null, sum(count)::int, sum(anonymous)::int, sum(number * count)::float8,
    null
  from numbers group by at, bucket limit ${maxCounted.lines + 1})
  union all
  select 'spread', at, null, null, null, null, null, null, null, array[lowest, highest, spread.end, bins,
    median]::float8[]
  from spread join middle using (at)
  union all
  select 'bins', at, null, case when spread.end > lowest then least(width_bucket(number, lowest, spread.end, bins),
    bins) else 1 end,
    null, sum(count)::int, null, null, null, null
  from numbers join spread using (at) group by 2, 4`

const failedQuery = (selection: Selection, asked: AskedQuestion[]): SQL => sql`
  with failed as (
    select ${submissions.formVersionId} as version, one ->> 'question_id' as question, bucket, count(*)::int as failed
    from ${inParts(selection)} cross join lateral jsonb_array_elements(${submissions.score} -> 'failed') one
    group by 1, 2, 3
  )
  select at, bucket, failed from failed join ${askedIn(asked, canFail)} using (version, question)
  limit ${maxCounted.lines + 1}`
