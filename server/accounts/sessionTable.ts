import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { keyAccesses } from '#shared/accounts/rules.ts'
import { companies, memberships } from '../companies/table.ts'
import { bytes, created, identity, moment } from '../lib/db/columns.ts'
import { closed } from '../lib/db/isolation.ts'
import { ssoConnections } from './ssoTable.ts'
import { users } from './table.ts'

/**
 * A browser in which somebody signed in before, by the hash of its cookie. It has tries of its own, so that a stranger
 * who guesses cannot keep its owner out.
 */
export const knownDevices = pgTable(
  'known_devices',
  {
    id: identity(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: text().notNull(),
    createdAt: created(),
    lastSeenAt: created(),
  },
  t => [unique('known_devices_token_hash_key').on(t.userId, t.tokenHash)],
)

/** Accounts without e-mail: they belong to one company, where the user name is theirs alone. */
export const workerAccounts = pgTable(
  'worker_accounts',
  {
    userId: integer()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    userName: text().notNull(),
    createdAt: created(),
  },
  t => [
    uniqueIndex('worker_accounts_user_name_key').on(t.companyId, sql`lower(${t.userName})`),
    foreignKey({
      name: 'worker_accounts_membership_fk',
      columns: [t.companyId, t.userId],
      foreignColumns: [memberships.companyId, memberships.userId],
    }).onDelete('cascade'),
  ],
)

/** A worker's own phone: offered by a QR code, taken once with a PIN, ended by five wrong tries or by a manager. */
export const enrolments = pgTable(
  'enrolments',
  {
    id: identity(),
    userId: integer()
      .notNull()
      .references(() => workerAccounts.userId, { onDelete: 'cascade' }),
    offerHash: text().notNull().unique(),
    offerExpiresAt: moment().notNull(),
    offeredBy: integer().references(() => users.id, { onDelete: 'set null' }),
    /** Hash of the secret on the phone; without that secret the PIN opens nothing. */
    deviceHash: text().unique(),
    pinHash: text(),
    userAgent: text(),
    createdAt: created(),
    enrolledAt: moment(),
    lastUsedAt: moment(),
    endedAt: moment(),
  },
  t => [
    index('enrolments_user_id_idx').on(t.userId),
    index('enrolments_offered_by_idx').on(t.offeredBy),
    uniqueIndex('enrolments_offer_key').on(t.userId).where(sql`${t.enrolledAt} is null and ${t.endedAt} is null`),
  ],
)

/** A signed-in device. Tokens are stored as SHA-256 hashes only. */
export const sessions = pgTable(
  'sessions',
  {
    id: identity(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The company this session works in; another session of the same person may work in another. */
    companyId: integer().references(() => companies.id, { onDelete: 'set null' }),
    tokenHash: text().notNull().unique(),
    tokenExpiresAt: moment().notNull(),
    /** The token before the last refresh, good for another minute. */
    previousTokenHash: text().unique(),
    previousTokenExpiresAt: moment(),
    refreshableUntil: moment().notNull(),
    /** The password was asked for again, and this session's present token was the answer. */
    reauthenticatedAt: moment(),
    /** The admin who acts as this person, and the session that they return to; this one ends with it. */
    actingUserId: integer().references(() => users.id, { onDelete: 'cascade' }),
    actingSessionId: integer().references((): AnyPgColumn => sessions.id, { onDelete: 'cascade' }),
    knownDeviceId: integer().references(() => knownDevices.id, { onDelete: 'set null' }),
    enrolmentId: integer().references(() => enrolments.id, { onDelete: 'cascade' }),
    /** Set where the token is an API key. */
    keyAccess: text({ enum: keyAccesses }),
    /** The provider by which the session began. A company's opens that company alone. */
    ssoConnectionId: integer().references(() => ssoConnections.id, { onDelete: 'cascade' }),
    onlyCompanyId: integer().references(() => companies.id, { onDelete: 'cascade' }),
    /** The provider's own name of its session, by which it ends this one. */
    ssoSessionId: text(),
    /** The provider has asked for a second factor. */
    hasSecondFactor: boolean().notNull().default(false),
    ip: text(),
    userAgent: text(),
    createdAt: created(),
    lastSeenAt: created(),
  },
  t => [
    index('sessions_user_id_idx').on(t.userId),
    index('sessions_acting_session_id_idx').on(t.actingSessionId),
    index('sessions_acting_user_id_idx').on(t.actingUserId),
    index('sessions_known_device_id_idx').on(t.knownDeviceId),
    index('sessions_enrolment_id_idx').on(t.enrolmentId),
    index('sessions_company_id_idx').on(t.companyId),
    index('sessions_sso_connection_id_idx').on(t.ssoConnectionId),
    index('sessions_only_company_id_idx').on(t.onlyCompanyId),
    index('sessions_refreshable_until_idx').on(t.refreshableUntil),
  ],
)

/**
 * API keys, each an account of its own. A session of that account has the secret's hash, so it is found, renewed and
 * ended like any other token.
 */
export const apiKeys = pgTable(
  'api_keys',
  {
    userId: integer()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null for a key of the platform. */
    companyId: integer().references(() => companies.id, { onDelete: 'cascade' }),
    access: text({ enum: keyAccesses }).notNull(),
    hint: text().notNull(),
    madeBy: integer().references(() => users.id, { onDelete: 'set null' }),
    createdAt: created(),
    endsAt: moment(),
    lastUsedAt: moment(),
    lastIp: text(),
    /** By somebody, or at its end. */
    revokedAt: moment(),
  },
  t => [
    index('api_keys_company_id_idx').on(t.companyId),
    index('api_keys_made_by_idx').on(t.madeBy),
    index('api_keys_ends_at_idx').on(t.endsAt).where(sql`${t.revokedAt} is null`),
  ],
)

/** An authenticator of somebody: a secret that it shares, sealed by the platform's. */
export const twoFactors = pgTable('two_factors', {
  userId: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  sealed: bytes().notNull(),
  /** Null until a first code proved that the authenticator has it. */
  confirmedAt: moment(),
  /** The time step of the last code that was taken: none is good twice. */
  lastStep: integer().notNull().default(0),
  createdAt: created(),
})

/** Codes for somebody whose second factors are lost, each good once. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: identity(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    codeHash: text().notNull(),
    usedAt: moment(),
  },
  t => [unique('recovery_codes_code_hash_key').on(t.userId, t.codeHash)],
)

/** A password or a provider's answer that was right and waits for the second factor. */
export const loginChallenges = pgTable(
  'login_challenges',
  {
    id: identity(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: text().notNull().unique(),
    /** The provider by which it began, in place of a password. */
    ssoConnectionId: integer().references(() => ssoConnections.id, { onDelete: 'cascade' }),
    ssoSessionId: text(),
    expiresAt: moment().notNull(),
  },
  t => [
    index('login_challenges_sso_connection_id_idx').on(t.ssoConnectionId),
    index('login_challenges_user_id_idx').on(t.userId),
    index('login_challenges_expires_at_idx').on(t.expiresAt),
  ],
)

/** A person's key for what their devices keep while they are signed out, sealed by the platform's secret. */
export const deviceKeys = pgTable('device_keys', {
  userId: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  sealed: bytes().notNull(),
})

export const sessionIsolation = [closed(sessions), closed(apiKeys), closed(ssoConnections)]
