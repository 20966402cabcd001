import type { HandlerInput } from '#shared/lib/contract.ts'
import { Problem } from '#shared/lib/problem.ts'
import { messaging as calls } from '#shared/messaging/contract.ts'
import { messagingEvents } from '#shared/messaging/shapes.ts'
import { writeUploads } from '../files/commands.ts'
import type { Context } from '../lib/context.ts'
import { type Handler, routes } from '../lib/http/routes.ts'
import { broadcast } from '../lib/ports.ts'
import type { Module } from '../module.ts'
import { supportWaiting } from '../system/ports.ts'
import { accessConversation, accessMessage, channelOf } from './access.ts'
import { maySayInConversation, setBlock } from './blocks.ts'
import { messagingChannels, messagingFiles } from './channels.ts'
import { countUnread, listConversations, presentConversation } from './conversationQueries.ts'
import {
  addToGroup,
  assignSupport,
  changeGroup,
  countConversation,
  hideConversation,
  openConversation,
  setOwn,
  takeOut,
} from './conversations.ts'
import { forgetMessages, forgetMessagesOf } from './jobs.ts'
import { editMessage } from './messages.ts'
import { listAvailable, noteLastSeen } from './people.ts'
import { postMessage } from './post.ts'
import { changePreferences, findPreferences, findRetention, listNotices, setRetention } from './preferences.ts'
import { countUnreadSupport, listFiles, listMessages, listPinned, searchMessages } from './queries.ts'
import { acknowledge, countForCard, pin, react, sendSubmission, sendTask } from './reactions.ts'
import { findConversationRow, readsOfMessage, readUpTo, versionsOf } from './reading.ts'
import { deleteMessage, handleReport, listReports, reportMessage } from './reports.ts'
import { repeatUrgent } from './urgent.ts'

const show = (ctx: Context, id: number) => presentConversation(ctx, id)

const prepareConversation = (draft: HandlerInput<typeof calls.create>, ctx: Context) => countConversation(ctx, draft)

/** Begins a conversation. */
export const createConversation: Handler<typeof calls.create> = async (draft, ctx) =>
  show(ctx, await openConversation(ctx, draft))

const prepareCard = (card: HandlerInput<typeof calls.sendSubmission | typeof calls.sendTask>, ctx: Context) =>
  countForCard(ctx, card)

/** Sends a submission as a card. */
export const createSubmissionCard: Handler<typeof calls.sendSubmission> = ({ formSubmissionId, ...card }, ctx) =>
  sendSubmission(ctx, formSubmissionId, card)

/** Sends an occurrence of a task as a card. */
export const createTaskCard: Handler<typeof calls.sendTask> = ({ taskSentId, ...card }, ctx) =>
  sendTask(ctx, taskSentId, card)

/** Returns a conversation. */
export const getConversation: Handler<typeof calls.get> = async ({ id }, ctx) =>
  show(ctx, (await accessConversation(ctx, id)).conversation.id)

/** Changes a group conversation. */
export const updateConversation: Handler<typeof calls.update> = async ({ id, ...changes }, ctx) => {
  await changeGroup(ctx, id, changes)
  return show(ctx, id)
}

/** Hides a conversation. */
export const deleteConversation: Handler<typeof calls.remove> = async ({ id, forAll = false }, ctx) => {
  await hideConversation(ctx, id, forAll)
  return null
}

/** Sets the person's own settings of a conversation. */
export const changeOwnSettings: Handler<typeof calls.own> = async ({ id, ...own }, ctx) => {
  await setOwn(ctx, await accessConversation(ctx, id), own)
  return show(ctx, id)
}

/** Returns the messages of a conversation. */
export const getMessages: Handler<typeof calls.messages> = async ({ id, ...query }, ctx) =>
  listMessages(ctx, await accessConversation(ctx, id), query)

const prepareMessage = async ({ id }: HandlerInput<typeof calls.post>, ctx: Context) => {
  if (ctx.uploads.length === 0) return
  await writeUploads(ctx, (await accessConversation(ctx, id)).conversation.companyId)
}

/** Writes a message. */
export const createMessage: Handler<typeof calls.post> = ({ id, ...draft }, ctx) =>
  postMessage(ctx, id, draft, { isLast: true })

