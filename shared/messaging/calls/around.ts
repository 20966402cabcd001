import { z } from 'zod'
import { contract } from '../../lib/contract.ts'
import { ById, Flag, greatestWhole, Id, Time } from '../../lib/fields.ts'
import { maxMembers } from '../rules.ts'
import { AvailableUser, Notification, Preferences } from '../shapes.ts'

const read = ['read', 'Conversation'] as const
/** What people of a company whose plan has ended may still do: see what was said, leave, and ask for support. */
const goesOn = { access: read, afterPlanEnd: 'open' } as const

/** Notices, people, wishes and settings around conversations. */
export const aroundCalls = contract({
  unreadNotifications: {
    summary: 'List what is unread, by conversation',
    description:
      'The notification payload of each conversation with something unread, the newest first; with `within_ms`, of what was written in the last so many milliseconds.',
    method: 'GET',
    path: '/messaging/notifications/unread',
    access: read,
    input: z.object({ within_ms: z.int().min(0).max(greatestWhole).optional() }),
    returns: z.array(Notification),
  },
  markNotification: {
    summary: 'Note that a notification was read',
    description: 'By the id of its message: reads the conversation up to it.',
    method: 'POST',
    path: '/messaging/notifications/:id/mark-read',
    ...goesOn,
    input: ById,
    returns: z.object({ unread_count: z.int(), last_read_id: z.int() }),
  },
  unreadCount: {
    summary: 'Count the own unread messages',
    method: 'GET',
    path: '/messaging/messages/unread-count',
    access: read,
    input: z.object({}),
    returns: z.object({ unread_count: z.int() }),
  },
  available: {
    summary: 'List whom one can write to',
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
    summary: 'List whom one can write to in a company',
    problems: ['not_found'],
    method: 'GET',
    path: '/messaging/users/available/company',
    access: read,
    input: z.object({ company_id: Id }),
    returns: z.array(AvailableUser),
  },
  block: {
    summary: 'Block somebody, or no longer',
    description: 'Who is blocked cannot write to one privately, and is not told of aloud. Managers cannot be blocked.',
    problems: ['cannot_block'],
    method: 'POST',
    path: '/messaging/users/:id/block',
    ...goesOn,
    input: ById.extend({ is_on: Flag.default(true) }),
    returns: z.null(),
  },
  preferences: {
    summary: 'Read the own settings of messaging',
    method: 'GET',
    path: '/messaging/preferences',
    access: read,
    input: z.object({}),
    returns: Preferences,
  },
  setPreferences: {
    summary: 'Change the own settings of messaging',
    method: 'PUT',
    path: '/messaging/preferences',
    ...goesOn,
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
    summary: 'Read for how long messages are kept',
    method: 'GET',
    path: '/messaging/retention',
    access: read,
    input: z.object({}),
    returns: z.object({ days: z.int().nullable() }),
  },
  setRetention: {
    summary: 'Set for how long messages are kept',
    description: 'In days; null keeps them for ever. For managers.',
    method: 'PUT',
    path: '/messaging/retention',
    access: ['update', 'MessageReport'],
    input: z.object({ days: z.int().min(30).max(3650).nullable() }),
    returns: z.object({ days: z.int().nullable() }),
  },
  debugConfig: {
    summary: 'Read how realtime is set up',
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
    description: 'For admins. Nothing is stored, and nothing of the conversation is shown.',
    method: 'POST',
    path: '/messaging/test-broadcast/:id',
    access: ['manage', 'SupportLine'],
    input: ById,
    returns: z.object({ channel: z.string(), event: z.string() }),
  },
})
