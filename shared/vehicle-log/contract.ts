/**
 * The log of a vehicle: what its meters showed, who drove it, when it was cleaned and what was done to it, in one dated list. What is to be
 * done to it again and again is a plan; when that is due follows from the log.
 */
import { z } from 'zod'
import { bookFormats } from '../books/options.ts'
import { contract, file, page } from '../lib/contract.ts'
import { ById, Day, EditedFields, Id, LongText, Revision, Uuid } from '../lib/fields.ts'
import { Paging } from '../lib/paging.ts'
import { cleaningWorks, logKinds } from './logWords.ts'

const Words = z.string().trim().min(1).max(200)
const Kilometres = z.int().min(0).max(9_999_999)
const Hours = z.number().min(0).max(999_999)

const EntryFields = z.object({
  day: Day,
  /** The last day of who drives; none while they still do. */
  until: Day.nullish(),
  /** What the meters showed; of whatever kind the entry is. */
  kilometres: Kilometres.nullish(),
  hours: Hours.nullish(),
  /** Why a meter shows less than before, or than later. */
  reason: Words.nullish(),
  driver_id: Id.nullish(),
  work: z.enum(cleaningWorks).nullish(),
  product: Words.nullish(),
  location_id: Id.nullish(),
  /** Where, if that is none of the company's places. */
  place: Words.nullish(),
  maintenance_plan_id: Id.nullish(),
  note: LongText.nullish(),
})

export const VehicleEntry = EntryFields.required()
  .extend(EditedFields.shape)
  .extend({
    kind: z.enum(logKinds),
    company_id: Id,
    vehicle_id: Id,
    driver_name: z.string().nullable(),
    location_name: z.string().nullable(),
    plan_name: z.string().nullable(),
    /** The task with which it was done. */
    task_id: Id.nullable(),
    user_id: Id.nullable(),
    user_name: z.string().nullable(),
  })
  .meta({ id: 'VehicleEntry' })
export type VehicleEntry = z.infer<typeof VehicleEntry>

const PlanDraft = z
  .object({
    name: Words,
    every_kilometres: z.int().min(1).max(1_000_000).nullish(),
    every_hours: z.int().min(1).max(100_000).nullish(),
    every_months: z.int().min(1).max(240).nullish(),
    /** What the first interval is counted from; the day of making and its meters, where nothing is said. */
    since_day: Day.nullish(),
    since_kilometres: Kilometres.nullish(),
    since_hours: Hours.nullish(),
    /** Who is given the task; the managers, where it is nobody. */
    responsible_id: Id.nullish(),
    is_active: z.boolean().optional(),
  })
  .meta({ id: 'MaintenancePlanDraft' })

export const MaintenancePlan = PlanDraft.required()
  .extend({
    id: Id,
    revision: Revision,
    vehicle_id: Id,
    responsible_name: z.string().nullable(),
    last_done_on: Day.nullable(),
    /** The day on which it is due, or was reached by a meter. */
    due_on: Day.nullable(),
    due_kilometres: Kilometres.nullable(),
    due_hours: Hours.nullable(),
    is_due: z.boolean(),
    /** That was opened when it fell due. */
    task_id: Id.nullable(),
  })
  .meta({ id: 'MaintenancePlan' })
export type MaintenancePlan = z.infer<typeof MaintenancePlan>

/** How a vehicle stands by its log. */
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

export const vehicleLog = contract({
  list: {
    summary: 'List the log of a vehicle, the latest day first',
    method: 'GET',
    path: '/vehicle/:id/entry',
    access: ['read', 'VehicleEntry'],
    input: Paging.pick({ page: true, per_page: true, archived: true }).extend({
      id: Id,
      kind: z.enum(logKinds).optional(),
    }),
    returns: page(VehicleEntry),
    copied: 'dated',
  },
  record: {
    summary: 'Write into the log of a vehicle',
    description: 'A meter that shows less than before needs a `reason`. The same `uuid` again is the same entry.',
    method: 'POST',
    path: '/vehicle/:id/entry',
    status: 201,
    access: ['create', 'VehicleEntry'],
    input: EntryFields.extend({ id: Id, kind: z.enum(logKinds), uuid: Uuid.optional() }),
    returns: VehicleEntry,
  },
  update: {
    summary: 'Correct an entry',
    method: 'PUT',
    path: '/vehicle/entry/:id',
    problems: ['stale_revision'],
    access: ['update', 'VehicleEntry'],
    input: EntryFields.partial().extend({ id: Id, revision: Revision.optional() }),
    returns: VehicleEntry,
  },
  remove: {
    summary: 'Strike an entry out',
    method: 'DELETE',
    path: '/vehicle/entry/:id',
    access: ['delete', 'VehicleEntry'],
    input: ById,
    returns: z.null(),
  },
  restore: {
    summary: 'Restore an entry',
    method: 'POST',
    path: '/vehicle/entry/:id/restore',
    access: ['delete', 'VehicleEntry'],
    input: ById,
    returns: VehicleEntry,
  },
  use: {
    summary: 'Say how a vehicle stands by its log',
    description: 'Its meters, who drives it today, and its maintenance plans.',
    method: 'GET',
    path: '/vehicle/:id/use',
    access: ['read', 'VehicleEntry'],
    input: ById,
    returns: VehicleUse,
    copied: 'dated',
  },
  addPlan: {
    summary: 'Plan maintenance of a vehicle',
    description: 'By kilometres, hours or months: whatever comes first. Once due it opens a task.',
    method: 'POST',
    path: '/vehicle/:id/maintenance',
    status: 201,
    access: ['update', 'Vehicle'],
    input: PlanDraft.extend({ id: Id }),
    returns: MaintenancePlan,
  },
  changePlan: {
    summary: 'Change a maintenance plan, or put it away',
    method: 'PUT',
    path: '/vehicle/maintenance/:id',
    problems: ['stale_revision'],
    access: ['update', 'Vehicle'],
    input: PlanDraft.partial().extend({ id: Id, revision: Revision.optional() }),
    returns: MaintenancePlan,
  },
  book: {
    summary: 'Read the log book of one vehicle or all',
    description: 'With the papers that end in that time. Bounded as the books of animals are.',
    problems: ['too_large', 'not_found'],
    method: 'GET',
    path: '/vehicle/book',
    access: ['read', 'VehicleEntry'],
    input: z.object({ format: z.enum(bookFormats).default('pdf'), from: Day, until: Day, vehicle_id: Id.optional() }),
    returns: file('application/pdf'),
  },
})
