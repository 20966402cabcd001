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
  summary: 'Let this browser hear of notices while it is closed',
  description:
    'With what its subscription says. It belongs to the session, and ends with it; only notices of the company in which the session works are sent there, encrypted for that browser (RFC 8291).',
  problems: ['not_while_acting'],
  path: '/notification/push',
  access,
  wall: 'platform',
  afterPlanEnd: 'open',
  input: z.object({
    endpoint: z.string().max(1000),
    keys: z.object({ p256dh: z.string().max(200), auth: z.string().max(100) }),
  }),
  returns: z.object({ is_on: z.boolean() }),
} as const

export const notices = contract({
  list: {
    summary: 'List the own notices',
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
    summary: 'Mark own notices as read',
    description: 'Those that are named, or all.',
    method: 'POST',
    path: '/notification/read',
    access,
    afterPlanEnd: 'open',
    input: z.object({ ids: z.array(z.uuid()).max(100).optional(), all: Flag.optional() }),
    returns: z.object({ unread_count: z.int() }),
  },
  unreadCount: {
    summary: 'Count the own unread notices',
    method: 'GET',
    path: '/notification/unread-count',
    access,
    input: z.object({}),
    returns: z.object({ unread_count: z.int() }),
  },
  preferences: {
    summary: 'Read how one wants to hear of what',
    method: 'GET',
    path: '/notification/preferences',
    access,
    input: z.object({}),
    returns: NotificationPreferences,
  },
  setPreferences: {
    summary: 'Choose how one wants to hear of what',
    description: 'Fields that are not sent stay as they are.',
    method: 'PUT',
    path: '/notification/preferences',
    access,
    afterPlanEnd: 'open',
    input: NotificationPreferences.partial(),
    returns: NotificationPreferences,
  },
  mutes: {
    summary: 'List what one wants to hear nothing of',
    description: 'Things and people, the latest first; those whose time is over are gone.',
    method: 'GET',
    path: '/notification/mute',
    access,
    input: z.object({}),
    returns: z.array(Mute).max(maxMuted),
  },
  mute: {
    summary: 'Hear nothing of a thing or a person for a while',
    description: 'As a notice of one’s own names them. What is muted already goes on until the new end.',
    method: 'POST',
    path: '/notification/mute',
    problems: ['not_found'],
    access,
    afterPlanEnd: 'open',
    input: z.object({ notice_id: z.uuid(), what: z.enum(['thing', 'person']), until: Time.nullish() }),
    returns: z.array(Mute).max(maxMuted),
  },
  unmute: {
    summary: 'Hear of it again',
    method: 'DELETE',
    path: '/notification/mute/:id',
    problems: ['not_found'],
    access,
    afterPlanEnd: 'open',
    input: ById,
    returns: z.null(),
  },
  push: {
    summary: 'Say whether this browser hears of notices while it is closed',
    description: 'With the public key of this tend (VAPID, RFC 8292), by which a browser subscribes.',
    method: 'GET',
    path: '/notification/push',
    access,
    wall: 'platform',
    input: z.object({}),
    returns: z.object({ public_key: z.string(), is_on: z.boolean() }),
  },
  subscribe: { ...subscribing, method: 'PUT' },
  subscribeByPost: { ...subscribing, description: 'As `PUT`.', method: 'POST', status: 201 },
  unsubscribe: {
    summary: 'Let this browser hear nothing while it is closed',
    method: 'DELETE',
    path: '/notification/push',
    access,
    wall: 'platform',
    afterPlanEnd: 'open',
    input: z.object({}),
    returns: z.null(),
  },
  test: {
    summary: 'Send oneself a notice, to see whether it comes',
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
