import { index, integer, pgTable, unique } from 'drizzle-orm/pg-core'
import { companies, members } from '../../companies/table.ts'
import type { Services } from '../../lib/context.ts'
import { created, moment } from '../../lib/db/columns.ts'
import { companyKey, ofCompany, sameCompany } from '../../lib/db/companyColumns.ts'
import { derive, sameSecret } from '../../lib/security/secrets.ts'

/** The address of a person's calendar. Its secret is derived from the row, so a new address is a new row. */
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

type Feed = { companyId: number; id: number }

const path = '/api/calendar/feed/'
/** The route of the address. */
export const feedRoute = `${path}:file`

/** The secret of an address is derived, because it must be shown again; a row that is gone takes it along. */
const fileOf = (serverKey: Buffer, { companyId, id }: Feed) =>
  `${companyId}.${id}.${derive(serverKey, 'calendar feed', companyId, id)}.ics`

export const feedAddress = ({ serverKey, address }: Services, feed: Feed): string =>
  address(`${path}${fileOf(serverKey, feed)}`)

/** Reads company and row from an address; null for one that was never issued. */
export function readFeedFile(serverKey: Buffer, file: string): Feed | null {
  const [companyId, id] = file.split('.', 2).map(Number)
  if (!isId(companyId) || !isId(id)) return null
  return sameSecret(file, fileOf(serverKey, { companyId, id })) ? { companyId, id } : null
}

const isId = (value: number | undefined): value is number =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) <= 2_147_483_647
