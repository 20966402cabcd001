import { date, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { groupPurposes, species } from '#shared/animals/rules.ts'
import { companies } from '../companies/table.ts'
import { editable, orderedText, searchText } from '../lib/db/columns.ts'
import {
  companyKey,
  filterIndex,
  markIndex,
  ofCompany,
  registerIndexes,
  sameCompany,
  searchIndex,
} from '../lib/db/companyColumns.ts'
import { statusColumns, statusRules } from '../lib/db/statusColumns.ts'
import { locations } from '../locations/table.ts'

export const animalGroups = pgTable(
  'animal_groups',
  {
    ...ofCompany(companies),
    name: orderedText().notNull(),
    purpose: text({ enum: groupPurposes }).notNull(),
    species: text({ enum: species }),
    locationId: integer(),
    /** The last day on which a product must not be sold. */
    withheldUntil: date({ mode: 'string' }),
    notes: text(),
    searchText: searchText('name'),
    ...statusColumns(),
    ...editable(),
  },
  t => [
    companyKey('animal_groups', t),
    ...registerIndexes('animal_groups', t),
    searchIndex('animal_groups', t),
    markIndex('animal_groups_name', t, t.name),
    ...statusRules('animal_groups', t),
    filterIndex('animal_groups_species', t, t.species),
    filterIndex('animal_groups_location', t, t.locationId),
    sameCompany('animal_groups_location_id_fk', t, t.locationId, locations),
  ],
)
