import { z } from 'zod'
import { contract, page } from '../lib/contract.ts'
import { ById, Flag, greatestWhole, Id, NamedRow, Time } from '../lib/fields.ts'
import { Paging } from '../lib/paging.ts'
import { conversationCalls, openAfterPlanEnd, read, write } from './conversations.ts'
import { maxMembers, maxMessageLength, perMinute, reactionEmojis, reportReasons } from './rules.ts'
import { AvailableUser, Message, Notification, Preferences, Read } from './shapes.ts'

const Text = z.string().trim().max(maxMessageLength)

const Report = z
  .object({
    id: Id,
    message: Message,
    /** Messages before and after it. */
    neighbours: z.array(Message),
    reported_by: NamedRow.nullable(),
    reason: z.enum(reportReasons),
    comment: z.string().nullable(),
    created_at: Time,
    handled_at: Time.nullable(),
  })
  .meta({ id: 'MessageReport' })

/** Calls about one message: changes, readers, reports. */
const messageCalls = contract({
  edit: {
    summary: 'Change the text of an own message',
    failure: 'edit message',
    description: 'Earlier texts are kept.',
    problems: ['message_deleted', 'blocked', 'too_many_requests'],
    method: 'PUT',
    path: '/messaging/messages/:id',
    access: write,
    counted: perMinute,
    input: ById.extend({ message_text: Text }),
    returns: Message,
  },
  removeMessage: {
    summary: 'Delete a message for all',
    failure: 'delete message',
    description: 'For its author, and for managers who take part in the conversation. A tombstone stays.',
    method: 'DELETE',
    path: '/messaging/messages/:id',
    ...openAfterPlanEnd,
    input: ById,
    returns: z.null(),
  },
  readMessage: {
    summary: 'Mark a message as read',
    failure: 'mark message as read',
    description: 'Marks all earlier messages as well.',
    method: 'POST',
    path: '/messaging/messages/:id/read',
    ...openAfterPlanEnd,
    input: ById,
    returns: z.object({ unread_count: z.int(), last_read_id: z.int() }),
  },
  versions: {
    summary: 'Read the earlier texts of a message',
    failure: 'load message history',
    method: 'GET',
    path: '/messaging/messages/:id/versions',
    access: read,
    input: ById,
    returns: z.array(z.object({ message_text: z.string(), replaced_at: Time })),
  },
  reads: {
    summary: 'Read who has read a message, and when',
    failure: 'load readers',
    method: 'GET',
    path: '/messaging/messages/:id/reads',
    access: read,
    input: ById,
    returns: z.array(Read),
  },
  react: {
    summary: 'React to a message',
    failure: 'react to message',
    description: 'With one of a few emoji; `is_on` false removes it.',
    problems: ['message_deleted', 'blocked'],
    method: 'POST',
    path: '/messaging/messages/:id/reaction',
    access: write,
    input: ById.extend({ emoji: z.enum(reactionEmojis), is_on: Flag.default(true) }),
    returns: Message,
  },
  pin: {
    summary: 'Pin a message for everybody in the conversation',
    failure: 'pin message',
    problems: ['message_deleted', 'blocked'],
    method: 'POST',
    path: '/messaging/messages/:id/pin',
    access: write,
    input: ById.extend({ is_on: Flag.default(true) }),
    returns: Message,
  },
  acknowledge: {
    summary: 'Acknowledge an urgent message',
    failure: 'acknowledge message',
    problems: ['message_deleted'],
    method: 'POST',
    path: '/messaging/messages/:id/acknowledge',
    ...openAfterPlanEnd,
    input: ById,
    returns: Message,
  },
  report: {
    summary: 'Report a message to the managers',
    failure: 'report message',
    method: 'POST',
    path: '/messaging/messages/:id/report',
    ...openAfterPlanEnd,
    input: ById.extend({ reason: z.enum(reportReasons), comment: z.string().trim().max(1000).optional() }),
    returns: z.null(),
  },
  reports: {
    summary: 'List reported messages',
    failure: 'load reports',
    description: 'With the message and its neighbours; for managers.',
    method: 'GET',
    path: '/messaging/reports',
    access: ['read', 'MessageReport'],
    input: Paging.omit({ archived: true, search: true }).extend({ is_open: Flag.optional() }),
    returns: page(Report),
  },
  handleReport: {
    summary: 'Close a report',
    failure: 'close report',
    description: 'With `remove_message` the message is deleted for all.',
    method: 'POST',
    path: '/messaging/reports/:id/handle',
    access: ['update', 'MessageReport'],
    input: ById.extend({ remove_message: Flag.optional() }),
    returns: z.null(),
  },
})

