import { sharerOf } from '../../files/questions.ts'
import type { Module } from '../../lib/module.ts'
import { eraseEndedShares } from './jobs.ts'
import { shareRoutes } from './routes.ts'
import { identifySharer } from './visiting.ts'

export const shares: Module = {
  routes: shareRoutes,
  jobs: [eraseEndedShares],
  queryProviders: [sharerOf.providedBy(identifySharer)],
}
