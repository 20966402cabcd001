import { sql } from 'drizzle-orm'
import { check, doublePrecision, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { locationTypes } from '#shared/locations/rules.ts'
import { companies, members } from '../companies/table.ts'
import { tracked } from '../lib/changes/tracked.ts'
import { editable, orderedText, searchText } from '../lib/db/columns.ts'
import {
  companyKey,
  filterIndex,
  matchIndex,
  ofCompany,
  registerIndexes,
  sameCompany,
  searchIndex,
} from '../lib/db/companyColumns.ts'
import { withinReach } from '../lib/db/isolation.ts'
import { statusColumns, statusRules } from '../subjects/statusTable.ts'

export const locations = pgTable(
  'locations',
  {
    ...ofCompany(companies),
    name: orderedText().notNull(),
    type: text({ enum: locationTypes }).notNull(),
    parentId: integer(),
    /** The person responsible for it, and for parts without one of their own. Ended memberships stay. */
    responsibleId: integer(),
    /** Further responsible people; tasks by place go to each of them. */
    alsoResponsibleIds: integer().array().notNull().default(sql`'{}'`),
    /** Capacity for animals, and their floor area in square metres, both including parts. */
    capacityHeads: integer(),
    floorArea: doublePrecision(),
    address: text(),
    officialNumbers: jsonb().$type<{ scheme: string; number: string }[]>(),
    /** One point, or three and more around it. */
    outline: jsonb().$type<{ latitude: number; longitude: number }[]>(),
    notes: text(),
    searchText: searchText('name'),
    ...statusColumns(),
    ...editable(),
  },
  t => [
    companyKey('locations', t),
    ...registerIndexes('locations', t),
    searchIndex('locations', t),
    matchIndex('locations_name', t, t.name),
    ...statusRules('locations', t),
    filterIndex('locations_type', t, t.type),
    filterIndex('locations_parent', t, t.parentId),
    // Where `lookedAfter` begins.
    index('locations_looked_after_idx')
      .on(t.companyId, t.id)
      .where(sql`responsible_id is not null or also_responsible_ids <> '{}'`),
    sameCompany('locations_parent_id_fk', t, t.parentId, t),
    index('locations_responsible_idx').on(t.companyId, t.responsibleId),
    sameCompany('locations_responsible_id_fk', t, t.responsibleId, members),
    check('locations_room', sql`${t.capacityHeads} > 0 and ${t.floorArea} > 0`),
  ],
)

/** The picture of a company's farm that lies below its locations on maps, with the degrees at its edges. */
export const mapPictures = pgTable(
  'map_pictures',
  {
    ...ofCompany(companies),
    file: jsonb().$type<{ id: number; uuid: string; path: string }>().notNull(),
    description: text().notNull(),
    north: doublePrecision().notNull(),
    south: doublePrecision().notNull(),
    east: doublePrecision().notNull(),
    west: doublePrecision().notNull(),
  },
  t => [
    companyKey('map_pictures', t),
    unique('map_pictures_one_key').on(t.companyId),
    check('map_pictures_edges', sql`${t.north} > ${t.south} and ${t.east} > ${t.west}`),
  ],
)

/** A location below one of the reach is in it, also in the request that adds it. */
export const locationIsolation = [
  withinReach(locations, 'id = any({locations}) or parent_id = any({locations})'),
  tracked(locations, ['parentId', 'type']),
]
