/** Whoever may choose the plan is told when it ends, 7 days and 1 day before, by the company's clock. */
import { and, arrayContains, eq, gt, inArray, isNotNull, isNull, lte, not, or, sql } from 'drizzle-orm'
import { formatsOf } from '#shared/lib/formats.ts'
import { localeOf } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { unsubscribeLinks } from '../actions/queries.ts'
import { audit } from '../audit/commands.ts'
import { companies } from '../companies/table.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import type { Topic } from '../lib/delivery/topic.ts'
import { eachCompany } from '../lib/jobs/eachCompany.ts'
import { inCompany } from '../lib/jobs/inCompany.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { dayAt, daysFrom } from '../lib/localDays.ts'
import { writeMail } from '../lib/mail/mailLayout.ts'
import { notify } from '../notices/commands.ts'
import { whoMay } from '../roles/queries.ts'
import { users } from '../users/table.ts'
import { type FoundPlan, findPlans, holding } from './queries.ts'
import { companyPlans } from './table.ts'

/** Days before the end on which a mail goes out. */
const warnings = [1, 7]

/** The mail that is due now of a plan's end: the latest of those that were not sent. */
function dueWarning({ row, timeZone }: FoundPlan, now: Date): number | null {
  if (row.endDate === null) return null
  const left = daysFrom(dayAt(now, timeZone), row.endDate)
  const due = left < 0 ? undefined : warnings.find(days => left <= days)
  return due === undefined || (row.warnedDays !== null && row.warnedDays <= due) ? null : due
}

/** Hourly, because midnight is not the same everywhere. */
export const planEndings: Job<object> = {
  name: 'plan.endings',
  schedule: '10 * * * *',
  work: async (_, { db, services }) => {
    const now = new Date()
    const due = (await endingPlans(db, now)).flatMap(plan => {
      const days = dueWarning(plan, now)
      return days === null ? [] : [{ row: plan.row, days }]
    })
    // After the commit, so that no connection of the queue is held meanwhile.
    const ofCompanies = Map.groupBy(due, ({ row }) => row.companyId)
    return () =>
      eachCompany(services, 'plan.endings', ofCompanies.keys(), async companyId => {
        for (const { row, days } of ofCompanies.get(companyId) ?? [])
          await inCompany(services, companyId, 'plan_ends', ctx => warn(ctx, row, days))
      })
  },
}

/** Tells of the end once: who was here before in the meantime has done it. */
async function warn(ctx: Context, row: FoundPlan['row'], days: number): Promise<void> {
  const isOpen = or(isNull(companyPlans.warnedDays), gt(companyPlans.warnedDays, days))
  const [warned] = await ctx.db
    .update(companyPlans)
    .set({ warnedDays: days })
    .where(and(eq(companyPlans.companyId, row.companyId), eq(companyPlans.id, row.id), isOpen))
    .returning({ id: companyPlans.id })
  if (!warned) return
  const people = await whoMay(ctx, 'select', 'CompanyPlan', row)
  await audit(ctx, 'plan.end_told', { type: 'CompanyPlan', id: row.id, companyId: row.companyId }, { days })
  await notify(ctx, planEndMail, people, { companyPlanId: row.id })
}

/** The plans that hold, end soon and are followed by no other. */
async function endingPlans(db: Database, now: Date): Promise<FoundPlan[]> {
  const soon = sql`(now() + interval '9 days')::date`
  const ending = db
    .selectDistinct({ id: companyPlans.companyId })
    .from(companyPlans)
    .innerJoin(companies, and(eq(companies.id, companyPlans.companyId), isNull(companies.archivedAt)))
    .where(and(isNull(companyPlans.archivedAt), lte(companyPlans.endDate, soon), isNotNull(companyPlans.endDate)))
  const plans = await findPlans(db, inArray(companyPlans.companyId, ending))
  return [...Map.groupBy(plans, ({ row }) => row.companyId).values()].flatMap(ofCompany => {
    const plan = holding(ofCompany, now)
    const endDate = plan?.row.endDate
    const goesOn = ofCompany.some(({ row }) => row.endDate === null || (endDate && row.endDate > endDate))
    return plan && endDate && !goesOn ? [plan] : []
  })
}

export const planEndMail: Topic<{ companyPlanId: number }> = {
  name: 'plan.ends',
  isOurs: true,
  mail: async ({ companyPlanId }, { db, services, userId }) => {
    const [found] = await db
      .select({ plan: companyPlans, company: companies })
      .from(companyPlans)
      .innerJoin(companies, eq(companies.id, companyPlans.companyId))
      .where(eq(companyPlans.id, companyPlanId))
    const [reader] = await db
      .select()
      .from(users)
      .where(
        and(eq(users.id, userId ?? 0), isNull(users.archivedAt), not(arrayContains(users.mutedTopics, ['plan_ends']))),
      )
    if (!found?.plan.endDate || !reader?.email) return null
    const locale = localeOf(reader.languageId)
    const t = services.texts(locale)
    const words = {
      company: found.company.name,
      plan: textIn(found.plan.name, locale, 'en').text,
      date: formatsOf(locale, undefined).date(found.plan.endDate),
    }
    const mail = writeMail(
      { locale, t },
      {
        subject: t('mails.planEnds.subject', words),
        paragraphs: [t('mails.greeting', { name: reader.name }), t('mails.planEnds.text', words)],
        action: { label: t('mails.planEnds.action'), address: services.address('/pages/pricing') },
        unsubscribe: unsubscribeLinks(services, reader.id, 'plan_ends'),
      },
    )
    return { to: reader.email, ...mail }
  },
}
