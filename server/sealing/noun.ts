import type { Noun } from '../lib/noun.ts'
import { sealingRoutes } from './routes.ts'
import { stampChain, stampChains } from './timeStamps/jobs.ts'

export const sealing: Noun = { routes: sealingRoutes, jobs: [stampChain as never, stampChains] }
