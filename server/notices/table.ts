import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { sessions } from '../accounts/sessionTable.ts'
import { users } from '../accounts/table.ts'
import { companies } from '../companies/table.ts'
import { created, identity, moment } from '../lib/db/columns.ts'
import { ofCompany } from '../lib/db/companyColumns.ts'
import type { SaidName } from '../lib/delivery/topic.ts'

/** What people were told of. Who serves a company reads a person's own only (wall.sql). Kept 90 days. */
export const notices = pgTable(
  'notices',
  {
    id: uuid().primaryKey(),
    /** None for what is about somebody's account. */
    companyId: integer().references(() => companies.id, { onDelete: 'cascade' }),
    /** Whom it is for; nobody where the facts name an address. */
    userId: integer().references(() => users.id, { onDelete: 'cascade' }),
    topic: text().notNull(),
    /** What its topic needs to know to write it: ids, never secrets. */
    facts: jsonb().$type<Record<string, unknown>>().notNull(),
    /** The names in the sentence that the bell says; none for what comes by mail alone, or is not to stand in the bell. */
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

/** How a person wants to hear of what happens in a company. */
export const noticePreferences = pgTable(
  'notice_preferences',
  {
    ...ofCompany(companies),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    mailed: text().array().notNull().default([]),
    /** Kinds that do not come to their browsers while those are closed. */
    unpushed: text().array().notNull().default([]),
    /** A browser of theirs wants to hear here; without one nothing is sent on its way. */
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

/** Of what a person wants to hear nothing for a while: a thing, or another person. */
export const noticeMutes = pgTable(
  'notice_mutes',
  {
    ...ofCompany(companies),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    about: text(),
    personId: integer().references(() => users.id, { onDelete: 'cascade' }),
    /** What the thing was called then. */
    name: text(),
    /** None: for good. */
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

/** Where a signed-in browser hears of notices while it is closed. It goes with its session. */
export const pushSubscriptions = pgTable('push_subscriptions', {
  id: identity(),
  sessionId: integer()
    .notNull()
    .unique('push_subscriptions_session_key')
    .references(() => sessions.id, { onDelete: 'cascade' }),
  /** A browser has one, whoever is signed in there. */
  endpoint: text().notNull().unique('push_subscriptions_endpoint_key'),
  /** The browser's keys, by which nobody else reads what is carried there. */
  p256dh: text().notNull(),
  auth: text().notNull(),
  createdAt: created(),
})
