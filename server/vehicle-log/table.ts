import { sql } from 'drizzle-orm'
import { check, date, doublePrecision, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { cleaningWorks, logKinds } from '#shared/vehicle-log/rules.ts'
import { users } from '../accounts/table.ts'
import { companies, members } from '../companies/table.ts'
import { tracked } from '../lib/changes/tracked.ts'
import { editable } from '../lib/db/columns.ts'
import { archivedIndex, companyKey, ofCompany, sameCompany } from '../lib/db/companyColumns.ts'
import { seenWith } from '../lib/db/isolation.ts'
import { locations } from '../locations/table.ts'
import { tasks } from '../tasks/table.ts'
import { vehicles } from '../vehicles/table.ts'

export const maintenancePlans = pgTable(
  'maintenance_plans',
  {
    ...ofCompany(companies),
    vehicleId: integer().notNull(),
    name: text().notNull(),
    everyKilometres: integer(),
    everyHours: integer(),
    everyMonths: integer(),
    /** Start of the first interval. */
    sinceDay: date({ mode: 'string' }).notNull(),
    sinceKilometres: integer(),
    sinceHours: doublePrecision(),
    /** Worked out from the log: the first day on which one of the intervals is over, and what the meters show then. */
    dueOn: date({ mode: 'string' }),
    dueKilometres: integer(),
    dueHours: doublePrecision(),
    responsibleId: integer(),
    /** The open task; null after it was done. */
    taskId: integer(),
    ...editable(),
  },
  t => [
    companyKey('maintenance_plans', t),
    index('maintenance_plans_vehicle_idx').on(t.companyId, t.vehicleId, t.id),
    index('maintenance_plans_task_idx').on(t.companyId, t.taskId),
    index('maintenance_plans_responsible_idx').on(t.companyId, t.responsibleId),
    // Those that are due and have no task, of all companies.
    index('maintenance_plans_due_idx').on(t.dueOn).where(sql`archived_at is null and task_id is null`),
    sameCompany('maintenance_plans_vehicle_id_fk', t, t.vehicleId, vehicles).onDelete('cascade'),
    sameCompany('maintenance_plans_responsible_id_fk', t, t.responsibleId, members),
    sameCompany('maintenance_plans_task_id_fk', t, t.taskId, tasks),
    check('maintenance_plans_interval', sql`num_nonnulls(${t.everyKilometres}, ${t.everyHours}, ${t.everyMonths}) > 0`),
  ],
)

export const vehicleEntries = pgTable(
  'vehicle_entries',
  {
    ...ofCompany(companies),
    /** Made by the device that it was written on: the same again is the same entry. */
    uuid: uuid().notNull(),
    vehicleId: integer().notNull(),
    kind: text({ enum: logKinds }).notNull(),
    day: date({ mode: 'string' }).notNull(),
    until: date({ mode: 'string' }),
    kilometres: integer(),
    hours: doublePrecision(),
    reason: text(),
    driverId: integer(),
    work: text({ enum: cleaningWorks }),
    product: text(),
    locationId: integer(),
    place: text(),
    maintenancePlanId: integer(),
    /** The task with which the work was done. */
    taskId: integer(),
    note: text(),
    userId: integer().references(() => users.id),
    ...editable(),
  },
  t => [
    companyKey('vehicle_entries', t),
    unique('vehicle_entries_uuid_key').on(t.companyId, t.uuid),
    index('vehicle_entries_vehicle_idx').on(t.companyId, t.vehicleId, t.day, t.id),
    index('vehicle_entries_kind_idx').on(t.companyId, t.vehicleId, t.kind, t.day),
    index('vehicle_entries_day_idx').on(t.companyId, t.day, t.id),
    index('vehicle_entries_driver_idx').on(t.companyId, t.driverId),
    index('vehicle_entries_location_idx').on(t.companyId, t.locationId),
    index('vehicle_entries_plan_idx').on(t.companyId, t.maintenancePlanId, t.day),
    index('vehicle_entries_task_idx').on(t.companyId, t.taskId),
    index('vehicle_entries_user_id_idx').on(t.userId),
    archivedIndex('vehicle_entries', t),
    sameCompany('vehicle_entries_vehicle_id_fk', t, t.vehicleId, vehicles).onDelete('cascade'),
    sameCompany('vehicle_entries_driver_id_fk', t, t.driverId, members),
    sameCompany('vehicle_entries_location_id_fk', t, t.locationId, locations),
    sameCompany('vehicle_entries_maintenance_plan_id_fk', t, t.maintenancePlanId, maintenancePlans),
    sameCompany('vehicle_entries_task_id_fk', t, t.taskId, tasks),
  ],
)

export const vehicleLogIsolation = [
  seenWith(maintenancePlans, [['vehicle_id', vehicles]]),
  seenWith(vehicleEntries, [['vehicle_id', vehicles]]),
  tracked(vehicleEntries, ['vehicleId', 'userId']),
]
