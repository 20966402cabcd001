import { and, eq } from 'drizzle-orm'
import { maxNotes } from '#shared/helpers/contract.ts'
import { actorOf } from '#shared/lib/actor.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { roles } from '#shared/lib/roles.ts'
import { type Titled, titleIn } from '#shared/lib/taskFields.ts'
import { users } from '../../accounts/table.ts'
import { audit } from '../../audit/commands.ts'
import { findCompany, zoneOf } from '../../companies/queries.ts'
import { insertUploads, writeUploads } from '../../files/commands.ts'
import type { ActionKind, ActionLink, Context, Said, Topic } from '../../lib/context.ts'
import { notify } from '../../notifications/commands.ts'
import { saidTitle } from '../assign.ts'
import { endSentTask, requireProof } from '../complete.ts'
import { findSentTasks, hasEnded, lockSentTask, notWithdrawn } from '../sentTaskQueries.ts'
import { sentTasks } from '../table.ts'
import { type HelperRow, helperAction, notesOf } from './commands.ts'
import { helperNotes, helpers } from './table.ts'

type HelperTask = Titled & { sentId: number; taskId: number; helper: string }

const bell = ({ sentId, taskId, helper, ...titled }: HelperTask) => ({
  values: { title: saidTitle(titled), helper },
  href: `/tasks/${sentId}`,
  about: `task ${taskId}`,
})

export const helperSaid: Topic<HelperTask> = { name: 'task.helper_said', bell }
export const helperDone: Topic<HelperTask> = { name: 'task.helper_done', bell }

/** Returns the helper of a link. Throws `link_revoked`, or `not_found` where task or company is gone. */
async function access(ctx: Context, { details }: ActionLink): Promise<HelperRow> {
  const [helper] = await ctx.db
    .select()
    .from(helpers)
    .where(and(eq(helpers.companyId, Number(details.companyId)), eq(helpers.id, Number(details.helperId))))
  if (!helper) throw new Problem('not_found')
  const company = await findCompany(ctx.db, helper.companyId)
  if (!company || company.archivedAt) throw new Problem('not_found')
  if (helper.revokedAt) throw new Problem('link_revoked', { data: { kind: helperAction }, text: 'help_taken_back' })
  return helper
}

const ofHelper = ({ companyId, sentTaskId }: HelperRow) =>
  and(eq(sentTasks.companyId, companyId), eq(sentTasks.id, sentTaskId), notWithdrawn)

async function describe(ctx: Context, link: ActionLink) {
  const helper = await access(ctx, link)
  const [sent] = await findSentTasks(ctx.db, ofHelper(helper))
  if (!sent) throw new Problem('not_found')
  const company = await findCompany(ctx.db, helper.companyId)
  const [asker] = await ctx.db.select({ name: users.name }).from(users).where(eq(users.id, helper.invitedBy))
  const notes = (await notesOf(ctx.db, helper.companyId, [helper.id])).get(helper.id) ?? []
  return {
    email: helper.email,
    company_name: company?.name ?? null,
    invited_by: asker?.name ?? '',
    task: {
      ...{
        title: titleIn(sent, ctx.locale),
        description: sent.description,
        priority: sent.priority,
        message: helper.message,
      },
      ...{ due_at: sent.dueAt.toISOString(), expires_at: helper.expiresAt.toISOString() },
      time_zone: zoneOf(company),
      subjects: sent.subjects.map(({ name }) => name),
      state: sent.completedAt ? ('done' as const) : hasEnded(sent) ? ('over' as const) : ('open' as const),
      // Its form is for people who sign in.
      can_complete: sent.formId === null && sent.verifies === null && !hasEnded(sent),
      notes: notes.map(({ text, file, createdAt }) => ({
        ...{ text, file_name: file?.name ?? null, created_at: createdAt.toISOString() },
      })),
    },
  }
}

async function perform(ctx: Context, link: ActionLink, { comment, complete }: Said): Promise<void> {
  const helper = await access(ctx, link)
  const { companyId } = helper
  const sent = await lockSentTask(ctx.db, helper.sentTaskId, { where: notWithdrawn })
  if (!sent) throw new Problem('not_found')
  const said = comment?.trim() || null
  if (!said && !complete && ctx.uploads.length === 0) throw invalidField('comment', 'required')
  // A repeated call is harmless, also after another person completed it.
  const completes = complete === true && !hasEnded(sent)
  if (completes && sent.formId !== null) throw new Problem('submission_required')
  // Whether something helped is for the people of the company to say.
  if (completes && sent.verifies) throw new Problem('effect_required')
  if (completes) requireProof(sent.proof, await shownBy(ctx, helper, said))
  const helping: Context = { ...ctx, actor: actorOf(0, companyId, roles.guest), session: null, cause: 'helper' }
  const speaks = said !== null || ctx.uploads.length > 0
  if (speaks) await leaveNote(helping, helper, sent.taskId, said)
  if (completes) {
    await ctx.db.update(helpers).set({ doneAt: ctx.now }).where(eq(helpers.id, helper.id))
    const end = { completedAt: ctx.now, completedBy: null, completedOutside: helper.email, note: said }
    await endSentTask(helping, sent, 'task.completed', end)
  }
  // Somebody who presses “Done” again and again says nothing new, and nobody is told again.
  if (!speaks && !completes) return
  const people = [helper.invitedBy, sent.userId]
  const { id: sentId, taskId, title, titles } = sent
  const topic = completes ? helperDone : helperSaid
  await notify(helping, topic, people, { sentId, taskId, title, titles, helper: helper.email })
}

/** Collects the note and photos that the helper gave, now or before. */
async function shownBy(ctx: Context, { companyId, id }: HelperRow, said: string | null) {
  const notes = (await notesOf(ctx.db, companyId, [id])).get(id) ?? []
  return {
    note: said ?? notes.find(({ text }) => text)?.text,
    photos: ctx.uploads.length + notes.filter(({ file }) => file?.contentType.startsWith('image/')).length,
  }
}

async function leaveNote(ctx: Context, helper: HelperRow, taskId: number, text: string | null): Promise<void> {
  const { companyId, id: helperId } = helper
  const known = await ctx.db.$count(
    helperNotes,
    and(eq(helperNotes.companyId, companyId), eq(helperNotes.helperId, helperId)),
  )
  if (known + Math.max(1, ctx.uploads.length) > maxNotes)
    throw invalidField('comment', 'too_many', { maximum: maxNotes })
  // Files of a helper count for the company like those of the person who asked the helper.
  const asker: Context = { ...ctx, actor: actorOf(helper.invitedBy, companyId, roles.guest) }
  const files = await insertUploads(asker, companyId, helperAction)
  const rows =
    files.length > 0 ? files.map(({ id }, index) => ({ fileId: id, text: index === 0 ? text : null })) : [{ text }]
  await ctx.db.insert(helperNotes).values(rows.map(row => ({ ...row, companyId, helperId, createdAt: ctx.now })))
  await audit(
    ctx,
    'task.helper_said',
    { type: 'Task', id: taskId, companyId },
    { helper: helperId, files: files.length },
  )
}

export const helpWithTask: ActionKind = {
  name: helperAction,
  isSingle: false,
  takesWords: true,
  describe,
  prepare: async (ctx, link) => writeUploads(ctx, (await access(ctx, link)).companyId),
  perform,
}
