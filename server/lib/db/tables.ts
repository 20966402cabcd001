/** The kernel's own tables; features have theirs in `<feature>/table.ts`. */

import { sql } from 'drizzle-orm'
import {
  bigint,
  foreignKey,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { bytes, created, identity, moment } from './columns.ts'
import { isolated } from './isolation.ts'

/** Secrets that all nodes share, made at the first start. */
export const platformSecrets = pgTable('platform_secrets', {
  name: text().primaryKey(),
  value: bytes().notNull(),
})

/** Settings of the health page by the names of the environment's, and the account and certificate of ACME. */
export const platformSettings = pgTable('platform_settings', {
  name: text().primaryKey(),
  value: text(),
  /** A secret, encrypted by a key that is not in the database. */
  sealed: bytes(),
  changedAt: created(),
})

/**
 * Answers of creating POSTs by the client's key, so that a repeated request creates nothing. Kept 30 days. A key is of
 * a person in the company in which they work at that moment, or in none: in another it is another key.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    companyId: integer(),
    userId: integer().notNull(),
    key: uuid().notNull(),
    requestHash: text().notNull(),
    status: integer(),
    /** The answer, which may carry a link or another secret. */
    sealed: bytes(),
    createdAt: created(),
  },
  t => [
    unique('idempotency_keys_company_key').on(t.companyId, t.userId, t.key).nullsNotDistinct(),
    index('idempotency_keys_created_at_idx').on(t.createdAt),
  ],
)

/**
 * How often something was tried lately (server/lib/security/limits.ts); the shape is the one that rate-limiter-flexible
 * wants.
 */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: varchar({ length: 255 }).primaryKey(),
    points: integer().notNull().default(0),
    /** Milliseconds since 1970. */
    expire: bigint({ mode: 'number' }),
  },
  t => [index('rate_limits_expire_idx').on(t.expire)],
)

/*
 * The tables of realtime on several nodes are UNLOGGED: their content is of the moment, and nodes write it again after
 * a crash of the database.
 */

/** The living nodes. One that does not renew its lease, by the database's clock, is dead. */
export const realtimeNodes = pgTable('realtime_nodes', {
  id: uuid().primaryKey(),
  expiresAt: moment().notNull(),
  /** Which tend it runs, and since when. */
  version: text(),
  startedAt: moment().default(sql`clock_timestamp()`),
})

/** Who is present in which channel, by which socket of which node. */
export const realtimeMembers = pgTable(
  'realtime_members',
  {
    channel: text().notNull(),
    socketId: text().notNull(),
    nodeId: uuid().notNull(),
    userId: text().notNull(),
    userInfo: json().notNull(),
    /** the order of arrival */
    number: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  },
  t => [
    primaryKey({ columns: [t.channel, t.socketId] }),
    index('realtime_members_node_id_idx').on(t.nodeId, t.channel),
    // A node that was taken for dead must not leave members behind that nobody would ever remove.
    foreignKey({ name: 'realtime_members_node_id_fk', columns: [t.nodeId], foreignColumns: [realtimeNodes.id] }),
  ],
)

/** Payloads that are too long for a notification, kept for some minutes. */
export const realtimePayloads = pgTable('realtime_payloads', {
  id: uuid().primaryKey(),
  body: text().notNull(),
  createdAt: moment().notNull().default(sql`clock_timestamp()`),
})

/** Backups that were made or failed, the last 400. Without an error it is one. */
export const backupRuns = pgTable('backup_runs', {
  id: identity(),
  /** The folder. */
  target: text().notNull(),
  startedAt: moment().notNull(),
  endedAt: created(),
  /** Of the snapshot. */
  name: text(),
  rows: bigint({ mode: 'number' }),
  files: integer(),
  bytes: bigint({ mode: 'number' }),
  /** Files that the database names and the store did not have. */
  missing: integer(),
  error: text(),
  /** When a drill restored it, how that ended, and what was wrong. */
  drilledAt: moment(),
  proof: text({ enum: ['proved', 'failed', 'no_right', 'no_room', 'no_key'] }),
  proofError: text(),
})

/** A repeated request is the same for one person only. Payloads are written by all and read by nodes. */
export const kernelIsolation = [
  isolated(
    idempotencyKeys,
    `create policy own on {table} as restrictive to {app}
       using (user_id = coalesce(nullif(current_setting('app.user_id', true), '')::int, user_id));`,
  ),
  isolated(
    realtimePayloads,
    `grant insert on {table} to {app};
     create policy tenant on {table} for insert to {app} with check (true);`,
  ),
]
