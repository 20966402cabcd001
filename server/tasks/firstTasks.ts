/** What a newcomer begins with: a task for each starter form of the invitation, in the transaction in which they join. */
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { localeOf } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { users } from '../accounts/table.ts'
import type { inviteAccepted } from '../companies/ports.ts'
import { companies } from '../companies/table.ts'
import { forms } from '../forms/table.ts'
import type { Context } from '../lib/context.ts'
import { occurrenceRow } from './making.ts'
import { localTime } from './recurrence/occurrences.ts'
import { insertTask, sendTask } from './send.ts'

const dueAfter = 'P7D'

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
      dueAfter,
      timezone,
      formId: form.id,
      createdBy: invitedBy,
    } as const
    const task = await insertTask(ctx, values, [{ user_id: userId }], [])
    await sendTask(ctx, task, [{ ...occurrenceRow(task, ctx.now), userId }])
  }
}
