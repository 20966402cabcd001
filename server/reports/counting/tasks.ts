/** Counts what followed from findings, and whether tasks were completed. */
import { and, eq, gte, inArray, lt, lte, type SQL, sql } from 'drizzle-orm'
import { allElements } from '#shared/forms/elements.ts'
import { percentOf } from '#shared/forms/scoring/measures.ts'
import { defaultLocale } from '#shared/lib/language.ts'
import type { CompletionPart, FindingsPart } from '#shared/reports/data.ts'
import { idsFilterOf, registry, subjectTypes } from '#shared/subjects/registry.ts'
import { findings } from '../../findings/table.ts'
import { accessible } from '../../lib/registers/accessible.ts'
import { submissions } from '../../submissions/table.ts'
import { notWithdrawn } from '../../tasks/sentTaskQueries.ts'
import { sentTasks, taskSubjects, tasks } from '../../tasks/table.ts'
import type { AskedQuestion } from './questions.ts'
import { bucketAt, bucketOf, type Selection } from './selection.ts'
import type { UsedVersion } from './totals.ts'

type FindingRow = {
  level: number
  bucket: number | null
  form: number | null
  question: string | null
  opened: number
  closed: number
  median: number | null
  mean: number | null
}

/** When a finding came to its end, however that was: its task done, somebody looked again, or settled with a reason. */
export const closedAt = findings.closedAt

/** Findings by the day on which they were found. */
export async function findingsOf(
  selection: Selection,
  asked: AskedQuestion[],
  versions: UsedVersion[],
): Promise<FindingsPart> {
  const { rows } = await selection.reader.db.execute<FindingRow>(sql`
    select grouping(bucket, question)::int as level, bucket, form, question, count(*)::int as opened,
      count(closed_at)::int as closed,
      percentile_cont(0.5) within group (order by hours) as median, avg(hours) as mean
    from (
      select *, extract(epoch from closed_at - found_at)::float8 / 3600 as hours
      from (
        select ${bucketOf(selection)} as bucket, ${submissions.formId} as form,
          split_part(${findings.questionId}, '@', 1) as question,
          ${submissions.completedAt} as found_at, ${closedAt} as closed_at
        from ${submissions}
        join ${findings} on ${and(
          eq(findings.companyId, submissions.companyId),
          eq(findings.submissionId, submissions.id),
        )}
        where ${selection.where}
      ) found
    ) timed
    group by grouping sets ((), (bucket), (form, question))`)
  const whole = rows.find(({ level }) => level === 3)
  const over = new Map(rows.filter(({ level }) => level === 1).map(row => [row.bucket, row]))
  const { opened = 0, closed = 0 } = whole ?? {}
  return {
    ...{ opened, closed, open: opened - closed },
    median_hours: hours(whole?.median),
    mean_hours: hours(whole?.mean),
    over_time: selection.buckets.map((days, at) => {
      const row = over.get(at + 1)
      return { ...days, opened: row?.opened ?? 0, closed: row?.closed ?? 0, median_hours: hours(row?.median) }
    }),
    questions: rows
      .filter(({ level }) => level === 2)
      .toSorted((a, b) => b.opened - a.opened)
      .slice(0, maxQuestions)
      .map(row => ({
        form_id: row.form ?? 0,
        question_id: row.question ?? '',
        ...(askedLabel(asked, row) ?? foundLabel(versions, row)),
        ...{ opened: row.opened, open: row.opened - row.closed },
        median_hours: hours(row.median),
      })),
  }
}

const maxQuestions = 20

const hours = (value: number | null | undefined): number | null => (value == null ? null : Math.round(value * 10) / 10)

function askedLabel(asked: AskedQuestion[], { form, question }: FindingRow) {
  const found = asked.find(one => one.formId === form && one.question.id === question)
  return found && { label: found.question.label, default_language: found.defaultLanguage }
}

/**
 * A finding by a rule of the whole form is named after the measure that it looks at, or after the task which it opens.
 */
function foundLabel(versions: UsedVersion[], { form, question }: FindingRow) {
  for (const { formId, definition } of versions) {
    const rule = formId === form ? definition.triggers?.find(({ id }) => id === question) : undefined
    if (!rule) continue
    const { when, task } = rule
    const measures = definition.sections
      .flatMap(({ questions }) => allElements(questions))
      .flatMap(element => ('measures' in element ? (element.measures ?? []) : []))
    const measure = when.on === 'measure' ? measures.find(({ id }) => id === when.measure) : undefined
    const label = measure?.label ?? task?.title
    if (label) return { label, default_language: definition.default_language }
  }
  return { label: {}, default_language: defaultLocale }
}

type TaskRow = { bucket: number; due: number; in_time: number; late: number; skipped: number }

/** Occurrences that were due in the period and until now, of the report's forms, people and rows. */
export async function completionOf(selection: Selection): Promise<CompletionPart> {
  const { rows } = await selection.reader.db.execute<TaskRow>(sql`
    select ${bucketAt(sentTasks.dueAt, selection)} as bucket, count(*)::int as due,
      count(*) filter (where ${sentTasks.completedAt} <= ${sentTasks.dueAt})::int as in_time,
      count(*) filter (where ${sentTasks.completedAt} > ${sentTasks.dueAt})::int as late,
      count(${sentTasks.skippedAt})::int as skipped
    from ${sentTasks} join ${tasks} on ${eq(tasks.id, sentTasks.taskId)}
    where ${dueIn(selection)}
    group by 1`)
  const found = new Map(rows.map(row => [row.bucket, row]))
  const over_time = selection.buckets.map((days, at) => ({ ...days, ...shares([found.get(at + 1)]) }))
  return { ...shares(rows), over_time }
}

function shares(rows: (TaskRow | undefined)[]) {
  const sum = (name: 'due' | 'in_time' | 'late' | 'skipped') => rows.reduce((all, row) => all + (row?.[name] ?? 0), 0)
  const [due, in_time, late, skipped] = [sum('due'), sum('in_time'), sum('late'), sum('skipped')]
  const done = in_time + late
  return { due, in_time, late, skipped, not_done: due - done - skipped, percent: due > 0 ? percentOf(done, due) : null }
}

function dueIn({ reader, report, starts, end }: Selection): SQL | undefined {
  const { formIds, filters, companyId } = report
  const subjects = subjectTypes
    .map(type => among(taskSubjects[registry[type].column], filters[idsFilterOf(type)]))
    .filter(one => one !== undefined)
  return and(
    eq(sentTasks.companyId, companyId),
    accessible(reader.ability, 'read', 'SentTask', sentTasks),
    notWithdrawn,
    starts[0] && gte(sentTasks.dueAt, starts[0]),
    lt(sentTasks.dueAt, end),
    lte(sentTasks.dueAt, reader.now),
    among(tasks.formId, formIds),
    among(sentTasks.userId, filters.user_ids),
    ...subjects.map(one =>
      inArray(
        sentTasks.taskId,
        reader.db
          .select({ id: taskSubjects.taskId })
          .from(taskSubjects)
          .where(and(eq(taskSubjects.companyId, companyId), one)),
      ),
    ),
  )
}

const among = (column: Parameters<typeof inArray>[0], values: number[] | undefined) =>
  values?.length ? inArray(column, values) : undefined
