import { eq } from 'drizzle-orm'
import { abilityOf } from '#shared/ability.ts'
import { actorOf } from '#shared/lib/actor.ts'
import { Problem } from '#shared/lib/problem.ts'
import { type Ability, allows } from '#shared/lib/rules.ts'
import { requireTwoFactorIn } from '../accounts/queries.ts'
import { audit } from '../audit/commands.ts'
import { requireLivingPlan, requireRoom } from '../companies/planQueries.ts'
import { accessManagedCompany, findCompany, findPlace } from '../companies/queries.ts'
import type { Context } from '../lib/context.ts'
import { copyInto } from './commands.ts'
import { type FormRow, findPublished } from './queries.ts'
import { forms } from './table.ts'

/**
 * Copies a form, as the actor sees it, into a company that they manage, where it is a draft of its own with pictures of its own. Throws
 * 404 for a form that they may not read, in this session's company or in another of theirs.
 */
export async function copyForm(ctx: Context, companyId: number, formId: number) {
  const target = await accessManagedCompany(ctx, companyId)
  await requireTwoFactorIn(ctx, target)
  const [form] = await ctx.db.select().from(forms).where(eq(forms.id, formId))
  const ability = form && (await abilityIn(ctx, form.companyId))
  if (!form || target.archivedAt || !ability || !allows(ability, 'read', 'Form', form)) throw new Problem('not_found')
  if (!ctx.actor.isAdmin) await requireLivingPlan(ctx.db, companyId, ctx.now)
  await requireRoom(ctx, companyId, 'forms')
  const copy = await copyInto(ctx, form, await shownDefinition(ctx, form, ability), companyId)
  await audit(ctx, 'form.copied', { type: 'Form', id: copy.id, companyId }, { form_id: formId })
  return copy
}

/**
 * What the actor may do in the company of a form. Their session answers for its own company; for another one only where that asks for no
 * second factor, which this session may not have given.
 */
async function abilityIn(ctx: Context, companyId: number): Promise<Ability | null> {
  const { actor } = ctx
  if (actor.isAdmin || companyId === actor.companyId) return ctx.ability
  const place = await findPlace(ctx.db, actor.id, companyId)
  if (!place || (await findCompany(ctx.db, companyId))?.twoFactorRequired) return null
  return abilityOf(actorOf(actor.id, companyId, place.roleId, actor.isActing, place.ownRules))
}

/** The draft for those who may change it, and what is filled in for everybody else. */
async function shownDefinition(ctx: Context, form: FormRow, ability: Ability) {
  if (allows(ability, 'update', 'Form', form)) return form.draft
  return (await findPublished(ctx.db, form))?.definition ?? form.draft
}
