import { animals as calls } from '#shared/animals/contract.ts'
import { noteGroup } from '../animal-events/commands.ts'
import { type Context, companyOf } from '../lib/context.ts'
import { routes } from '../lib/http/routes.ts'
import { accessRow } from '../lib/registers/register.ts'
import { requireRoom } from '../plans/commands.ts'
import { subjectRegister } from '../subjects/commands.ts'
import { presentSubject } from '../subjects/queries.ts'
import { animals } from './table.ts'

const registered = subjectRegister('animal', animals, 'Animal', presentSubject<typeof animals.$inferSelect>)

/** The company's plan limits how many animals there are. Into which group one was put belongs to its history. */
export const animalRoutes = routes(calls, {
  ...registered,
  create: async (draft: object, ctx: Context) => {
    await requireRoom(ctx, companyOf(ctx), 'animals')
    const animal = await registered.create(draft, ctx)
    await noteMove(ctx, animal, null)
    return animal
  },
  update: async (input: { id: number; revision?: number | undefined }, ctx: Context) => {
    const before = await accessRow(ctx, animals, 'Animal', input.id, 'update')
    const animal = await registered.update(input, ctx)
    await noteMove(ctx, animal, before.animalGroupId)
    return animal
  },
  restore: async ({ id }: { id: number }, ctx: Context) => {
    const animal = await accessRow(ctx, animals, 'Animal', id, 'delete')
    if (animal.archivedAt) await requireRoom(ctx, animal.companyId, 'animals')
    return registered.restore({ id }, ctx)
  },
})

async function noteMove(
  ctx: Context,
  {
    id,
    company_id: companyId,
    animal_group_id: groupId,
  }: { id: number; company_id: number; animal_group_id: number | null },
  before: number | null,
): Promise<void> {
  if (groupId !== before) await noteGroup(ctx, { id, companyId }, groupId)
}
