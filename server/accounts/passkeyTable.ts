import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bytes, created, identity, moment } from '../lib/db/columns.ts'
import { users } from './table.ts'

/** Public keys of people's passkeys. The private ones never leave their devices. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: identity(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** As the device names it, base64url. */
    credentialId: text().notNull().unique('passkeys_credential_id_key'),
    publicKey: bytes().notNull(),
    /** How often the device has signed; 0 for devices that do not count. */
    counter: bigint({ mode: 'number' }).notNull(),
    /** How the device is reached, as the browser said: a hint for the next time. */
    transports: text().array().notNull(),
    createdAt: created(),
    lastUsedAt: moment(),
  },
  t => [index('passkeys_user_id_idx').on(t.userId)],
)

/** Challenges that were answered, until they would be over anyway: none is good twice. */
export const answeredChallenges = pgTable(
  'answered_challenges',
  { challengeHash: text().primaryKey(), expiresAt: moment().notNull() },
  t => [index('answered_challenges_expires_at_idx').on(t.expiresAt)],
)
