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
 * Begins a submission under the uuid of the device, in its version or the published one; beginning it again returns the
 * first. Throws `form_not_published`, `form_for_others` and `invalid`.
 */
export async function beginSubmission(ctx: Context, beginning: Beginning) {
  requireKnownPayload(beginning.payloadVersion)
  const begun = await findByUuid(ctx, beginning)
  if (begun) return begun.archivedAt && isOwnDraft(begun) ? restoreSubmission(ctx, begun) : presentDetail(ctx, begun)
  const { version, startedAt } = await requireFillable(ctx, beginning)
  const task =
    beginning.taskSentId === undefined ? null : await requireOwnTask(ctx, beginning.taskSentId, beginning.formId)
  const about = beginning.subjects
    ? await requireSubjects(ctx.db, version.companyId, beginning.subjects, startedAt)
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

/** Restores a draft that was thrown away on another device. */
const isOwnDraft = ({ status, followsId }: FoundSubmission) => status === 'draft' && followsId === null

/**
 * Finds the person's own submission by uuid. Throws `invalid` for one of another person or form, and for an erased one.
 */
async function findByUuid(ctx: Context, { uuid, formId }: Beginning): Promise<FoundSubmission | undefined> {
  const named = and(eq(submissions.companyId, companyOf(ctx)), eq(submissions.uuid, uuid))
  const submission = await findSubmission(ctx.db, named)
  if (submission && (submission.userId !== ctx.actor.id || submission.formId !== formId))
    throw new Problem('submission_uuid_taken')
  if (!submission && (await wasErased(ctx, uuid))) throw new Problem('submission_uuid_taken')
  return submission
}

/** Whether a submission with this uuid was erased: it stays taken. */
export async function wasErased(ctx: Context, uuid: string): Promise<boolean> {
  const { companyId, uuid: name } = erasedSubmissions
  const found = await ctx.db
    .select({ uuid: name })
    .from(erasedSubmissions)
    .where(and(eq(companyId, companyOf(ctx)), eq(name, uuid)))
  return found.length > 0
}

/**
 * Returns the beginning by the device's clock; an impossible moment, ahead or before the version or membership, counts
 * as now.
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
 * Returns the version to fill in. A closed form, or one that is for others now, accepts work that began before that, in
 * a version that was theirs.
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
  // Work begun before the plan ended may be completed after it.
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

/** The moment from which a form can no longer be begun; an open form has none. */
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
 * Throws `payload_too_new` for a payload of a later app; the device keeps it until the server is updated. Upgrades of
 * earlier payloads belong here.
 */
export function requireKnownPayload(version: number): void {
  if (version > payloadVersion) throw new Problem('payload_too_new')
}
