import type { Module } from '../lib/module.ts'
import { checkAllSeals, checkSeals, sealsDiffer } from './nightlyCheck.ts'
import { sealingRoutes } from './routes.ts'
import { stampChain, stampChains } from './timeStamps/jobs.ts'

export const sealing: Module = {
  routes: sealingRoutes,
  jobs: [stampChain as never, stampChains, checkSeals as never, checkAllSeals],
  notices: [sealsDiffer as never],
}
