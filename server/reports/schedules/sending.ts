/**
 * What the clock does with schedules: a delivery for each recipient, worked out when it goes out, as they may see the
 * report then.
 */

import { and, asc, eq, isNull, lte } from 'drizzle-orm'
import { abilityOf } from '#shared/ability.ts'
import { actorOf } from '#shared/lib/actor.ts'
import { localeOf } from '#shared/lib/language.ts'
import { users } from '../../accounts/table.ts'
import { findCompany, findCompanyRole, logoOf, zoneOfCompany } from '../../companies/queries.ts'
import { ofLivingCompany } from '../../companies/table.ts'
import { printedAtOnce } from '../../documents/commands.ts'
import { type Context, type Services, whereRefused } from '../../lib/context.ts'
import { shownTo, tenantOf } from '../../lib/db/pools.ts'
import { Undeliverable } from '../../lib/jobs/Dispatcher.ts'
import type { Delivery } from '../../lib/jobs/deliveries.ts'
import { eachCompany, fairShare, overlapping } from '../../lib/jobs/eachCompany.ts'
import { inCompany } from '../../lib/jobs/inCompany.ts'
import type { Job } from '../../lib/jobs/jobs.ts'
import { type Mail, refusalOf } from '../../lib/mail/mailer.ts'
import { mailTo, withLogo } from '../../lib/mail/mailLayout.ts'
import { hasMissingCharacters } from '../../lib/pdf/printable.ts'
import { reportSource } from '../pdf.ts'
import { accessReport } from '../queries.ts'
import { reportSchedules, reports } from '../table.ts'
import { nextTime, readersOf } from './schedules.ts'

/** Schedules of one run; the others follow five minutes later. */
const atOnce = 200

export const mailScheduledReports: Job<object> = {
  name: 'reports.mail-scheduled',
  schedule: '*/5 * * * *',
  turns: overlapping,
  work: async (_, { db, services }) => {
    const due = await db
      .select({ id: reportSchedules.id, companyId: reportSchedules.companyId })
      .from(reportSchedules)
      .where(
        fairShare(
          reportSchedules,
          and(lte(reportSchedules.nextAt, new Date()), ofLivingCompany(reportSchedules.companyId)),
          reportSchedules.nextAt,
          atOnce,
        ),
      )
      .orderBy(asc(reportSchedules.nextAt), asc(reportSchedules.id))
    const ofCompanies = Map.groupBy(due, ({ companyId }) => companyId)
    // After the commit, so that no connection of the queue is held during it. One that fails keeps none of the others
    // waiting.
    return () =>
      eachCompany(services, 'reports.mail-scheduled', ofCompanies.keys(), async companyId => {
        const failures: unknown[] = []
        for (const { id } of ofCompanies.get(companyId) ?? [])
          await inCompany(services, companyId, 'report_schedule', ctx => sendDue(ctx, id)).catch(error =>
            failures.push(error),
          )
        if (failures.length > 0) throw failures[0]
      })
  },
}

/**
 * Once for its time, however often it is tried: the next time is noted with the deliveries. What was missed comes once.
 */
async function sendDue(ctx: Context, id: number): Promise<void> {
  const isDue = and(eq(reportSchedules.id, id), lte(reportSchedules.nextAt, ctx.now))
  const [schedule] = await ctx.db.select().from(reportSchedules).where(isDue).for('update')
  if (!schedule) return
  const { companyId, reportId, recipientIds } = schedule
  const zone = await zoneOfCompany(ctx.db, companyId)
  const nextAt = nextTime(schedule, ctx.now, zone)
  const [report] = await ctx.db
    .select()
    .from(reports)
    .where(and(eq(reports.companyId, companyId), eq(reports.id, reportId), isNull(reports.archivedAt)))
  await ctx.db
    .update(reportSchedules)
    .set({ nextAt, ...(report && { lastAt: ctx.now }) })
    .where(eq(reportSchedules.id, id))
  if (!report) return
  const readers = (await readersOf(ctx, report)).filter(({ id: userId }) => recipientIds.includes(userId))
  await ctx.services.jobs.sendEach(
    ctx.db,
    reportDelivery,
    readers.map(({ id: userId }) => ({ data: { companyId, reportId, userId }, owner: { companyId } })),
  )
}

type Sent = { companyId: number; reportId: number; userId: number }

export const reportDelivery: Delivery<Sent> = {
  name: 'deliver.report',
  deliver: async (sent, services) => {
    const composed = await inCompany(services, sent.companyId, 'report_schedule', ctx => compose(ctx, sent))
    // A person who may not open it any more gets nothing, and there is no further try.
    if (!composed) return
    const refusal = await services.mailer.send(await mailOf(services, composed)).then(() => null, refusalOf)
    if (refusal?.isFinal) throw new Undeliverable('The mail server does not take the report')
    if (refusal) throw new Error('The report could not be sent now')
  },
}

/** Content of the mail, drawn without a connection; null where the person has no right to it now. */
async function compose(ctx: Context, { companyId, reportId, userId }: Sent) {
  const [place, company, [person]] = [
    await findCompanyRole(ctx.db, userId, companyId),
    await findCompany(ctx.db, companyId),
    await ctx.db
      .select({ email: users.email, languageId: users.languageId })
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.archivedAt))),
  ]
  if (!place || !company || company.archivedAt || !person?.email) return null
  const actor = actorOf(userId, companyId, place.roleId, place)
  const locale = localeOf(person.languageId ?? company.languageId)
  const reader: Context = { ...ctx, actor, ability: abilityOf(actor), locale }
  const report = await accessReport(reader, reportId, 'read').catch(whereRefused(() => null))
  if (!report || report.archivedAt) return null
  const source = await shownTo(ctx.db, tenantOf(actor, companyId), tenantOf(ctx.actor), () =>
    reportSource(reader, report),
  )
  return { to: person.email, locale, company, report, paper: source, pdf: await printedAtOnce(reader, source) }
}

type Composed = NonNullable<Awaited<ReturnType<typeof compose>>>

async function mailOf(services: Services, { to, locale, company, report, paper, pdf }: Composed): Promise<Mail> {
  const { content, filename } = await pdf()
  const hasMissing = await hasMissingCharacters(paper.data)
  const mail = mailTo(services, { email: to, locale }, ({ t }) => ({
    subject: t('reports.mail.subject', { report: report.name, company: company.name }),
    paragraphs: [
      t('reports.mail.text', { report: report.name, company: company.name }),
      // Nobody was there to be told of them before.
      ...(hasMissing ? [t('documents.pdf.missing')] : []),
    ],
    action: { label: t('reports.mail.open'), address: services.address(`/reports/details/${report.id}`) },
    note: t('reports.mail.note'),
  }))
  const sent = { ...mail, files: [{ filename, contentType: 'application/pdf', content: content as Uint8Array }] }
  return withLogo(services.storage, sent, logoOf(company))
}
