import { and, eq, isNull } from 'drizzle-orm'
import { labelQuestions } from '#shared/forms/public/publicDefinition.ts'
import { linkEvents, maxLinks, type Prefill, type PublicLink } from '#shared/forms/public/publicLink.ts'
import { editorsChannel } from '#shared/forms/rules.ts'
import { userChannel } from '#shared/lib/contract.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { audit } from '../audit/commands.ts'
import { zoneOfCompany } from '../companies/queries.ts'
import { whoMay } from '../companies/roleQueries.ts'
import { type FormRow, findPublished, linksOf } from '../forms/queries.ts'
import { publicLinks } from '../forms/table.ts'
import type { Context } from '../lib/context.ts'
import { endOfDay } from '../lib/localDays.ts'
import { broadcast } from '../lib/ports.ts'
import { accessLink, type LinkRow, linkWords } from './links.ts'
import { prefillOf, requirePrefill } from './prefill.ts'
import type { VisitedLink } from './queries.ts'

type Settings = {
  name?: string | undefined
  expiresAt?: string | null | undefined
  lastDay?: string | null | undefined
  pinHash?: string | null | undefined
  cap?: number | null | undefined
  prefill?: Prefill | undefined
}

type NewSettings = Settings & { labelQuestion?: string | null | undefined }

/** What a new link answers, evaluated in the `prepare` of the call too. Throws where the form takes no such link. */
export async function examineNew(
  ctx: Context,
  form: FormRow,
  { labelQuestion = null, ...settings }: NewSettings,
): Promise<Prefill> {
  const definition = await publishedOf(ctx, form)
  if ((await ctx.db.$count(publicLinks, linksOf(form))) >= maxLinks)
    throw invalidField('name', 'too_many', { maximum: maxLinks })
  if (labelQuestion !== null && !labelQuestions(definition).some(({ id }) => id === labelQuestion))
    throw invalidField('label_question', 'not_by_link')
  const prefill = await requirePrefill(ctx, form.companyId, definition, settings.prefill ?? {}, labelQuestion)
  if (labelQuestion !== null && Object.hasOwn(prefill, labelQuestion)) throw invalidField('label_question', 'taken')
  return prefill
}

/**
 * Gives a form one link more. The form is locked since it was read (`accessForm`), so that they are counted one after
 * the other.
 */
export async function createLink(ctx: Context, form: FormRow, settings: NewSettings): Promise<PublicLink> {
  const prefill = await examineNew(ctx, form, settings)
  const { labelQuestion = null } = settings
  const [link] = await ctx.db
    .insert(publicLinks)
    .values({
      ...{ companyId: form.companyId, formId: form.id, labelQuestion, createdBy: ctx.actor.id, createdAt: ctx.now },
      ...(await changesOf(ctx, form, settings)),
      prefill,
    })
    .returning()
  if (!link) throw new Error('The link was not stored.')
  return changed(ctx, form, link, 'form.link_made')
}

/** A link with what it answers after a change, evaluated in the `prepare` of the call too. Throws a stale revision. */
export async function examineChange(
  ctx: Context,
  form: FormRow,
  id: number,
  settings: Settings,
  expected?: number,
): Promise<{ link: LinkRow; prefill: Prefill }> {
  const definition = await publishedOf(ctx, form)
  const link = await accessLink(ctx, form, id)
  if (expected !== undefined && expected !== link.revision) {
    const present = await linkWords(ctx, form)
    throw new Problem('stale_revision', { data: present(link) })
  }
  const wanted = settings.prefill ?? (await prefillOf(ctx.db, form.companyId, definition, link.prefill))
  const prefill = await requirePrefill(ctx, form.companyId, definition, wanted, link.labelQuestion)
  if (link.labelQuestion !== null && Object.hasOwn(prefill, link.labelQuestion))
    throw invalidField(`prefill.${link.labelQuestion}`, 'taken')
  return { link, prefill }
}

