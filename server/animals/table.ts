import { sql } from 'drizzle-orm'
import { date, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { sexes, species } from '#shared/animals/species.ts'
import { animalGroups } from '../animal-groups/table.ts'
import { companies } from '../companies/table.ts'
import { editable, orderedText, searchText } from '../lib/db/columns.ts'
import { companyKey, ofCompany, registerIndexes, sameCompany, searchIndex } from '../lib/db/companyColumns.ts'
import { statusColumns, statusRules } from '../lib/db/statusColumns.ts'

export const animals = pgTable(
  'animals',
  {
    ...ofCompany(companies),
    name: orderedText().notNull(),
    identifier: orderedText(),
    species: text({ enum: species }).notNull(),
    sex: text({ enum: sexes }).notNull(),
    birthDate: date({ mode: 'string' }),
    animalGroupId: integer(),
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
    uniqueIndex('animals_identifier_key').on(t.companyId, sql`lower(${t.identifier})`).where(sql`archived_at is null`),
    sameCompany('animals_animal_group_id_fk', t, t.animalGroupId, animalGroups),
  ],
)
