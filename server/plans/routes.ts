import { Problem } from '#shared/lib/problem.ts'
import { plans as planCalls } from '#shared/plans/contract.ts'
import type { LimitedThing } from '#shared/plans/limitedThings.ts'
import { accessCompany, findCompany } from '../companies/queries.ts'
import type { Context } from '../lib/context.ts'
import { routes } from '../lib/http/routes.ts'
import { choosePlan } from './choosing.ts'
import { usedOf } from './commands.ts'
import {
  accessCompanyPlan,
  archiveCompanyPlan,
  listCompanyPlans,
  openCompanyPlan,
  presentRow,
  updateCompanyPlan,
} from './companyPlans.ts'
import { accessOffer, createOffer, listOffers, requireOffer, updateOffer } from './offers.ts'
import { findLimits } from './queries.ts'

export const planRoutes = routes(planCalls, {
  offers: ({ archived }, ctx) => listOffers(ctx, archived),
  createOffer: (draft, ctx) => createOffer(ctx, draft),
  updateOffer: async ({ id, revision, ...changes }, ctx) =>
    updateOffer(ctx, await accessOffer(ctx, id, 'update'), changes, revision),
  removeOffer: async ({ id }, ctx) => {
    await updateOffer(ctx, await accessOffer(ctx, id, 'delete'), { archivedAt: ctx.now })
    return null
  },
  restoreOffer: async ({ id }, ctx) => updateOffer(ctx, await accessOffer(ctx, id, 'delete'), { archivedAt: null }),

  list: async ({ id, ...query }, ctx) => listCompanyPlans(ctx, (await accessCompany(ctx, id, 'read')).id, query),
  get: async ({ id, companyPlanId }, ctx) => presentRow(ctx, await accessCompanyPlan(ctx, id, companyPlanId, 'read')),
  open: async ({ id, planId, ...given }, ctx) => {
    const company = await findCompany(ctx.db, id)
    if (!company) throw new Problem('not_found')
    return openCompanyPlan(ctx, company, await requireOffer(ctx, planId, 'plan_id', false), given)
  },
  update: async ({ id, companyPlanId, revision, ...changes }, ctx) => {
    const plan = await accessCompanyPlan(ctx, id, companyPlanId, 'update')
    if (changes.planId !== undefined) await requireOffer(ctx, changes.planId, 'plan_id', false)
    return updateCompanyPlan(ctx, plan, changes, revision)
  },
  remove: async ({ id, companyPlanId }, ctx) => {
    await archiveCompanyPlan(ctx, await accessCompanyPlan(ctx, id, companyPlanId, 'delete'), ctx.now)
    return null
  },
  restore: async ({ id, companyPlanId }, ctx) =>
    archiveCompanyPlan(ctx, await accessCompanyPlan(ctx, id, companyPlanId, 'delete'), null),
  select: async ({ id, companyPlanId, selectedPlanId }, ctx) =>
    choosePlan(ctx, await accessCompanyPlan(ctx, id, companyPlanId, 'select'), selectedPlanId),
  usage: async ({ id }, ctx) => describeUsage(ctx, (await accessCompany(ctx, id, 'read')).id),
})

async function describeUsage(ctx: Context, companyId: number) {
  const limits = await findLimits(ctx.db, companyId, ctx.now)
  const meter = async (thing: LimitedThing) => ({
    used: await usedOf(ctx.db, companyId, thing),
    limit: limits[thing],
  })
  return {
    users: await meter('users'),
    animals: await meter('animals'),
    forms: await meter('forms'),
    storage: await meter('storage'),
  }
}
