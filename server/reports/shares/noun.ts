import type { Noun } from '../../lib/noun.ts'
import { eraseEndedShares } from './jobs.ts'
import { shareRoutes } from './routes.ts'

export const shares: Noun = { routes: shareRoutes, jobs: [eraseEndedShares] }