/** Notifications, people, preferences and settings of messaging. */
const aroundCalls = contract({
  unreadNotifications: {
    summary: 'List unread messages by conversation',
    failure: 'load unread notifications',
    description: 'Of each conversation with something unread, the newest first; `within_ms`: of the last milliseconds.',
    method: 'GET',
    path: '/messaging/notifications/unread',
    access: read,
    input: z.object({ within_ms: z.int().min(0).max(greatestWhole).optional() }),
    returns: z.array(Notification),
  },
  markNotification: {
    summary: 'Mark a notification as read',
    failure: 'mark notification as read',
    description: 'By the id of its message: reads the conversation up to it.',
    method: 'POST',
    path: '/messaging/notifications/:id/mark-read',
    ...openAfterPlanEnd,
    input: ById,
    returns: z.object({ unread_count: z.int(), last_read_id: z.int() }),
  },
  unreadCount: {
    summary: 'Count the own unread messages',
    failure: 'load unread count',
    method: 'GET',
    path: '/messaging/messages/unread-count',
    access: read,
    input: z.object({}),
    returns: z.object({ unread_count: z.int() }),
  },
  available: {
    summary: 'List the people to whom the caller can write',
    failure: 'load available users',
    method: 'GET',
    path: '/messaging/users/available',
    access: read,
    input: z.object({
      exclude: z.array(Id).max(maxMembers).optional(),
      search: z.string().trim().max(200).optional(),
    }),
    returns: z.array(AvailableUser),
  },
  availableInCompany: {
    summary: 'List the people of a company to whom the caller can write',
    failure: 'load available users',
    problems: ['not_found'],
    method: 'GET',
    path: '/messaging/users/available/company',
    access: read,
    input: z.object({ company_id: Id }),
    returns: z.array(AvailableUser),
  },
  block: {
    summary: 'Block or unblock a person',
    failure: 'block user',
    description: 'They cannot write privately to the caller, nor cause a push. Managers cannot be blocked.',
    problems: ['cannot_block'],
    method: 'POST',
    path: '/messaging/users/:id/block',
    ...openAfterPlanEnd,
    input: ById.extend({ is_on: Flag.default(true) }),
    returns: z.null(),
  },
  preferences: {
    summary: 'Read the own settings of messaging',
    failure: 'load messaging settings',
    method: 'GET',
    path: '/messaging/preferences',
    access: read,
    input: z.object({}),
    returns: Preferences,
  },
  setPreferences: {
    summary: 'Change the own settings of messaging',
    failure: 'update messaging settings',
    method: 'PUT',
    path: '/messaging/preferences',
    ...openAfterPlanEnd,
    input: Preferences.partial().extend({
      do_not_disturb_until: Time.nullish(),
      quiet_from: z
        .string()
        .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
        .nullish(),
      quiet_to: z
        .string()
        .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
        .nullish(),
    }),
    returns: Preferences,
  },
  retention: {
    summary: 'Read the retention of messages',
    failure: 'load message retention',
    method: 'GET',
    path: '/messaging/retention',
    access: read,
    input: z.object({}),
    returns: z.object({ days: z.int().nullable() }),
  },
  setRetention: {
    summary: 'Set the retention of messages',
    failure: 'update message retention',
    description: 'In days; null keeps them for ever. For managers.',
    method: 'PUT',
    path: '/messaging/retention',
    access: ['update', 'MessageReport'],
    input: z.object({ days: z.int().min(30).max(3650).nullable() }),
    returns: z.object({ days: z.int().nullable() }),
  },
  debugConfig: {
    summary: 'Read how realtime is set up',
    failure: 'load debug configuration',
    description: 'For admins.',
    method: 'GET',
    path: '/messaging/debug-config',
    access: ['manage', 'SupportLine'],
    input: z.object({}),
    returns: z.object({
      key: z.string(),
      cluster: z.string(),
      activity_timeout: z.int(),
      sockets: z.int(),
      channels: z.int(),
    }),
  },
  testBroadcast: {
    summary: 'Send a test over a conversation’s channel',
    failure: 'send test broadcast',
    description: 'For admins.',
    method: 'POST',
    path: '/messaging/test-broadcast/:id',
    access: ['manage', 'SupportLine'],
    input: ById,
    returns: z.object({ channel: z.string(), event: z.string() }),
  },
})

export const messaging = contract({ ...conversationCalls, ...messageCalls, ...aroundCalls })
