import { and, eq, gt, sql } from 'drizzle-orm'
import type { FilledBy } from '#shared/forms/definition.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { allows } from '#shared/lib/rules.ts'
import type { SubjectRef } from '#shared/subjects/contract.ts'
import { payloadVersion } from '#shared/submissions/delivery.ts'
import { requireLivingPlan } from '../companies/planQueries.ts'
import { memberships } from '../companies/table.ts'
import { type FormRow, type FormVersionRow, findPublished } from '../forms/queries.ts'
import { forms, formVersions } from '../forms/table.ts'
import { type Context, companyOf } from '../lib/context.ts'
import { requireSubjects, subjectsOf } from '../subjects/queries.ts'
import { sentTasks, taskSubjects, tasks } from '../tasks/table.ts'
import { asOf, insertSubjects, offeredTo, restoreSubmission } from './commands.ts'
import { clockTolerance } from './formContext.ts'
import { presentDetail } from './present.ts'
import { type FoundSubmission, findSubmission } from './queries.ts'
import { erasedSubmissions, submissions } from './table.ts'

type Beginning = {
  formId: number
  uuid: string
  version?: number | undefined
  startedAt?: string | undefined
  taskSentId?: number | undefined
  subjects?: SubjectRef[] | undefined
  payloadVersion: number
}

/**
 * Begins to fill in a form, in the version that the phone has, or in the one that is published now. The phone names the submission: beginning the same one again, also
 * at the same moment, gives the first.
 */
