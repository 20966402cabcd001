import { animals as calls } from '#shared/animals/contract.ts'
import { type Context, companyOf } from '../lib/context.ts'
import { routes } from '../lib/http/routes.ts'
import { accessRow } from '../lib/registers/register.ts'
import { requireRoom } from '../plans/commands.ts'
import { subjectRegister } from '../subjects/commands.ts'
import { presentSubject } from '../subjects/queries.ts'
import { animals } from './table.ts'

const registered = subjectRegister('animal', animals, 'Animal', presentSubject<typeof animals.$inferSelect>)

/** The company's plan limits how many animals there are. */
export const animalRoutes = routes(calls, {
  ...registered,
  create: async (draft: object, ctx: Context) => {
    await requireRoom(ctx, companyOf(ctx), 'animals')
    return registered.create(draft, ctx)
  },
  restore: async ({ id }: { id: number }, ctx: Context) => {
    const animal = await accessRow(ctx, animals, 'Animal', id, 'delete')
    if (animal.archivedAt) await requireRoom(ctx, animal.companyId, 'animals')
    return registered.restore({ id }, ctx)
  },
})
