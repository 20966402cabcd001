import { animalGroups as calls } from '#shared/animals/contract.ts'
import type { Context } from '../lib/context.ts'
import { routes } from '../lib/http/routes.ts'
import { erasing } from '../lib/jobs/erasing.ts'
import { accessRow } from '../lib/registers/register.ts'
import type { Module } from '../module.ts'
import { subjectRegister } from '../subjects/commands.ts'
import { presentSubject } from '../subjects/queries.ts'
import { subjectStatuses } from '../subjects/table.ts'
import { noteToday } from './eventCommands.ts'
import { animalGroups, groupIsolation } from './table.ts'

type Row = typeof animalGroups.$inferSelect
const registered = subjectRegister('animal_group', animalGroups, 'AnimalGroup', presentSubject<Row>)

/** Adds an animal group. */
export const createAnimalGroup = async (draft: object, ctx: Context) => {
  const { id } = await registered.create(draft, ctx)
  return presentSubject(await noteMove(ctx, id, null))
}

/** Changes an animal group. */
export const updateAnimalGroup = async (input: { id: number; revision?: number | undefined }, ctx: Context) => {
  const { locationId } = await accessRow(ctx, animalGroups, 'AnimalGroup', input.id, 'update')
  await registered.update(input, ctx)
  return presentSubject(await noteMove(ctx, input.id, locationId))
}

/** A change of place is an event in the group's history. */
const animalGroupRoutes = routes(calls, {
  ...registered,
  create: createAnimalGroup,
  update: updateAnimalGroup,
})

async function noteMove(ctx: Context, id: number, before: number | null): Promise<Row> {
  const group = await accessRow(ctx, animalGroups, 'AnimalGroup', id, 'read')
  if (group.locationId === before) return group
  await noteToday(ctx, 'animal_group', group, [{ details: { type: 'move' }, locationId: group.locationId }])
  return accessRow(ctx, animalGroups, 'AnimalGroup', id, 'read')
}

export const eraseArchivedAnimalGroups = erasing('animal-groups', animalGroups, [
  { table: subjectStatuses, of: subjectStatuses.animalGroupId },
])

export const animalGroupsModule: Module = {
  isolation: groupIsolation,
  routes: animalGroupRoutes,
  incremental: [
    { call: calls.list, table: animalGroups },
    { call: calls.statuses, table: subjectStatuses, of: 'animalGroupId' },
  ],
  jobs: [eraseArchivedAnimalGroups],
}
