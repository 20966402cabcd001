import { companies } from '#shared/companies/contract.ts'
import { wire } from '#shared/lib/casing.ts'
import { permitted } from '../lib/accessible.ts'
import type { Context } from '../lib/context.ts'
import { routes } from '../lib/routes.ts'
import { findCompany, listMembers } from './queries.ts'

export const companyRoutes = routes(companies, {
  get: async ({ id }, ctx) => wire(await accessCompany(ctx, id, 'read')),
  members: async ({ id, ...query }, ctx) => listMembers(ctx.db, (await accessCompany(ctx, id, 'read')).id, query),
})

/** The company if the actor may do this with it; a Problem that does not tell which otherwise. */
export const accessCompany = async (ctx: Context, id: number, action: string) =>
  permitted(ctx, action, 'Company', await findCompany(ctx.db, id))
