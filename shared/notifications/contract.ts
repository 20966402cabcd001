/** Notifications: the bell, its page, and the preferences of each person. */
import { z } from 'zod'
import { contract, page } from '../lib/contract.ts'
import { ById, ClockTime, Flag, Id, NamedRow, Time } from '../lib/fields.ts'
import { Paging } from '../lib/paging.ts'
import { maxMuted, notificationKinds } from './rules.ts'

/** One sentence, in the language that was asked for, with the way to what it is about. */
const Kind = z.enum(notificationKinds).meta({ id: 'NoticeKind' })

export const Notification = z
  .object({
    id: z.uuid(),
    kind: Kind,
    /** Names in it are isolated for their direction. */
    text: z.string(),
    href: z.string(),
    /** Record of the notification; notifications of one record are grouped. */
    about: z.string(),
    is_urgent: z.boolean(),
    /** Whose doing it is, where that is somebody else of the company. */
    by: NamedRow.nullable(),
    created_at: Time,
    read_at: Time.nullable(),
  })
  .meta({ id: 'Notice' })
export type Notification = z.infer<typeof Notification>

export const NotificationPreferences = z
  .object({
    /** Kinds of which this person wants mails. */
    mailed: z.array(Kind).max(notificationKinds.length),
    /** Kinds that do not come to the bell. */
    silent: z.array(Kind).max(notificationKinds.length),
    /** Kinds that do not come to browsers that hear of notifications while they are closed. */
    unpushed: z.array(Kind).max(notificationKinds.length),
    /** Things of which this person wants to hear nothing, now; those that are sent are muted for good. */
    muted: z.array(z.string().max(100)).max(maxMuted),
    /** Quiet hours in the person's time zone; only urgent notifications come during them. */
    quiet_from: ClockTime.nullable(),
    quiet_to: ClockTime.nullable(),
    /** No quiet hours at all; without own ones, those of the company hold. */
    is_never_quiet: Flag,
    /** Mails come together once a day at this time instead of each by itself. */
    digest_at: ClockTime.nullable(),
  })
  .meta({ id: 'NoticePreferences' })
export type NotificationPreferences = z.infer<typeof NotificationPreferences>

/** Muted record or person, for a while. Urgent notifications of a person still come. */
export const Mute = z
  .object({
    id: Id,
    about: z.string().nullable(),
    user_id: Id.nullable(),
    /** Name of the record or person. */
    name: z.string(),
    /** Null: for good. */
    until: Time.nullable(),
    created_at: Time,
  })
  .meta({ id: 'Mute' })
export type Mute = z.infer<typeof Mute>

const access = ['read', 'Notice'] as const

/** One call under two methods: a browser renews its subscription (PUT), and other clients create one (POST). */
const subscribing = {
  summary: 'Subscribe this browser to push notifications',
  description: 'Ends with the session. Only notifications of its company are sent.',
  problems: ['not_while_acting'],
  path: '/notification/push',
  access,
  isolation: 'platform',
  afterPlanEnd: 'open',
  input: z.object({
    endpoint: z.string().max(1000),
    keys: z.object({ p256dh: z.string().max(200), auth: z.string().max(100) }),
  }),
  returns: z.object({ is_on: z.boolean() }),
} as const

export const notices = contract({
  list: {
    summary: 'List the own notifications',
    method: 'GET',
    path: '/notification',
    access,
    input: Paging.pick({ page: true, per_page: true }).extend({
      unread: z.stringbool().optional(),
      kind: Kind.optional(),
    }),
    returns: page(Notification),
  },
  read: {
    summary: 'Mark own notifications as read',
    description: 'The named ones, or all.',
    method: 'POST',
    path: '/notification/read',
    access,
    afterPlanEnd: 'open',
    input: z.object({ ids: z.array(z.uuid()).max(100).optional(), all: Flag.optional() }),
    returns: z.object({ unread_count: z.int() }),
  },
  unreadCount: {
    summary: 'Count the own unread notifications',
    method: 'GET',
    path: '/notification/unread-count',
    access,
    input: z.object({}),
    returns: z.object({ unread_count: z.int() }),
  },
  preferences: {
    summary: 'Read the own notification preferences',
    method: 'GET',
    path: '/notification/preferences',
    access,
    input: z.object({}),
    returns: NotificationPreferences,
  },
  setPreferences: {
    summary: 'Change the own notification preferences',
    method: 'PUT',
    path: '/notification/preferences',
    access,
    afterPlanEnd: 'open',
    input: NotificationPreferences.partial(),
    returns: NotificationPreferences,
  },
  mutes: {
    summary: 'List the own mutes',
    method: 'GET',
    path: '/notification/mute',
    access,
    input: z.object({}),
    returns: z.array(Mute).max(maxMuted),
  },
  mute: {
    summary: 'Mute a record or a person',
    description: "Named by one of the caller's notifications. An existing mute gets the new end.",
    method: 'POST',
    path: '/notification/mute',
    problems: ['not_found'],
    access,
    afterPlanEnd: 'open',
    input: z.object({ notice_id: z.uuid(), what: z.enum(['thing', 'person']), until: Time.nullish() }),
    returns: z.array(Mute).max(maxMuted),
  },
  unmute: {
    summary: 'End a mute',
    method: 'DELETE',
    path: '/notification/mute/:id',
    problems: ['not_found'],
    access,
    afterPlanEnd: 'open',
    input: ById,
    returns: z.null(),
  },
  push: {
    summary: 'Read whether this browser gets push notifications',
    description: 'With the public key of this tend (VAPID, RFC 8292), by which a browser subscribes.',
    method: 'GET',
    path: '/notification/push',
    access,
    isolation: 'platform',
    input: z.object({}),
    returns: z.object({ public_key: z.string(), is_on: z.boolean() }),
  },
  subscribe: { ...subscribing, method: 'PUT' },
  subscribeByPost: { ...subscribing, description: 'As `PUT`.', method: 'POST', status: 201 },
  unsubscribe: {
    summary: 'Unsubscribe this browser from push notifications',
    method: 'DELETE',
    path: '/notification/push',
    access,
    isolation: 'platform',
    afterPlanEnd: 'open',
    input: z.object({}),
    returns: z.null(),
  },
  test: {
    summary: 'Send a test notification to the caller',
    method: 'POST',
    path: '/notification/test',
    access,
    afterPlanEnd: 'open',
    input: z.object({}),
    returns: z.null(),
  },
})

/** Sent to the recipient. */
export const notificationEvents = { 'notice.created': z.object({ id: z.uuid(), is_urgent: z.boolean() }) }
