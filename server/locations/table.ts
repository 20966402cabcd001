import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { locationTypes } from '#shared/locations/locationTypes.ts'
import { companies, memberships } from '../companies/table.ts'
import { editable, orderedText, searchText } from '../lib/db/columns.ts'
import { companyKey, ofCompany, registerIndexes, sameCompany, searchIndex } from '../lib/db/companyColumns.ts'
import { statusColumns, statusRules } from '../lib/db/statusColumns.ts'

const members = { companyId: memberships.companyId, id: memberships.userId }

export const locations = pgTable(
  'locations',
  {
    ...ofCompany(companies),
    name: orderedText().notNull(),
    type: text({ enum: locationTypes }).notNull(),
    parentId: integer(),
    /** Whoever looks after it, and after what is a part of it that has nobody of its own. Ended memberships stay. */
    responsibleId: integer(),
    notes: text(),
    searchText: searchText('name'),
    ...statusColumns(),
    ...editable(),
  },
  t => [
    companyKey('locations', t),
    ...registerIndexes('locations', t),
    searchIndex('locations', t),
    ...statusRules('locations', t),
    index('locations_type_idx').on(t.companyId, t.type),
    index('locations_parent_idx').on(t.companyId, t.parentId),
    sameCompany('locations_parent_id_fk', t, t.parentId, t),
    index('locations_responsible_idx').on(t.companyId, t.responsibleId),
    sameCompany('locations_responsible_id_fk', t, t.responsibleId, members),
  ],
)
