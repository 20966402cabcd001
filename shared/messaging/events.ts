/** The events of messaging and the channels that they come over (specification, section 7; api.md, Realtime). */
import { z } from 'zod'
import { Id, Time } from '../lib/fields.ts'
import { Conversation, Message, Notification } from './shapes.ts'

/** Participants of one conversation. */
export const conversationChannel = (companyId: number, id: number) => `private-company.${companyId}.conversation.${id}`
export const conversationChannelPattern = /^private-company\.(\d+)\.conversation\.(\d+)$/
/** Members of a company: that there is a conversation, and nothing of it. */
export const conversationsChannel = (companyId: number) => `private-company.${companyId}.conversations`
export const conversationsChannelPattern = /^private-company\.(\d+)\.conversations$/
/** The platform's admins, who share the inbox of the support line. */
export const supportChannel = 'private-support.inbox'
export const supportChannelPattern = /^private-support\.inbox$/

const InConversation = z.object({ conversation_id: Id, change_id: z.int() })
const ByUser = InConversation.extend({ user_id: Id, at: Time })

export const messagingEvents = {
  /** On the company's channel with the id alone: whoever is in it fetches it. On the person's own it is whole. */
  'conversation.created': z.union([Conversation, z.object({ id: Id })]),
  'conversation.updated': z.object({ id: Id }),
  'message.sent': Message,
  'message.updated': Message,
  'message.deleted': Message,
  'message.read': InConversation.extend({ message_id: Id, user_id: Id, read_at: Time }),
  'conversation-read': InConversation.extend({ last_read_id: Id, user_id: Id, read_at: Time }),
  'user.joined': ByUser,
  'user.left': ByUser,
  'user-left-conversation': ByUser,
  'new-message-notification': Notification.omit({ unread_count: true, is_muted: true, is_mention: true }),
  /** To one person: what they are told of, with their own count. */
  NewMessageNotification: Notification,
  /** What an admin sends to see whether it arrives; it says nothing of the conversation. */
  'test-broadcast': z.object({ conversation_id: Id, at: Time }),
  /** To one person's other devices: read, muted, pinned, hidden or a draft written on one of them. */
  'conversation.own': z.object({ id: Id }),
}
