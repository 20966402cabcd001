import { sql } from 'drizzle-orm'
import { animalEvents as calls, groupEvents as groupCalls } from '#shared/animal-events/contract.ts'
import { yearsOfTreatments } from '#shared/documents/rules.ts'
import type { Context } from '../lib/context.ts'
import { type Handler, routes } from '../lib/http/routes.ts'
import { eraseArchived, maxErased, nightly, requeueIf } from '../lib/jobs/erasing.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { accessRow } from '../lib/registers/register.ts'
import type { Module } from '../module.ts'
import { changeEvent, endWithhold, recordEvent, voidEntry, withhold } from './eventCommands.ts'
import {
  accessAnimal,
  accessGroup,
  dayIn,
  type EventRow,
  listEvents,
  medicinesUsed,
  type Owner,
  presentWithhold,
  shownEvent,
  withholdsEnding,
  withholdsOn,
} from './eventQueries.ts'
import { animalEvents, eventIsolation, animalEvents as events } from './eventTable.ts'
import { countsOf, listMembers, stateOnDay } from './onDay.ts'

const accessEvent = (ctx: Context, id: number, action: string) =>
  accessRow(ctx, animalEvents, 'AnimalEvent', id, action)

/** Returns the animal or group of an event without a check of its own: the right to the event is enough. */
const ownerOf = (ctx: Context, { animalId, animalGroupId }: EventRow): Promise<Owner> =>
  animalId === null ? accessGroup(ctx, animalGroupId ?? 0) : accessAnimal(ctx, animalId)

const listWithholds = async (ctx: Context, owner: Owner, on: string | undefined) =>
  (await withholdsOn(ctx, owner, await dayIn(ctx, owner.row.companyId, on))).map(presentWithhold)
const showState = async (ctx: Context, owner: Owner, on: string | undefined) =>
  stateOnDay(ctx, owner, await dayIn(ctx, owner.row.companyId, on))

/** Lists the events of an animal. */
export const getAnimalEvents: Handler<typeof calls.list> = async ({ id, ...query }, ctx) =>
  listEvents(ctx, await accessAnimal(ctx, id), query)

/** Records or plans an event of an animal. */
export const createAnimalEvent: Handler<typeof calls.create> = async ({ id, ...draft }, ctx) =>
  shownEvent(ctx, await recordEvent(ctx, await accessAnimal(ctx, id), draft))

/** Returns group, place and head count of an animal on a day. */
export const getAnimalState: Handler<typeof calls.standing> = async ({ id, on }, ctx) =>
  showState(ctx, await accessAnimal(ctx, id), on)

/** Lists the withdrawal periods of an animal on a day. */
export const getAnimalWithholds: Handler<typeof calls.withholds> = async ({ id, on }, ctx) =>
  listWithholds(ctx, await accessAnimal(ctx, id), on)

/** Starts a withdrawal period of an animal. */
export const createAnimalWithhold: Handler<typeof calls.withhold> = async ({ id, ...draft }, ctx) =>
  presentWithhold(await withhold(ctx, await accessAnimal(ctx, id), draft))

/** Returns an event. */
export const getEvent: Handler<typeof calls.get> = async ({ id }, ctx) =>
  shownEvent(ctx, await accessEvent(ctx, id, 'read'))

/** Changes an event. */
export const updateEvent: Handler<typeof calls.update> = async ({ id, ...changes }, ctx) => {
  const event = await accessEvent(ctx, id, 'update')
  return shownEvent(ctx, await changeEvent(ctx, await ownerOf(ctx, event), event, changes))
}

/** Voids an event. */
export const deleteEvent: Handler<typeof calls.remove> = async ({ id }, ctx) => {
  const event = await accessEvent(ctx, id, 'delete')
  await voidEntry(ctx, await ownerOf(ctx, event), event, ctx.now)
  return null
}

/** Restores an event. */
export const restoreEvent: Handler<typeof calls.restore> = async ({ id }, ctx) => {
  const event = await accessEvent(ctx, id, 'delete')
  return shownEvent(ctx, await voidEntry(ctx, await ownerOf(ctx, event), event, null))
}

