import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { companies } from '../companies/table.ts'
import { bytes, created, identity, moment } from '../lib/db/columns.ts'
import { users } from './table.ts'

/** Providers of single sign-on: one of the platform, and one of each company. */
export const ssoConnections = pgTable(
  'sso_connections',
  {
    id: identity(),
    /** Null for the platform's. */
    companyId: integer().references(() => companies.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    issuer: text().notNull(),
    clientId: text().notNull(),
    /** The client's secret, encrypted by the key of the settings page. */
    secret: bytes(),
    joinClaim: text(),
    joinValue: text(),
    defaultRoleId: integer().notNull(),
    roleClaim: text(),
    roleValues: jsonb().$type<{ value: string; role_id: number }[]>().notNull(),
    acrValues: text().array().notNull(),
    endsThere: boolean().notNull().default(false),
    /** Its address may be private; set by administrators of the platform. */
    isPrivate: boolean().notNull().default(false),
    passwordOffAt: moment(),
    /** Who may still sign in by password. Switching off is in force only as long as this person can. */
    breakGlassUserId: integer().references(() => users.id, { onDelete: 'set null' }),
    createdAt: created(),
    updatedAt: created(),
  },
  t => [
    // The platform is one of them, and has one provider too.
    unique('sso_connections_company_id_key').on(t.companyId).nullsNotDistinct(),
    index('sso_connections_break_glass_user_id_idx').on(t.breakGlassUserId),
  ],
)

/** Domains of addresses that a company's provider may speak for, once an administrator has confirmed them. */
export const ssoDomains = pgTable(
  'sso_domains',
  {
    id: identity(),
    connectionId: integer()
      .notNull()
      .references(() => ssoConnections.id, { onDelete: 'cascade' }),
    domain: text().notNull(),
    createdAt: created(),
    confirmedAt: moment(),
    confirmedBy: integer().references(() => users.id, { onDelete: 'set null' }),
  },
  t => [
    unique('sso_domains_connection_id_key').on(t.connectionId, t.domain),
    uniqueIndex('sso_domains_domain_key').on(t.domain).where(sql`${t.confirmedAt} is not null`),
    index('sso_domains_confirmed_by_idx').on(t.confirmedBy),
  ],
)

/** Which account signs in by which subject of a provider. */
export const ssoLinks = pgTable(
  'sso_links',
  {
    id: identity(),
    connectionId: integer()
      .notNull()
      .references(() => ssoConnections.id, { onDelete: 'cascade' }),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Kept beside the connection: after its issuer was changed, the subjects of the one before open nothing. */
    issuer: text().notNull(),
    subject: text().notNull(),
    /** As the provider said it at the first sign-in; it is shown, and nobody is found by it. */
    email: text(),
    /** The provider's claim made this person an administrator, and its absence ends it. */
    isAdminByClaim: boolean().notNull().default(false),
    createdAt: created(),
    lastUsedAt: moment(),
  },
  t => [
    unique('sso_links_subject_key').on(t.connectionId, t.issuer, t.subject),
    index('sso_links_user_id_idx').on(t.userId),
  ],
)

/** What a provider said of somebody, until they have given the password of their account once. */
export type PendingLink = {
  issuer: string
  subject: string
  email: string
  sid: string | null
  /** Those by which they join and get their role. */
  claims: Record<string, unknown>
}

/**
 * Short-lived proofs, each good once: a sign-in that is under way, one that waits for a password, and logout tokens
 * that were taken. What leaves this tend is a secret, of which the hash is here.
 */
export const ssoProofs = pgTable(
  'sso_proofs',
  {
    id: identity(),
    connectionId: integer()
      .notNull()
      .references(() => ssoConnections.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['sign_in', 'link', 'logout'] }).notNull(),
    tokenHash: text().notNull(),
    /** The browser that began it, by the hash of its cookie. */
    browserHash: text(),
    userId: integer().references(() => users.id, { onDelete: 'cascade' }),
    /** The session that is renewed, where it is no new sign-in. */
    sessionId: integer(),
    link: jsonb().$type<PendingLink>(),
    expiresAt: moment().notNull(),
  },
  t => [
    unique('sso_proofs_token_hash_key').on(t.connectionId, t.kind, t.tokenHash),
    index('sso_proofs_user_id_idx').on(t.userId),
    index('sso_proofs_expires_at_idx').on(t.expiresAt),
  ],
)