/** Searches in a conversation. */
export const searchConversation: Handler<typeof calls.search> = async ({ id, ...query }, ctx) =>
  searchMessages(ctx, query, await accessConversation(ctx, id))

/** Searches in all own conversations. */
export const searchConversations: Handler<typeof calls.searchAll> = (query, ctx) => searchMessages(ctx, query)

/** Lists the messages of a conversation that have files. */
export const getFiles: Handler<typeof calls.files> = async ({ id, ...query }, ctx) =>
  listFiles(ctx, await accessConversation(ctx, id), query)

/** Lists the pinned messages of a conversation. */
export const getPinnedMessages: Handler<typeof calls.pinned> = async ({ id }, ctx) =>
  listPinned(ctx, await accessConversation(ctx, id))

/** Leaves a group. */
export const leaveConversation: Handler<typeof calls.leave> = async ({ id }, ctx) => {
  await takeOut(ctx, id, ctx.actor.id)
  return null
}

/** Marks a conversation as read. */
export const markConversationRead: Handler<typeof calls.read> = ({ id, messageId }, ctx) => readUpTo(ctx, id, messageId)

/** Adds a person to a group conversation. */
export const addUserToGroup: Handler<typeof calls.addUser> = async ({ id, userId }, ctx) => {
  await addToGroup(ctx, id, userId)
  return show(ctx, id)
}

/** Removes a person from a group conversation. */
export const removeUserFromGroup: Handler<typeof calls.removeUser> = async ({ id, userId }, ctx) => {
  await takeOut(ctx, id, userId)
  return null
}

/** Assigns a support request. */
export const takeSupportRequest: Handler<typeof calls.take> = async ({ id, userId }, ctx) => {
  await assignSupport(ctx, id, userId === undefined ? ctx.actor.id : userId)
  return show(ctx, id)
}

/** Changes the text of an own message. */
export const changeMessage: Handler<typeof calls.edit> = ({ id, messageText }, ctx) => editMessage(ctx, id, messageText)

/** Deletes a message for all. */
export const deleteMessageForAll: Handler<typeof calls.removeMessage> = async ({ id }, ctx) => {
  await deleteMessage(ctx, id)
  return null
}

/** Marks a message as read. */
export const markMessageRead: Handler<typeof calls.readMessage> = async ({ id }, ctx) =>
  readUpTo(ctx, (await accessMessage(ctx, id)).conversation.id, id)

/** Returns the earlier texts of a message. */
export const getMessageVersions: Handler<typeof calls.versions> = async ({ id }, ctx) =>
  versionsOf(ctx, (await accessMessage(ctx, id)).message)

/** Returns the readers of a message with the time. */
export const getMessageReads: Handler<typeof calls.reads> = async ({ id }, ctx) =>
  readsOfMessage(ctx, (await accessMessage(ctx, id)).message)

/** Reacts to a message. */
export const setReaction: Handler<typeof calls.react> = ({ id, emoji, isOn }, ctx) => react(ctx, id, emoji, isOn)

/** Pins a message for everybody in the conversation. */
export const setPinned: Handler<typeof calls.pin> = ({ id, isOn }, ctx) => pin(ctx, id, isOn)

/** Acknowledges an urgent message. */
export const acknowledgeMessage: Handler<typeof calls.acknowledge> = ({ id }, ctx) => acknowledge(ctx, id)

/** Reports a message to the managers. */
export const createReport: Handler<typeof calls.report> = async ({ id, reason, comment }, ctx) => {
  await reportMessage(ctx, id, reason, comment)
  return null
}

/** Closes a report. */
export const closeReport: Handler<typeof calls.handleReport> = async ({ id, removeMessage = false }, ctx) => {
  await handleReport(ctx, id, removeMessage)
  return null
}

/** Lists unread messages by conversation. */
export const getUnreadNotifications: Handler<typeof calls.unreadNotifications> = ({ withinMs }, ctx) =>
  listNotices(ctx, withinMs)

/** Marks a notification as read. */
export const markNotificationRead: Handler<typeof calls.markNotification> = async ({ id }, ctx) =>
  readUpTo(ctx, (await accessMessage(ctx, id)).conversation.id, id)

