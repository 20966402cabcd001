import { index, integer, pgTable, unique } from 'drizzle-orm/pg-core'
import { companies } from '../../companies/table.ts'
import { created, moment } from '../../lib/db/columns.ts'
import { companyKey, ofCompany, sameCompany } from '../../lib/db/companyColumns.ts'
import { members } from '../table.ts'

/** The address of somebody's calendar. Its secret is derived from the row (feedAddress.ts), so a new address is a new row. */
export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    ...ofCompany(companies),
    userId: integer().notNull(),
    createdAt: created(),
    readAt: moment(),
  },
  t => [
    companyKey('calendar_feeds', t),
    unique('calendar_feeds_user_key').on(t.companyId, t.userId),
    index('calendar_feeds_user_idx').on(t.userId),
    sameCompany('calendar_feeds_user_id_fk', t, t.userId, members),
  ],
)
