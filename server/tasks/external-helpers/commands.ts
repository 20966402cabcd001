/** Invites an external helper to a task, and revokes that. */
import { and, asc, count, eq, inArray, isNull, ne } from 'drizzle-orm'
import { type Helper, maxHelpers } from '#shared/helpers/contract.ts'
import { wire } from '#shared/lib/casing.ts'
import { formatsOf } from '#shared/lib/formats.ts'
import { type Locale, languageIdOf } from '#shared/lib/language.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { titleIn } from '#shared/lib/taskFields.ts'
import { hasMail } from '../../accounts/queries.ts'
import { users } from '../../accounts/table.ts'
import { armLink, newLink } from '../../actions/commands.ts'
import { audit } from '../../audit/commands.ts'
import { companies } from '../../companies/table.ts'
import { files } from '../../files/table.ts'
import type { Context, Topic } from '../../lib/context.ts'
import type { Database } from '../../lib/db/pools.ts'
import { mailTo } from '../../lib/mail/mailLayout.ts'
import type { Limit } from '../../lib/security/limits.ts'
import { countTries } from '../../lib/security/tries.ts'
import { onOwnConnection } from '../../lib/unitOfWork.ts'
import { notifyAddress } from '../../notifications/commands.ts'
import type { FoundSentTask } from '../sentTaskQueries.ts'
import { sentTasks, tasks } from '../table.ts'
import { helperNotes, helpers } from './table.ts'

/** Mails to external addresses, by company. */
const asked: Limit = { name: 'mails to helpers', tries: 50, seconds: 24 * 3600 }
/** How long the link lives after the task is due. */
const lateFor = 14 * 24 * 3600_000

type HelpRequest = { email: string; message?: string | undefined; language?: Locale | undefined }

type Occurrence = Pick<FoundSentTask, 'companyId' | 'completedAt' | 'skippedAt' | 'missedAt'>

/** Counts a mail to a helper. Throws the Problem of an ended occurrence, and 429 after fifty of a company in a day. */
export async function countAsked(ctx: Context, sent: Occurrence): Promise<void> {
  requireOpen(sent)
  await countTries(ctx, [asked, String(sent.companyId)])
}

function requireOpen({ completedAt, skippedAt, missedAt }: Occurrence): void {
  if (completedAt) throw new Problem('task_already_done')
  if (skippedAt) throw new Problem('task_already_skipped')
  if (missedAt) throw new Problem('task_missed')
}

/**
 * Invites a helper to a locked occurrence; an address that was invited before gets a new link. Throws the Problem of
 * an ended occurrence, `email_not_confirmed` and `invalid` for too many helpers.
 */
export async function askHelper(ctx: Context, sent: FoundSentTask, { email, message, language }: HelpRequest) {
  requireOpen(sent)
  const [asker] = await ctx.db
    .select({ confirmedAt: users.emailConfirmedAt })
    .from(users)
    .where(eq(users.id, ctx.actor.id))
  const isMailed = hasMail(ctx.services)
  if (!asker?.confirmedAt && isMailed) throw new Problem('email_not_confirmed')
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
  if (isMailed) await notifyAddress(ctx, helperMail, { companyId, helperId: helper.id })
  const make = ({ db }: Context) => pathOf(db, ctx.now, helper)
  // Links are outside the companies' isolation; an administrator's connection is too.
  const path = isMailed ? null : await (ctx.actor.isAdmin ? make(ctx) : onOwnConnection(ctx, make))
  const [presented] = await presentHelpers(ctx.db, companyId, [helper])
  if (!presented) throw new Error('The helper is gone.')
  return { ...presented, path }
}

/** Makes the link of a helper; its secret is not stored, so that it is told once. */
async function pathOf(db: Database, now: Date, { id, companyId, invitedBy, expiresAt }: HelperRow): Promise<string> {
  const details = { companyId, helperId: id }
  const life = expiresAt.getTime() - now.getTime()
  const linkId = await newLink(db, now, { kind: helperAction, userId: invitedBy, life, details })
  return `/action/user/${(await armLink(db, linkId))?.token}`
}

