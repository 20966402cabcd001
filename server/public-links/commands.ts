import { and, eq } from 'drizzle-orm'
import { editorsChannel } from '#shared/forms/editors.ts'
import { linkEvents } from '#shared/forms/public/linkEvents.ts'
import { type Prefill, PublicLink } from '#shared/forms/public/publicLink.ts'
import { userChannel } from '#shared/lib/events.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { audit } from '../audit/commands.ts'
import { type FormRow, findLink, findPublished, type LinkRow, presentLink } from '../forms/queries.ts'
import { publicLinks } from '../forms/table.ts'
import type { Context } from '../lib/context.ts'
import { tell } from '../lib/events.ts'
import { hashed } from '../lib/security/passwordHash.ts'
import { whoMay } from '../roles/queries.ts'
import { prefillOf, requirePrefill } from './prefill.ts'
import type { VisitedLink } from './queries.ts'

type Settings = {
  expiresAt?: string | null | undefined
  pin?: string | null | undefined
  cap?: number | null | undefined
  prefill?: Prefill | undefined
}

/**
 * Gives a form its link, or changes the settings of the one that it has; what is not sent stays as it is. The form is locked since it was
 * read (`accessForm`), so there is never more than one.
 */
export async function setPublicLink(
  ctx: Context,
  form: FormRow,
  { pin, expiresAt: wantedEnd, ...settings }: Settings,
  expected?: number,
): Promise<PublicLink> {
  const published = await findPublished(ctx.db, form)
  if (!published) throw new Problem('form_not_published')
  const { definition } = published
  const link = await findLink(ctx.db, form.companyId, form.id)
  if (link && expected !== undefined && expected !== link.revision)
    throw new Problem('stale_revision', { data: PublicLink.parse(presentLink(ctx, link, definition)) })
  const expiresAt = typeof wantedEnd === 'string' ? new Date(wantedEnd) : wantedEnd
  if (expiresAt && expiresAt <= ctx.now) throw invalidField('expires_at', 'in_the_past')
  const wanted = settings.prefill ?? (await prefillOf(ctx.db, form.companyId, definition, link?.prefill ?? {}))
  const prefill = await requirePrefill(ctx, form.companyId, definition, wanted)
  const changes: Changes = {
    ...(expiresAt !== undefined && { expiresAt }),
    ...(pin !== undefined && { pinHash: pin === null ? null : await hashed(ctx, pin) }),
    ...(settings.cap !== undefined && { cap: settings.cap }),
    ...(settings.prefill && { prefill }),
    updatedAt: ctx.now,
  }
  const stored = link ? await revise(ctx, link, changes) : await insert(ctx, form, changes)
  await audit(ctx, link ? 'form.link_changed' : 'form.link_made', { type: 'Form', id: form.id })
  await announceLink(ctx, form)
  return presentLink(ctx, stored, definition)
}

/** Takes the link of a form back, for ever. */
export async function revokePublicLink(ctx: Context, form: FormRow): Promise<void> {
  const link = await findLink(ctx.db, form.companyId, form.id)
  if (!link) return
  await revise(ctx, link, { revokedAt: ctx.now, updatedAt: ctx.now })
  await audit(ctx, 'form.link_revoked', { type: 'Form', id: form.id })
  await announceLink(ctx, form)
}

/** Counts one more that came by the link, which is locked since it was read (`accessVisited`). */
export async function countResponse(ctx: Context, { link, form }: VisitedLink): Promise<void> {
  await ctx.db
    .update(publicLinks)
    .set({ responses: link.responses + 1 })
    .where(eq(publicLinks.id, link.id))
  await announceLink(ctx, form)
}

async function announceLink(ctx: Context, form: FormRow): Promise<void> {
  const editors = await whoMay(ctx, 'update', 'Form', form)
  const channels = [editorsChannel(form.companyId, form.id), ...editors.map(userChannel)]
  tell(ctx, linkEvents, 'form.link_changed', { form_id: form.id }, channels)
}

type Changes = Partial<LinkRow>

async function revise(ctx: Context, link: LinkRow, changes: Changes): Promise<LinkRow> {
  const [changed] = await ctx.db
    .update(publicLinks)
    .set({ ...changes, revision: link.revision + 1 })
    .where(eq(publicLinks.id, link.id))
    .returning()
  if (!changed) throw new Error('The link is gone.')
  return changed
}

/** A form that had a link before takes the same row again, with the next version of it and nothing of the settings. */
async function insert(ctx: Context, form: FormRow, changes: Changes): Promise<LinkRow> {
  const { companyId, formId } = publicLinks
  const [earlier] = await ctx.db
    .select()
    .from(publicLinks)
    .where(and(eq(companyId, form.companyId), eq(formId, form.id)))
  const made = {
    ...{ expiresAt: null, pinHash: null, cap: null, prefill: {}, responses: 0, revokedAt: null },
    ...{ createdBy: ctx.actor.id, createdAt: ctx.now },
    ...changes,
  }
  if (earlier) return revise(ctx, earlier, { ...made, version: earlier.version + 1 })
  const [link] = await ctx.db
    .insert(publicLinks)
    .values({ companyId: form.companyId, formId: form.id, ...made })
    .returning()
  if (!link) throw new Error('The link was not stored.')
  return link
}
