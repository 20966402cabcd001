/** What whoever holds the link to a report reaches. Each call proves the link anew, and its maker's right to what it shows. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import { abilityOf } from '#shared/ability.ts'
import { actorOf } from '#shared/lib/actor.ts'
import { Problem } from '#shared/lib/problem.ts'
import { PublicPinAsked } from '#shared/public-links/publicForm.ts'
import type { SharedReport } from '#shared/shares/sharedReport.ts'
import { type CompanyRow, findCompany, findPlace } from '../../companies/queries.ts'
import type { Context } from '../../lib/context.ts'
import { dayAt } from '../../lib/localDays.ts'
import { requireLinkPin } from '../../lib/security/linkTries.ts'
import { users } from '../../users/table.ts'
import { reportData } from '../data.ts'
import { reportPdf } from '../pdf.ts'
import { accessReport, presentReport, type ReportRow } from '../queries.ts'
import { accessShare, type SharedLink, type ShareRow } from './queries.ts'
import { shares } from './table.ts'

type Visit = { share: ShareRow; company: CompanyRow; sharer: string; reader: Context; report: ReportRow }

/** The report as its sharer may see it now, and counts one who opened it. */
export async function openShared(ctx: Context, link: SharedLink): Promise<SharedReport> {
  const { share, company, sharer, reader, report } = await visit(ctx, link)
  const [shown, data] = [await presentReport(reader, report), await reportData(reader, report)]
  await ctx.db
    .update(shares)
    .set({ opened: sql`${shares.opened} + 1`, openedOn: dayAt(ctx.now, company.timeZone) })
    .where(eq(shares.id, share.id))
  return {
    ...{ company_name: company.name, company_logo: company.logo, shared_by: sharer },
    expires_at: share.expiresAt.toISOString(),
    report: shown,
    // Photos are files of the company, which need a session; the PDF holds them.
    data: { ...data, photos: null },
  }
}

/** The same as PDF. */
export async function sharedPdf(ctx: Context, link: SharedLink) {
  const { reader, report } = await visit(ctx, link)
  return reportPdf(reader, report)
}

/**
 * Throws 404 for a link that opens nothing any more: taken back, its maker gone or without the right, its report archived; 410 after its day;
 * and what a missing or wrong PIN is.
 */
async function visit(ctx: Context, link: SharedLink): Promise<Visit> {
  const share = await accessShare(ctx, link)
  const [company, place, [sharer]] = [
    await findCompany(ctx.db, share.companyId),
    await findPlace(ctx.db, share.createdBy, share.companyId),
    await ctx.db
      .select({ name: users.name })
      .from(users)
      .where(and(eq(users.id, share.createdBy), isNull(users.archivedAt))),
  ]
  if (!company || !place || !sharer) throw new Problem('not_found')
  if (share.expiresAt <= ctx.now) throw new Problem('public_link_expired')
  const data = PublicPinAsked.parse({ company_name: company.name, company_logo: company.logo })
  await requireLinkPin(ctx, { link: `share ${share.id}`, pinHash: share.pinHash, data })
  const actor = actorOf(share.createdBy, share.companyId, place.roleId, false, place.ownRules)
  const reader: Context = { ...ctx, actor, ability: abilityOf(actor) }
  const report = await accessReport(reader, share.reportId, 'read').catch(() => undefined)
  if (!report || report.archivedAt) throw new Problem('not_found')
  return { share, company, sharer: sharer.name, reader, report }
}
