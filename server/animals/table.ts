import { isNotNull, sql } from 'drizzle-orm'
import { date, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { AnimalPhoto, Identifier } from '#shared/animals/contract.ts'
import {
  animalKinds,
  groupPurposes,
  healthStatuses,
  identifierSchemes,
  lifeStatuses,
  productionPurposes,
  sexes,
  species,
} from '#shared/animals/rules.ts'
import { users } from '../accounts/table.ts'
import { companies } from '../companies/table.ts'
import { tracked } from '../lib/changes/tracked.ts'
import { created, editable, moment, orderedText, searchText } from '../lib/db/columns.ts'
import {
  bareIdentifiersIndex,
  companyKey,
  filterIndex,
  gramsIndex,
  matchIndex,
  ofCompany,
  registerIndexes,
  sameCompany,
  searchIndex,
  textsIndexes,
} from '../lib/db/companyColumns.ts'
import { seenWith, withinReach } from '../lib/db/isolation.ts'
import { locations } from '../locations/table.ts'
import { statusColumns, statusRules } from '../subjects/statusTable.ts'

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
    matchIndex('animal_groups_name', t, t.name),
    ...statusRules('animal_groups', t),
    filterIndex('animal_groups_species', t, t.species),
    filterIndex('animal_groups_location', t, t.locationId),
    sameCompany('animal_groups_location_id_fk', t, t.locationId, locations),
  ],
)

export type StoredPhoto = AnimalPhoto & { id: number }

export const animals = pgTable(
  'animals',
  {
    ...ofCompany(companies),
    kind: text({ enum: animalKinds }).notNull().default('individual'),
    name: orderedText().notNull(),
    identifier: orderedText(),
    identifierScheme: text({ enum: identifierSchemes }).notNull().default('ear_tag'),
    otherIdentifiers: jsonb().$type<Identifier[]>().notNull().default([]),
    species: text({ enum: species }).notNull(),
    sex: text({ enum: sexes }).notNull(),
    breed: text(),
    birthDate: date({ mode: 'string' }),
    motherId: integer(),
    fatherId: integer(),
    healthStatus: text({ enum: healthStatuses }),
    productionPurpose: text({ enum: productionPurposes }),
    // These four are derived from the history (`animals/status.ts`) and stored because lists filter by them.
    animalGroupId: integer(),
    locationId: integer(),
    lifeStatus: text({ enum: lifeStatuses }).notNull().default('alive'),
    /** For batches; a single animal is one head. */
    headCount: integer(),
    /** The last day on which a product must not be sold. */
    withheldUntil: date({ mode: 'string' }),
    /** Where a dead or departed animal was last: it stays in the reach of who works there. */
    leftLocationId: integer(),
    leftGroupId: integer(),
    notes: text(),
    /** Its files, the first for the cards (`photos.ts`). */
    photos: jsonb().$type<StoredPhoto[]>().notNull().default([]),
    searchText: searchText('name', 'identifier', `jsonb_path_query_array(other_identifiers, '$[*].value')::text`),
    ...statusColumns(),
    ...editable(),
  },
  t => [
    companyKey('animals', t),
    ...registerIndexes('animals', t),
    searchIndex('animals', t),
    gramsIndex('animals', t),
    ...textsIndexes('animals', t),
    bareIdentifiersIndex('animals', t),
    filterIndex('animals_last_checked', t, t.lastCheckedAt),
    matchIndex('animals_name', t, t.name),
    matchIndex('animals_identifier', t, t.identifier),
    ...statusRules('animals', t),
    filterIndex('animals_species', t, t.species),
    index('animals_breed_idx').on(t.companyId, t.breed),
    filterIndex('animals_group', t, t.animalGroupId),
    filterIndex('animals_location', t, t.locationId),
    filterIndex('animals_life_status', t, t.lifeStatus),
    filterIndex('animals_health_status', t, t.healthStatus),
    index('animals_photos_idx').using('gin', t.photos.op('jsonb_path_ops')),
    index('animals_left_location_idx').on(t.companyId, t.leftLocationId).where(isNotNull(t.leftLocationId)),
    index('animals_left_group_idx').on(t.companyId, t.leftGroupId).where(isNotNull(t.leftGroupId)),
    index('animals_mother_idx').on(t.companyId, t.motherId),
    index('animals_father_idx').on(t.companyId, t.fatherId),
    sameCompany('animals_mother_id_fk', t, t.motherId, t),
    sameCompany('animals_father_id_fk', t, t.fatherId, t),
    sameCompany('animals_animal_group_id_fk', t, t.animalGroupId, animalGroups),
    sameCompany('animals_location_id_fk', t, t.locationId, locations),
  ],
)

/**
 * Identifiers of animals that are not archived, unique in a company and scheme without regard to capitals. A trigger on
 * `animals` maintains it.
 */
export const animalIdentifiers = pgTable(
  'animal_identifiers',
  {
    ...ofCompany(companies),
    animalId: integer().notNull(),
    scheme: text({ enum: identifierSchemes }).notNull(),
    value: text().notNull(),
  },
  t => [
    uniqueIndex('animal_identifiers_identifier_key').on(t.companyId, t.scheme, sql`lower(${t.value})`),
    index('animal_identifiers_animal_idx').on(t.companyId, t.animalId),
    sameCompany('animal_identifiers_animal_id_fk', t, t.animalId, animals).onDelete('cascade'),
  ],
)

/**
 * Where an animal was, from when tend knew it: what people could see of it at a moment. Triggers write it when place or
 * group change; its history by days is `animal_events`.
 */
export const animalPlaces = pgTable(
  'animal_places',
  {
    ...ofCompany(companies),
    animalId: integer().notNull(),
    since: moment().notNull(),
    /** Of one subject, as records keep it. */
    places: text().array().notNull(),
  },
  t => [
    index('animal_places_animal_idx').on(t.companyId, t.animalId, t.since, t.id),
    sameCompany('animal_places_animal_id_fk', t, t.animalId, animals).onDelete('cascade'),
  ],
)

/** That one row was a second one of the same animal, and what of it went to the first: by that it can be undone. */
export const animalMerges = pgTable(
  'animal_merges',
  {
    ...ofCompany(companies),
    animalId: integer().notNull(),
    duplicateId: integer().notNull(),
    moved: jsonb().$type<MovedRows[]>().notNull(),
    userId: integer().references(() => users.id),
    createdAt: created(),
    undoneAt: moment(),
  },
  t => [
    index('animal_merges_animal_idx').on(t.companyId, t.animalId),
    index('animal_merges_duplicate_idx').on(t.companyId, t.duplicateId),
    index('animal_merges_user_id_idx').on(t.userId),
    sameCompany('animal_merges_animal_id_fk', t, t.animalId, animals).onDelete('cascade'),
    sameCompany('animal_merges_duplicate_id_fk', t, t.duplicateId, animals).onDelete('cascade'),
  ],
)
export type MovedRows = { table: string; column: string; ids: number[] }

export const animalIsolation = [
  withinReach(
    animals,
    'location_id = any({locations}) or animal_group_id = any({groups}) ' +
      'or left_location_id = any({locations}) or left_group_id = any({groups})',
  ),
  tracked(animals, ['locationId', 'animalGroupId', 'leftLocationId', 'leftGroupId', 'species']),
  ...[animalIdentifiers, animalPlaces, animalMerges].map(table => seenWith(table, [['animal_id', animals]])),
]

export const groupIsolation = [
  withinReach(animalGroups, 'location_id = any({locations}) or id = any({groups})'),
  tracked(animalGroups, ['locationId', 'species']),
]
