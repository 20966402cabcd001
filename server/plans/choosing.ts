/**
 * A company chooses its next plan. tend names no payment provider: the wish is recorded, and the platform's admins, who get a mail, open
 * the row once they are paid. A provider would come in here: begin its checkout in `choosePlan` instead of the mails, and let
 * its confirmation call `openCompanyPlan` (companyPlans.ts).
 */
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { localeOf } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { audit } from '../audit/commands.ts'
import { companies } from '../companies/table.ts'
import type { Context } from '../lib/context.ts'
import type { Topic } from '../lib/delivery/topic.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { writeMail } from '../lib/mail/mailLayout.ts'
import { reviseRow } from '../lib/registers/register.ts'
import { countTries } from '../lib/security/tries.ts'
import { notify } from '../notices/commands.ts'
import { users } from '../users/table.ts'
import { presentRow } from './companyPlans.ts'
import { requireOffer } from './offers.ts'
import type { FoundPlan } from './queries.ts'
import { companyPlans, plans } from './table.ts'

/** Against mails without end: each wish is one to every admin. */
const wishes = { name: 'plan wishes', tries: 20, seconds: 24 * 3600 }

/** Records the wish on the company's row and mails the admins. Choosing the same again is harmless. */
export async function choosePlan(ctx: Context, plan: FoundPlan, selectedPlanId: number) {
  const { row, timeZone } = plan
  if (row.selectedPlanId === selectedPlanId) return presentRow(ctx, plan)
  const offer = await requireOffer(ctx, selectedPlanId, 'selected_plan_id', true)
  await countTries(ctx, [wishes, String(row.companyId)])
  const subject = { type: 'CompanyPlan', id: row.id, companyId: row.companyId }
  await audit(ctx, 'plan.selected', subject, { plan_id: offer.id })
  await ctx.services.jobs.send(
    ctx.db,
    choiceMails,
    { companyId: row.companyId, planId: offer.id, userId: ctx.actor.id },
    row,
  )
  const changes = { selectedPlanId, selectedAt: ctx.now }
  return reviseRow(ctx, companyPlans, row, changes, changed => presentRow(ctx, { row: changed, timeZone }))
}

type Choice = { companyId: number; planId: number; userId: number }

/** A job, because who serves a company does not see the admins. */
export const choiceMails: Job<Choice> = {
  name: 'plan.choice-mails',
  work: async (choice, { db, services }) => {
    const admins = await db
      .select({ id: users.id })
      .from(users)
      .where(and(isNotNull(users.adminSince), isNotNull(users.email), isNull(users.archivedAt)))
    const { companyId } = choice
    const adminIds = admins.map(({ id }) => id)
    await notify({ db, services, actor: { companyId } }, choiceMail, adminIds, choice)
  },
}

export const choiceMail: Topic<Choice> = {
  name: 'plan.chosen',
  isOurs: true,
  mail: async ({ companyId, planId, userId }, { db, services, userId: adminId }) => {
    const [company] = await db.select().from(companies).where(eq(companies.id, companyId))
    const [offer] = await db.select().from(plans).where(eq(plans.id, planId))
    const [person] = await db.select({ name: users.name }).from(users).where(eq(users.id, userId))
    const [admin] = await db
      .select()
      .from(users)
      .where(eq(users.id, adminId ?? 0))
    if (!company || !offer || !admin?.email) return null
    const locale = localeOf(admin.languageId)
    const t = services.texts(locale)
    const words = { company: company.name, plan: textIn(offer.name, locale, 'en').text, person: person?.name ?? '' }
    const mail = writeMail(
      { locale, t },
      {
        subject: t('mails.planChosen.subject', words),
        paragraphs: [t('mails.greeting', { name: admin.name }), t('mails.planChosen.text', words)],
        action: {
          label: t('mails.planChosen.action'),
          address: services.address('/company/list'),
        },
      },
    )
    return { to: admin.email, ...mail }
  },
}
