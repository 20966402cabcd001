import { and, eq, isNull } from 'drizzle-orm'
import { invalidField } from '#shared/lib/problem.ts'
import { forms } from '../forms/table.ts'
import { guides } from '../guides/table.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { accessible } from '../lib/registers/accessible.ts'

/** Refuses a guide that the actor may not read, or that is not published. */
export async function requireReadableGuide(ctx: Context, guideId: number): Promise<void> {
  const [guide] = await ctx.db
    .select({ status: guides.status })
    .from(guides)
    .where(and(eq(guides.id, guideId), accessible(ctx.ability, 'read', 'Guide', guides), isNull(guides.archivedAt)))
  if (!guide) throw invalidField('guide_id', 'not_found')
  if (guide.status !== 'published') throw invalidField('guide_id', 'guide_not_published')
}

/** Refuses a form that nobody can fill in. */
export async function requireFillableForm(
  db: Database,
  companyId: number,
  formId: number,
  field = 'form_id',
): Promise<void> {
  const [form] = await db
    .select({ status: forms.status })
    .from(forms)
    .where(and(eq(forms.id, formId), eq(forms.companyId, companyId), isNull(forms.archivedAt)))
  if (!form) throw invalidField(field, 'not_found')
  if (form.status !== 'open') throw invalidField(field, 'not_published')
}
