/** Lets a manager import the copy of work whose person was removed or lost their account. */
import { and, eq } from 'drizzle-orm'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import type { SubjectRef } from '#shared/subjects/contract.ts'
import { memberships } from '../companies/table.ts'
import { findPublished } from '../forms/queries.ts'
import { forms } from '../forms/table.ts'
import { type Context, companyOf } from '../lib/context.ts'
import { requireSubjects } from '../subjects/queries.ts'
import { insertSubjects, noteSubmission } from './commands.ts'
import { believedStart, requireKnownPayload, wasErased } from './create.ts'
import { presentDetail } from './present.ts'
import { type FoundSubmission, findSubmission } from './queries.ts'
import { submissions } from './table.ts'

type Copy = {
  formId: number
  uuid: string
  version: number
  startedAt: string
  subjects?: SubjectRef[] | undefined
  payloadVersion: number
  writtenBy: { id: number; name: string }
}

/**
 * Begins the submission of a copy under its own uuid, or returns the stored one. Throws a conflict for the uuid of
 * another form or an erased submission, and `invalid` for a form that is gone.
 */
export async function importSubmission(ctx: Context, copy: Copy) {
  requireKnownPayload(copy.payloadVersion)
  const named = and(eq(submissions.companyId, companyOf(ctx)), eq(submissions.uuid, copy.uuid))
  const here = await findSubmission(ctx.db, named, true)
  if (here) return presentDetail(ctx, await takeOver(ctx, here, copy))
  if (await wasErased(ctx, copy.uuid)) throw new Problem('submission_uuid_taken')
  const version = await requireVersion(ctx, copy)
  const isOurs = await wasMember(ctx, copy.writtenBy.id)
  const about = await requireSubjects(ctx.db, version.companyId, copy.subjects ?? [])
  const [inserted] = await ctx.db
    .insert(submissions)
    .values({
      companyId: version.companyId,
      uuid: copy.uuid,
      formId: version.formId,
      formVersionId: version.id,
      userId: isOurs ? copy.writtenBy.id : ctx.actor.id,
      importedBy: ctx.actor.id,
      writtenBy: isOurs ? null : copy.writtenBy.name,
      answers: {},
      startedAt: believedStart(ctx, copy.startedAt, version.publishedAt.getTime()),
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    .onConflictDoNothing({ target: [submissions.companyId, submissions.uuid] })
    .returning({ id: submissions.id, companyId: submissions.companyId })
  if (inserted) await insertSubjects(ctx, inserted, about)
  const submission = await findSubmission(ctx.db, named)
  if (!submission) throw new Error('The submission was not stored.')
  if (inserted) await noteSubmission(ctx, 'submission.imported', submission)
  return presentDetail(ctx, submission)
}

/** A draft that the person's phone had sent before: from now on who brings in the rest may complete it too. */
async function takeOver(ctx: Context, here: FoundSubmission, { formId }: Copy): Promise<FoundSubmission> {
  if (here.formId !== formId) throw new Problem('submission_uuid_taken')
  if (here.status === 'complete' || here.importedBy === ctx.actor.id) return here
  await ctx.db.update(submissions).set({ importedBy: ctx.actor.id }).where(eq(submissions.id, here.id))
  await noteSubmission(ctx, 'submission.imported', here)
  return { ...here, importedBy: ctx.actor.id }
}

/** The version that was filled in, of a form that is open, closed or in the archive. */
async function requireVersion(ctx: Context, { formId, version }: Copy) {
  const [form] = await ctx.db
    .select()
    .from(forms)
    .where(and(eq(forms.companyId, companyOf(ctx)), eq(forms.id, formId)))
  if (!form) throw invalidField('form_id', 'not_found')
  if (form.version === null) throw new Problem('form_not_published')
  const found = await findPublished(ctx.db, { ...form, version })
  if (!found) throw invalidField('version', 'not_found')
  return found
}

/** Whether somebody is or was a member of the company. */
async function wasMember(ctx: Context, userId: number): Promise<boolean> {
  const found = await ctx.db
    .select({ id: memberships.userId })
    .from(memberships)
    .where(and(eq(memberships.companyId, companyOf(ctx)), eq(memberships.userId, userId)))
  return found.length > 0
}
