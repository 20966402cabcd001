import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import {
  type DeliveredType,
  deliveryFailures,
  deliveryStates,
  pauseReasons,
  type WebhookEvent,
} from '#shared/webhooks/rules.ts'
import { companies, members } from '../companies/table.ts'
import { bytes, created, moment } from '../lib/db/columns.ts'
import { companyKey, ofCompany, sameCompany } from '../lib/db/companyColumns.ts'

/** Where a company has events sent, as one of its API keys reads them. */
export const webhooks = pgTable(
  'webhooks',
  {
    ...ofCompany(companies),
    /** The account of the key. */
    keyId: integer().notNull(),
    name: text().notNull(),
    url: text().notNull(),
    events: text().array().$type<WebhookEvent[]>().notNull(),
    /** The secret of its signatures, sealed by the platform's; and the one before, until its time is over. */
    sealed: bytes().notNull(),
    previousSealed: bytes(),
    previousUntil: moment(),
    createdAt: created(),
    pausedAt: moment(),
    pausedBecause: text({ enum: pauseReasons }),
    /** Failures in a row, since when, and until when it is left alone. */
    failures: integer().notNull().default(0),
    failingSince: moment(),
    restsUntil: moment(),
  },
  t => [
    companyKey('webhooks', t),
    index('webhooks_key_id_idx').on(t.companyId, t.keyId),
    sameCompany('webhooks_key_id_fk', t, t.keyId, members).onDelete('cascade'),
  ],
)

/**
 * An event for one webhook, written in the transaction of the event. The table is both queue and log, kept for 30 days.
 */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    ...ofCompany(companies),
    webhookId: integer().notNull(),
    /** By which a receiver knows an event that it has had. */
    messageId: uuid().notNull().defaultRandom(),
    type: text().$type<DeliveredType>().notNull(),
    /** The row that it is about; null for a test. */
    rowId: integer(),
    createdAt: created(),
    state: text({ enum: deliveryStates }).notNull().default('waiting'),
    tries: integer().notNull().default(0),
    /** The next try, or while one is under way the moment at which it counts as lost. */
    dueAt: moment(),
    /** No try begins after it. */
    endsAt: moment().notNull(),
    /** What was sent, and the key's rights at that time: with other rights it is made again. */
    body: text(),
    rights: text(),
    sentAt: moment(),
    status: integer(),
    failure: text({ enum: deliveryFailures }),
    answer: text(),
  },
  t => [
    index('webhook_deliveries_due_idx').on(t.webhookId, t.dueAt, t.id).where(sql`${t.dueAt} is not null`),
    // Found without passing over all that waits for a receiver that rests.
    index('webhook_deliveries_tests_idx')
      .on(t.webhookId, t.dueAt, t.id)
      .where(sql`${t.type} = 'webhook.test' and ${t.dueAt} is not null`),
    index('webhook_deliveries_ends_at_idx').on(t.endsAt).where(sql`${t.dueAt} is not null`),
    index('webhook_deliveries_log_idx').on(t.companyId, t.webhookId, t.id),
    index('webhook_deliveries_state_idx').on(t.companyId, t.webhookId, t.state, t.id),
    index('webhook_deliveries_created_at_idx').on(t.createdAt),
    sameCompany('webhook_deliveries_webhook_id_fk', t, t.webhookId, webhooks).onDelete('cascade'),
  ],
)
