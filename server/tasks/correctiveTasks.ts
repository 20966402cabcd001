/**
 * A failed answer opens a task. That follows from the form and not from what the person may do, so it happens in their transaction
 * without an access door. `findings` remembers which answer opened which task: a submission that arrives again opens nothing.
 */
import { and, eq } from 'drizzle-orm'
import { keyParts } from '#shared/forms/answerKey.ts'
import { correctiveTasks } from '#shared/forms/correctiveTasks.ts'
import { questionsOf } from '#shared/forms/elements.ts'
import { wallClock } from '#shared/forms/evaluation/context.ts'
import type { OpenedTask } from '#shared/forms/outcome.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { localeOf } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { roles } from '#shared/lib/roles.ts'
import type { NamedSubject } from '#shared/lib/subjects.ts'
import { companies } from '../companies/table.ts'
import { formVersions } from '../forms/table.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { publicLinks } from '../public-links/table.ts'
import { subjectsOf } from '../subjects/queries.ts'
import { findings, submissionSubjects, submissions } from '../submissions/table.ts'
import { type Assignee, peopleMeantBy } from './assignees.ts'
import { localTime, occurrenceFrom } from './occurrences.ts'
import { insertTask, sendTask } from './send.ts'

/** The longest title that a task can have. */
const longestTitle = 200

/** Opens every task that the answers of a complete submission ask for and that is not open yet. */
export async function openCorrectiveTasks(ctx: Context, submissionId: number): Promise<void> {
  const found = await lockSubmission(ctx.db, submissionId)
  if (!found) return
  const { submission, definition } = found
  const worked = { now: wallClock(submission.completedAt ?? ctx.now, 0), language: ctx.locale, keeps: 'all' as const }
  const wanted = correctiveTasks(definition, submission.answers, worked)
  if (wanted.length === 0) return
  const opened = await ctx.db
    .select({ questionId: findings.questionId })
    .from(findings)
    .where(and(eq(findings.companyId, submission.companyId), eq(findings.submissionId, submission.id)))
  const missing = wanted.filter(({ question_id }) => !opened.some(({ questionId }) => questionId === question_id))
  const subjects = await subjectsOf(ctx.db, submissionSubjects, submissionSubjects.submissionId, [submission.id])
  for (const task of missing) await open(ctx, found, task, subjects.get(submission.id) ?? [])
}

type Found = NonNullable<Awaited<ReturnType<typeof lockSubmission>>>

/** With its form's version. Locked, so that the same submission is worked through by one request at a time. */
async function lockSubmission(db: Database, id: number) {
  const [found] = await db
    .select({
      submission: submissions,
      definition: formVersions.definition,
      company: companies,
      linkedBy: publicLinks.createdBy,
    })
    .from(submissions)
    .innerJoin(formVersions, eq(formVersions.id, submissions.formVersionId))
    .innerJoin(companies, eq(companies.id, submissions.companyId))
    .leftJoin(publicLinks, eq(publicLinks.id, submissions.publicLinkId))
    .where(and(eq(submissions.id, id), eq(submissions.status, 'complete')))
    .for('no key update', { of: submissions })
  return found
}

async function open(ctx: Context, found: Found, wanted: OpenedTask, subjects: NamedSubject[]): Promise<void> {
  const { submission, company } = found
  const createdBy = submission.userId ?? found.linkedBy
  if (createdBy === null) throw new Error(`Nobody is behind submission ${submission.id}.`)
  const assignee = await responsible(ctx.db, found, wanted)
  const people = await peopleMeantBy(ctx.db, company.id, [assignee])
  const task = await insertTask(
    ctx,
    {
      ...textsOf(found, wanted),
      companyId: company.id,
      priority: wanted.priority,
      startsAt: localTime(ctx.now, company.timeZone),
      dueAfter: wanted.due_after,
      timezone: company.timeZone,
      // Of what came by a public link, whoever put it up.
      createdBy,
    },
    [assignee],
    subjects,
  )
  await ctx.db
    .insert(findings)
    .values({ companyId: company.id, submissionId: submission.id, questionId: wanted.question_id, taskId: task.id })
  const occurrence = occurrenceFrom(ctx.now, wanted.due_after, company.timeZone)
  await sendTask(
    ctx,
    task,
    occurrence,
    people.map(({ userId }) => userId),
  )
}

/** Whom the form means; the managers where nobody of them can be given tasks. */
async function responsible(db: Database, { submission, company }: Found, { assignee }: OpenedTask): Promise<Assignee> {
  const managers = { role_id: roles.manager }
  const meant = assignee === 'submitter' ? submission.userId && { user_id: submission.userId } : assignee
  if (meant === 'manager' || !meant) return managers
  return (await peopleMeantBy(db, company.id, [meant])).length > 0 ? meant : managers
}

/** In the company's language: what to do, and below it the question and what the person noted. */
function textsOf({ submission, definition, company }: Found, wanted: OpenedTask) {
  const read = (text: LocalizedText | undefined) =>
    textIn(text, localeOf(company.languageId), definition.default_language).text
  const about = wanted.about ?? wanted.question_id
  const question = questionsOf(definition).find(({ id }) => id === keyParts(about).question_id)
  const note = submission.answers[about]?.note
  const asked = read(question?.label)
  return {
    title: (read(wanted.title) || asked).slice(0, longestTitle).toWellFormed(),
    description: [asked, note].filter(Boolean).join('\n\n'),
  }
}
