/** A draft goes over to a newer version of its form, so that one of a version that nobody can complete is not stuck. */
import { and, eq } from 'drizzle-orm'
import type { FilledBy } from '#shared/forms/definition.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { allows } from '#shared/lib/rules.ts'
import { type FormRow, type FormVersionRow, findPublished } from '../forms/queries.ts'
import { forms } from '../forms/table.ts'
import type { Context } from '../lib/context.ts'
import { asItIs } from './checks.ts'
import { type FoundSubmission, findSubmission } from './queries.ts'
import { submissions } from './table.ts'

/**
 * The draft in this version, which may be a newer one than it was in; the answers come with it and are checked against that one. Throws 409 with
 * the draft for an older version, 422 for one that the form never had, and 403 where the newer one is for others.
 */
export async function inVersion(
  ctx: Context,
  submission: FoundSubmission,
  version: number | undefined,
): Promise<FoundSubmission> {
  // A follow-up stays in the version of the submission that it follows.
  if (version === undefined || version === submission.version || submission.followsId !== null) return submission
  if (version < submission.version) throw new Problem('stale_revision', { data: await asItIs(ctx, submission) })
  const [form] = await ctx.db
    .select()
    .from(forms)
    .where(and(eq(forms.companyId, submission.companyId), eq(forms.id, submission.formId)))
  const newer = form && (await findPublished(ctx.db, { ...form, version }))
  if (!newer) throw invalidField('version', 'not_found')
  const isTheirs = submission.taskSentId !== null || allows(ctx.ability, 'fill', 'Form', asOf(form, newer))
  if (!isTheirs) throw new Problem('form_for_others')
  await ctx.db.update(submissions).set({ formVersionId: newer.id }).where(eq(submissions.id, submission.id))
  const found = await findSubmission(ctx.db, eq(submissions.id, submission.id))
  if (!found) throw new Problem('not_found')
  return found
}

/** The form with the people that a version of it was for. */
export const asOf = (form: FormRow, { definition }: FormVersionRow): FormRow =>
  offeredTo(form, definition.settings?.filled_by)

/** The form with other people who fill it in. */
export function offeredTo(form: FormRow, filledBy: FilledBy | null | undefined): FormRow {
  const { role_ids = null, guests = false } = filledBy ?? {}
  return { ...form, fillerRoleIds: role_ids, forGuests: guests }
}
