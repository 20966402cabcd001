/** Plans on offer, and the plans of companies. */
import type { LimitedThing } from '#shared/companies/planRules.ts'
import { plans as planCalls } from '#shared/companies/plans.ts'
import type { HandlerInput } from '#shared/lib/contract.ts'
import { Problem } from '#shared/lib/problem.ts'
import type { Context } from '../lib/context.ts'
import { type Handler, routes } from '../lib/http/routes.ts'
import { arePlansSold, findLimits, usedOf } from './planQueries.ts'
import {
  accessCompanyPlan,
  accessOffer,
  archiveCompanyPlan,
  changeSelling,
  choosePlan,
  countWish,
  createOffer,
  listCompanyPlans,
  listOffers,
  openCompanyPlan,
  presentRow,
  requireOffer,
  updateCompanyPlan,
  updateOffer,
} from './plans.ts'
import { accessCompany, findCompany } from './queries.ts'

/** Lists the plans on offer. */
export const getOffers: Handler<typeof planCalls.offers> = ({ archived }, ctx) => listOffers(ctx, archived)

/** Changes a plan on offer. */
export const changeOffer: Handler<typeof planCalls.updateOffer> = async ({ id, revision, ...changes }, ctx) =>
  updateOffer(ctx, await accessOffer(ctx, id, 'update'), changes, revision)

/** Archives a plan on offer. */
export const deleteOffer: Handler<typeof planCalls.removeOffer> = async ({ id }, ctx) => {
  await updateOffer(ctx, await accessOffer(ctx, id, 'delete'), { archivedAt: ctx.now })
  return null
}

/** Restores a plan on offer. */
export const undeleteOffer: Handler<typeof planCalls.restoreOffer> = async ({ id }, ctx) =>
  updateOffer(ctx, await accessOffer(ctx, id, 'delete'), { archivedAt: null })

/** Returns whether plans are sold. */
export const getPlanSettings: Handler<typeof planCalls.settings> = async (_, ctx) => ({
  is_selling: await arePlansSold(ctx.db),
})

/** Starts or stops selling plans. */
export const changePlanSettings: Handler<typeof planCalls.changeSettings> = ({ isSelling }, ctx) =>
  changeSelling(ctx, isSelling)

/** Lists a company's plans. */
export const getCompanyPlans: Handler<typeof planCalls.list> = async ({ id, ...query }, ctx) =>
  listCompanyPlans(ctx, (await accessCompany(ctx, id, 'read')).id, query)

/** Returns a company's plan. */
export const getCompanyPlan: Handler<typeof planCalls.get> = async ({ id, companyPlanId }, ctx) =>
  presentRow(ctx, await accessCompanyPlan(ctx, id, companyPlanId, 'read'))

/** Opens a plan for a company. */
export const createCompanyPlan: Handler<typeof planCalls.open> = async ({ id, planId, ...given }, ctx) => {
  const company = await findCompany(ctx.db, id)
  if (!company) throw new Problem('not_found')
  return openCompanyPlan(ctx, company, await requireOffer(ctx, planId, 'plan_id', false), given)
}

/** Changes a company's plan. */
export const changeCompanyPlan: Handler<typeof planCalls.update> = async (
  { id, companyPlanId, revision, ...changes },
  ctx,
) => {
  const plan = await accessCompanyPlan(ctx, id, companyPlanId, 'update')
  if (changes.planId !== undefined) await requireOffer(ctx, changes.planId, 'plan_id', false)
  return updateCompanyPlan(ctx, plan, changes, revision)
}

/** Archives a company's plan. */
export const deleteCompanyPlan: Handler<typeof planCalls.remove> = async ({ id, companyPlanId }, ctx) => {
  await archiveCompanyPlan(ctx, await accessCompanyPlan(ctx, id, companyPlanId, 'delete'), ctx.now)
  return null
}

/** Restores a company's plan. */
export const undeleteCompanyPlan: Handler<typeof planCalls.restore> = async ({ id, companyPlanId }, ctx) =>
  archiveCompanyPlan(ctx, await accessCompanyPlan(ctx, id, companyPlanId, 'delete'), null)

const prepareSelection = async (
  { id, companyPlanId, selectedPlanId }: HandlerInput<typeof planCalls.select>,
  ctx: Context,
) => countWish(ctx, await accessCompanyPlan(ctx, id, companyPlanId, 'select'), selectedPlanId)

/** Chooses the next plan. */
export const selectPlan: Handler<typeof planCalls.select> = async ({ id, companyPlanId, selectedPlanId }, ctx) =>
  choosePlan(ctx, await accessCompanyPlan(ctx, id, companyPlanId, 'select'), selectedPlanId)

/** Returns the usage of the company's plan. */
export const getUsage: Handler<typeof planCalls.usage> = async ({ id }, ctx) =>
  describeUsage(ctx, (await accessCompany(ctx, id, 'read')).id)

export const planRoutes = routes(planCalls, {
  offers: getOffers,
  createOffer: createOffer,
  updateOffer: changeOffer,
  removeOffer: deleteOffer,
  restoreOffer: undeleteOffer,
  settings: getPlanSettings,
  changeSettings: changePlanSettings,
  list: getCompanyPlans,
  get: getCompanyPlan,
  open: createCompanyPlan,
  update: changeCompanyPlan,
  remove: deleteCompanyPlan,
  restore: undeleteCompanyPlan,
  select: { prepare: prepareSelection, handle: selectPlan },
  usage: getUsage,
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
