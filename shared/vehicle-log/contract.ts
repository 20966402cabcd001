/**
 * The log of a vehicle: readings of its meters, drivers, cleaning and maintenance, in one dated list. Repeated
 * maintenance is a plan, whose due dates follow from the log.
 */
import { z } from 'zod'
import { bookFormats } from '../documents/rules.ts'
import { contract, file, page } from '../lib/contract.ts'
import { ById, Day, EditedFields, Id, LongText, Name, Revision, Uuid } from '../lib/fields.ts'
import { Incremental, Paging } from '../lib/paging.ts'
import { cleaningWorks, logKinds } from './rules.ts'

const Kilometres = z.int().min(0).max(9_999_999).meta({ id: 'Kilometres' })
const Hours = z.number().min(0).max(999_999).meta({ id: 'Hours' })
const LogKind = z.enum(logKinds).meta({ id: 'LogKind' })
const CleaningWork = z.enum(cleaningWorks).meta({ id: 'CleaningWork' })

const Said = z.object({
  kind: LogKind,
  day: Day,
  /** The last day of who drives; none while they still do. */
  until: Day.nullish(),
  /** Readings of the meters; entries of every kind may have them. */
  kilometres: Kilometres.nullish(),
  hours: Hours.nullish(),
  /** Why a meter shows less than before. */
  reason: Name.nullish(),
  driver_id: Id.nullish(),
  work: CleaningWork.nullish(),
  product: Name.nullish(),
  location_id: Id.nullish(),
  /** Location outside the company. */
  place: Name.nullish(),
  maintenance_plan_id: Id.nullish(),
  note: LongText.nullish(),
})

const EntryDraft = Said.extend({
  uuid: Uuid,
  vehicle_id: Id,
  /** Revision of the corrected entry. */
  revision: Revision.optional(),
  is_struck_out: z.boolean().optional(),
}).meta({ id: 'VehicleEntryDraft' })

export const VehicleEntry = Said.required()
  .extend(EditedFields.shape)
  .extend({
    uuid: Uuid,
    company_id: Id,
    vehicle_id: Id,
    driver_name: z.string().nullable(),
    location_name: z.string().nullable(),
    plan_name: z.string().nullable(),
    user_id: Id.nullable(),
    user_name: z.string().nullable(),
  })
  .meta({ id: 'VehicleEntry' })
export type VehicleEntry = z.infer<typeof VehicleEntry>

const Intervals = z.object({
  name: Name,
  every_kilometres: Kilometres.min(1).nullish(),
  every_hours: z.int().min(1).max(100_000).nullish(),
  every_months: z.int().min(1).max(240).nullish(),
  /** Start of the first interval; by default the day of creation and the meters at that time. */
  since_day: Day.optional(),
  since_kilometres: Kilometres.nullish(),
  since_hours: Hours.nullish(),
  /** Assignee of the task; null for the managers. */
  responsible_id: Id.nullish(),
})

const PlanDraft = Intervals.extend({
  vehicle_id: Id,
  /** Revision of the changed plan. */
  maintenance_plan_id: Id.optional(),
  revision: Revision.optional(),
  is_put_away: z.boolean().optional(),
}).meta({ id: 'MaintenancePlanDraft' })

export const MaintenancePlan = Intervals.required()
  .extend({
    id: Id,
    revision: Revision,
    responsible_name: z.string().nullable(),
    last_done_on: Day.nullable(),
    /** By its months, or since a meter reached it. */
    due_on: Day.nullable(),
    due_kilometres: z.int().nullable(),
    due_hours: z.number().nullable(),
    is_due: z.boolean(),
    /** Task that was opened when it fell due. */
    task_id: Id.nullable(),
  })
  .meta({ id: 'MaintenancePlan' })
export type MaintenancePlan = z.infer<typeof MaintenancePlan>

/** Status of a vehicle by its log. */
export const VehicleUse = z
  .object({
    kilometres: Kilometres.nullable(),
    hours: Hours.nullable(),
    read_on: Day.nullable(),
    drivers: z.array(z.object({ id: Id, name: z.string(), since: Day })),
    cleaned_on: Day.nullable(),
    plans: z.array(MaintenancePlan),
  })
  .meta({ id: 'VehicleUse' })
export type VehicleUse = z.infer<typeof VehicleUse>

const listing = {
  summary: 'List the log of a vehicle, the latest day first',
  method: 'GET',
  access: ['read', 'VehicleEntry'],
  input: Paging.pick({ page: true, per_page: true, archived: true }).extend({
    ...Incremental.shape,
    id: Id,
    kind: LogKind.optional(),
  }),
  returns: page(VehicleEntry),
} as const

export const vehicleLog = contract({
  list: { ...listing, path: '/vehicle/:id/entry', copied: 'dated' },
  events: { ...listing, path: '/vehicle/:id/event' },
  createEvent: {
    summary: 'Add an entry to the log of a vehicle',
    description: 'As `PUT /vehicle/entry`, for clients that give their entries no `uuid`.',
    problems: ['not_found'],
    method: 'POST',
    path: '/vehicle/:id/event',
    access: ['create', 'VehicleEntry'],
    input: Said.extend({ id: Id, uuid: Uuid.optional() }),
    returns: VehicleEntry,
    status: 201,
  },
  write: {
    summary: 'Add or correct an entry in the log of a vehicle',
    description: 'The same `uuid` again changes nothing, with a `revision` it is the correction.',
    problems: ['stale_revision', 'not_found'],
    method: 'PUT',
    path: '/vehicle/entry',
    access: ['create', 'VehicleEntry'],
    input: EntryDraft,
    returns: VehicleEntry,
  },
  use: {
    summary: 'Read the status of a vehicle by its log',
    description: 'Its meters, who drives it, and its maintenance plans.',
    method: 'GET',
    path: '/vehicle/:id/use',
    access: ['read', 'VehicleEntry'],
    input: ById,
    returns: VehicleUse,
    copied: 'dated',
  },
  plan: {
    summary: 'Plan maintenance of a vehicle, or change a plan',
    description: 'By kilometres, hours or months, whichever comes first. A due plan opens a task.',
    problems: ['stale_revision', 'not_found'],
    method: 'PUT',
    path: '/vehicle/maintenance',
    access: ['update', 'Vehicle'],
    input: PlanDraft,
    returns: VehicleUse,
  },
  book: {
    summary: 'Read the log book of one vehicle or all',
    description: 'With the certificates that are valid or end in that time.',
    problems: ['too_large', 'not_found'],
    method: 'GET',
    path: '/vehicle/book',
    access: ['read', 'VehicleEntry'],
    input: z.object({ format: z.enum(bookFormats).default('pdf'), from: Day, until: Day, vehicle_id: Id.optional() }),
    returns: file('application/pdf'),
  },
})