/** Changes the settings of a link; fields that were not sent keep their values. */
export async function updateLink(
  ctx: Context,
  form: FormRow,
  id: number,
  settings: Settings,
  expected?: number,
): Promise<PublicLink> {
  const { link, prefill } = await examineChange(ctx, form, id, settings, expected)
  const stored = await revise(ctx, link, {
    ...(await changesOf(ctx, form, settings)),
    ...(settings.prefill && { prefill }),
  })
  return changed(ctx, form, stored, 'form.link_changed')
}

/** Takes one link of a form back, for ever; once more is harmless. 404 for one that never was. */
export async function revokeLink(ctx: Context, form: FormRow, id: number): Promise<void> {
  const { companyId, formId } = publicLinks
  const [link] = await ctx.db
    .select()
    .from(publicLinks)
    .where(and(eq(companyId, form.companyId), eq(formId, form.id), eq(publicLinks.id, id)))
  if (!link) throw new Problem('not_found')
  if (link.revokedAt) return
  await revise(ctx, link, { revokedAt: ctx.now, updatedAt: ctx.now })
  await audit(ctx, 'form.link_revoked', { type: 'Form', id: form.id })
  await announceLink(ctx, form)
}

/** Takes all links of a form back, for ever. */
export async function revokeLinks(ctx: Context, form: FormRow): Promise<void> {
  const links = await ctx.db.select({ id: publicLinks.id }).from(publicLinks).where(linksOf(form))
  for (const { id } of links) await revokeLink(ctx, form, id)
}

/** Counts one more that came by the link, which is locked since it was read (`accessVisited`). */
export async function countResponse(ctx: Context, { link, form }: VisitedLink): Promise<void> {
  await ctx.db
    .update(publicLinks)
    .set({ responses: link.responses + 1 })
    .where(eq(publicLinks.id, link.id))
  await announceLink(ctx, form)
}

async function publishedOf({ db }: Context, form: FormRow) {
  const published = await findPublished(db, form)
  if (!published) throw new Problem('form_not_published')
  return published.definition
}

type Changes = Partial<LinkRow>

async function changesOf(ctx: Context, form: FormRow, settings: Settings): Promise<Changes & { updatedAt: Date }> {
  const { name, pinHash, cap } = settings
  const expiresAt = await endOf(ctx, form, settings)
  return {
    ...(name !== undefined && { name }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(pinHash !== undefined && { pinHash }),
    ...(cap !== undefined && { cap }),
    updatedAt: ctx.now,
  }
}

/** When the link is to end: at a moment, or with a day of the company's clock. */
async function endOf({ db, now }: Context, form: FormRow, { expiresAt, lastDay }: Settings) {
  if (lastDay === undefined && expiresAt === undefined) return undefined
  const field = lastDay === undefined ? 'expires_at' : 'last_day'
  const zone = typeof lastDay === 'string' ? await zoneOfCompany(db, form.companyId) : ''
  const moment = lastDay ? endOfDay(lastDay, zone) : expiresAt ? new Date(expiresAt) : null
  if (moment && moment <= now) throw invalidField(field, 'in_the_past')
  return moment
}

async function changed(ctx: Context, form: FormRow, link: LinkRow, action: 'form.link_made' | 'form.link_changed') {
  await audit(ctx, action, { type: 'Form', id: form.id })
  await announceLink(ctx, form)
  const present = await linkWords(ctx, form)
  return present(link)
}

async function announceLink(ctx: Context, form: FormRow): Promise<void> {
  const editors = await whoMay(ctx, 'update', 'Form', form)
  const channels = [editorsChannel(form.companyId, form.id), ...editors.map(userChannel)]
  broadcast(ctx, linkEvents, 'form.link_changed', { form_id: form.id }, channels)
}

async function revise(ctx: Context, link: LinkRow, changes: Changes): Promise<LinkRow> {
  const [stored] = await ctx.db
    .update(publicLinks)
    .set({ ...changes, revision: link.revision + 1 })
    .where(and(eq(publicLinks.id, link.id), isNull(publicLinks.revokedAt)))
    .returning()
  if (!stored) throw new Error('The link is gone.')
  return stored
}
