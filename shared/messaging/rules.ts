import type { Permissions } from '../lib/roles.ts'
import type { Rules } from '../lib/rules.ts'

export const conversationTypes = ['private', 'group', 'support'] as const
export type ConversationType = (typeof conversationTypes)[number]
/** Kinds of entries of a conversation: messages, and people who joined, left or renamed it. */
export const messageKinds = ['message', 'joined', 'left', 'renamed'] as const
export type MessageKind = (typeof messageKinds)[number]
export const reactionEmojis = ['👍', '❤️', '😂', '😮', '😢', '🙏', '✅', '👀'] as const
export const reportReasons = ['abuse', 'harassment', 'private_content', 'other'] as const

/** Bounds that browser and server share (specification, sections 5 and 9). */
export const messagesPerPage = 50
/** Bound of characters of a message. */
export const maxMessageLength = 10_000
export const maxMentions = 50
/** Rate limit of one person. An edit counts like a message, because the earlier text is stored. */
export const perMinute = { name: 'messages', tries: 300, seconds: 60 }
export const maxTitleLength = 255
/** Bound of people in a group. */
export const maxMembers = 500
/** Bound of changes that one catch-up returns; a client that missed more loads the conversation again. */
export const maxChanges = 500
/** Bound up to which unread messages are counted. */
export const maxUnread = 999
export const searchPage = 50
/** Bound of colleagues in a list; a search finds the others. */
export const maxOffered = 500
/** Messages with files per page. */
export const filesPage = 50
/** Milliseconds for which the same notification of a conversation is not repeated. */
export const sameNoticeFor = 5_000
/** Interval and duration in minutes of repeated notifications of an urgent message. */
export const urgentEvery = 5
export const urgentFor = 30
/** Milliseconds for which a person counts as typing. */
export const typingFor = 4_000

/** Right that a custom role can be given: to read and handle reported messages. */
export const permissions = {
  MessageReport: { actions: ['read', 'update'], fields: {} },
} as const satisfies Permissions

/**
 * Members who are no guests read and write conversations in which they take part. No rank opens a private one, and no
 * administrator who acts as a participant; managers see reported messages and open the conversation with support.
 * Conversations are between people: no API key takes part.
 */
export const messagingRules: Rules = (allow, actor, forbid) => {
  const ours = { companyId: actor.companyId }
  if (actor.isKey) return forbid('manage', ['Conversation', 'SupportConversation', 'MessageReport'])
  if (actor.companyId === null || actor.isGuest || actor.isActing) return
  allow(['read', 'create'], 'Conversation', ours)
  if (actor.isCompanyManager) allow(['read', 'update'], 'MessageReport', ours)
  if (actor.isManager) allow('create', 'SupportConversation', ours)
}
