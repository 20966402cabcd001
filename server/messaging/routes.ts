import { Problem } from '#shared/lib/problem.ts'
import { messaging as calls } from '#shared/messaging/contract.ts'
import { messagingEvents } from '#shared/messaging/shapes.ts'
import type { Context } from '../lib/context.ts'
import { broadcast } from '../lib/events.ts'
import { type Handlers, routes } from '../lib/http/routes.ts'
import { accessConversation, accessMessage } from './access.ts'
import { setBlock } from './blocks.ts'
import { sendSubmission, sendTask } from './cards.ts'
import { countUnread, listConversations, presentConversation } from './conversationQueries.ts'
import {
  addToGroup,
  assignSupport,
  changeGroup,
  channelOf,
  hideConversation,
  openConversation,
  setOwn,
  takeOut,
} from './conversations.ts'
import { deleteMessage } from './deleting.ts'
import { acknowledge, pin, react } from './marks.ts'
import { editMessage, postMessage } from './messages.ts'
import { listNotices } from './notices.ts'
import { listAvailable } from './people.ts'
import { changePreferences, findPreferences, findRetention, setRetention } from './preferences.ts'
import { listFiles, listMessages, listPinned, searchMessages } from './queries.ts'
import { readUpTo } from './reading.ts'
import { handleReport, listReports, reportMessage } from './reports.ts'
import { findConversationRow, readsOfMessage, versionsOf } from './views.ts'

const show = (ctx: Context, id: number) => presentConversation(ctx, id)

const handlers: Handlers<typeof calls> = {
  list: (query, ctx) => listConversations(ctx, query),
  create: async (draft, ctx) => show(ctx, await openConversation(ctx, draft)),
  sendSubmission: ({ formSubmissionId, ...card }, ctx) => sendSubmission(ctx, formSubmissionId, card),
  sendTask: ({ taskSentId, ...card }, ctx) => sendTask(ctx, taskSentId, card),
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
  post: ({ id, ...draft }, ctx) => postMessage(ctx, id, draft),
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

export const messagingRoutes = routes(calls, handlers)

/** That there is such a conversation is all that an admin learns of it. */
async function channelForTest(ctx: Context, id: number): Promise<string> {
  const found = await findConversationRow(ctx, id)
  if (!found) throw new Problem('not_found')
  return channelOf(found)
}
