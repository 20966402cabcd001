import { sql } from 'drizzle-orm'
import { check, doublePrecision, jsonb, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { vehicleTypes } from '#shared/vehicles/rules.ts'
import { companies } from '../companies/table.ts'
import { tracked } from '../lib/changes/tracked.ts'
import { editable, orderedText, searchText } from '../lib/db/columns.ts'
import {
  companyKey,
  filterIndex,
  matchIndex,
  ofCompany,
  registerIndexes,
  searchIndex,
} from '../lib/db/companyColumns.ts'
import { withinReach } from '../lib/db/isolation.ts'
import { statusColumns, statusRules } from '../subjects/statusTable.ts'

export const vehicles = pgTable(
  'vehicles',
  {
    ...ofCompany(companies),
    name: orderedText().notNull(),
    type: text({ enum: vehicleTypes }).notNull(),
    plate: orderedText(),
    floorArea: doublePrecision(),
    vin: text(),
    make: text(),
    model: text(),
    modelYear: smallint(),
    /** In metres, from below. */
    decks: jsonb().$type<{ length: number; width: number; height?: number | null | undefined }[]>(),
    notes: text(),
    searchText: searchText('name', 'plate'),
    ...statusColumns(),
    ...editable(),
  },
  t => [
    companyKey('vehicles', t),
    ...registerIndexes('vehicles', t),
    searchIndex('vehicles', t),
    matchIndex('vehicles_name', t, t.name),
    matchIndex('vehicles_plate', t, t.plate),
    ...statusRules('vehicles', t),
    filterIndex('vehicles_type', t, t.type),
    // AB 12-345 and ab12345 are the same plate.
    uniqueIndex('vehicles_plate_key')
      .on(t.companyId, sql`translate(lower(${t.plate}), ' -', '')`)
      .where(sql`archived_at is null`),
    check('vehicles_floor_area', sql`${t.floorArea} > 0`),
  ],
)

export const vehicleIsolation = [withinReach(vehicles, 'id = any({vehicles})'), tracked(vehicles, ['type'])]
