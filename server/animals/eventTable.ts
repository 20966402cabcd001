import { sql } from 'drizzle-orm'
import { check, date, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { EventDetails } from '#shared/animal-events/details.ts'
import { eventStates, eventTypes, withheldProducts, withholdCauses } from '#shared/animal-events/rules.ts'
import { users } from '../accounts/table.ts'
import { companies } from '../companies/table.ts'
import { tracked } from '../lib/changes/tracked.ts'
import { created, editable } from '../lib/db/columns.ts'
import { archivedIndex, companyKey, ofCompany, sameCompany } from '../lib/db/companyColumns.ts'
import { seenWith } from '../lib/db/isolation.ts'
import { locations } from '../locations/table.ts'
import { animalGroups, animals } from './table.ts'

/** Nobody for what was so before there was a history. */
const author = () => integer().references(() => users.id)

export const animalEvents = pgTable(
  'animal_events',
  {
    ...ofCompany(companies),
    animalId: integer(),
    animalGroupId: integer(),
    /** As the details say it: by which lists narrow. */
    type: text({ enum: eventTypes }).notNull(),
    state: text({ enum: eventStates }).notNull(),
    day: date({ mode: 'string' }).notNull(),
    locationId: integer(),
    joinedGroupId: integer(),
    headCount: integer(),
    details: jsonb().$type<EventDetails>().notNull(),
    note: text(),
    userId: author(),
    ...editable(),
  },
  t => [
    companyKey('animal_events', t),
    index('animal_events_animal_idx').on(t.companyId, t.animalId, t.day, t.id),
    index('animal_events_group_idx').on(t.companyId, t.animalGroupId, t.day, t.id),
    index('animal_events_location_idx').on(t.companyId, t.locationId),
    index('animal_events_joined_group_idx').on(t.companyId, t.joinedGroupId),
    index('animal_events_medicine_idx')
      .on(t.companyId, t.id)
      .where(sql`${t.type} in ('treatment', 'vaccination') and ${t.archivedAt} is null`),
    index('animal_events_user_id_idx').on(t.userId),
    archivedIndex('animal_events', t),
    sameCompany('animal_events_animal_id_fk', t, t.animalId, animals),
    sameCompany('animal_events_animal_group_id_fk', t, t.animalGroupId, animalGroups),
    sameCompany('animal_events_location_id_fk', t, t.locationId, locations),
    sameCompany('animal_events_joined_group_id_fk', t, t.joinedGroupId, animalGroups),
    check('animal_events_one', sql`num_nonnulls(${t.animalId}, ${t.animalGroupId}) = 1`),
  ],
)

export const withholds = pgTable(
  'withholds',
  {
    ...ofCompany(companies),
    animalId: integer(),
    animalGroupId: integer(),
    cause: text({ enum: withholdCauses }).notNull(),
    product: text({ enum: withheldProducts }).notNull(),
    /** The first and the last day of it. */
    since: date({ mode: 'string' }).notNull(),
    until: date({ mode: 'string' }).notNull(),
    /** The first day on which it held no more, where somebody ended it before its last. */
    endedOn: date({ mode: 'string' }),
    note: text(),
    animalEventId: integer(),
    userId: author(),
    createdAt: created(),
  },
  t => [
    companyKey('withholds', t),
    index('withholds_animal_idx').on(t.companyId, t.animalId, t.until),
    index('withholds_group_idx').on(t.companyId, t.animalGroupId, t.until),
    index('withholds_until_idx').on(t.companyId, t.until),
    index('withholds_event_idx').on(t.companyId, t.animalEventId),
    index('withholds_user_id_idx').on(t.userId),
    sameCompany('withholds_animal_id_fk', t, t.animalId, animals).onDelete('cascade'),
    sameCompany('withholds_animal_group_id_fk', t, t.animalGroupId, animalGroups).onDelete('cascade'),
    sameCompany('withholds_animal_event_id_fk', t, t.animalEventId, animalEvents).onDelete('cascade'),
    check('withholds_one', sql`num_nonnulls(${t.animalId}, ${t.animalGroupId}) = 1`),
  ],
)

export const eventIsolation = [
  ...[animalEvents, withholds].map(table =>
    seenWith(table, [
      ['animal_id', animals],
      ['animal_group_id', animalGroups],
    ]),
  ),
  tracked(animalEvents, ['animalId', 'animalGroupId', 'userId']),
]
