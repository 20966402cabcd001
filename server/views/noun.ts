import type { Noun } from '../lib/noun.ts'
import { eraseArchivedViews } from './jobs.ts'
import { viewRoutes } from './routes.ts'

export const views: Noun = { routes: viewRoutes, jobs: [eraseArchivedViews] }
