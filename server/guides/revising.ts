/** What every change of a guide does: it refuses a stale one, is noted, and is told to those who read the guide. */
import { eq } from 'drizzle-orm'
import type { AuditDetails } from '#shared/audit/contract.ts'
import type { AuditAction } from '#shared/audit/rules.ts'
import { GuideDetail, guideEvents } from '#shared/guides/contract.ts'
import { userChannel } from '#shared/lib/events.ts'
import { Problem } from '#shared/lib/problem.ts'
import { audit } from '../audit/commands.ts'
import { whoMay } from '../companies/roleQueries.ts'
import type { Context } from '../lib/context.ts'
import { broadcast } from '../lib/events.ts'
import { type GuideRow, presentGuide } from './queries.ts'
import { guides } from './table.ts'

export const note = (ctx: Context, action: AuditAction, { id, companyId }: GuideRow, details?: AuditDetails) =>
  audit(ctx, action, { type: 'Guide', id, companyId }, details)

/** Throws `stale_revision` with the guide as it is where somebody saw another one. */
export async function requireRevision(ctx: Context, guide: GuideRow, expected: number | undefined): Promise<void> {
  if (expected !== undefined && expected !== guide.revision)
    throw new Problem('stale_revision', { data: GuideDetail.parse(await presentGuide(ctx, guide)) })
}

/** The row is locked since it was read (`accessGuide`), so nothing came in between. */
export async function revise(ctx: Context, guide: GuideRow, changes: Partial<typeof guides.$inferInsert>) {
  const [changed] = await ctx.db
    .update(guides)
    .set({ ...changes, revision: guide.revision + 1, updatedAt: ctx.now })
    .where(eq(guides.id, guide.id))
    .returning()
  if (!changed) throw new Problem('not_found')
  await tellReaders(ctx, changed, guide)
  return presentGuide(ctx, changed)
}

/** Those who may read it now, and those who could before: for them it is gone. */
export async function tellReaders(ctx: Context, ...guides: GuideRow[]): Promise<void> {
  const people = await Promise.all(guides.map(guide => whoMay(ctx, 'read', 'Guide', guide)))
  if (guides[0]) tellPeople(ctx, guides[0], people.flat())
}

export const tellPeople = (ctx: Context, { id, companyId }: GuideRow, people: number[]) =>
  broadcast(ctx, guideEvents, 'guide.changed', { id, company_id: companyId }, people.map(userChannel))