/** Counts the own unread messages. */
export const getUnreadCount: Handler<typeof calls.unreadCount> = async (_, ctx) => ({
  unread_count: await countUnread(ctx),
})

/** Lists the people to whom the person can write. */
export const getAvailablePeople: Handler<typeof calls.available> = ({ exclude, search }, ctx) =>
  listAvailable(ctx, { companyId: ctx.actor.companyId, exclude, search })

/** Lists the people of a company to whom the person can write. */
export const getAvailableInCompany: Handler<typeof calls.availableInCompany> = ({ companyId }, ctx) =>
  listAvailable(ctx, { companyId })

/** Blocks a person, or ends the block. */
export const setBlocked: Handler<typeof calls.block> = async ({ id, isOn }, ctx) => {
  await setBlock(ctx, id, isOn)
  return null
}

/** Returns the person's messaging preferences. */
export const getPreferences: Handler<typeof calls.preferences> = (_, ctx) => findPreferences(ctx)

/** Returns how long messages are kept. */
export const getRetention: Handler<typeof calls.retention> = (_, ctx) => findRetention(ctx)

/** Sets how long messages are kept. */
export const changeRetention: Handler<typeof calls.setRetention> = ({ days }, ctx) => setRetention(ctx, days)

/** Returns the realtime settings and counts. */
export const getDebugConfig: Handler<typeof calls.debugConfig> = (_, { services }) => {
  const { sockets, channels } = services.realtime.counts()
  const { key, activityTimeout } = services.pusher
  return { key, cluster: 'eu', activity_timeout: activityTimeout, sockets, channels }
}

/** Sends a test over a conversation’s channel. */
export const sendTestBroadcast: Handler<typeof calls.testBroadcast> = async ({ id }, ctx) => {
  const channel = await channelForTest(ctx, id)
  broadcast(ctx, messagingEvents, 'test-broadcast', { conversation_id: id, at: ctx.now.toISOString() }, [channel])
  return { channel, event: 'test-broadcast' }
}

const messagingRoutes = routes(calls, {
  list: listConversations,
  create: { prepare: prepareConversation, handle: createConversation },
  sendSubmission: { prepare: prepareCard, handle: createSubmissionCard },
  sendTask: { prepare: prepareCard, handle: createTaskCard },
  get: getConversation,
  update: updateConversation,
  remove: deleteConversation,
  own: changeOwnSettings,
  messages: getMessages,
  post: { prepare: prepareMessage, handle: createMessage },
  search: searchConversation,
  searchAll: searchConversations,
  files: getFiles,
  pinned: getPinnedMessages,
  leave: leaveConversation,
  read: markConversationRead,
  addUser: addUserToGroup,
  removeUser: removeUserFromGroup,
  take: takeSupportRequest,
  edit: changeMessage,
  removeMessage: deleteMessageForAll,
  readMessage: markMessageRead,
  versions: getMessageVersions,
  reads: getMessageReads,
  react: setReaction,
  pin: setPinned,
  acknowledge: acknowledgeMessage,
  report: createReport,
  reports: listReports,
  handleReport: closeReport,
  unreadNotifications: getUnreadNotifications,
  markNotification: markNotificationRead,
  unreadCount: getUnreadCount,
  available: getAvailablePeople,
  availableInCompany: getAvailableInCompany,
  block: setBlocked,
  preferences: getPreferences,
  setPreferences: changePreferences,
  retention: getRetention,
  setRetention: changeRetention,
  debugConfig: getDebugConfig,
  testBroadcast: sendTestBroadcast,
})

/** That there is such a conversation is all that an admin learns of it. */
async function channelForTest(ctx: Context, id: number): Promise<string> {
  const found = await findConversationRow(ctx, id)
  if (!found) throw new Problem('not_found')
  return channelOf(found)
}

export const messagingModule: Module = {
  routes: messagingRoutes,
  jobs: [forgetMessages, forgetMessagesOf as never, repeatUrgent],
  channels: messagingChannels,
  fileOwners: messagingFiles,
  onUserGone: noteLastSeen,
  maySay: maySayInConversation,
  queryProviders: [supportWaiting.providedBy(countUnreadSupport)],
}
