import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { Problem } from '#shared/lib/problem.ts'
import { allows } from '#shared/lib/rules.ts'
import { messaging as calls } from '#shared/messaging/contract.ts'
import {
  conversationChannelPattern,
  conversationsChannelPattern,
  messagingEvents,
  supportChannelPattern,
} from '#shared/messaging/shapes.ts'
import { users } from '../accounts/table.ts'
import { storeUploads } from '../files/commands.ts'
import { type Context, companyOf } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { preparedOn } from '../lib/db/prepared.ts'
import { broadcast } from '../lib/events.ts'
import type { FileOwners } from '../lib/files/storage.ts'
import type { ChannelRule } from '../lib/http/broadcasting.ts'
import { type Handlers, routes } from '../lib/http/routes.ts'
import { whereRefused } from '../lib/refused.ts'
import type { Module } from '../module.ts'
import { accessConversation, accessMessage, mayModerate } from './access.ts'
import { maySayInConversation, setBlock } from './blocks.ts'
import { countUnread, listConversations, presentConversation } from './conversationQueries.ts'
import {
  addToGroup,
  assignSupport,
  changeGroup,
  channelOf,
  countConversation,
  hideConversation,
  openConversation,
  setOwn,
  takeOut,
} from './conversations.ts'
import { forgetMessages, forgetMessagesOf } from './jobs.ts'
import { editMessage, postMessage } from './messages.ts'
import { changePreferences, findPreferences, findRetention, listNotices, setRetention } from './notices.ts'
import { listAvailable, noteLastSeen } from './people.ts'
import { listFiles, listMessages, listPinned, searchMessages } from './queries.ts'
import { acknowledge, countForCard, pin, react, sendSubmission, sendTask } from './reactions.ts'
import { findConversationRow, readsOfMessage, readUpTo, versionsOf } from './reading.ts'
import { deleteMessage, handleReport, listReports, reportMessage } from './reports.ts'
import {
  conversationMembers,
  conversations,
  messageAttachments,
  messageReports,
  messages,
  messagingPreferences,
} from './table.ts'
import { repeatUrgent } from './urgent.ts'

const show = (ctx: Context, id: number) => presentConversation(ctx, id)

