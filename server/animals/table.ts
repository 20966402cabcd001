import { sql } from 'drizzle-orm'
import { date, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { animalKinds, lifeStatuses } from '#shared/animals/animalWords.ts'
import { sexes, species } from '#shared/animals/species.ts'
import { animalGroups } from '../animal-groups/table.ts'
import { companies } from '../companies/table.ts'
import { editable, orderedText, searchText } from '../lib/db/columns.ts'
import { companyKey, ofCompany, registerIndexes, sameCompany, searchIndex } from '../lib/db/companyColumns.ts'
import { statusColumns, statusRules } from '../lib/db/statusColumns.ts'
import { locations } from '../locations/table.ts'

export const animals = pgTable(
  'animals',
  {
    ...ofCompany(companies),
    kind: text({ enum: animalKinds }).notNull().default('individual'),
    name: orderedText().notNull(),
    identifier: orderedText(),
    species: text({ enum: species }).notNull(),
    sex: text({ enum: sexes }).notNull(),
    birthDate: date({ mode: 'string' }),
    // These four follow from the history (`animal-events/standing.ts`) and stand here because lists filter by them.
    animalGroupId: integer(),
    locationId: integer(),
    lifeStatus: text({ enum: lifeStatuses }).notNull().default('alive'),
    /** Of a batch; one animal is one head. */
    headCount: integer(),
    notes: text(),
    searchText: searchText('name', 'identifier'),
    ...statusColumns(),
    ...editable(),
  },
  t => [
    companyKey('animals', t),
    ...registerIndexes('animals', t),
    searchIndex('animals', t),
    ...statusRules('animals', t),
    index('animals_species_idx').on(t.companyId, t.species),
    index('animals_group_idx').on(t.companyId, t.animalGroupId),
    index('animals_location_idx').on(t.companyId, t.locationId),
    index('animals_life_status_idx').on(t.companyId, t.lifeStatus),
    uniqueIndex('animals_identifier_key').on(t.companyId, sql`lower(${t.identifier})`).where(sql`archived_at is null`),
    sameCompany('animals_animal_group_id_fk', t, t.animalGroupId, animalGroups),
    sameCompany('animals_location_id_fk', t, t.locationId, locations),
  ],
)
