import { and, eq, isNull } from 'drizzle-orm'
import { companyNews } from '#shared/companies/contract.ts'
import { userChannel } from '#shared/lib/events.ts'
import type { Context } from '../lib/context.ts'
import { broadcast } from '../lib/events.ts'
import { memberships } from './table.ts'

/** Says to whoever works there that the company is another than before. */
export async function tellOfCompany(ctx: Context, companyId: number): Promise<void> {
  const members = await ctx.db
    .select({ id: memberships.userId })
    .from(memberships)
    .where(and(eq(memberships.companyId, companyId), isNull(memberships.endedAt), isNull(memberships.frozenAt)))
  const channels = members.map(({ id }) => userChannel(id))
  broadcast(ctx, companyNews, 'company.changed', { company_id: companyId }, channels)
}
