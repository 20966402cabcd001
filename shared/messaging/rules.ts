import type { Permissions } from '../lib/roles.ts'
import type { Rules } from '../lib/rules.ts'

export const conversationTypes = ['private', 'group', 'support'] as const
export type ConversationType = (typeof conversationTypes)[number]
/** What stands in a conversation: what people write, and who came, went or changed its title. */
export const messageKinds = ['message', 'joined', 'left', 'renamed'] as const
export type MessageKind = (typeof messageKinds)[number]
export const reactionEmojis = ['👍', '❤️', '😂', '😮', '😢', '🙏', '✅', '👀'] as const
export const reportReasons = ['abuse', 'harassment', 'private_content', 'other'] as const

/** The figures of messaging that browser and server share (specification, sections 5 and 9). */
export const messagesPerPage = 50
/** Letters of one message. */
export const longestMessage = 10_000
export const maxMentions = 50
/** Against somebody, or something, that writes without end. Changing counts like writing: the earlier text is kept. */
export const perMinute = { name: 'messages', tries: 300, seconds: 60 }
export const longestTitle = 255
/** People of one group. */
export const maxMembers = 500
/** What one catching-up brings at most; whoever missed more loads anew. */
export const maxChanges = 500
/** Up to here unread messages are counted one by one. */
export const maxUnread = 999
export const searchPage = 50
/** Colleagues who are offered at once; a search finds the others. */
export const maxOffered = 500
/** Messages with files that are listed at once. */
export const filesPage = 50
/** How long the same notice of a conversation is not told again, in milliseconds. */
export const sameNoticeFor = 5_000
/** How often an urgent message is told again, and for how long, in minutes. */
export const urgentEvery = 5
export const urgentFor = 30
/** How long a person counts as typing after they last did, in milliseconds. */
export const typingFor = 4_000

/** What a company's own role can be given of messages: to see what was reported, and to act on it. */
export const permissions = {
  MessageReport: { actions: ['read', 'update'], fields: {} },
} as const satisfies Permissions

/**
 * Whoever belongs to a company and is no guest writes and reads there; in which conversation decides who is in it, and never a rank: a
 * private one is nobody's but theirs, and not an admin's who acts as one of them. Managers see what was reported, and open the line to the support.
 */
export const messagingRules: Rules = (allow, actor) => {
  const ours = { companyId: actor.companyId }
  if (actor.companyId === null || actor.isGuest || actor.isActing) return
  allow(['read', 'create'], 'Conversation', ours)
  if (actor.isManager) {
    allow(['read', 'update'], 'MessageReport', ours)
    allow('create', 'SupportConversation', ours)
  }
}
