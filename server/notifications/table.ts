import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { sessions } from '../accounts/sessionTable.ts'
import { users } from '../accounts/table.ts'
import { companies } from '../companies/table.ts'
import type { SaidName } from '../lib/context.ts'
import { created, identity, moment } from '../lib/db/columns.ts'
import { ofCompany } from '../lib/db/companyColumns.ts'
import { appendOnly, isolated } from '../lib/db/isolation.ts'

/** Notifications. The role that serves companies reads a person's own ones only. Kept for 90 days. */
export const notices = pgTable(
  'notices',
  {
    id: uuid().primaryKey(),
    /** Null for notifications about an account. */
    companyId: integer().references(() => companies.id, { onDelete: 'cascade' }),
    /** The recipient; null where the facts name an address. */
    userId: integer().references(() => users.id, { onDelete: 'cascade' }),
    topic: text().notNull(),
    /** Facts that its topic needs to write it: ids, never secrets. */
    facts: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Names in the bell's sentence; null for mail only. */
    said: jsonb().$type<Record<string, SaidName>>(),
    href: text(),
    about: text(),
    isUrgent: boolean().notNull().default(false),
    /** Whose doing it is. */
    byId: integer().references(() => users.id, { onDelete: 'set null' }),
    readAt: moment(),
    /** When the mail goes out that has it among others. */
    digestAt: moment(),
    /** When browsers are told that were left in peace in quiet hours. */
    pushAt: moment(),
    createdAt: created(),
  },
  t => [
    index('notices_user_id_idx').on(t.userId, t.createdAt),
    index('notices_by_id_idx').on(t.byId),
    index('notices_company_id_idx').on(t.companyId),
    index('notices_created_at_idx').on(t.createdAt),
    index('notices_bell_idx').on(t.companyId, t.userId, t.createdAt).where(sql`${t.said} is not null`),
    index('notices_unread_idx').on(t.companyId, t.userId).where(sql`${t.said} is not null and ${t.readAt} is null`),
    index('notices_push_at_idx').on(t.pushAt).where(sql`${t.pushAt} is not null`),
    index('notices_digest_at_idx').on(t.digestAt).where(sql`${t.digestAt} is not null`),
  ],
)

/** Preferences of a person in a company. */
export const notificationPreferences = pgTable(
  'notice_preferences',
  {
    ...ofCompany(companies),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    mailed: text().array().notNull().default([]),
    /** Kinds that are not pushed. */
    unpushed: text().array().notNull().default([]),
    /** Whether the person has a subscribed browser here. */
    hasPush: boolean().notNull().default(false),
    silent: text().array().notNull().default([]),
    /** Their own quiet hours; without them the company's hold, unless they want none at all. */
    quietFrom: text(),
    quietTo: text(),
    isNeverQuiet: boolean().notNull().default(false),
    digestAt: text(),
  },
  t => [
    unique('notice_preferences_user_key').on(t.companyId, t.userId),
    index('notice_preferences_user_idx').on(t.userId),
  ],
)

/** Things and people that a person has muted. */
export const notificationMutes = pgTable(
  'notice_mutes',
  {
    ...ofCompany(companies),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    about: text(),
    personId: integer().references(() => users.id, { onDelete: 'cascade' }),
    /** Name of the thing at that time. */
    name: text(),
    /** Null: without an end. */
    until: moment(),
    createdAt: created(),
  },
  t => [
    unique('notice_mutes_what_key').on(t.companyId, t.userId, t.about, t.personId).nullsNotDistinct(),
    index('notice_mutes_user_idx').on(t.userId),
    index('notice_mutes_person_idx').on(t.personId),
    check('notice_mutes_one', sql`num_nonnulls(${t.about}, ${t.personId}) = 1`),
  ],
)

/** Push subscriptions of browsers. They go with their session. */
export const pushSubscriptions = pgTable('push_subscriptions', {
  id: identity(),
  sessionId: integer()
    .notNull()
    .unique('push_subscriptions_session_key')
    .references(() => sessions.id, { onDelete: 'cascade' }),
  /** One for each browser, independent of who is signed in. */
  endpoint: text().notNull().unique('push_subscriptions_endpoint_key'),
  /** Keys of the browser, for end-to-end encryption. */
  p256dh: text().notNull(),
  auth: text().notNull(),
  createdAt: created(),
})

const seenRecord = (kind: string, table: string) =>
  `when '${kind}' then exists (select from ${table} seen
     where seen.company_id = {table}.company_id and seen.id = split_part({table}.about, ' ', 2)::int)`

/**
 * Notifications are written by those who cause them, and read and marked as read by their person. Somebody who works in
 * a part of the company no longer reads of records that they do not see any more.
 */
export const notificationIsolation = [
  appendOnly(notices, 'readAt'),
  isolated(
    notices,
    `create policy own_read on {table} as restrictive for update to {app}
       using (user_id = nullif(current_setting('app.user_id', true), '')::int);
     create policy own on {table} as restrictive for select to {app}
       using (user_id is not distinct from coalesce(nullif(current_setting('app.user_id', true), '')::int, user_id));
     create policy reach on {table} as restrictive for select to {narrowed}
       using (case split_part(about, ' ', 1) ${seenRecord('task', 'tasks')} ${seenRecord('submission', 'submissions')}
         ${seenRecord('paper', 'papers')} else true end);`,
  ),
]