/** Ends a withdrawal period before its last day. */
export const deleteWithhold: Handler<typeof calls.endWithhold> = async ({ id }, ctx) => {
  await endWithhold(ctx, id)
  return null
}

/** Lists the events of a group of animals. */
export const getGroupEvents: Handler<typeof groupCalls.list> = async ({ id, ...query }, ctx) =>
  listEvents(ctx, await accessGroup(ctx, id), query)

/** Records or plans an event of a group of animals. */
export const createGroupEvent: Handler<typeof groupCalls.create> = async ({ id, ...draft }, ctx) =>
  shownEvent(ctx, await recordEvent(ctx, await accessGroup(ctx, id), draft))

/** Returns group, place and head count of a group of animals on a day. */
export const getGroupState: Handler<typeof groupCalls.standing> = async ({ id, on }, ctx) =>
  showState(ctx, await accessGroup(ctx, id), on)

/** Lists the animals of a group on a day. */
export const getGroupMembers: Handler<typeof groupCalls.members> = async ({ id, on, ...paging }, ctx) => {
  const { row } = await accessGroup(ctx, id)
  return listMembers(ctx, id, await dayIn(ctx, row.companyId, on), paging)
}

/** Counts the animals of a group on past days. */
export const getGroupCounts: Handler<typeof groupCalls.counts> = async ({ id, apart }, ctx) => {
  const { row } = await accessGroup(ctx, id)
  return countsOf(ctx, id, await dayIn(ctx, row.companyId), apart)
}

/** Lists the withdrawal periods of a group on a day. */
export const getGroupWithholds: Handler<typeof groupCalls.withholds> = async ({ id, on }, ctx) =>
  listWithholds(ctx, await accessGroup(ctx, id), on)

/** Starts a withdrawal period of an animal group. */
export const createGroupWithhold: Handler<typeof groupCalls.withhold> = async ({ id, ...draft }, ctx) =>
  presentWithhold(await withhold(ctx, await accessGroup(ctx, id), draft))

/** Moves a whole group to another place. */
export const moveGroup: Handler<typeof groupCalls.move> = async ({ id, ...move }, ctx) =>
  shownEvent(
    ctx,
    await recordEvent(ctx, await accessGroup(ctx, id), { ...move, state: 'done', details: { type: 'move' } }),
  )

const animalEventRoutes = [
  ...routes(calls, {
    list: getAnimalEvents,
    create: createAnimalEvent,
    standing: getAnimalState,
    withholds: getAnimalWithholds,
    withhold: createAnimalWithhold,
    get: getEvent,
    update: updateEvent,
    remove: deleteEvent,
    restore: restoreEvent,
    ending: withholdsEnding,
    medicines: medicinesUsed,
    endWithhold: deleteWithhold,
  }),
  ...routes(groupCalls, {
    list: getGroupEvents,
    create: createGroupEvent,
    standing: getGroupState,
    members: getGroupMembers,
    counts: getGroupCounts,
    withholds: getGroupWithholds,
    withhold: createGroupWithhold,
    move: moveGroup,
  }),
]

/** Treatments and vaccinations are kept for their years, voided ones too, and keep their animal. */
const isKept = sql`(${events.type} in ('treatment', 'vaccination')
  and ${events.day} > now() - make_interval(years => ${yearsOfTreatments}))`

/** Deletes voided events after the same time as archived rows. */
export const eraseArchivedEvents: Job<object> = {
  name: 'animal-events.erase-archived',
  schedule: nightly,
  work: async (_, { db, services }) => {
    const { length } = await eraseArchived(db, events, { unless: isKept })
    await requeueIf(db, services, 'animal-events.erase-archived', length === maxErased)
    return undefined
  },
}

export const animalEventsModule: Module = {
  isolation: eventIsolation,
  routes: animalEventRoutes,
  incremental: [
    { call: calls.list, table: events, of: 'animalId' },
    { call: groupCalls.list, table: events, of: 'animalGroupId' },
  ],
  jobs: [eraseArchivedEvents],
}
