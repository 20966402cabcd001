import { foreignKey, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { users } from '../../accounts/table.ts'
import { companies } from '../../companies/table.ts'
import { files } from '../../files/table.ts'
import { created, moment } from '../../lib/db/columns.ts'
import { companyKey, ofCompany, sameCompany } from '../../lib/db/companyColumns.ts'
import { seenWith } from '../../lib/db/isolation.ts'
import { sentTasks } from '../table.ts'

/** An external person who was asked to do an occurrence. The secret of the link is in `action_links`. */
export const helpers = pgTable(
  'helpers',
  {
    ...ofCompany(companies),
    sentTaskId: integer().notNull(),
    email: text().notNull(),
    languageId: integer().notNull(),
    message: text(),
    invitedBy: integer()
      .notNull()
      .references(() => users.id),
    createdAt: created(),
    expiresAt: moment().notNull(),
    revokedAt: moment(),
    deliveredAt: moment(),
    deliveryError: text(),
    doneAt: moment(),
  },
  t => [
    companyKey('helpers', t),
    index('helpers_sent_task_idx').on(t.companyId, t.sentTaskId),
    index('helpers_invited_by_idx').on(t.invitedBy),
    // Of years of helpers few links live: what is shared lists those.
    index('helpers_expires_idx').on(t.companyId, t.expiresAt),
    // An occurrence that is withdrawn takes along whom it was given to.
    foreignKey({
      name: 'helpers_sent_task_id_fk',
      columns: [t.companyId, t.sentTaskId],
      foreignColumns: [sentTasks.companyId, sentTasks.id],
    }).onDelete('cascade'),
  ],
)

/** A note or a photo of an external helper. */
export const helperNotes = pgTable(
  'helper_notes',
  {
    ...ofCompany(companies),
    helperId: integer().notNull(),
    text: text(),
    fileId: integer(),
    createdAt: created(),
  },
  t => [
    companyKey('helper_notes', t),
    index('helper_notes_helper_idx').on(t.companyId, t.helperId),
    index('helper_notes_file_idx').on(t.companyId, t.fileId),
    foreignKey({
      name: 'helper_notes_helper_id_fk',
      columns: [t.companyId, t.helperId],
      foreignColumns: [helpers.companyId, helpers.id],
    }).onDelete('cascade'),
    sameCompany('helper_notes_file_id_fk', t, t.fileId, files),
  ],
)

export const helperIsolation = [
  seenWith(helpers, [['sent_task_id', sentTasks]]),
  seenWith(helperNotes, [['helper_id', helpers]]),
]
