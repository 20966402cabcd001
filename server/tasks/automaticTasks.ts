/** Opens a task for each starter form of an invitation, in the transaction in which the person joins. */

import { and, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { localeOf, locales } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { roles } from '#shared/lib/roles.ts'
import { users } from '../accounts/table.ts'
import type { inviteAccepted } from '../companies/ports.ts'
import { zoneOfCompany } from '../companies/queries.ts'
import { companies } from '../companies/table.ts'
import { forms } from '../forms/table.ts'
import { guides } from '../guides/table.ts'
import type { Context } from '../lib/context.ts'
import { eachCompany } from '../lib/jobs/eachCompany.ts'
import { inCompany } from '../lib/jobs/inCompany.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { dayAt, daysLater } from '../lib/localDays.ts'
import { insertTask, openTask, sendTask } from './assign.ts'
import { membersAtWork } from './assignees.ts'
import { occurrenceRow } from './occurrences.ts'
import { localTime } from './recurrence/zonedTime.ts'

const firstTaskDueAfter = 'P7D'

/** Forms that were closed or archived since the invitation are left out. */
export async function openFirstTasks(
  ctx: Context,
  { companyId, userId, invitedBy, forms: wanted }: (typeof inviteAccepted)['content'],
): Promise<void> {
  if (wanted.length === 0) return
  const [place] = await ctx.db
    .select({ timezone: companies.timeZone, languageId: users.languageId })
    .from(companies)
    .innerJoin(users, eq(users.id, userId))
    .where(eq(companies.id, companyId))
  const open = and(eq(forms.status, 'open'), isNull(forms.archivedAt))
  const starters = await ctx.db
    .select()
    .from(forms)
    .where(and(eq(forms.companyId, companyId), inArray(forms.id, wanted), open))
  if (!place) return
  const { timezone, languageId } = place
  for (const form of starters.toSorted((a, b) => wanted.indexOf(a.id) - wanted.indexOf(b.id))) {
    const { text } = textIn(form.name, localeOf(languageId), form.draft.default_language)
    const values = {
      companyId,
      title: text.slice(0, 200),
      titles: form.name,
      priority: 'normal',
      startsAt: localTime(ctx.now, timezone),
      dueAfter: firstTaskDueAfter,
      timezone,
      formId: form.id,
      createdBy: invitedBy,
    } as const
    const task = await insertTask(ctx, values, [{ user_id: userId }], [])
    await sendTask(ctx, task, [{ ...occurrenceRow(task, ctx.now), userId }])
  }
}

/** Guides of a company in one transaction. */
const maxAtOnce = 100
/** The time in which a review is due. */
const reviewDueAfter = 'P7D'

const notAsked = and(
  isNotNull(guides.reviewOn),
  isNull(guides.archivedAt),
  sql`${guides.reviewOn} is distinct from ${guides.reviewAskedFor}`,
)

export const askForGuideReviews: Job<object> = {
  name: 'tasks.guide-reviews',
  schedule: '7 * * * *',
  work: async (_, { db, services }) => {
    // Where a day begins first, it has begun half a day before that of the server.
    const latest = daysLater(new Date().toISOString().slice(0, 10), 1)
    const waiting = await db
      .selectDistinct({ companyId: guides.companyId })
      .from(guides)
      .innerJoin(companies, and(eq(companies.id, guides.companyId), isNull(companies.archivedAt)))
      .where(and(notAsked, lte(guides.reviewOn, latest)))
    const companyIds = waiting.map(({ companyId }) => companyId)
    return () =>
      eachCompany(services, 'tasks.guide-reviews', companyIds, companyId =>
        inCompany(services, companyId, 'guide_review', ctx => askFor(ctx, companyId)),
      )
  },
}

async function askFor(ctx: Context, companyId: number): Promise<void> {
  const timezone = await zoneOfCompany(ctx.db, companyId)
  const due = await ctx.db
    .select()
    .from(guides)
    .where(and(eq(guides.companyId, companyId), notAsked, lte(guides.reviewOn, dayAt(ctx.now, timezone))))
    .limit(maxAtOnce)
    .for('update')
  if (due.length === 0) return
  const members = await membersAtWork(ctx.db, companyId)
  const manager = members.find(({ managesTasks }) => managesTasks)
  for (const guide of due) {
    const createdBy = guide.ownerId ?? manager?.userId
    if (createdBy === undefined) continue
    await openTask(ctx, {
      ...{ companyId, timezone, dueAfter: reviewDueAfter, createdBy, kind: 'check', priority: 'normal' },
      ...{ title: titleOf(ctx, guide, guide.draft.default_language), titles: titlesOf(ctx, guide) },
      description: ctx.services.texts(guide.draft.default_language)('guides.reviewTaskText'),
      guideId: guide.status === 'published' ? guide.id : null,
      to: [...(guide.ownerId ? [{ user_id: guide.ownerId }] : []), { role_id: roles.manager }],
      subjects: [],
    })
    await ctx.db.update(guides).set({ reviewAskedFor: guide.reviewOn }).where(eq(guides.id, guide.id))
  }
}

type Titled = Pick<typeof guides.$inferSelect, 'title' | 'draft'>

const titleOf = ({ services }: Context, { title, draft }: Titled, locale: (typeof locales)[number]): string =>
  services.texts(locale)('guides.reviewTask', { title: textIn(title, locale, draft.default_language).text })

const titlesOf = (ctx: Context, guide: Titled): LocalizedText =>
  Object.fromEntries(locales.map(locale => [locale, titleOf(ctx, guide, locale)]))