export async function beginSubmission(ctx: Context, beginning: Beginning) {
  requireKnownPayload(beginning.payloadVersion)
  const begun = await findByUuid(ctx, beginning)
  if (begun) return begun.archivedAt && isOwnDraft(begun) ? restoreSubmission(ctx, begun) : presentDetail(ctx, begun)
  const { version, startedAt } = await requireFillable(ctx, beginning)
  const task =
    beginning.taskSentId === undefined ? null : await requireOwnTask(ctx, beginning.taskSentId, beginning.formId)
  const about = beginning.subjects
    ? await requireSubjects(ctx.db, version.companyId, beginning.subjects)
    : await subjectsOfTask(ctx, task)
  const [inserted] = await ctx.db
    .insert(submissions)
    .values({
      companyId: version.companyId,
      uuid: beginning.uuid,
      formId: version.formId,
      formVersionId: version.id,
      userId: ctx.actor.id,
      taskSentId: task?.id ?? null,
      answers: {},
      startedAt,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    .onConflictDoNothing({ target: [submissions.companyId, submissions.uuid] })
    .returning({ id: submissions.id, companyId: submissions.companyId })
  if (inserted) await insertSubjects(ctx, inserted, about)
  const submission = await findByUuid(ctx, beginning)
  if (!submission) throw new Error('The submission was not stored.')
  return presentDetail(ctx, submission)
}

/** What they may throw away; anew it is begun where that was done on another device. */
const isOwnDraft = ({ status, followsId }: FoundSubmission) => status === 'draft' && followsId === null

/** The person's own submission of that name, if there is one. Somebody else's, one of another form, and one that was erased, is refused. */
async function findByUuid(ctx: Context, { uuid, formId }: Beginning): Promise<FoundSubmission | undefined> {
  const named = and(eq(submissions.companyId, companyOf(ctx)), eq(submissions.uuid, uuid))
  const submission = await findSubmission(ctx.db, named)
  if (submission && (submission.userId !== ctx.actor.id || submission.formId !== formId))
    throw new Problem('submission_uuid_taken')
  if (!submission && (await wasErased(ctx, uuid))) throw new Problem('submission_uuid_taken')
  return submission
}

/** Whether a submission had this uuid that is gone: it stays taken. */
export async function wasErased(ctx: Context, uuid: string): Promise<boolean> {
  const { companyId, uuid: name } = erasedSubmissions
  const found = await ctx.db
    .select({ uuid: name })
    .from(erasedSubmissions)
    .where(and(eq(companyId, companyOf(ctx)), eq(name, uuid)))
  return found.length > 0
}

/**
 * When the person began, by the phone's clock. A moment ahead of the server's clock counts as now, and so does one at which the person
 * could not have begun: before the version was published, or before they were a member.
 */
async function startOf(ctx: Context, { startedAt }: Beginning, version: FormVersionRow): Promise<Date> {
  if (startedAt === undefined) return ctx.now
  const [member] = await ctx.db
    .select({ joinedAt: memberships.joinedAt })
    .from(memberships)
    .where(and(eq(memberships.companyId, version.companyId), eq(memberships.userId, ctx.actor.id)))
  return believedStart(ctx, startedAt, Math.max(version.publishedAt.getTime(), member?.joinedAt.getTime() ?? 0))
}

/** The moment that a device claims for a beginning, or now where it lies ahead or before the earliest possible one. */
export function believedStart({ now }: Pick<Context, 'now'>, startedAt: string, earliest: number): Date {
  const claimed = new Date(startedAt)
  return claimed > now || claimed.getTime() < earliest - clockTolerance ? now : claimed
}

/**
 * The version to fill in, and since when the person does. A form that was closed, or is now for others, takes the late work of people who
 * began before that, in a version that was theirs.
 */
async function requireFillable(ctx: Context, beginning: Beginning) {
  const { formId, version: wanted, taskSentId } = beginning
  const [form] = await ctx.db
    .select()
    .from(forms)
    .where(and(eq(forms.companyId, companyOf(ctx)), eq(forms.id, formId)))
  if (!form || !allows(ctx.ability, 'read', 'Form', form)) throw invalidField('form_id', 'not_found')

  if (form.isChannel) throw new Problem('form_is_channel')
  const version = await findPublished(ctx.db, wanted === undefined ? form : { ...form, version: wanted })
  if (!version && wanted !== undefined && form.version !== null) throw invalidField('version', 'not_found')
  const startedAt = version ? await startOf(ctx, beginning, version) : ctx.now
  // Work begun before the end of the company's plan may be finished after it, also when its phone only then finds a network.
  if (!ctx.actor.isAdmin) await requireLivingPlan(ctx.db, companyOf(ctx), startedAt)
  if (!version) throw new Problem('form_not_published')
  const isOffered = form.status === 'open' || (form.status === 'closing' && taskSentId !== undefined)
  const isOpen = isOffered && !form.archivedAt
  const isLate = wanted !== undefined && startedAt < lastOffered(form, taskSentId !== undefined)
  if (!isOpen && !isLate) throw new Problem('form_not_published')
  // A task that asks for the form says itself who does it.
  const isTheirs = (offered: FormRow) => taskSentId !== undefined || allows(ctx.ability, 'fill', 'Form', offered)
  if (isOpen && isTheirs(form)) return { version, startedAt }
  const wasTheirs =
    isLate && isTheirs(asOf(form, version)) && startedAt < (await takenAway(ctx, form, version, isTheirs))
  if (!wasTheirs) throw new Problem('form_for_others')
  return { version, startedAt }
}

const forEver = new Date(8_640_000_000_000_000)
const earlier = (...moments: (Date | null)[]) => moments.reduce<Date>((one, at) => (at && at < one ? at : one), forEver)

/** The moment since which a form is not begun any more; one that is open has none. */
const lastOffered = ({ archivedAt, closingAt, closedAt }: FormRow, forTask: boolean): Date =>
  earlier(archivedAt, forTask ? closedAt : closingAt)

/** The publication of the first version after `version` that is for others. */
async function takenAway(
  ctx: Context,
  form: FormRow,
  version: FormVersionRow,
  isTheirs: (offered: FormRow) => boolean,
) {
  const later = await ctx.db
    .select({ publishedAt: formVersions.publishedAt, filledBy: filledByOf })
    .from(formVersions)
    .where(and(ofVersionsOf(form), gt(formVersions.number, version.number)))
    .orderBy(formVersions.number)
  return later.find(({ filledBy }) => !isTheirs(offeredTo(form, filledBy)))?.publishedAt ?? forEver
}

const ofVersionsOf = ({ companyId, id }: FormRow) =>
  and(eq(formVersions.companyId, companyId), eq(formVersions.formId, id))
const filledByOf = sql<FilledBy | null>`${formVersions.definition} -> 'settings' -> 'filled_by'`

/** The person's own occurrence of a task that asks for this form, which they have neither completed nor skipped. */
async function requireOwnTask(ctx: Context, sentTaskId: number, formId: number) {
  const [sent] = await ctx.db
    .select({
      id: sentTasks.id,
      taskId: sentTasks.taskId,
      completedAt: sentTasks.completedAt,
      skippedAt: sentTasks.skippedAt,
    })
    .from(sentTasks)
    .innerJoin(tasks, eq(tasks.id, sentTasks.taskId))
    .where(
      and(
        eq(sentTasks.companyId, companyOf(ctx)),
        eq(sentTasks.id, sentTaskId),
        eq(sentTasks.userId, ctx.actor.id),
        eq(tasks.formId, formId),
      ),
    )
  if (!sent) throw invalidField('task_sent_id', 'not_found')
  if (sent.completedAt) throw new Problem('task_already_done')
  if (sent.skippedAt) throw new Problem('task_already_skipped')
  return sent
}

async function subjectsOfTask(ctx: Context, task: { taskId: number } | null): Promise<SubjectRef[]> {
  if (!task) return []
  return (await subjectsOf(ctx.db, taskSubjects, taskSubjects.taskId, [task.taskId])).get(task.taskId) ?? []
}

/**
 * Throws 503 for a payload of a later app than this server knows: it would be misread. The phone keeps the work until the server is
 * updated. Steps that bring earlier payloads up to date belong here, before anything else looks at the answers; there are none yet.
 */
export function requireKnownPayload(version: number): void {
  if (version > payloadVersion) throw new Problem('payload_too_new')
}
