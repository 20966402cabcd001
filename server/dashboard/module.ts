import { dashboard as calls } from '#shared/dashboard/contract.ts'
import { routes } from '../lib/http/routes.ts'
import type { Module } from '../lib/module.ts'
import { readState } from './companyState.ts'
import { listStanding, readDashboard } from './queries.ts'

export const dashboard: Module = {
  routes: routes(calls, {
    own: (_, ctx) => readState(ctx),
    get: (_, ctx) => readDashboard(ctx),
    companies: (query, ctx) => listStanding(ctx, query),
  }),
}