const handlers: Handlers<typeof calls> = {
  list: (query, ctx) => listConversations(ctx, query),
  create: {
    prepare: (draft, ctx) => countConversation(ctx, draft),
    handle: async (draft, ctx) => show(ctx, await openConversation(ctx, draft)),
  },
  sendSubmission: {
    prepare: (card, ctx) => countForCard(ctx, card),
    handle: ({ formSubmissionId, ...card }, ctx) => sendSubmission(ctx, formSubmissionId, card),
  },
  sendTask: {
    prepare: (card, ctx) => countForCard(ctx, card),
    handle: ({ taskSentId, ...card }, ctx) => sendTask(ctx, taskSentId, card),
  },
  get: async ({ id }, ctx) => show(ctx, (await accessConversation(ctx, id)).conversation.id),
  update: async ({ id, ...changes }, ctx) => {
    await changeGroup(ctx, id, changes)
    return show(ctx, id)
  },
  remove: async ({ id, forAll = false }, ctx) => {
    await hideConversation(ctx, id, forAll)
    return null
  },
  own: async ({ id, ...own }, ctx) => {
    await setOwn(ctx, await accessConversation(ctx, id), own)
    return show(ctx, id)
  },
  messages: async ({ id, ...query }, ctx) => listMessages(ctx, await accessConversation(ctx, id), query),
  post: {
    prepare: async ({ id }, ctx) => {
      if (ctx.uploads.length === 0) return
      await storeUploads(ctx, (await accessConversation(ctx, id)).conversation.companyId ?? companyOf(ctx))
    },
    handle: ({ id, ...draft }, ctx) => postMessage(ctx, id, draft, { isLast: true }),
  },
  search: async ({ id, ...query }, ctx) => searchMessages(ctx, query, await accessConversation(ctx, id)),
  searchAll: (query, ctx) => searchMessages(ctx, query),
  files: async ({ id, ...query }, ctx) => listFiles(ctx, await accessConversation(ctx, id), query),
  pinned: async ({ id }, ctx) => listPinned(ctx, await accessConversation(ctx, id)),
  leave: async ({ id }, ctx) => {
    await takeOut(ctx, id, ctx.actor.id)
    return null
  },
  read: ({ id, messageId }, ctx) => readUpTo(ctx, id, messageId),
  addUser: async ({ id, userId }, ctx) => {
    await addToGroup(ctx, id, userId)
    return show(ctx, id)
  },
  removeUser: async ({ id, userId }, ctx) => {
    await takeOut(ctx, id, userId)
    return null
  },
  take: async ({ id, userId }, ctx) => {
    await assignSupport(ctx, id, userId === undefined ? ctx.actor.id : userId)
    return show(ctx, id)
  },

  edit: ({ id, messageText }, ctx) => editMessage(ctx, id, messageText),
  removeMessage: async ({ id }, ctx) => {
    await deleteMessage(ctx, id)
    return null
  },
  readMessage: async ({ id }, ctx) => readUpTo(ctx, (await accessMessage(ctx, id)).conversation.id, id),
  versions: async ({ id }, ctx) => versionsOf(ctx, (await accessMessage(ctx, id)).message),
  reads: async ({ id }, ctx) => readsOfMessage(ctx, (await accessMessage(ctx, id)).message),
  react: ({ id, emoji, isOn }, ctx) => react(ctx, id, emoji, isOn),
  pin: ({ id, isOn }, ctx) => pin(ctx, id, isOn),
  acknowledge: ({ id }, ctx) => acknowledge(ctx, id),
  report: async ({ id, reason, comment }, ctx) => {
    await reportMessage(ctx, id, reason, comment)
    return null
  },
  reports: (query, ctx) => listReports(ctx, query),
  handleReport: async ({ id, removeMessage = false }, ctx) => {
    await handleReport(ctx, id, removeMessage)
    return null
  },

  unreadNotifications: ({ withinMs }, ctx) => listNotices(ctx, withinMs),
  markNotification: async ({ id }, ctx) => readUpTo(ctx, (await accessMessage(ctx, id)).conversation.id, id),
  unreadCount: async (_, ctx) => ({ unread_count: await countUnread(ctx) }),
  available: ({ exclude, search }, ctx) => listAvailable(ctx, { companyId: ctx.actor.companyId, exclude, search }),
  availableInCompany: ({ companyId }, ctx) => listAvailable(ctx, { companyId }),
  block: async ({ id, isOn }, ctx) => {
    await setBlock(ctx, id, isOn)
    return null
  },
  preferences: (_, ctx) => findPreferences(ctx),
  setPreferences: (changes, ctx) => changePreferences(ctx, changes),
  retention: (_, ctx) => findRetention(ctx),
  setRetention: ({ days }, ctx) => setRetention(ctx, days),

  debugConfig: (_, { services }) => {
    const { sockets, channels } = services.realtime.counts()
    const { key, activityTimeout } = services.pusher
    return { key, cluster: 'eu', activity_timeout: activityTimeout, sockets, channels }
  },
  testBroadcast: async ({ id }, ctx) => {
    const channel = await channelForTest(ctx, id)
    broadcast(ctx, messagingEvents, 'test-broadcast', { conversation_id: id, at: ctx.now.toISOString() }, [channel])
    return { channel, event: 'test-broadcast' }
  },
}

const messagingRoutes = routes(calls, handlers)

/** That there is such a conversation is all that an admin learns of it. */
async function channelForTest(ctx: Context, id: number): Promise<string> {
  const found = await findConversationRow(ctx, id)
  if (!found) throw new Problem('not_found')
  return channelOf(found)
}

