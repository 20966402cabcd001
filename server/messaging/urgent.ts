/** Urgent messages ask for acknowledgement, and are sent again until they have it. */
import { and, asc, eq, gt, lt, sql } from 'drizzle-orm'
import { urgentEvery, urgentFor } from '#shared/messaging/rules.ts'
import { messagingEvents } from '#shared/messaging/shapes.ts'
import { ofLivingCompany } from '../companies/table.ts'
import type { Context } from '../lib/context.ts'
import { eachCompany, overlapping } from '../lib/jobs/eachCompany.ts'
import { inCompany } from '../lib/jobs/inCompany.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { broadcastEach } from '../lib/ports.ts'
import { type MessageRow, messageColumns } from './access.ts'
import { blockersIn } from './blocks.ts'
import { presentMessage } from './present.ts'
import { notificationOf, ownNotifications, recipientsOf } from './recipients.ts'
import { conversations, messageAcknowledgements, messages } from './table.ts'

/** Whom an urgent message still waits for. */
async function waitingFor(ctx: Pick<Context, 'db' | 'actor'>, message: MessageRow) {
  const [conversation] = await ctx.db.select().from(conversations).where(eq(conversations.id, message.conversationId))
  if (!conversation || conversation.deletedAt) return { conversation: undefined, people: [] }
  const done = await ctx.db
    .select({ userId: messageAcknowledgements.userId })
    .from(messageAcknowledgements)
    .where(
      and(eq(messageAcknowledgements.companyId, message.companyId), eq(messageAcknowledgements.messageId, message.id)),
    )
  const acknowledged = new Set(done.map(({ userId }) => userId))
  const sender = { db: ctx.db, actor: { ...ctx.actor, id: message.senderId } }
  const blockers = await blockersIn(sender, conversation.id)
  const people = await recipientsOf(ctx, conversation.id, message.senderId)
  return {
    conversation,
    people: people.filter(({ userId }) => !acknowledged.has(userId) && !blockers.has(userId)),
  }
}

async function repeatMessage(ctx: Context, message: MessageRow, times: number): Promise<void> {
  // Another node may have sent it already: once is enough.
  const counted = await ctx.db
    .update(messages)
    .set({ urgentTold: times })
    .where(and(eq(messages.id, message.id), lt(messages.urgentTold, times)))
    .returning({ id: messages.id })
  if (counted.length === 0) return
  const { conversation, people } = await waitingFor(ctx, message)
  if (!conversation || people.length === 0) return
  const notification = notificationOf(conversation, await presentMessage(ctx.db, message))
  broadcastEach(ctx, messagingEvents, 'NewMessageNotification', notification, ownNotifications(message, people))
}

const age = sql<number>`floor(extract(epoch from now() - ${messages.createdAt}) / ${urgentEvery * 60})::int`
const isDue = () =>
  and(
    eq(messages.isUrgent, true),
    gt(messages.createdAt, sql`now() - make_interval(mins => ${urgentFor + 1})`),
    gt(age, messages.urgentTold),
  )
/** Of a company in one transaction. */
const maxTogether = 50

/** Comes every minute: each urgent message of the last half hour is told again after every five minutes. */
export const repeatUrgent: Job<object> = {
  name: 'messaging.repeat-urgent',
  schedule: '* * * * *',
  turns: overlapping,
  work: async (_, { db, services }) => {
    const due = await db
      .selectDistinct({ companyId: messages.companyId })
      .from(messages)
      .where(and(isDue(), ofLivingCompany(messages.companyId)))
    const companyIds = due.map(({ companyId }) => companyId)
    return () =>
      eachCompany(services, 'messaging.repeat-urgent', companyIds, async companyId => {
        const tellSome = () => inCompany(services, companyId, 'urgent_repeated', ctx => repeatDue(ctx, companyId))
        while ((await tellSome()) === maxTogether);
      })
  },
}

/** Tells the oldest that are due in a company; how many there were. */
async function repeatDue(ctx: Context, companyId: number): Promise<number> {
  const due = await ctx.db
    .select({ ...messageColumns, times: age })
    .from(messages)
    .where(and(eq(messages.companyId, companyId), isDue()))
    .orderBy(asc(messages.id))
    .limit(maxTogether)
  for (const { times, ...message } of due) await repeatMessage(ctx, message as MessageRow, times)
  return due.length
}