/** Revokes the link of a helper; repeating it changes nothing. Throws `not_found`. */
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

/** The name of the links in `action_links`, and of the files. */
export const helperAction = 'help_with_task'

export type HelperRow = typeof helpers.$inferSelect

/** Lists the helpers of an occurrence in the order of their invitations, with their notes. */
export async function findHelpers(db: Database, companyId: number, sentTaskId: number): Promise<Helper[]> {
  const rows = await db
    .select()
    .from(helpers)
    .where(and(eq(helpers.companyId, companyId), eq(helpers.sentTaskId, sentTaskId)))
    .orderBy(asc(helpers.id))
  return presentHelpers(db, companyId, rows)
}

async function presentHelpers(db: Database, companyId: number, rows: HelperRow[]): Promise<Helper[]> {
  const notes = await notesOf(
    db,
    companyId,
    rows.map(({ id }) => id),
  )
  return rows.map(({ languageId: _, ...row }) => ({
    ...wire(row),
    path: null,
    notes: (notes.get(row.id) ?? []).map(({ file, helperId: __, ...note }) => ({
      ...wire(note),
      file: file && wire(file),
    })),
  }))
}

export async function notesOf(db: Database, companyId: number, ids: number[]) {
  if (ids.length === 0) return new Map<number, never[]>()
  const rows = await db
    .select({
      ...{ id: helperNotes.id, helperId: helperNotes.helperId, text: helperNotes.text },
      createdAt: helperNotes.createdAt,
      file: {
        ...{ path: files.path, previewPath: files.previewPath, name: files.name, contentType: files.contentType },
      },
    })
    .from(helperNotes)
    .leftJoin(files, and(eq(files.companyId, helperNotes.companyId), eq(files.id, helperNotes.fileId)))
    .where(and(eq(helperNotes.companyId, companyId), inArray(helperNotes.helperId, ids)))
    .orderBy(asc(helperNotes.id))
  return Map.groupBy(rows, ({ helperId }) => helperId)
}

type Facts = { companyId: number; helperId: number }

const thisOne = ({ companyId, helperId }: Facts) => and(eq(helpers.companyId, companyId), eq(helpers.id, helperId))

/** Composes the mail with the link, and records whether it could be delivered. */
export const helperMail: Topic<Facts> = {
  name: 'task.helper_asked',
  mail: async (facts, { db, services }) => {
    const [found] = await db
      .select({ helper: helpers, task: tasks, dueAt: sentTasks.dueAt, company: companies, asker: users.name })
      .from(helpers)
      .innerJoin(sentTasks, and(eq(sentTasks.companyId, helpers.companyId), eq(sentTasks.id, helpers.sentTaskId)))
      .innerJoin(tasks, and(eq(tasks.companyId, sentTasks.companyId), eq(tasks.id, sentTasks.taskId)))
      .innerJoin(companies, eq(companies.id, helpers.companyId))
      .innerJoin(users, eq(users.id, helpers.invitedBy))
      .where(and(thisOne(facts), isNull(helpers.revokedAt), isNull(helpers.deliveredAt)))
    if (!found) return null
    const { helper, task, company } = found
    const now = new Date()
    const path = await pathOf(db, now, helper)
    const { email, languageId } = helper
    return mailTo(services, { email, languageId }, ({ locale, t }) => {
      const format = formatsOf(locale, company.timeZone)
      const words = {
        ...{ company: company.name, person: found.asker, title: titleIn(task, locale) },
        ...{ due: format.dateTime(found.dueAt), date: format.dateTime(helper.expiresAt) },
      }
      return {
        subject: t('helpers.mail.subject', words),
        paragraphs: [t('helpers.mail.text', words), ...(helper.message ? [helper.message] : [])],
        action: { label: t('helpers.mail.action'), address: services.address(path) },
        note: t('helpers.mail.note', words),
      }
    })
  },
  afterDelivery: async (facts, refusal, { db }) => {
    await db
      .update(helpers)
      .set(refusal ? { deliveryError: refusal.reason } : { deliveryError: null, deliveredAt: new Date() })
      .where(thisOne(facts))
  },
}
