/** Asking somebody outside the company to do a task, and taking that back. */
import { and, count, eq, isNull, ne } from 'drizzle-orm'
import { maxHelpers } from '#shared/helpers/contract.ts'
import { type Locale, languageIdOf } from '#shared/lib/language.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { users } from '../../accounts/table.ts'
import { audit } from '../../audit/commands.ts'
import type { Context } from '../../lib/context.ts'
import type { Limit } from '../../lib/security/limits.ts'
import { countTries } from '../../lib/security/tries.ts'
import { notifyAddress } from '../../notices/commands.ts'
import type { FoundSentTask } from '../queries.ts'
import { helperMail } from './mails.ts'
import { presentHelpers } from './queries.ts'
import { helpers } from './table.ts'

/** Mails to addresses of strangers, by a company. */
const asked: Limit = { name: 'mails to helpers', tries: 50, seconds: 24 * 3600 }
/** So long after it is due the link goes on. */
const lateFor = 14 * 24 * 3600_000

type Asking = { email: string; message?: string | undefined; language?: Locale | undefined }

/** Asks a helper for an occurrence that is locked; the address that was asked before gets another link, and its earlier one is void. */
export async function askHelper(ctx: Context, sent: FoundSentTask, { email, message, language }: Asking) {
  if (sent.completedAt) throw new Problem('task_already_done')
  if (sent.skippedAt) throw new Problem('task_already_skipped')
  if (sent.missedAt) throw new Problem('task_missed')
  await countTries(ctx, [asked, String(sent.companyId)])
  const [asker] = await ctx.db
    .select({ confirmedAt: users.emailConfirmedAt })
    .from(users)
    .where(eq(users.id, ctx.actor.id))
  if (!asker?.confirmedAt) throw new Problem('email_not_confirmed')
  const { companyId, id: sentTaskId } = sent
  const ofTask = and(eq(helpers.companyId, companyId), eq(helpers.sentTaskId, sentTaskId))
  const others = and(ofTask, isNull(helpers.revokedAt), ne(helpers.email, email))
  const [known] = await ctx.db.select({ count: count() }).from(helpers).where(others)
  if ((known?.count ?? 0) >= maxHelpers) throw invalidField('email', 'too_many', { maximum: maxHelpers })
  await ctx.db
    .update(helpers)
    .set({ revokedAt: ctx.now })
    .where(and(ofTask, eq(helpers.email, email), isNull(helpers.revokedAt)))
  const [helper] = await ctx.db
    .insert(helpers)
    .values({
      ...{ companyId, sentTaskId, email, message: message || null, invitedBy: ctx.actor.id, createdAt: ctx.now },
      languageId: languageIdOf(language ?? ctx.locale),
      expiresAt: new Date(Math.max(ctx.now.getTime(), sent.dueAt.getTime()) + lateFor),
    })
    .returning()
  if (!helper) throw new Error('The helper was not stored.')
  await audit(ctx, 'task.helper_asked', { type: 'Task', id: sent.taskId, companyId }, { helper: helper.id })
  await notifyAddress(ctx, helperMail, { companyId, helperId: helper.id })
  const [presented] = await presentHelpers(ctx.db, companyId, [helper])
  if (!presented) throw new Error('The helper is gone.')
  return presented
}

/** Makes the link of a helper void. A repeated call is harmless. */
export async function revokeHelper(
  ctx: Context,
  sent: Pick<FoundSentTask, 'companyId' | 'id' | 'taskId'>,
  helperId: number,
): Promise<null> {
  const { companyId, id } = sent
  const ofTask = and(eq(helpers.companyId, companyId), eq(helpers.sentTaskId, id), eq(helpers.id, helperId))
  const [helper] = await ctx.db.select().from(helpers).where(ofTask)
  if (!helper) throw new Problem('not_found')
  if (helper.revokedAt) return null
  await ctx.db.update(helpers).set({ revokedAt: ctx.now }).where(ofTask)
  await audit(ctx, 'task.helper_revoked', { type: 'Task', id: sent.taskId, companyId }, { helper: helper.id })
  return null
}
