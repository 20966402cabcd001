/** Wire shapes of messaging, the same in responses and in events. */
import { z } from 'zod'
import { Id, Time, Uuid } from '../lib/fields.ts'
import { locales } from '../lib/language.ts'
import { conversationTypes, messageKinds } from './rules.ts'

/** Author. Null for administrators of the platform, whose names a company cannot read. */
const Sender = z.object({ id: Id, name: z.string(), avatar: z.string().nullable() }).meta({ id: 'Sender' })

const FileAttachment = z.object({
  type: z.enum(['image', 'document']),
  id: Id,
  uuid: Uuid,
  /** Below /storage/. */
  path: z.string(),
  name: z.string(),
  content_type: z.string(),
  size: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** A picture of a few pixels, as an address of data, to be shown until the picture is there. */
  placeholder: z.string().nullable(),
  /** A small picture of it, below /storage/. */
  preview_path: z.string().nullable(),
})
const SubmissionAttachment = z.object({ type: z.literal('form_submission'), form_submission_id: Id })
const SentTaskAttachment = z.object({ type: z.literal('task_sent'), task_sent_id: Id })

/** Files whole; submissions and tasks by their ids, so that each reader fetches what they may see of them. */
export const Attachment = z
  .discriminatedUnion('type', [FileAttachment, SubmissionAttachment, SentTaskAttachment])
  .meta({ id: 'MessageAttachment' })
export type Attachment = z.infer<typeof Attachment>

export const Read = z.object({ user_id: Id, read_at: Time })

export const Message = z
  .object({
    id: Id,
    uuid: Uuid,
    conversation_id: Id,
    kind: z.enum(messageKinds),
    sender: Sender.nullable(),
    sender_id: Id,
    /** Empty where only files came, and where the message was deleted. */
    message_text: z.string(),
    /** The writer's language. */
    locale: z.enum(locales),
    created_at: Time,
    edited_at: Time.nullable(),
    deleted_at: Time.nullable(),
    reply_to: z
      .object({ id: Id, sender: Sender.nullable(), message_text: z.string(), deleted_at: Time.nullable() })
      .nullable(),
    is_forwarded: z.boolean(),
    mentions: z.array(Id),
    reactions: z.array(z.object({ emoji: z.string(), user_ids: z.array(Id) })),
    attachments: z.array(Attachment),
    reads: z.array(Read),
    pinned_at: Time.nullable(),
    is_urgent: z.boolean(),
    acknowledgements: z.array(z.object({ user_id: Id, acknowledged_at: Time })),
    /** Counts what happens in the conversation; `changed_after` asks for what came after one. */
    change_id: z.int(),
  })
  .meta({ id: 'Message' })
export type Message = z.infer<typeof Message>

const Participant = z.object({
  id: Id,
  name: z.string(),
  avatar: z.string().nullable(),
  last_read_id: z.int(),
  joined_at: Time,
})

const LatestMessage = Message.pick({
  id: true,
  kind: true,
  sender: true,
  sender_id: true,
  message_text: true,
  created_at: true,
  deleted_at: true,
}).extend({
  attachment_count: z.int(),
  /** Person who joined or left, perhaps by somebody else. */
  about: Sender.nullable(),
})

export const Conversation = z
  .object({
    id: Id,
    company_id: Id,
    type: z.enum(conversationTypes),
    /** For groups only. */
    title: z.string().nullable(),
    picture_path: z.string().nullable(),
    users: z.array(Participant),
    member_count: z.int(),
    unread_count: z.int(),
    /** Up to which message the caller has read. */
    last_read_id: z.int(),
    latest_message: LatestMessage.nullable(),
    change_id: z.int(),
    is_muted: z.boolean(),
    is_pinned: z.boolean(),
    /** Draft of the caller, shared by their devices. */
    draft: z.string().nullable(),
    draft_at: Time.nullable(),
    created_by: Id,
    created_at: Time,
    /** When something was written last. */
    updated_at: Time,
    /** For support: the responsible administrator. */
    assigned_to: Id.nullable(),
    /** For support: the company that asks. */
    company_name: z.string().nullable(),
  })
  .meta({ id: 'Conversation' })
export type Conversation = z.infer<typeof Conversation>

/** The specification's notification payload. */
export const Notification = z
  .object({
    id: Id,
    conversation_id: Id,
    conversation_title: z.string().nullable(),
    created_at: Time,
    message_text: z.string(),
    attachment_count: z.int(),
    sender: Sender.nullable(),
    unread_count: z.int(),
    is_muted: z.boolean(),
    is_urgent: z.boolean(),
    is_mention: z.boolean(),
  })
  .meta({ id: 'MessageNotification' })
export type Notification = z.infer<typeof Notification>

export const AvailableUser = z
  .object({
    id: Id,
    name: z.string(),
    avatar: z.string().nullable(),
    online: z.boolean(),
    last_seen_at: Time.nullable(),
    is_blocked: z.boolean(),
  })
  .meta({ id: 'AvailableUser' })
export type AvailableUser = z.infer<typeof AvailableUser>

export const Preferences = z
  .object({
    hides_presence: z.boolean(),
    hides_typing: z.boolean(),
    has_sound: z.boolean(),
    /** Enter sends, or else Ctrl+Enter. */
    enter_sends: z.boolean(),
    do_not_disturb_until: Time.nullable(),
    /** Quiet hours in the person's time zone, `22:00`; only urgent notifications come during them. */
    quiet_from: z.string().nullable(),
    quiet_to: z.string().nullable(),
  })
  .meta({ id: 'MessagingPreferences' })
export type Preferences = z.infer<typeof Preferences>

// Events of messaging and their channels (specification, section 7).

/** Participants of one conversation. */
export const conversationChannel = (companyId: number, id: number) => `private-company.${companyId}.conversation.${id}`
export const conversationChannelPattern = /^private-company\.(\d+)\.conversation\.(\d+)$/
/** All members of a company: announces that a conversation exists, without its content. */
export const conversationsChannel = (companyId: number) => `private-company.${companyId}.conversations`
export const conversationsChannelPattern = /^private-company\.(\d+)\.conversations$/
/** Administrators of the platform, who share the inbox of support. */
export const supportChannel = 'private-support.inbox'
export const supportChannelPattern = /^private-support\.inbox$/

const InConversation = z.object({ conversation_id: Id, change_id: z.int() })
const ByUser = InConversation.extend({ user_id: Id, at: Time })

export const messagingEvents = {
  /** With the id alone on the company's channel, where participants fetch it; complete on a person's own channel. */
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
  /** To one person: a notification, with their own count. */
  NewMessageNotification: Notification,
  /** Test of an administrator, without content of the conversation. */
  'test-broadcast': z.object({ conversation_id: Id, at: Time }),
  /** To the other devices of a person: read, muted, pinned, hidden, or a changed draft. */
  'conversation.own': z.object({ id: Id }),
}