const messagingChannels: ChannelRule[] = [
  {
    pattern: conversationsChannelPattern,
    may: ([, companyId], { actor, ability }) =>
      Number(companyId) === actor.companyId && allows(ability, 'read', 'Conversation'),
  },
  {
    pattern: conversationChannelPattern,
    join: async ([, companyId, id], who) => {
      if (who.actor.isActing) return false
      const found = await accessConversation(who, Number(id)).catch(whereRefused(() => null))
      return found !== null && found.conversation.companyId === Number(companyId)
    },
  },
  {
    pattern: supportChannelPattern,
    may: (_, { actor }) => actor.isAdmin && !actor.isActing,
  },
  /**
   * Presence of the people in a company, for those who may see it. Others, such as guests, are not seen either; hidden
   * people only watch.
   */
  {
    pattern: /^presence-company\.(\d+)$/,
    join: async ([, companyId], { actor, ability, db }) => {
      const ours = { companyId: actor.companyId }
      if (Number(companyId) !== actor.companyId || !allows(ability, 'read', 'Member', ours)) return false
      const who = { id: actor.id, companyId: actor.companyId }
      const [found] = await preparedOn(db, 'how a member is announced', prepareAnnounced).execute(who)
      if (!found) return false
      const { hides, ...user } = found
      return (hides ?? false) || { user_id: String(actor.id), user_info: user }
    },
  },
]

const prepareAnnounced = (db: Database, name: string) =>
  db
    .select({ name: users.name, avatar: users.avatar, hides: messagingPreferences.hidesPresence })
    .from(users)
    .leftJoin(
      messagingPreferences,
      and(eq(messagingPreferences.companyId, sql.placeholder('companyId')), eq(messagingPreferences.userId, users.id)),
    )
    .where(eq(users.id, sql.placeholder('id')))
    .prepare(name)

/** Files of messages and pictures of groups are seen by all who see the message or group. */

const messagingFiles: FileOwners = {
  message: async (ctx, { companyId, id }) => {
    const { db, actor } = ctx
    if (actor.isActing) return false
    const reported = db
      .select({ one: sql`1` })
      .from(messageReports)
      .where(and(eq(messageReports.companyId, messages.companyId), eq(messageReports.messageId, messages.id)))
    const [found] = await db
      .select({ id: messages.id })
      .from(messageAttachments)
      .innerJoin(messages, eq(messages.id, messageAttachments.messageId))
      .innerJoin(conversations, and(eq(conversations.id, messages.conversationId), isNull(conversations.deletedAt)))
      .leftJoin(conversationMembers, isIn(actor.id))
      .where(
        and(
          eq(messageAttachments.companyId, companyId),
          eq(messageAttachments.fileId, id),
          isNull(messages.deletedAt),
          or(
            gt(messages.id, conversationMembers.sinceId),
            actor.isAdmin ? eq(conversations.type, 'support') : undefined,
            mayModerate(ctx) ? sql`exists ${reported}` : undefined,
          ),
        ),
      )
      .limit(1)
    return found !== undefined
  },
  conversation: async ({ db, actor }, { companyId, id }) => {
    const [found] = await db
      .select({ id: conversations.id })
      .from(conversations)
      .innerJoin(conversationMembers, isIn(actor.id))
      .where(
        and(
          eq(conversations.companyId, companyId),
          eq(conversations.pictureFileId, id),
          isNull(conversations.deletedAt),
        ),
      )
      .limit(1)
    return found !== undefined
  },
}

const isIn = (userId: number) =>
  and(
    eq(conversationMembers.companyId, conversations.companyId),
    eq(conversationMembers.conversationId, conversations.id),
    eq(conversationMembers.userId, userId),
    isNull(conversationMembers.leftAt),
  )

export const messaging: Module = {
  routes: messagingRoutes,
  jobs: [forgetMessages, forgetMessagesOf as never, repeatUrgent],
  channels: messagingChannels,
  fileOwners: messagingFiles,
  onUserGone: noteLastSeen,
  maySay: maySayInConversation,
}
